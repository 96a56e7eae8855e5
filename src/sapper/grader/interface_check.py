"""The interface: names, signatures and returns, as the course's text describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sapper.grader.examinee import Examinee
from sapper.grader.findings import Check, Exhibit, Finding, Told
from sapper.grader.games import Game
from sapper.grader.wording import cells_in_words, sentence_in_words
from sapper.grid import Cell, cells
from sapper.guest.interface import GuestInterface, GuestMethod
from sapper.guest.operations import (
    AddKnowledge,
    Beliefs,
    Believe,
    CallResult,
    GuestBeliefs,
    GuestSentence,
    MakeRandomMove,
    MakeSafeMove,
    NewAI,
    SeedRandom,
    SentenceCall,
    SentenceCalls,
)

SIGNATURES = {
    "Sentence": {
        "__init__": ("cells", "count"),
        "__eq__": ("other",),
        "__str__": (),
        "known_mines": (),
        "known_safes": (),
        "mark_mine": ("cell",),
        "mark_safe": ("cell",),
    },
    "MinesweeperAI": {
        "__init__": ("height", "width"),
        "mark_mine": ("cell",),
        "mark_safe": ("cell",),
        "add_knowledge": ("cell", "count"),
        "make_safe_move": (),
        "make_random_move": (),
    },
}
"""What students write; the course gives them the game itself."""
DRAWS = 40
A, B, C = (0, 0), (0, 1), (0, 2)


def judge_interface(examinee: Examinee, interface: GuestInterface) -> Iterator[Finding]:
    """All that is not as the course describes it."""
    yield from signature_faults(interface)
    if "Sentence" in interface.classes:
        yield from sentence_faults(examinee, interface)
    if can_play(interface):
        faults = list(fresh_faults(examinee))
        yield from faults
        if not any(fault.kind == "exception" for fault in faults):
            yield from move_faults(examinee, interface)


def can_play(interface: GuestInterface) -> bool:
    """Whether it has all that is needed for a game to be played at all."""
    return interface.method("MinesweeperAI", "add_knowledge") is not None


# Names and signatures


def signature_faults(interface: GuestInterface) -> Iterator[Finding]:
    """Classes and methods that are missing, or that can't be called as the course calls them."""
    for name, methods in SIGNATURES.items():
        if name not in interface.classes:
            yield Finding(Check.INTERFACE, "missing", f"there is no class {name}")
            continue
        for method, parameters in methods.items():
            found = interface.method(name, method)
            call = f"{name}.{method}({', '.join(parameters)})"
            if found is None:
                if method != "__init__" or name == "MinesweeperAI":
                    yield Finding(Check.INTERFACE, "missing", f"there is no {call}")
            elif not takes(found, len(parameters)):
                yield Finding(
                    Check.INTERFACE,
                    "signature",
                    f"{name}.{method} takes {_parameters(found)}, not ({', '.join(parameters)})",
                    line=found.line,
                )
    begin = interface.method("MinesweeperAI", "__init__")
    if begin is not None and takes(begin, 2):
        for name in ("height", "width"):
            default = next((one.default for one in begin.parameters if one.name == name), "–")
            if default != "8":
                yield Finding(
                    Check.INTERFACE,
                    "signature",
                    f"MinesweeperAI.__init__ takes {_parameters(begin)}, not (height=8, width=8)",
                    line=begin.line,
                )
                return


def takes(method: GuestMethod, arguments: int) -> bool:
    """Whether it can be called with so many arguments by position."""
    needs_names = any(
        one.kind == "keyword_only" and one.default is None for one in method.parameters
    )
    fits = method.least <= arguments and (method.most is None or arguments <= method.most)
    return fits and not needs_names


def _parameters(method: GuestMethod) -> str:
    return "({})".format(
        ", ".join(
            one.name if one.default is None else f"{one.name}={one.default}"
            for one in method.parameters
        )
    )


# Sentences


@dataclass(frozen=True, slots=True)
class Expected:
    """A sentence, a call, and what it should return or leave behind."""

    cells: frozenset[Cell]
    count: int
    call: SentenceCall
    returned: frozenset[Cell] | bool | None = None
    left: GuestSentence | None = None

    @property
    def words(self) -> str:
        """The call as Python."""
        cells = f"{{{', '.join(map(str, sorted(self.cells)))}}}" if self.cells else "set()"
        sentence = f"Sentence({cells}, {self.count})"
        if self.call.other is not None:
            other = f"{{{', '.join(map(str, sorted(self.call.other.cells)))}}}"
            return f"{sentence} == Sentence({other}, {self.call.other.count})"
        return f"{sentence}.{self.call.method}({self.call.cell or ''})"


def _expectations() -> Iterator[Expected]:
    two, three = frozenset({A, B}), frozenset({A, B, C})
    nothing: frozenset[Cell] = frozenset()
    mines, safes = SentenceCall("known_mines"), SentenceCall("known_safes")
    yield Expected(two, 2, mines, two)
    yield Expected(three, 1, mines, nothing)
    yield Expected(two, 0, mines, nothing)
    yield Expected(two, 0, safes, two)
    yield Expected(three, 1, safes, nothing)
    yield Expected(two, 2, safes, nothing)
    for cell, left in ((A, GuestSentence(frozenset({B, C}), 1)), ((5, 5), GuestSentence(three, 2))):
        yield Expected(three, 2, SentenceCall("mark_mine", cell), left=left)
    for cell, left in ((A, GuestSentence(frozenset({B, C}), 2)), ((5, 5), GuestSentence(three, 2))):
        yield Expected(three, 2, SentenceCall("mark_safe", cell), left=left)
    for other, equal in ((GuestSentence(two, 1), True), (GuestSentence(two, 2), False)):
        yield Expected(two, 1, SentenceCall("==", other=other), equal)
    yield Expected(two, 1, SentenceCall("==", other=GuestSentence(three, 1)), False)


def sentence_faults(examinee: Examinee, interface: GuestInterface) -> Iterator[Finding]:
    """What a `Sentence` returns, and how it changes; the first fault of each method."""
    seen = set()
    for expected in _expectations():
        method = expected.call.method
        found = interface.method("Sentence", "__eq__" if method == "==" else method)
        if found is None or method in seen:
            continue
        calls = SentenceCalls(expected.cells, expected.count, (expected.call,))
        attempt = examinee.ask(calls)
        if attempt.failure is not None:
            wrong = f"fails: {attempt.failure}"
        else:
            results = attempt.answers[0].value
            assert isinstance(results, tuple)
            result = results[0]
            assert isinstance(result, CallResult)
            wrong = _wrong_result(expected, result)
        if wrong:
            seen.add(method)
            yield Finding(Check.INTERFACE, "sentence", f"{expected.words} {wrong}", line=found.line)


def _wrong_result(expected: Expected, result: CallResult) -> str:
    if expected.left is not None and result.sentence != expected.left:
        left = result.sentence
        shown = "unreadable" if left is None else sentence_in_words(left.cells, left.count)
        should = sentence_in_words(expected.left.cells, expected.left.count)
        return f"leaves the sentence {shown}, not {should}"
    if expected.returned is not None and result.returned != expected.returned:
        should = (
            str(expected.returned)
            if isinstance(expected.returned, bool)
            else f"{{{_listed(expected.returned)}}}"
            if expected.returned
            else "an empty set"
        )
        return f"returns {result.shown}, not {should}"
    return ""


def _listed(some: frozenset[Cell]) -> str:
    return ", ".join(map(str, sorted(some)))


# The AI


def fresh_faults(examinee: Examinee) -> Iterator[Finding]:
    """A new AI knows nothing, and its attributes are what the course says they are."""
    # The second one is looked at: it must know nothing of what the first was told.
    attempt = examinee.ask(NewAI(3, 4), AddKnowledge((1, 1), 1), NewAI(3, 4), Beliefs())
    if attempt.failure is not None:
        yield Finding(
            Check.INTERFACE,
            "exception",
            f"MinesweeperAI(3, 4).add_knowledge((1, 1), 1) fails: {attempt.failure}",
            line=attempt.failure.line,
        )
        return
    told, fresh = attempt.beliefs
    for oddity in (*fresh.oddities, *told.oddities)[:1]:
        yield Finding(Check.INTERFACE, "attribute", oddity)
    if fresh.moves_made or fresh.safes or fresh.mines or fresh.sentences:
        yield Finding(
            Check.INTERFACE,
            "attribute",
            "a new AI is not empty: it shares its sets or its knowledge with an earlier one",
        )
    exhibit = Exhibit(3, 4, 1, (Told((1, 1), 1),))
    if (1, 1) not in told.moves_made:
        yield Finding(
            Check.INTERFACE,
            "attribute",
            "add_knowledge does not add the cell to moves_made",
            exhibit=exhibit,
        )
    if (1, 1) not in told.safes:
        yield Finding(
            Check.INTERFACE,
            "attribute",
            "add_knowledge does not add the cell to safes",
            exhibit=exhibit,
        )


def move_faults(examinee: Examinee, interface: GuestInterface) -> Iterator[Finding]:
    """Both ways to move, in the middle of a game and where there is no move."""
    if interface.method("MinesweeperAI", "make_safe_move") is not None:
        yield from _safe_move_faults(examinee)
    if interface.method("MinesweeperAI", "make_random_move") is not None:
        yield from _random_move_faults(examinee)


def _safe_move_faults(examinee: Examinee) -> Iterator[Finding]:
    def fault(message: str, line: int | None = None) -> Finding:
        return Finding(Check.INTERFACE, "safe move", f"make_safe_move {message}", line=line)

    told = (NewAI(3, 4), AddKnowledge((0, 0), 1))
    attempt = examinee.ask(*told, MakeSafeMove())
    if attempt.failure is not None:
        yield fault(f"fails: {attempt.failure}", attempt.failure.line)
    elif attempt.answers[-1].value is not None and not attempt.beliefs[-1].safes - {(0, 0)}:
        cell = attempt.answers[-1].value
        yield fault(f"returns {cell} where no safe cell is left to play, not None")
    attempt = examinee.ask(*told, Believe(safes=frozenset({(2, 3)})), MakeSafeMove())
    if attempt.failure is None:
        proposed, beliefs = attempt.answers[-1].value, attempt.beliefs[-1]
        if proposed not in beliefs.safes - beliefs.moves_made:
            yield fault(f"returns {proposed}, though (2, 3) is known to be safe and not played")


def proposal_faults(games: Iterable[Game]) -> Iterator[Finding]:
    """The first safe move in a game that is none, and the first that was not made."""
    for game in games:
        for turn in game.turns:
            safe = turn.beliefs.safes - turn.beliefs.moves_made
            is_wrong = turn.safe_move not in safe if turn.safe_move else safe
            if turn.is_asked and is_wrong:
                yield Finding(
                    Check.INTERFACE,
                    "safe move",
                    f"make_safe_move returns {turn.safe_move} where {cells_in_words(safe)} "
                    f"{'is' if len(safe) == 1 else 'are'} known to be safe and not played"
                    if safe
                    else f"make_safe_move returns {turn.safe_move} where no safe cell is left",
                )
                return


def _random_move_faults(examinee: Examinee) -> Iterator[Finding]:
    def fault(message: str, line: int | None = None) -> Finding:
        return Finding(Check.INTERFACE, "random move", f"make_random_move {message}", line=line)

    everywhere = frozenset(cells(3, 4))
    mines = frozenset({(0, 1), (2, 2)})
    told = (SeedRandom(1), NewAI(3, 4), AddKnowledge((0, 0), 1), Believe(mines=mines))
    attempt = examinee.ask(*told, Beliefs(), *[MakeRandomMove()] * DRAWS)
    if attempt.failure is not None:
        yield fault(f"fails: {attempt.failure}", attempt.failure.line)
        return
    beliefs = attempt.beliefs[-1]
    choices = everywhere - beliefs.moves_made - beliefs.mines
    drawn = [answer.value for answer in attempt.answers[-DRAWS:]]
    wrong = [cell for cell in drawn if cell not in choices]
    if wrong:
        yield fault(f"returns {wrong[0]}, which is {_why_no_choice(wrong[0], beliefs, everywhere)}")
    elif len(set(drawn)) == 1 and len(choices) > 1:
        yield fault(f"returns {drawn[0]} in {DRAWS} of {DRAWS} calls: that is not random")

    rest = everywhere - {(0, 0)}
    attempt = examinee.ask(
        NewAI(3, 4), AddKnowledge((0, 0), 3), Believe(mines=rest), MakeRandomMove()
    )
    if attempt.failure is not None:
        yield fault(f"fails where no cell is left: {attempt.failure}", attempt.failure.line)
    elif attempt.answers[-1].value is not None:
        yield fault(f"returns {attempt.answers[-1].value} where no cell is left, not None")


def _why_no_choice(cell: object, beliefs: GuestBeliefs, everywhere: frozenset[Cell]) -> str:
    if cell is None:
        return "no cell, though some are left"
    if cell not in everywhere:
        return "not on the 3×4 board"
    return "a known mine" if cell in beliefs.mines else "already played"
