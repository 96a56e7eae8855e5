"""What the window says: a section of the catalogue, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Forms, Sentences


@dataclass(frozen=True, slots=True)
class Window(Sentences):
    """What stands around the board, and on the start, games and review screens."""

    section: ClassVar[str] = "window"

    tagline: str
    goals: dict[str, str]
    rules: dict[str, str]
    choose_board: str
    first_cell: str
    winning_rule: str
    resume: str
    about: str
    how_to_play: str
    start_details: dict[str, str]
    winning_details: dict[str, str]
    level: str
    custom: str
    custom_detail: str
    custom_name: str
    never_needed_of: str
    hardest_step: str
    none_of: str
    how_to_ask: str
    keys_hint: str
    no_moves: str
    mines_left: str
    time: str
    ended: dict[str, str]
    why: str
    point_at: str
    beliefs: str
    click_reason: str
    moves: str
    hide_with: str
    guesses: Forms
    seed: str
    board_seed: str
    making_daily: str
    a_mine: str
    safe: str
    paused: str
    step_of: str
    asking_beliefs: str
    and_more: str
    you: str
    flag_removed: str
    flag_removed_by: str
    first: str
    a_guess: str
    best: str
    one_was_safe: str
    undo: str
    delete_question: str
    no_games: str
    no_statistics: str
    counted: str
    all_games: str
    all_games_words: str
    without_help: str
    with_help: str
    first_cell_is: str
    nothing_to_explain: str
    replay_title: dict[str, str]
    skill_and_luck: str
    back: str
    keys: str
    mouse: str
    through_buttons: str
    custom_size: str
    fields: dict[str, str]
    enter_number: dict[str, str]
    enter_number_not: dict[str, str]
    most_cells: str
    density: str
    reading_file: str
