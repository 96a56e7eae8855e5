"""What the terminal says: a section of the catalogue, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Forms, Sentences


@dataclass(frozen=True, slots=True)
class Terminal(Sentences):
    """What stands around the board, asks over it, and is said line by line."""

    section: ClassVar[str] = "terminal"

    moves: str
    beliefs: str
    beliefs_wide: str
    states: dict[str, str]
    replay: str
    read_on: str
    read_back: str
    start: str
    seed: str
    you: str
    flag: str
    unflag: str
    free: str
    safe: str
    guess: str
    belief_kinds: dict[str, str]
    sentence: str
    only_finished: str
    agent_question: str
    question_keys: str
    new_game: str
    setup_keys: str
    lines: dict[str, str]
    own_size: str
    own_size_words: str
    size_words: str
    seed_words: str
    first_cell: str
    any_key_back: str
    games_keys: str
    delete: str
    keep_it: str
    delete_it: str
    date: str
    alone: str
    welcome_back: str
    last_unfinished: str
    resume_it: str
    new_stays: str
    saved: str
    keys: str
    help_keys: str
    mouse: str
    legend: dict[str, str]
    greeting: str
    type_continue: str
    unknown_command: str
    saved_goodbye: str
    goodbye: str
    making: str
    when_over: str
    when_paused: str
    mines_were: str
    type_what: str
    what_auto: str
    what_row: str
    what_cell: str
    what_game: str
    any_first_safe: str
    safe_cells: str
    no_safe_cell: str
    mine_cells: str
    no_mine_cell: str
    safest_at: str
    believes_nothing: str
    no_move: str
    level_is: str
    level_type: str
    guesses_are: str
    guesses_type: str
    guesses_grades: str
    agent_is: str
    a_new_game: str
    game_line: str
    table_row: str
    is_finished: dict[str, str]
    nothing_to_resume: str
    no_such_game: str
    safest_was: str
    more_cells: Forms
    and_more: str
    help_line: str
    typed: dict[str, str]
    numbers: dict[str, str]
    mines: Forms
    game: str
    not_flagged: Forms
    too_many_flags: Forms
    clock_shows: str
    were_opened: Forms
    opened_cells: str
    opened_row: str
    opened_rows: str
    row: str
    cell_is: dict[str, str]
    column_is: dict[str, str]
    columns_are: dict[str, str]
    short: dict[str, str]
    short_many: dict[str, str]
    then: str
