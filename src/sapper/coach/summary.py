"""What many games say about their player, added up.

**What the win rate would be.** Best play from any position wins with some chance *V*. Over a game,
*V* changes by luck, which is 0 on average, and by what the choices gave up. So a game's result plus
all that it gave up is on average what best play wins: the win rate *with both* perfect guesses and
perfect logic. Adding only what guesses gave up, where nothing was certain, is the win rate *with
perfect guesses*; adding only what needless guesses gave up, the one *with perfect logic*. Each
point given up is counted as if everything after it were played best, so each of the two alone is
the most that it could come to. Intervals (95 %) are those of a mean over the games; the rate itself
has Wilson's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

from sapper.coach.findings import GameFindings, Met
from sapper.coach.games import JudgedGames
from sapper.history import KeptGame
from sapper.lab.stats import CONFIDENCE, wilson


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share, and its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of_mean(cls, values: Sequence[float]) -> Estimate:
        """The mean of independent values, as a share from 0 to 1.

        For the interval, two values of 0 and two of 1 are added, as Agresti and Coull do for
        shares: a few values that are all alike would otherwise claim to be certain.

        >>> found = Estimate.of_mean([1.0, 1.0, 1.0, 1.0])
        >>> found.value, round(found.low, 3), found.high
        (1.0, 0.429, 1.0)
        """
        mean = min(1.0, max(0.0, fmean(values)))
        more = [*values, 0.0, 0.0, 1.0, 1.0]
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        half = z * stdev(more) / sqrt(len(more))
        low, high = fmean(more) - half, fmean(more) + half
        return cls(mean, max(0.0, min(mean, low)), min(1.0, max(mean, high)))

    @classmethod
    def of_share(cls, successes: int, trials: int) -> Estimate:
        """A share of trials.

        >>> found = Estimate.of_share(8, 10)
        >>> found.value, round(found.low, 3), round(found.high, 3)
        (0.8, 0.49, 0.943)
        """
        interval = wilson(successes, trials)
        return cls(successes / trials, interval.low, interval.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSummary:
    """The games of one level under the same rules, and what their win rate would be."""

    level: str
    start: str
    winning: str
    guesses: str
    games: int
    won: int
    win_rate: Estimate
    with_perfect_guesses: Estimate
    with_perfect_logic: Estimate
    with_both: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class KindSummary:
    """What was overlooked, and how often it was met; `kind` is the name of a `Kind`."""

    kind: str
    met: int
    overlooked: int
    seconds: float

    @property
    def share(self) -> float:
        """How often it was overlooked where it was met."""
        return self.overlooked / self.met


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All that the games say; `waiting` of them were not judged yet.

    Guesses are those where nothing was certain: the risk is what each took on average, beside the
    expert's in its place. What was given up is the chance of winning, per game.
    """

    games: int
    won: int
    waiting: int
    unreadable: int
    guesses: int
    agreed: int
    risk_taken: float | None
    risk_expert: float | None
    needless: int
    seconds_overlooking: float
    given_up_guessing: float
    given_up_needless: float
    unjudged: int
    verdicts: dict[str, int]
    rules: tuple[RulesSummary, ...]
    """The most played first."""
    kinds: tuple[KindSummary, ...]
    """All that were met, the most overlooked first."""

    @classmethod
    def of(cls, judged: JudgedGames) -> Summary:
        """Add up what was found in games."""
        found = [findings for _, findings in judged.games]
        guesses = sum(one.guesses for one in found)
        games = len(found)
        kinds = _by_kind(found)
        return cls(
            games=games,
            won=sum(one.won for one in found),
            waiting=judged.waiting,
            unreadable=judged.unreadable,
            guesses=guesses,
            agreed=sum(one.agreed for one in found),
            risk_taken=sum(one.risk_taken for one in found) / guesses if guesses else None,
            risk_expert=sum(one.risk_expert for one in found) / guesses if guesses else None,
            needless=sum(one.needless for one in found),
            seconds_overlooking=sum(kind.seconds for kind in kinds),
            given_up_guessing=sum(one.given_up_guessing for one in found) / max(1, games),
            given_up_needless=sum(one.given_up_needless for one in found) / max(1, games),
            unjudged=sum(one.unjudged for one in found),
            verdicts=_verdicts(found),
            rules=_by_rules(judged.games),
            kinds=kinds,
        )


def _verdicts(found: Iterable[GameFindings]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for one in found:
        for verdict, times in one.verdicts.items():
            counted[verdict] = counted.get(verdict, 0) + times
    return counted


def _by_kind(found: Iterable[GameFindings]) -> tuple[KindSummary, ...]:
    added: dict[str, Met] = {}
    for one in found:
        for kind, met in one.met.items():
            added[kind] = added.get(kind, Met()) + met
    kinds = [
        KindSummary(kind=kind, met=met.met, overlooked=met.overlooked, seconds=met.seconds)
        for kind, met in added.items()
    ]
    return tuple(sorted(kinds, key=lambda one: (-one.overlooked, -one.share, one.kind)))


def _by_rules(games: Iterable[tuple[KeptGame, GameFindings]]) -> tuple[RulesSummary, ...]:
    grouped: dict[tuple[str, str, str, str], list[GameFindings]] = {}
    for game, found in games:
        level = game.setup.level
        rules = (
            level.name,
            level.start.value,
            game.setup.winning.value,
            game.setup.guesses.value,
        )
        grouped.setdefault(rules, []).append(found)
    summed = [_with_rules(rules, found) for rules, found in grouped.items()]
    return tuple(
        sorted(summed, key=lambda one: (-one.games, one.level, one.start, one.winning, one.guesses))
    )


def _with_rules(rules: tuple[str, str, str, str], found: Sequence[GameFindings]) -> RulesSummary:
    level, start, winning, guesses = rules
    won = sum(one.won for one in found)
    win_rate = Estimate.of_share(won, len(found))

    def with_kept(given_up: Sequence[float]) -> Estimate:
        """The win rate with these chances kept; where there are none, it is what it is."""
        kept = [one.won + chance for one, chance in zip(found, given_up, strict=True)]
        return Estimate.of_mean(kept) if any(given_up) else win_rate

    guessing = [one.given_up_guessing for one in found]
    needless = [one.given_up_needless for one in found]
    return RulesSummary(
        level=level,
        start=start,
        winning=winning,
        guesses=guesses,
        games=len(found),
        won=won,
        win_rate=win_rate,
        with_perfect_guesses=with_kept(guessing),
        with_perfect_logic=with_kept(needless),
        with_both=with_kept([sum(both) for both in zip(guessing, needless, strict=True)]),
    )
