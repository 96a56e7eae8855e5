"""What training the two networks that read pictures shares: options, fonts, drawing, saving."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path

import matplotlib
import numpy as np
import torch
from torch import nn

FAMILIES = (
    "DejaVuSans[.M-]*",
    "DejaVuSerif[.-]*",
    "STIXGeneral*",
    "cm[br]*10.ttf",
    "cmss10.ttf",
    "cmt[it]10.ttf",
)
OF_READING = Path(__file__).parent.parent / "src/sapper/reading"
DRAWN_TOGETHER = 16

Task = tuple[int, int, list[str]]
Drawn = tuple[np.ndarray, np.ndarray]


def options(description: str | None, out: str, images: int, epochs: int) -> argparse.Namespace:
    """What the command says."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--fonts", type=Path, help="a folder with further fonts, to train with")
    parser.add_argument("--from", dest="start", type=Path, help="weights to go on from")
    parser.add_argument("--held-out", type=Path, help="a folder with other fonts, to measure with")
    parser.add_argument("--images", type=int, default=images)
    parser.add_argument("--epochs", type=int, default=epochs)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OF_READING / out)
    return parser.parse_args()


def drawing_fonts(further: Path | None) -> list[str]:
    """The fonts to draw with: matplotlib's, and those of a folder."""
    folder = Path(matplotlib.get_data_path()) / "fonts/ttf"
    fonts = sorted(str(path) for pattern in FAMILIES for path in folder.glob(pattern))
    return fonts + (fonts_in(further) if further else [])


def fonts_in(folder: Path) -> list[str]:
    """All fonts of a folder."""
    return sorted(map(str, folder.iterdir()))


def draw_set(
    draw: Callable[[Task], Drawn], seed: int, images: int, fonts: list[str], workers: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """What is drawn of so many screenshots, and its labels."""
    tasks = [(seed, number, fonts) for number in range(images)]
    with Pool(workers) as pool:
        parts = list(pool.imap(draw, tasks, chunksize=DRAWN_TOGETHER))
    drawn, labels = (np.concatenate(part) for part in zip(*parts, strict=True))
    return torch.from_numpy(drawn), torch.from_numpy(labels.astype(np.int64))


def begin(network: nn.Module, start: Path | None) -> nn.Module:
    """The network on the GPU, if there is one, with the weights to go on from."""
    if start:
        with np.load(start) as stored:
            weights = {name: torch.from_numpy(stored[name].astype(np.float32)) for name in stored}
        network.load_state_dict(weights)
    return network.to("cuda" if torch.cuda.is_available() else "cpu")


def save(network: nn.Module, path: Path) -> None:
    """The weights, as the reader takes them: half as precise."""
    weights = {
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in network.state_dict().items()
    }
    np.savez_compressed(path, **weights)
    print(f"saved: {path.stat().st_size} bytes", flush=True)
