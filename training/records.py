"""The guesses that ``generate`` writes: positions, candidates, and one playout of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

HEIGHT, WIDTH = 16, 30  # smaller boards lie in the upper left corner
CANDIDATES = 6
TRAITS = 12
UNIT = 512  # fixed-point numbers are multiples of 1/512

CANDIDATE = np.dtype(
    [("place", "<u2"), ("traits", "<i2", TRAITS), ("unused", "<u2"), ("chance", "<f4")]
)
RECORD = np.dtype(
    [
        ("codes", "u1", HEIGHT * WIDTH),
        ("uncertain", "<u2"),
        ("mines", "<u2"),
        ("log2_layouts", "<f4"),
        ("alive", "<f4"),
        ("level", "u1"),
        ("count", "u1"),
        ("unused", "<u2"),
        ("candidates", CANDIDATE, CANDIDATES),
    ]
)


@dataclass(frozen=True)
class Guesses:
    """A batch of guesses on the device. The chances of candidates that are not there are 0."""

    codes: Tensor  # [n, 16, 30] uint8
    overall: Tensor  # [n, 4]
    row: Tensor  # [n, 6]
    column: Tensor  # [n, 6]
    traits: Tensor  # [n, 6, 12]
    chance: Tensor  # [n, 6]
    there: Tensor  # [n, 6] bool
    uncertain: Tensor  # [n]
    level: Tensor  # [n]
    alive: Tensor  # [n]


def read_file(path: Path) -> Tensor:
    """The raw records of a file, one row of bytes each."""
    return torch.from_numpy(np.fromfile(path, dtype=np.uint8).reshape(-1, RECORD.itemsize))


def _field(raw: Tensor, name: str, dtype: torch.dtype) -> Tensor:
    offset = RECORD.fields[name][1]
    size = torch.empty(0, dtype=dtype).element_size()
    return raw[:, offset : offset + size].contiguous().view(dtype)[:, 0]


def decode(raw: Tensor) -> Guesses:
    """The fields of raw records."""
    n = raw.shape[0]
    first = RECORD.fields["candidates"][1]
    each = raw[:, first:].reshape(n, CANDIDATES, CANDIDATE.itemsize)
    chance_at = CANDIDATE.fields["chance"][1]
    place = each[:, :, :2].contiguous().view(torch.int16)[:, :, 0].long()
    traits = each[:, :, 2 : 2 + 2 * TRAITS].contiguous().view(torch.int16).float() / UNIT
    chance = each[:, :, chance_at : chance_at + 4].contiguous().view(torch.float32)[:, :, 0]
    count = _field(raw, "count", torch.uint8).long()
    there = torch.arange(CANDIDATES, device=raw.device)[None, :] < count[:, None]
    uncertain = _field(raw, "uncertain", torch.int16).float()
    mines = _field(raw, "mines", torch.int16).float()
    cells = uncertain.clamp(min=1)
    overall = torch.stack(
        [
            4 * mines / cells - 0.8,
            (cells / 240).clamp(max=2) - 1,
            (mines / 50).clamp(max=2) - 1,
            2 * _field(raw, "log2_layouts", torch.float32) / cells - 1,
        ],
        1,
    )
    return Guesses(
        codes=raw[:, : HEIGHT * WIDTH].reshape(n, HEIGHT, WIDTH),
        overall=overall,
        row=torch.where(there, place // WIDTH, 0),
        column=torch.where(there, place % WIDTH, 0),
        traits=torch.where(there[:, :, None], traits, 0.0),
        chance=torch.where(there, chance, 0.0),
        there=there,
        uncertain=uncertain,
        level=_field(raw, "level", torch.uint8).long(),
        alive=_field(raw, "alive", torch.float32),
    )


def mirrored(guesses: Guesses, image: int) -> Guesses:
    """One of the eight mirror images: bits 0 and 1 flip rows and columns, bit 2 swaps the two."""
    codes, row, column = guesses.codes, guesses.row, guesses.column
    if image & 1:
        codes, row = codes.flip(1), codes.shape[1] - 1 - row
    if image & 2:
        codes, column = codes.flip(2), codes.shape[2] - 1 - column
    if image & 4:
        codes, row, column = codes.transpose(1, 2), column, row
    return Guesses(
        **{**guesses.__dict__, "codes": codes.contiguous(), "row": row, "column": column}
    )
