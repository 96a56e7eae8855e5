"""What is said of many games and in training: a section of the catalogue, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Forms, Sentences


@dataclass(frozen=True, slots=True)
class Coach(Sentences):
    """What is overlooked, how the guesses compare, and questions, answers and boxes."""

    section: ClassVar[str] = "coach"

    kinds: dict[str, str]
    """By the name of a `Kind`."""
    # Many games
    title: str
    no_games: str
    judged_games: Forms
    waiting: Forms
    unreadable: Forms
    needless: Forms
    no_needless: str
    guesses: Forms
    no_guesses: str
    guesses_gave: str
    verdicts_were: str
    verdict_forced: Forms
    verdict_best: Forms
    verdict_good: Forms
    verdict_inaccuracy: Forms
    verdict_mistake: Forms
    verdict_blunder: Forms
    unjudged: Forms
    rates_title: str
    rates_columns: dict[str, str]
    rates_note: str
    rate: str
    kinds_title: str
    kinds_columns: dict[str, str]
    kinds_note: str
    # Training
    ask_find: str
    ask_guess: str
    mines_left: Forms
    from_game: str
    fresh: str
    asked_again: str
    on_rung: str
    is_open: str
    right: str
    is_safe: str
    wrong_mine: str
    wrong_uncertain: str
    took: str
    again_soon: str
    again_in: Forms
    learnt: str
    standing: str
    answered: str
    answer_first: str
    is_answered: str
    go_on: str
    training: str
    looking: str
    judging: str
    judging_so_far: str
    goodbye: str
    not_kept: str
    back_to_game: str
    greeting: str
    unknown: str
