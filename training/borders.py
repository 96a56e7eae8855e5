"""Train the network that tells where boards end: `PYTHONPATH=src:tools python training/borders.py`.

It is shown borders of boards in screenshots that `tools/screenshots` draws, some with a row or
column of the board beyond them, some with labels, walls, frames and windows. The weights go to
`src/sapper/reading/border.npz`.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from drawn_borders import draw_borders
from readers import begin, draw_set, drawing_fonts, fonts_in, options, save
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

BATCH = 512
ORDERS, TRUE_COLOURS = 32, 0.6
"""In how many ways colours are exchanged in a batch, and how many borders keep theirs."""
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


def varied(colours: torch.Tensor, is_outside: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Other light, colours exchanged, some noise; mirrored, half of the time."""
    size, device = len(colours), colours.device
    orders = torch.stack([torch.randperm(3, device=device) for _ in range(ORDERS)])
    order = orders[torch.randint(0, ORDERS, (size,), device=device)]
    order[torch.rand(size, device=device) < TRUE_COLOURS] = torch.arange(3, device=device)
    colours = torch.gather(colours, -1, order[:, None, None, None, :].expand_as(colours))
    gain = 1 + 0.1 * torch.randn(size, 1, 1, 1, 3, device=device)
    shift = 8 * torch.randn(size, 1, 1, 1, 3, device=device)
    noise = 4 * torch.rand(size, 1, 1, 1, 1, device=device).square()
    colours = (colours * gain + shift + noise * torch.randn_like(colours)).clamp(0, 255)
    mirrored = torch.rand(size, device=device) < 0.5
    colours[mirrored] = colours[mirrored].flip(3)
    is_outside = is_outside.clone()
    is_outside[mirrored] = is_outside[mirrored].flip(3)
    return colours, is_outside


def planes(colours: torch.Tensor, is_outside: torch.Tensor) -> torch.Tensor:
    """As `sapper.reading.border.planes`."""
    board = colours[:, :, BEYOND * OF_A_CELL :].flatten(1, 3)
    usual = board.median(1).values[:, None, None, None, :]
    inside = 1 - is_outside
    faint = ((colours - usual) * (FAINT / 255)).clamp(-1, 1) * inside
    shown = (colours / 127.5 - 1) * inside
    return torch.cat([shown, faint, is_outside], -1).permute(0, 1, 4, 2, 3)


def of(windows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The colours of windows, and where they are outside of the picture."""
    return windows[..., :3].float(), windows[..., 3:].float() / 255


def train(network: Border, windows: torch.Tensor, goes_on: torch.Tensor, epochs: int) -> None:
    """Adam with one cycle of the learning rate."""
    device = next(network.parameters()).device
    windows, goes_on = windows.to(device), goes_on.to(device, torch.float32)
    steps = epochs * (len(goes_on) // BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-4)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=2.5e-3, total_steps=steps)
    loss_of = nn.BCEWithLogitsLoss()
    for epoch in range(epochs):
        order = torch.randperm(len(goes_on), device=device)
        total = 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                votes = network(planes(*varied(*of(windows[chosen]))))
            loss = loss_of(votes.float(), goes_on[chosen] * 0.996 + 0.002)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            cycle.step()
            total += loss.detach()
        print(f"epoch {epoch}: loss {float(total) / (len(order) // BATCH):.4f}", flush=True)


@torch.no_grad()
def measure(network: Border, windows: torch.Tensor, goes_on: torch.Tensor) -> None:
    """How many borders are told right, on either side, and with how many votes nearly even."""
    network.eval()
    device = next(network.parameters()).device
    votes = torch.cat(
        [network(planes(*of(part.to(device)))) for part in windows.split(BATCH)]
    ).cpu()
    for label, name in ((1, "board goes on"), (0, "board ends")):
        of_it = votes[goes_on == label] * (2 * label - 1)
        right, surely = ((of_it > least).float().mean() for least in (0, SURE))
        print(f"{name}: {right:.5f} right of {len(of_it)}, {surely:.5f} surely")


def main() -> None:
    """Draw, train, save, measure."""
    given = options(__doc__, "border.npz", images=40_000, epochs=12)
    torch.manual_seed(given.seed)
    fonts = drawing_fonts(given.fonts)
    windows, goes_on = draw_set(draw_borders, given.seed, given.images, fonts, given.workers)
    network = begin(Border(), given.start)
    train(network, windows, goes_on, given.epochs)
    save(network, given.out)
    if given.held_out:
        seed, images = given.seed + 1_000_000, given.images // 20
        fonts = fonts_in(given.held_out)
        measure(network, *draw_set(draw_borders, seed, images, fonts, given.workers))


if __name__ == "__main__":
    main()
