"""The sentences that every interface shows about a game, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from sapper.agents.base import Move
from sapper.agents.expert import Compared, Searched
from sapper.agents.judging import JudgedMove, Verdict
from sapper.agents.registry import short_name, summary_of
from sapper.catalogue import Answers, decimal, form, grouped, listed, many, spoken
from sapper.exact.analysis import Analysis
from sapper.game import Action, Status, WinningRule
from sapper.grid import Cell
from sapper.level import Guesses, Level, StartRule
from sapper.play.record import FAST, PLAYER, RECORDED, Entry, Setup
from sapper.play.risk import FirstClickOdds
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade
from sapper.view import View

SMALLEST_TOLD = 0.001
"""Smaller chances read "under 0.1 %": 0.0 % would read as none."""
OTHERS_NAMED = 2
"""How many other cells a guess is compared with in words."""

Choice = TypeVar("Choice", bound=StrEnum)


class Names(Mapping[Choice, str]):
    """Words for each member of a choice, in the language that is spoken when they are looked up.

    >>> START_WORDS[StartRule.SAFE]
    'is never a mine'
    """

    def __init__(self, choice: type[Choice], table: Callable[[Play], dict[str, str]]) -> None:
        self._choice, self._table = choice, table

    def __getitem__(self, member: Choice) -> str:
        return self._table(spoken(Play))[member.value]

    def __iter__(self) -> Iterator[Choice]:
        return map(self._choice, self._table(spoken(Play)))  # in the catalogue's order

    def __len__(self) -> int:
        return len(self._choice)


START_WORDS = Names(StartRule, lambda say: say.starts)
"""What is true of the first cell."""
WINNING_WORDS = Names(WinningRule, lambda say: say.winnings)
"""What a game is won with."""
GUESSES_WORDS = Names(Guesses, lambda say: say.guesses)
"""The rule for guesses in a game."""
GUESSES_DETAILS = Names(Guesses, lambda say: say.guesses_details)
STATUS_WORDS = Names(Status, lambda say: say.statuses)


def capital(words: str) -> str:
    """The words with their first letter large."""
    return words[:1].upper() + words[1:]


def full_stop(error: object) -> str:
    """What an error says, as a sentence.

    >>> full_stop(ValueError("no such level"))
    'No such level.'
    """
    return spoken(Play).sentence.format(words=capital(str(error)).rstrip(".。"))


def one_after_another(*sentences: str) -> str:
    """Sentences after each other, as many as are not empty.

    >>> one_after_another("The game is won.", "", "Well played.")
    'The game is won. Well played.'
    """
    told = ""
    for sentence in filter(None, sentences):
        told = spoken(Play).two.format(first=told, second=sentence) if told else sentence
    return told


def joined(items: Iterable[object]) -> str:
    """Things one after another, at least one of them.

    >>> joined([(0, 1), (0, 2), (3, 4)]), joined(["the mine total"])
    ('(0, 1), (0, 2) and (3, 4)', 'the mine total')
    """
    return listed([str(item) for item in items])


def percent(chance: float) -> str:
    """A chance in percent, where only certainty reads as 0 or 100.

    >>> percent(0.1734), percent(0), percent(1e-9), percent(1 - 1e-9)
    ('17.3 %', '0 %', 'under 0.1 %', 'over 99.9 %')
    """
    if chance in (0, 1):
        return _in_percent(spoken(Answers).percent, f"{100 * chance:.0f}")
    if chance < SMALLEST_TOLD:
        return _in_percent(spoken(Answers).under, decimal(100 * SMALLEST_TOLD))
    if chance > 1 - SMALLEST_TOLD:
        return _in_percent(spoken(Answers).over, decimal(100 * (1 - SMALLEST_TOLD)))
    return _in_percent(spoken(Answers).percent, decimal(100 * chance))


def _in_percent(words: str, percent: str) -> str:
    return words.format(percent=percent)


def clock(seconds: float, status: Status = Status.PLAYING) -> str:
    """Time as a clock shows it; that of a game that is over to the tenth of a second.

    >>> clock(7.96), clock(75), clock(3675)
    ('0:07', '1:15', '1:01:15')
    >>> clock(7.96, Status.WON)
    '0:08.0'
    """
    is_over = status is not Status.PLAYING
    whole, tenth = divmod(int(10 * seconds + 0.5), 10) if is_over else (int(seconds), 0)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    shown = f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
    return f"{shown}{spoken(Answers).decimal_mark}{tenth}" if is_over else shown


def exact_clock(seconds: float) -> str:
    """Time as a clock shows it, to the thousandth of a second.

    >>> exact_clock(205.7), exact_clock(59.9996)
    ('3:25.700', '1:00.000')
    """
    whole, thousandths = divmod(int(1000 * seconds + 0.5), 1000)
    return f"{clock(whole)}{spoken(Answers).decimal_mark}{thousandths:03}"


def say_guesses(guesses: Guesses, grade: BoardGrade | None = None) -> str:
    """The rule for guesses in a game, in a few words; nothing for the usual one.

    >>> say_guesses(Guesses.NONE, BoardGrade.HARD), say_guesses(Guesses.FAIR)
    ('no-guess board, hard', 'fair play')
    """
    if guesses is Guesses.NONE:
        say = spoken(Play)
        return (
            say.no_guess_board_of.format(grade=grade_name(grade)) if grade else say.no_guess_board
        )
    return GUESSES_WORDS[guesses] if guesses is Guesses.FAIR else ""


def say_rule(setup: Setup) -> str:
    """What is special about the mines of a game, in a few words; nothing in a usual one.

    >>> from sapper.play.given import begin_with
    >>> say_rule(begin_with(View.parse("#1##", mines=1)))
    'continued from a position'
    """
    if setup.position is None:
        return say_guesses(setup.guesses, setup.grade)
    say = spoken(Play)
    return say.continued if setup.is_continued else say.given_board


def say_grade(grade: BoardGrade | None) -> str:
    """What the hardest step of a board takes.

    >>> say_grade(BoardGrade.TRICKY), say_grade(None)
    ('three numbers together', 'as it comes')
    """
    say = spoken(Play)
    return say.any_grade_detail if grade is None else say.grade_details[grade.value]


def grade_name(grade: BoardGrade | None) -> str:
    """A grade in a word.

    >>> grade_name(BoardGrade.TRICKY), grade_name(None)
    ('tricky', 'any')
    """
    return spoken(Play).any_grade if grade is None else spoken(Play).grades[grade.value]


def level_name(level: Level) -> str:
    """What a level is called; one without a name, by its size.

    >>> level_name(Level.named("expert")), level_name(Level(9, 9, 10))
    ('expert', '9x9/10')
    """
    return spoken(Play).levels.get(level.name, level.name)


def agent_summary(name: str) -> str:
    """How an agent plays, in a line; one from elsewhere says so itself.

    >>> agent_summary("random")
    'opens a random hidden cell'
    """
    return spoken(Play).agents.get(name) or summary_of(name)


def say_odds(odds: Analysis, cell: Cell) -> str:
    """The odds of a hidden cell.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> odds = analyze(View.parse("#1##", mines=1))
    >>> say_odds(odds, (0, 0)), say_odds(odds, (0, 3))
    ('50.0 % chance of a mine', 'certainly safe')
    """
    say = spoken(Play)
    if isinstance(odds, FirstClickOdds):
        return say.first_is_safe
    if cell in odds.safe:
        return say.certainly_safe
    if cell in odds.mines:
        return say.certainly_mine
    if not odds.is_known(cell):
        return say.odds_unknown
    return say.chance.format(chance=percent(float(odds.mine_probability[cell])))


def say_judged(judged: JudgedMove) -> str:
    """How good a guess was.

    >>> from sapper.agents.judging import judge_move
    >>> from sapper.view import View
    >>> view = View.parse("#####\\n#1###\\n#3###\\n#####", mines=5)
    >>> say_judged(judge_move(view, (0, 0)))
    'A good guess: its chance of winning was 78.6 %, against 79.2 % with (0, 2).'
    """
    say = spoken(Play)
    told = say.judged[judged.verdict].format(
        chance=percent(judged.win_chance or 0.0),
        best_chance=percent(judged.best_chance or 0.0),
        best=judged.best,
    )
    if judged.verdict is Verdict.NEEDLESS and judged.given_up is not None:
        gave_up = say.judged_gave_up.format(points=decimal(100 * judged.given_up))
        told = one_after_another(told, gave_up)
    if not judged.uncertainty or judged.verdict is Verdict.BEST:
        return told
    within = say.judged_within.format(points=decimal(100 * judged.uncertainty))
    return one_after_another(told, within)


def say_incomplete(odds: Analysis) -> str:
    """That an analysis is not complete, and how to get further; nothing where it is.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> say_incomplete(analyze(View.parse("0#1###1##1##1#", mines=4), budget=2, partial=True))
    'The budget of 2 states ran out, so some odds are unknown; sapper analyze --budget N raises it.'
    """
    if odds.complete:
        return ""
    if odds.budget is None:
        return spoken(Answers).too_wide
    return spoken(Answers).budget_ran_out.format(budget=grouped(odds.budget))


def say_hint(
    cell: Cell, certain: bool, mine_probability: float | None, free: bool, fair: bool = False
) -> str:
    """What a hint says.

    >>> say_hint((0, 3), certain=False, mine_probability=0.25, free=False)
    'Nothing is certain. The best guess is (0, 3): 25.0 % chance of a mine.'
    """
    if free:
        return spoken(Answers).first.format(cell=cell)
    if certain:
        return spoken(Answers).certain.format(cell=cell)
    if fair:
        return spoken(Answers).fair.format(cell=cell)
    if mine_probability is None:
        return spoken(Answers).guess.format(cell=cell)
    return spoken(Answers).guess_with_odds.format(cell=cell, chance=percent(mine_probability))


def say_guess(move: Move) -> str:
    """The strongest agent's move, and the next best cells it was compared with.

    >>> from sapper.agents.expert import best_move
    >>> from sapper.view import View
    >>> say_guess(best_move(View.parse("1#\\n##", mines=1)))
    'The best guess is (0, 1): 33.3 % chance of a mine, 33.3 % chance to win.'
    """
    say = spoken(Play)
    if move.certain:
        return spoken(Answers).certain.format(cell=move.cell)
    told = say.best_guess.format(cell=move.cell)
    if move.mine_probability is not None:
        told = say.best_guess_chance.format(guess=told, chance=percent(move.mine_probability))
    if isinstance(move.reason, Searched):
        wins = percent(move.reason.won / move.reason.layouts)
        told = say.best_guess_wins.format(guess=told, chance=wins)
    if isinstance(move.reason, Compared):
        chosen, *others = move.reason.candidates
        told = say.best_guess_wins_about.format(guess=told, chance=percent(chosen.win_chance))
        if others:
            named = spoken(Answers).comma.join(
                f"{other.cell} ({percent(other.mine_probability)}, {percent(other.win_chance)})"
                for other in others[:OTHERS_NAMED]
            )
            told = say.best_guess_next.format(guess=told, others=named)
    return say.sentence.format(words=told)


def say_new_agent(agent: str) -> str:
    """Who makes the AI's moves now.

    >>> say_new_agent("exact")
    "From now on exact makes the AI's moves."
    """
    return spoken(Play).new_agent.format(agent=short_name(agent))


def say_no_turn(action: Action, cell: Cell, view: View, flag: str) -> str:
    """Why nothing happened at a cell; `flag` is what to press or type to remove its flag.

    >>> say_no_turn(Action.REVEAL, (0, 1), View.parse("1F", mines=1), "f")
    '(0, 1) is flagged; f removes the flag.'
    """
    say = spoken(Play)
    if action is Action.CHORD:
        return say.chord_needs_flags.format(cell=cell)
    if cell in view.flags:
        return say.is_flagged.format(cell=cell, flag=flag)
    return say.is_open.format(cell=cell)


def say(entry: Entry) -> str:
    """What happened in a turn, and at what risk.

    >>> say(Entry(1, Action.REVEAL, (3, 4), opened=((3, 4),), by="expert", certain=True))
    'expert opened (3, 4): certainly safe.'
    """
    done = _what_was_done(entry)
    words = spoken(Play)
    if entry.is_flagging:
        told = words.sentence.format(words=done)
    else:
        told = words.went.format(done=done, how=_how_it_went(entry))
    return one_after_another(told, words.over.get(entry.status.value, ""))


def _what_was_done(entry: Entry) -> str:
    words = spoken(Play)
    kinds = {PLAYER: words.you, RECORDED: words.recorded}.get(entry.by, words.others)
    done = kinds[entry.action.value].format(who=who_made(entry), cell=entry.cell)
    more = len(entry.opened) - 1
    if entry.action is not Action.REVEAL or more < 1:
        return done
    return form(words.and_more, more).format(done=done, n=more)


def who_made(entry: Entry, you: str = "") -> str:
    """Who made a turn: `you` if that was the player, and nothing if nobody here knows.

    >>> who_made(Entry(1, Action.REVEAL, (0, 0), by="fast mode"))
    'Fast mode'
    """
    no_agents = {PLAYER: you, RECORDED: "", FAST: spoken(Play).fast_mode}
    return no_agents[entry.by] if entry.by in no_agents else short_name(entry.by)


def say_made_for_you(easy: Sequence[Entry]) -> str:
    """What fast mode did after a turn, in a sentence.

    >>> say_made_for_you([Entry(2, Action.REVEAL, (0, 1), opened=((0, 1),), by="fast mode")])
    'Fast mode opened 1 more cell for you.'
    """
    words, cells = spoken(Play), sum(len(entry.opened) for entry in easy)
    told = many(words.fast_opened, cells)
    return one_after_another(told, words.over.get(easy[-1].status.value, ""))


def _how_it_went(entry: Entry) -> str:
    words, risk = spoken(Play), _risk(entry)
    if entry.exploded is None:
        return risk
    if entry.exploded == entry.cell:
        return words.met_mine.format(risk=risk)
    return words.met_mine_at.format(cell=entry.exploded, risk=risk)


def _risk(entry: Entry) -> str:
    words = spoken(Play)
    if entry.free:
        return words.first_is_safe
    if entry.certain:
        return words.certainly_safe
    if entry.mine_probability is None or entry.best_probability is None:
        return words.guess_uncounted
    if entry.mine_probability == 1:
        return words.certainly_mine
    if entry.fair:
        return words.guess_needless_fair if entry.is_needless else words.guess_fair
    chance = percent(entry.mine_probability)
    if entry.best_probability == 0:
        return words.guess_needless.format(chance=chance)
    if entry.mine_probability <= entry.best_probability:
        return words.guess_safest.format(chance=chance)
    return words.guess_riskier.format(chance=chance, best=percent(entry.best_probability))
