"""The compiled tracker: a function of the view, whatever the way there, and as `analyze` says."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, fed, native, neighbours, revealed_at_random, tell
from positions import Numbers, numbers_of, open_cell, random_board

from sapper.exact.fronts import deduce, read_witnesses
from sapper.view import View

Choice = tuple[int, bool, float] | None
TIE = 1e-9


def safe_by_rules(numbers: Numbers, mines: int) -> list[int]:
    """The cells that single numbers and pairs make safe, by position: the twin finds them."""
    deduced = deduce(read_witnesses(View.from_numbers(numbers, mines)))
    return sorted(row * numbers.shape[1] + column for row, column in deduced.safe)


def expected_choice(numbers: Numbers, mines: int) -> Choice:
    """The policy, written down once more over `analyze`."""
    probability, verdicts = native.analyze(numbers, mines, UNLIMITED)
    certain = safe_by_rules(numbers, mines) or np.flatnonzero(verdicts == 1).tolist()
    if certain:
        assert verdicts.flat[certain[0]] == 1
        return certain[0], True, 0.0
    candidates = np.flatnonzero((numbers == HIDDEN) & (verdicts != -1)).tolist()
    if not candidates:
        return None
    least = float(probability.flat[candidates].min())

    def undetermined_neighbours(position: int) -> int:
        around = neighbours(numbers.shape, divmod(position, numbers.shape[1]))
        return sum(numbers[near] == HIDDEN and verdicts[near] != -1 for near in around)

    tied = [place for place in candidates if probability.flat[place] <= least * (1 + TIE)]
    return min(tied, key=lambda place: (undetermined_neighbours(place), place)), False, least


class Play:
    """A game on one board in which a guess that would lose is spared: the longer, the more."""

    def __init__(self, height: int, width: int, mines: int, random: np.random.Generator) -> None:
        self.board = random_board(height, width, mines, random)
        self.random = random
        self.shown = numbers_of(self.board)
        self.revealed = np.zeros_like(self.board)
        self.mines = mines
        self.tracker = native.Tracker(height, width, mines)

    @property
    def numbers(self) -> Numbers:
        return np.where(self.revealed, self.shown, np.int8(HIDDEN))

    @property
    def going_on(self) -> bool:
        return bool((~self.revealed).sum() > self.mines)

    def open(self, position: int) -> None:
        if self.board.flat[position]:
            position = int(self.random.choice(np.flatnonzero(~self.revealed & ~self.board)))
        before = self.revealed.copy()
        open_cell(self.revealed, self.shown, divmod(position, self.board.shape[1]))
        tell(self.tracker, self.shown, np.flatnonzero(self.revealed & ~before).tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("height", "width", "mines", "games", "check_every"),
    [
        (9, 9, 10, 15, 1),
        (16, 16, 40, 4, 2),
        (16, 30, 99, 3, 2),
        (16, 30, 140, 2, 2),
        (5, 5, 12, 40, 1),
        (4, 4, 5, 60, 1),
        (1, 20, 6, 40, 1),
        (3, 40, 30, 8, 1),
        (60, 60, 600, 1, 40),
    ],
)
def test_what_is_kept_equals_what_is_counted_afresh(
    height: int, width: int, mines: int, games: int, check_every: int
) -> None:
    random = np.random.default_rng([51, height, width])
    for _ in range(games):
        play = Play(height, width, mines, random)
        moves = 0
        while play.going_on:
            choice = play.tracker.choose(UNLIMITED)
            assert choice is not None
            if moves % check_every == 0:
                assert fed(play.numbers, mines).choose(UNLIMITED) == choice
                expected = expected_choice(play.numbers, mines)
                assert expected is not None
                assert choice[:2] == expected[:2]
                assert choice[2] == pytest.approx(expected[2], abs=1e-12)
            moves += 1
            play.open(choice[0])


def test_the_order_of_reveals_does_not_matter() -> None:
    random = np.random.default_rng(52)
    for _ in range(15):
        numbers = revealed_at_random(random_board(16, 30, 99, random), 40, random)
        expected = fed(numbers, 99).choose(UNLIMITED)
        positions = random.permutation(np.flatnonzero(numbers != HIDDEN))
        tracker = native.Tracker(16, 30, 99)
        answer: Choice = None
        for part in np.array_split(positions, int(random.integers(1, 40))):
            tell(tracker, numbers, part.tolist())
            answer = tracker.choose(UNLIMITED)
        assert answer == expected


@pytest.mark.slow
def test_a_total_that_settles_an_earlier_cell_than_the_fronts_do() -> None:
    """Where the total is tight, the first certain cell may be one that no front settles alone."""
    random = np.random.default_rng(53)
    met = 0
    for _ in range(700):
        left = revealed_at_random(random_board(3, 5, 4, random), 3, random, flood=False)
        right = revealed_at_random(random_board(3, 6, 6, random), 6, random, flood=False)
        numbers = np.concatenate([left, right], axis=1)
        for mines in range(6, 12):
            try:
                verdicts = native.analyze(numbers, mines, UNLIMITED)[1]
            except native.Contradiction:
                continue
            safe = np.flatnonzero(verdicts == 1)
            if len(safe) and not safe_by_rules(numbers, mines):
                met += 1
                choice = fed(numbers, mines).choose(UNLIMITED)
                assert choice is not None
                assert choice[:2] == (safe[0], True)
    assert met > 5


def budget_needed(tracker: native.Tracker) -> int:
    """The smallest budget with which a tracker answers."""
    low, high = 1, 10_000_000
    while low < high:
        middle = (low + high) // 2
        try:
            tracker.choose(middle)
            high = middle
        except native.BudgetExceeded:
            low = middle + 1
    return low


@pytest.mark.slow
def test_the_budget_needed_is_a_function_of_the_view_too() -> None:
    """What was counted before is paid for as if it were counted now, and only once."""
    random = np.random.default_rng(54)
    compared = 0
    for _ in range(6):
        play = Play(24, 30, 140, random)
        while play.going_on:
            choice = play.tracker.choose(UNLIMITED)
            assert choice is not None
            if not safe_by_rules(play.numbers, 140):
                assert budget_needed(play.tracker) == budget_needed(fed(play.numbers, 140))
                compared += 1
            play.open(choice[0])
    assert compared > 15


def test_one_tracker_may_be_used_from_many_threads() -> None:
    random = np.random.default_rng(55)
    numbers = revealed_at_random(random_board(40, 40, 320, random), 80, random)
    parts = np.array_split(random.permutation(np.flatnonzero(numbers != HIDDEN)), 40)
    for _ in range(5):
        tracker = native.Tracker(40, 40, 320)
        answers: list[Choice] = []

        def reveal(some: list[list[int]], to: native.Tracker = tracker) -> None:
            for part in some:
                tell(to, numbers, part)

        def ask(of: native.Tracker = tracker, answers: list[Choice] = answers) -> None:
            answers.extend(of.choose(UNLIMITED) for _ in range(40))

        work = [part.tolist() for part in parts]
        threads = [Thread(target=reveal, args=(work[start::4],)) for start in range(4)]
        threads += [Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 80
        assert tracker.choose(UNLIMITED) == fed(numbers, 320).choose(UNLIMITED)


def test_the_simplest_choices() -> None:
    assert native.Tracker(16, 30, 99).choose(UNLIMITED) == (0, False, 99 / 480)
    assert native.Tracker(1, 1, 0).choose(UNLIMITED) == (0, True, 0.0)
    assert native.Tracker(1, 1, 1).choose(UNLIMITED) is None
    all_open = np.zeros((2, 2), dtype=np.int8)
    assert fed(all_open, 0).choose(UNLIMITED) is None
    with pytest.raises(native.Contradiction):
        fed(all_open, 1).choose(UNLIMITED)
