"""Train the network that reads cells: `PYTHONPATH=src:tools python training/cells.py`.

It is shown cells of screenshots that `tools/screenshots` draws: half in the twenty looks, half in
looks put together at random, in matplotlib's fonts and those of a folder, which are stretched,
slanted and made bolder to stand for others. No measurement uses these fonts. The weights go to
`src/sapper/reading/cells.npz`. With sixteen cores and a GPU, this takes eight minutes.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from drawn_cells import draw_cells
from readers import begin, draw_set, drawing_fonts, fonts_in, options, save
from torch import nn

from sapper.reading.network import CHANNELS, CLASSES, DENSE, JUNK

JUNK_WEIGHT = 0.5


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
    device = next(network.parameters()).device
    cells, labels = cells.to(device), labels.to(device)
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
    device = next(network.parameters()).device
    cells, labels = cells.to(device), labels.to(device)
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
    """Draw, train, save, measure."""
    given = options(__doc__, "cells.npz", images=20_000, epochs=20)
    torch.manual_seed(given.seed)
    fonts = drawing_fonts(given.fonts)
    cells, labels = draw_set(draw_cells, given.seed, given.images, fonts, given.workers)
    network = begin(make_network(), given.start)
    train(network, cells, labels, given.epochs)
    save(network, given.out)
    if given.held_out:
        seed, images = given.seed + 1_000_000, given.images // 20
        cells, labels = draw_set(draw_cells, seed, images, fonts_in(given.held_out), given.workers)
        measure(network, cells, labels)


if __name__ == "__main__":
    main()
