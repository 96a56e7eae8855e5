"""Train the network that tells where boards end: `PYTHONPATH=src:tools python training/borders.py`.

It is shown borders of boards in screenshots that `tools/screenshots` draws, some with a row or
column of the board beyond them, some with labels, walls, frames and windows. The weights go to
`src/sapper/reading/border.npz`.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from cells import drawing_fonts
from drawn_borders import draw_borders
from torch import nn

from sapper.reading.border import (
    ACROSS,
    ALONG,
    BEYOND,
    CHANNELS,
    FAINT,
    OF_A_BORDER,
    OF_A_CELL,
    OF_A_WINDOW,
)

ROOT = Path(__file__).parent.parent
BATCH = 512
SURE = 2.2
"""A vote beyond this is sure: nine to one."""


class Border(nn.Module):
    """Convolutions over each window, then what all of them say together."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for inner, outer in pairwise(CHANNELS):
            layers += [nn.Conv2d(inner, outer, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
        self.look = nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.05))
        halvings = 2 ** (len(CHANNELS) - 1)
        flat = CHANNELS[-1] * (ACROSS // halvings) * (ALONG // halvings)
        self.window = nn.Linear(flat, OF_A_WINDOW)
        self.border = nn.Linear(2 * OF_A_WINDOW, OF_A_BORDER)
        self.vote = nn.Linear(OF_A_BORDER, 1)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """The logarithm of the odds that the board goes on, for each border."""
        borders, windows = planes.shape[:2]
        seen = torch.relu(self.window(self.look(planes.flatten(0, 1)))).view(borders, windows, -1)
        together = torch.cat([seen.mean(1), seen.amax(1)], 1)
        return self.vote(torch.relu(self.border(together))).squeeze(1)


def planes_of(windows: torch.Tensor, varied: bool) -> torch.Tensor:
    """As `sapper.reading.border.planes`; if asked for, in other light and other colours."""
    outside = windows[..., 3:].float() / 255
    colours = windows[..., :3].float()
    size, device = len(windows), windows.device
    if varied:
        order = torch.stack([torch.randperm(3, device=device) for _ in range(32)])[
            torch.randint(0, 32, (size,), device=device)
        ]
        order[torch.rand(size, device=device) < 0.6] = torch.arange(3, device=device)
        colours = torch.gather(colours, -1, order[:, None, None, None, :].expand_as(colours))
        gain = 1 + 0.1 * torch.randn(size, 1, 1, 1, 3, device=device)
        shift = 8 * torch.randn(size, 1, 1, 1, 3, device=device)
        noise = 4 * torch.rand(size, 1, 1, 1, 1, device=device).square()
        colours = (colours * gain + shift + noise * torch.randn_like(colours)).clamp(0, 255)
        mirrored = torch.rand(size, device=device) < 0.5
        colours[mirrored] = colours[mirrored].flip(3)
        outside[mirrored] = outside[mirrored].flip(3)
    board = colours[:, :, BEYOND * OF_A_CELL :].flatten(1, 3)
    usual = board.median(1).values[:, None, None, None, :]
    inside = 1 - outside
    faint = ((colours - usual) * (FAINT / 255)).clamp(-1, 1) * inside
    shown = (colours / 127.5 - 1) * inside
    return torch.cat([shown, faint, outside], -1).permute(0, 1, 4, 2, 3)


def draw_set(
    seed: int, images: int, fonts: list[str], workers: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """Borders of so many screenshots."""
    tasks = [(seed, number, fonts) for number in range(images)]
    cells: list[np.ndarray] = []
    labels: list[np.ndarray] = []
    with Pool(workers) as pool:
        for windows, of_them in pool.imap(draw_borders, tasks, chunksize=8):
            cells.append(windows)
            labels.append(of_them)
    return torch.from_numpy(np.concatenate(cells)), torch.from_numpy(
        np.concatenate(labels).astype(np.float32)
    )


def train(network: Border, windows: torch.Tensor, labels: torch.Tensor, epochs: int) -> None:
    """Adam with one cycle of the learning rate."""
    device = next(network.parameters()).device
    steps = epochs * (len(labels) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-4)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=2.5e-3, total_steps=steps)
    loss_of = nn.BCEWithLogitsLoss()
    for epoch in range(epochs):
        order = torch.randperm(len(labels))
        total = 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH].to(windows.device)
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                votes = network(planes_of(windows[chosen].to(device), varied=True))
            loss = loss_of(votes.float(), labels[chosen].to(device) * 0.996 + 0.002)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            cycle.step()
            total += loss.detach()
        print(f"epoch {epoch}: loss {float(total) / (len(order) // BATCH):.4f}", flush=True)


@torch.no_grad()
def measure(network: Border, windows: torch.Tensor, labels: torch.Tensor) -> None:
    """How many borders are told right, on either side, and with how many votes nearly even."""
    network.eval()
    device = next(network.parameters()).device
    votes = torch.cat(
        [network(planes_of(part.to(device), varied=False)) for part in windows.split(BATCH)]
    ).cpu()
    for label, name in ((1.0, "board goes on"), (0.0, "board ends")):
        of_it = votes[labels == label] * (2 * label - 1)
        right, surely = ((of_it > least).float().mean() for least in (0, SURE))
        print(f"{name}: {right:.5f} right of {len(of_it)}, {surely:.5f} surely")


def main() -> None:
    """Draw, train, measure, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, help="a folder with further fonts, to train with")
    parser.add_argument("--held-out", type=Path, help="a folder with other fonts, to measure with")
    parser.add_argument("--images", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "src/sapper/reading/border.npz")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    begun = time.perf_counter()
    fonts = drawing_fonts(given.fonts)
    windows, labels = draw_set(given.seed, given.images, fonts, given.workers)
    print(f"{len(labels)} borders drawn in {time.perf_counter() - begun:.0f} s", flush=True)
    network = Border().to(device)
    train(network, windows.to(device), labels.to(device), given.epochs)
    weights = {
        name.removeprefix("look."): value.detach().cpu().numpy().astype(np.float16)
        for name, value in network.state_dict().items()
    }
    np.savez_compressed(given.out, **weights)
    print(f"saved after {time.perf_counter() - begun:.0f} s: {given.out.stat().st_size} bytes")
    if given.held_out:
        fonts = sorted(str(path) for path in given.held_out.iterdir())
        measure(
            network, *draw_set(given.seed + 1_000_000, given.images // 20, fonts, given.workers)
        )


if __name__ == "__main__":
    main()
