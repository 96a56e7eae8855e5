"""What an agent believes, as a list: what is false, what was missed, and its sentences."""

from __future__ import annotations

from rich.text import Text

from sapper.interface.terminal.belief_signs import FALSE_MARK, belief_sign, belief_style
from sapper.interface.terminal.looks import PALETTES, Palette
from sapper.interface.terminal.panels import RowList
from sapper.play.beliefs import CellBelief, JudgedBeliefs, Judgement, SentenceBelief

SHORT_WORDS = {
    Judgement.FALSE: "false",
    Judgement.UNCERTAIN: "not certain",
    Judgement.MISSED: "missed",
}


def describe_belief(belief: CellBelief | SentenceBelief, palette: Palette) -> Text:
    """A belief in one short line.

    >>> print(describe_belief(CellBelief((3, 14), True, Judgement.FALSE, ""), PALETTES["dark"]))
    3,14  ✱! false
    """
    if isinstance(belief, SentenceBelief):
        mark = FALSE_MARK if belief.is_wrong else " "
        about = " ".join(f"{row},{column}" for row, column in sorted(belief.cells))
        style = f"bold {palette.mine}" if belief.is_wrong else ""
        return Text(no_wrap=True).append(f"{mark} {belief.count} of {about}", style=style)
    row, column = belief.cell
    text = Text(f"{row},{column}".ljust(5) + " ", no_wrap=True)
    text.append(belief_sign(belief), belief_style(belief, palette, palette.tile))
    return text.append(f" {SHORT_WORDS.get(belief.judgement, '')}")


class BeliefList(RowList, can_focus=False):
    """What is false or was missed, and the sentences; a click asks why."""

    def __init__(self, look: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._look = look
        self._shown: tuple[JudgedBeliefs | None, str] = (None, look)

    def wear(self, look: str) -> None:
        """Change to dark or light."""
        self._look = look
        self.show_beliefs(self._shown[0])

    def show_beliefs(self, judged: JudgedBeliefs | None) -> None:
        """Show other beliefs."""
        if (judged, self._look) != self._shown:
            self._shown = judged, self._look
            listed = judged.listed if judged else ()
            self.show([describe_belief(belief, PALETTES[self._look]) for belief in listed], None)
