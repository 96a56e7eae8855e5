"""What an agent believes, as a list: what is false, what was missed, and its sentences."""

from __future__ import annotations

from rich.text import Text

from sapper.catalogue import spoken
from sapper.interface.terminal.belief_signs import FALSE_MARK, belief_sign, belief_style
from sapper.interface.terminal.looks import PALETTES, Palette
from sapper.interface.terminal.panels import WIDE_LIST, RowList
from sapper.interface.terminal.words import Terminal
from sapper.play.beliefs import CellBelief, JudgedBeliefs, SentenceBelief


def describe_belief(
    belief: CellBelief | SentenceBelief, palette: Palette, *, is_wide: bool = True
) -> Text:
    """A belief in one short line; where that is narrow, without words.

    >>> from sapper.play.beliefs import Judgement
    >>> print(describe_belief(CellBelief((3, 14), True, Judgement.FALSE, ""), PALETTES["dark"]))
    3,14  ✱! false
    """
    if isinstance(belief, SentenceBelief):
        mark = FALSE_MARK if belief.is_wrong else " "
        about = " ".join(f"{row},{column}" for row, column in sorted(belief.cells))
        told = spoken(Terminal).sentence.format(n=belief.count, cells=about)
        style = f"bold {palette.mine}" if belief.is_wrong else ""
        return Text(no_wrap=True).append(f"{mark} {told}", style=style)
    row, column = belief.cell
    kind = spoken(Terminal).belief_kinds.get(belief.judgement.value, "")
    text = Text(f"{row},{column}".ljust(5) + " ", no_wrap=True)
    text.append(belief_sign(belief), belief_style(belief, palette, palette.tile))
    return text.append(f" {kind}" if is_wide else "")


class BeliefList(RowList, can_focus=False):
    """What is false or was missed, and the sentences; a click asks why."""

    def __init__(self, look: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._look = look
        self._shown: tuple[JudgedBeliefs | None, str, bool] = (None, look, True)

    def wear(self, look: str) -> None:
        """Change to dark or light."""
        self._look = look
        self.show_beliefs(self._shown[0])

    def on_resize(self) -> None:
        """What fits depends on the width."""
        self.show_beliefs(self._shown[0])

    def show_beliefs(self, judged: JudgedBeliefs | None) -> None:
        """Show other beliefs."""
        palette, is_wide = PALETTES[self._look], self.size.width >= WIDE_LIST
        if (judged, self._look, is_wide) == self._shown:
            return
        self._shown = judged, self._look, is_wide
        listed = judged.listed if judged else ()
        self.show([describe_belief(belief, palette, is_wide=is_wide) for belief in listed], None)
