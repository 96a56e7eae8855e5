"""What every interface says about a game: a section of the catalogue, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Forms, Sentences


@dataclass(frozen=True, slots=True)
class Play(Sentences):
    """What is said of turns, hints, reviews, beliefs, saved games and statistics."""

    section: ClassVar[str] = "play"

    sentence: str
    two: str
    review_of: str
    review_of_recorded: str
    number_columns: dict[str, str]
    random_seed: str
    seed_means: str
    bad_seed: str
    starts: dict[str, str]
    start_names: dict[str, str]
    winnings: dict[str, str]
    winning_names: dict[str, str]
    guesses: dict[str, str]
    guesses_details: dict[str, str]
    continued: str
    given_board: str
    no_guess_board: str
    no_guess_board_of: str
    grades: dict[str, str]
    any_grade: str
    grade_details: dict[str, str]
    any_grade_detail: str
    levels: dict[str, str]
    agents: dict[str, str]
    statuses: dict[str, str]
    over: dict[str, str]
    is_over: dict[str, str]
    over_press: dict[str, str]
    paused_press: str
    moves: Forms
    turns: Forms
    mines: Forms
    first_is_safe: str
    nothing_to_open: str
    nothing_saved: str
    nothing_finished: str
    certainly_safe: str
    certainly_mine: str
    odds_unknown: str
    chance: str
    best_guess: str
    best_guess_chance: str
    best_guess_wins: str
    best_guess_wins_about: str
    best_guess_next: str
    new_agent: str
    chord_needs_flags: str
    is_flagged: str
    is_open: str
    you: dict[str, str]
    others: dict[str, str]
    recorded: dict[str, str]
    and_more: Forms
    went: str
    met_mine: str
    met_mine_at: str
    guess_uncounted: str
    guess_needless_fair: str
    guess_fair: str
    guess_needless: str
    guess_safest: str
    guess_riskier: str
    missed_by: Forms
    missed_certain: str
    numbers: Forms
    mine_total: str
    resumes_after: Forms
    new_given: Forms
    new_board: str
    fair_rule: str
    thinking: dict[str, str]
    making: str
    autoplay_stopped: str
    autoplay_pace: str
    pace: Forms
    full_speed: str
    fast_mode: str
    fast_on: str
    fast_off: str
    fast_opened: Forms
    resumes: str
    same_board: str
    puzzle: str
    no_memory: str
    step_of: str
    about_cell: str
    mines_around: Forms
    cell_flagged: str
    cell_hidden: str
    cell_odds: str
    kept_sentence: str
    the_end: str
    turn_of: str
    safest_was: str
    judged: dict[str, str]
    judged_gave_up: str
    judged_within: str
    expert_thinking: str
    without_risk: dict[str, str]
    turn_decided: str
    turn_largest: str
    turn_cost_most: str
    luck_fair: str
    luck_none: str
    luck_doomed: str
    luck_good: str
    luck_bad: str
    one_risk: str
    both_risks: str
    all_risks: str
    not_luck: str
    skill_perfect: str
    skill_gave: str
    skill_missed: Forms
    time_overlooking: Forms
    believes_safe: str
    believes_mine: str
    believes_count: Forms
    no_cells: str
    more_cells: str
    last_or: str
    missed_safe: str
    missed_mine: str
    follows: str
    no_such_cell: str
    shows_number: str
    but_safe: str
    but_mine: str
    but_chance: str
    but_missing: str
    but_may_be: str
    but_is: str
    impossible: str
    follows_unknown: str
    missed_this: str
    but_so: str
    none_right: str
    right: Forms
    none_false: str
    false: Forms
    none_missed: str
    missed: Forms
    false_sentences: Forms
    in_short: str
    nothing_settled: str
    more_may_follow: str
    kept: Forms
    columns: dict[str, str]
    flags_win: str
    risk_note: str
    no_game_counts: str
    statistics_row: str
    others_not_counted: Forms
    first_win: str
    personal_record: str
    record_before: str
    trend_note: str
    trend_axis: str
    number_names: dict[str, str]
    number_of: str
    number_seconds: str
    number_pixels: str
    numbers_are: str
    no_numbers: str
    numbers_shown: str
    numbers_hidden: str
