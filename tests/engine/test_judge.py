"""The judge of guesses against a second implementation: they share nothing but the weights."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from native import native
from numpy.typing import NDArray
from test_lookahead import positions_to_guess_in

WEIGHTS = Path(__file__).parents[2] / "engine/expert/judge_weights.inc"
SHAPE = Path(__file__).parents[2] / "engine/expert/judge_weights.hpp"
Whole = NDArray[np.int64]
ONE, WEIGHT_BITS = 512, 12


def shape(name: str) -> int:
    found = re.search(rf"judge_{name} = (\d+)", SHAPE.read_text())
    assert found is not None
    return int(found[1])


CHANNELS, BLOCKS, HIDDEN = shape("channels"), shape("blocks"), shape("hidden")
PLANES, OVERALL, TRAITS, VALUE_HIDDEN = (
    shape("planes"),
    shape("overall"),
    shape("traits"),
    shape("value_hidden"),
)


class Layer:
    def __init__(self, numbers: list[int], outputs: int, inputs: int) -> None:
        self.weights = np.array([numbers.pop() for _ in range(outputs * inputs)]).reshape(
            outputs, inputs
        )
        self.biases = np.array([numbers.pop() for _ in range(outputs)])

    def sums(self, values: Whole) -> Whole:
        return np.asarray(values @ self.weights.T + self.biases)


class PlainJudge:
    """The network as one would write it down, in whole numbers of any size."""

    def __init__(self) -> None:
        text = re.sub(r"//.*", "", WEIGHTS.read_text())
        numbers = [int(number) for number in re.findall(r"-?\d+", text)][::-1]
        self.first = Layer(numbers, CHANNELS, 9 * PLANES)
        self.overall = Layer(numbers, CHANNELS, OVERALL)
        self.blocks = [
            (
                Layer(numbers, CHANNELS, 9 * CHANNELS),
                Layer(numbers, CHANNELS, 9 * CHANNELS),
                Layer(numbers, CHANNELS, CHANNELS),
            )
            for _ in range(BLOCKS)
        ]
        self.head = Layer(numbers, HIDDEN, 2 * CHANNELS + TRAITS + OVERALL)
        self.second_head = Layer(numbers, HIDDEN // 2, HIDDEN)
        self.lead = Layer(numbers, 1, HIDDEN // 2)
        self.lead_by_traits = Layer(numbers, 1, TRAITS)
        self.value_head = Layer(numbers, VALUE_HIDDEN, CHANNELS + OVERALL)
        self.value = Layer(numbers, 1, VALUE_HIDDEN)
        assert not numbers

    def judge(
        self, codes: Whole, overall: Whole, candidates: list[tuple[int, list[int]]]
    ) -> tuple[list[float], float]:
        unsettled = codes > 0
        values = (
            positive(patches(planes_of(codes)), self.first, self.overall.sums(overall))
            * unsettled[..., None]
        )
        for inner, outer, pooled in self.blocks:
            everywhere = pooled.sums(mean(values, unsettled))
            between = positive(patches(values), inner, 0) * unsettled[..., None]
            values = (
                positive(patches(between), outer, everywhere + (values << WEIGHT_BITS))
                * unsettled[..., None]
            )
        means = mean(values, unsettled)
        unit = 1.0 / (ONE << WEIGHT_BITS)
        leads = []
        for index, traits in candidates:
            here = values[index // codes.shape[1], index % codes.shape[1]]
            told = np.concatenate([here, means, traits, overall])
            hidden = positive(positive(told, self.head, 0), self.second_head, 0)
            leads.append(
                0.1
                * unit
                * float(self.lead.sums(hidden)[0] + self.lead_by_traits.sums(np.array(traits))[0])
            )
        summary = positive(np.concatenate([means, overall]), self.value_head, 0)
        return leads, unit * float(self.value.sums(summary)[0])


def positive(values: Whole, layer: Layer, added: Whole | int) -> Whole:
    sums = layer.sums(values) + added
    assert np.abs(sums).max() < 2**31
    rounded = (sums + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS
    return np.asarray(np.clip(rounded, 0, 16 * ONE - 1))


def patches(planes: Whole) -> Whole:
    """Every cell's own numbers and its neighbours', row by row; beyond the edge there are zeros."""
    height, width, _ = planes.shape
    wide = np.pad(planes, ((1, 1), (1, 1), (0, 0)))
    return np.concatenate(
        [wide[r : r + height, c : c + width] for r in range(3) for c in range(3)], axis=2
    )


def mean(values: Whole, unsettled: NDArray[np.bool_]) -> Whole:
    return np.asarray(values.sum((0, 1)) // max(1, int(unsettled.sum())))


def planes_of(codes: Whole) -> Whole:
    uncertain, number = codes >= 16, (codes > 0) & (codes <= 8)

    def around(there: NDArray[np.bool_]) -> Whole:
        return np.asarray(patches(there.astype(np.int64)[..., None]).sum(2))

    chance = np.where(uncertain, codes - 16, 0)
    front = uncertain & (around(number) > 0)
    planes = [ONE * (number & (np.minimum(codes, 6) == k)) for k in range(1, 7)]
    planes += [
        ONE * np.where(number, codes, 0) // 4,
        ONE * front,
        ONE * (uncertain & ~front),
        ONE * chance // 239,
        4 * ONE * chance * (239 - chance) // 239**2 * uncertain,
        np.maximum(0, ONE - ONE * chance // 59) * uncertain,
        np.maximum(0, ONE - ONE * chance // 23) * uncertain,
        np.maximum(0, ONE - ONE * (239 - chance) // 119) * uncertain,
        ONE * (around(uncertain) - uncertain) // 8 * (codes > 0),
        ONE * (codes > 0),
    ]
    return np.stack(planes, 2).astype(np.int64)


def overall_of(uncertain: int, mines: int, log2_layouts: float) -> Whole:
    cells = max(1, uncertain)
    traits = [
        4 * mines / cells - 0.8,
        min(cells / 240, 2) - 1,
        min(mines / 50, 2) - 1,
        2 * log2_layouts / cells - 1,
    ]
    return np.array([int(np.floor(abs(t) * ONE + 0.5) * np.sign(t)) for t in traits])


@pytest.mark.parametrize(
    ("size", "mines"), [((9, 9), 10), ((16, 30), 99), ((7, 19), 30), ((20, 24), 99), ((2, 40), 12)]
)
def test_the_engine_and_plain_whole_numbers_agree_to_the_last_bit(
    size: tuple[int, int], mines: int
) -> None:
    judge = PlainJudge()
    random = np.random.default_rng(5)
    judged = 0
    for numbers in chain.from_iterable(
        positions_to_guess_in(size, mines, random) for _ in range(3)
    ):
        codes, uncertain, left, log2_layouts, candidates, logit = native.judge(numbers, mines)
        if not candidates:
            continue
        judged += 1
        leads, value = judge.judge(
            np.array(codes).reshape(size),
            overall_of(uncertain, left, log2_layouts),
            [(index, traits) for index, traits, _ in candidates],
        )
        assert [lead for _, _, lead in candidates] == pytest.approx(leads, abs=1e-15)
        assert logit == pytest.approx(value, abs=1e-12)
    assert judged > 10
