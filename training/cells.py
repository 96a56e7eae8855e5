"""Train the network that reads cells: `PYTHONPATH=src:tools python training/cells.py`.

It is shown cells of screenshots that `tools/screenshots` draws: half in the twenty looks, half in
looks put together at random, in matplotlib's fonts and those of a folder, which are stretched,
slanted and made bolder to stand for others. No measurement uses these fonts. The weights go to
`src/sapper/reading/cells.npz`. With sixteen cores and a GPU, this takes eight minutes.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path

import matplotlib
import numpy as np
import torch
from drawn_cells import draw_cells
from torch import nn

from sapper.reading.network import CHANNELS, CLASSES, DENSE, JUNK

ROOT = Path(__file__).parent.parent
JUNK_WEIGHT = 0.5
FAMILIES = (
    "DejaVuSans[.M-]*",
    "DejaVuSerif[.-]*",
    "STIXGeneral*",
    "cm[br]*10.ttf",
    "cmss10.ttf",
    "cmt[it]10.ttf",
)


def drawing_fonts(further: Path | None) -> list[str]:
    """The fonts to draw with: matplotlib's, and those of a folder."""
    folder = Path(matplotlib.get_data_path()) / "fonts/ttf"
    fonts = sorted(str(path) for pattern in FAMILIES for path in folder.glob(pattern))
    return fonts + (sorted(map(str, further.iterdir())) if further else [])


def draw_set(
    seed: int, images: int, fonts: list[str], workers: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Cells of so many screenshots."""
    with Pool(workers) as pool:
        parts = pool.map(
            draw_cells, [(seed, number, fonts) for number in range(images)], chunksize=16
        )
    cells, labels = (np.concatenate(part) for part in zip(*parts, strict=True))
    return torch.from_numpy(cells), torch.from_numpy(labels.astype(np.int64))


def make_network() -> nn.Sequential:
    """Three convolutions, each followed by pooling; two dense layers."""
    layers: list[nn.Module] = []
    for inner, outer in pairwise(CHANNELS):
        layers += [nn.Conv2d(inner, outer, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    flat = CHANNELS[-1] * 9
    layers += [
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(flat, DENSE),
        nn.ReLU(),
        nn.Linear(DENSE, len(CLASSES)),
    ]
    return nn.Sequential(*layers)


def varied(cells: torch.Tensor) -> torch.Tensor:
    """Other light, other colours, some noise."""
    batch = cells.float().permute(0, 3, 1, 2) / 255
    size, device = len(batch), batch.device
    gain = 1 + 0.12 * torch.randn(size, 3, 1, 1, device=device)
    shift = 0.05 * torch.randn(size, 3, 1, 1, device=device)
    noise = 0.02 * torch.rand(size, 1, 1, 1, device=device) * torch.randn_like(batch)
    mixed = torch.stack([batch[:, order] for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0))])
    which = torch.randint(0, 12, (size,), device=device)
    chosen = torch.where(
        (which < 2)[:, None, None, None],
        mixed[1 + which % 2, torch.arange(size, device=device)],
        batch,
    )
    return (chosen * gain + shift + noise).clamp(0, 1) * 2 - 1


def train(network: nn.Sequential, cells: torch.Tensor, labels: torch.Tensor, epochs: int) -> None:
    """Adam with one cycle of the learning rate."""
    size = 2048
    steps = epochs * (len(cells) // size)
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-4)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=4e-3, total_steps=steps)
    weight = torch.ones(len(CLASSES), device=cells.device)
    weight[JUNK] = JUNK_WEIGHT
    loss_of = nn.CrossEntropyLoss(weight=weight, label_smoothing=0.005)
    for epoch in range(epochs):
        order = torch.randperm(len(cells), device=cells.device)
        total = 0.0
        for start in range(0, len(order) - size + 1, size):
            chosen = order[start : start + size]
            loss = loss_of(network(varied(cells[chosen])), labels[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            cycle.step()
            total += loss.detach()
        print(f"epoch {epoch}: loss {float(total) / (len(order) // size):.4f}", flush=True)


@torch.no_grad()
def measure(network: nn.Sequential, cells: torch.Tensor, labels: torch.Tensor) -> None:
    """How many cells are right, with hidden and empty cells told apart or not."""
    network.eval()
    votes = torch.cat(
        [network(part.float().permute(0, 3, 1, 2) / 127.5 - 1) for part in cells.split(8192)]
    )
    votes[:, JUNK] = -1e9
    real = labels != JUNK
    votes, labels = votes[real], labels[real]
    guess = votes.argmax(1)
    plain = torch.tensor([CLASSES.index("0"), CLASSES.index("hidden")], device=labels.device)
    same = (guess == labels) | (torch.isin(guess, plain) & torch.isin(labels, plain))
    print(
        f"right {(guess == labels).float().mean():.5f}; "
        f"hidden and empty taken as one {same.float().mean():.5f}"
    )
    for label, name in enumerate(CLASSES):
        of_it = labels == label
        if of_it.any():
            print(f"  {name}: {same[of_it].float().mean():.5f}")


def main() -> None:
    """Draw, train, measure, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, help="a folder with further fonts, to train with")
    parser.add_argument("--held-out", type=Path, help="a folder with other fonts, to measure with")
    parser.add_argument("--images", type=int, default=20_000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "src/sapper/reading/cells.npz")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    begun = time.perf_counter()
    fonts = drawing_fonts(given.fonts)
    cells, labels = draw_set(given.seed, given.images, fonts, given.workers)
    print(f"{len(cells)} cells drawn in {time.perf_counter() - begun:.0f} s", flush=True)
    network = make_network().to(device)
    train(network, cells.to(device), labels.to(device), given.epochs)
    weights = {
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in network.state_dict().items()
    }
    np.savez_compressed(given.out, **weights)
    print(f"saved after {time.perf_counter() - begun:.0f} s: {given.out.stat().st_size} bytes")
    if given.held_out:
        fonts = sorted(str(path) for path in given.held_out.iterdir())
        cells, labels = draw_set(given.seed + 1_000_000, given.images // 20, fonts, given.workers)
        measure(network, cells.to(device), labels.to(device))


if __name__ == "__main__":
    main()
