"""The judge's network in PyTorch. ``engine/expert/judge.cpp`` computes the same on integers."""

from __future__ import annotations

import torch
from records import Guesses
from torch import Tensor, nn
from torch.nn import functional

PLANES = 16
OVERALL = 4
TRAITS = 12
VALUE_HIDDEN = 32
MOST_VALUE = 16.0 - 1 / 512
SCORE_TRAIT = 1
LEAD_OF_SCORE = 0.35  # in tenths, for the trait's scale: what a look ahead alone says of leads


def _around(there: Tensor) -> Tensor:
    return functional.avg_pool2d(there[:, None].float(), 3, 1, 1, count_include_pad=True)[:, 0] * 9


def planes(codes: Tensor) -> tuple[Tensor, Tensor]:
    """What goes in, ``[n, 16, height, width]``, and which cells are unsettled."""
    uncertain = codes >= 16
    number = (codes > 0) & ~uncertain
    unsettled = codes > 0
    lacking = torch.where(number, codes, 0).float()
    chance = torch.where(uncertain, codes.float() - 16, 0.0) / 239
    front = uncertain & (_around(number) > 0.5)
    uncertain_around = _around(uncertain) - uncertain.float()
    told_apart = [number & (codes == k) for k in range(1, 6)] + [number & (codes >= 6)]
    falling = [1 - chance * (239 / 59), 1 - chance * (239 / 23), 1 - (1 - chance) * (239 / 119)]
    all_planes = [
        *told_apart,
        lacking / 4,
        front,
        uncertain & ~front,
        chance,
        4 * chance * (1 - chance),
        *(torch.where(uncertain, f.clamp(min=0), 0.0) for f in falling),
        torch.where(unsettled, uncertain_around / 8, 0.0),
        unsettled,
    ]
    return torch.stack([plane.float() for plane in all_planes], 1), unsettled


class Network(nn.Module):
    """Leads of the candidates, and the logit of the chance of winning with the best of them."""

    def __init__(self, channels: int, blocks: int, hidden: int) -> None:
        super().__init__()
        self.shape = (channels, blocks, hidden)
        self.first = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.overall = nn.Linear(OVERALL, channels)
        self.inner = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks)
        )
        self.outer = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks)
        )
        self.pooled = nn.ModuleList(nn.Linear(channels, channels) for _ in range(blocks))
        self.head = nn.Linear(2 * channels + TRAITS + OVERALL, hidden)
        self.second_head = nn.Linear(hidden, hidden // 2)
        self.lead = nn.Linear(hidden // 2, 1)
        self.lead_by_traits = nn.Linear(TRAITS, 1)
        self.value_head = nn.Linear(channels + OVERALL, VALUE_HIDDEN)
        self.value = nn.Linear(VALUE_HIDDEN, 1)
        for layer in (*self.outer, *self.pooled):
            nn.init.normal_(layer.weight, std=0.1 / layer.weight[0].numel() ** 0.5)
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.lead.weight)
        nn.init.zeros_(self.lead_by_traits.weight)
        self.lead_by_traits.weight.data[0, SCORE_TRAIT] = LEAD_OF_SCORE

    def forward(self, guesses: Guesses) -> tuple[Tensor, Tensor]:
        """Judge a batch."""
        seen, unsettled = planes(guesses.codes)
        seen = seen.contiguous(memory_format=torch.channels_last)
        mask = unsettled[:, None]
        cells = unsettled.sum((1, 2)).clamp(min=1)[:, None]

        def positive(sums: Tensor) -> Tensor:
            return torch.where(mask, sums.clamp(0, MOST_VALUE), 0.0)

        def mean(values: Tensor) -> Tensor:
            return values.sum((2, 3), dtype=torch.float32) / cells

        value = positive(self.first(seen) + self.overall(guesses.overall)[:, :, None, None])
        for inner, outer, pooled in zip(self.inner, self.outer, self.pooled, strict=True):
            everywhere = pooled(mean(value))[:, :, None, None]
            value = positive(value + outer(positive(inner(value))) + everywhere)
        means = mean(value)
        n, candidates = guesses.row.shape
        at = (guesses.row * value.shape[3] + guesses.column)[:, :, None].expand(
            -1, -1, value.shape[1]
        )
        here = value.permute(0, 2, 3, 1).reshape(n, -1, value.shape[1]).gather(1, at)
        everywhere = torch.cat([means, guesses.overall], 1)
        told = torch.cat(
            [
                here.float(),
                means[:, None].expand(-1, candidates, -1),
                guesses.traits,
                guesses.overall[:, None].expand(-1, candidates, -1),
            ],
            2,
        )
        hidden = self.head(told).clamp(0, MOST_VALUE)
        hidden = self.second_head(hidden).clamp(0, MOST_VALUE)
        leads = (
            0.1 * (self.lead(hidden).float() + self.lead_by_traits(guesses.traits).float())[:, :, 0]
        )
        logit = self.value(self.value_head(everywhere).clamp(0, MOST_VALUE))[:, 0].float()
        return leads, logit


def centred(leads: Tensor, there: Tensor) -> Tensor:
    """Leads over the mean of the candidates that are there."""
    leads = torch.where(there, leads, 0.0)
    mean = leads.sum(1, keepdim=True) / there.sum(1, keepdim=True).clamp(min=1)
    return torch.where(there, leads - mean, 0.0)


def loss_of_leads(leads: Tensor, goal: Tensor, there: Tensor) -> Tensor:
    """Squared error of leads over each other; what all candidates share does not count."""
    return (centred(leads, there) - centred(goal, there)).square().sum(1).mean()


def loss_of_value(logit: Tensor, leads: Tensor, guesses: Guesses) -> Tensor:
    """Squared error of the best candidate's chance, by all playouts of the guess and the leads."""
    leads = leads.detach()
    count = guesses.there.sum(1).clamp(min=1)
    best = torch.where(guesses.there, leads, -1.0).amax(1)
    rest = torch.where(guesses.there, guesses.chance - leads, 0.0).sum(1) / count
    return (torch.sigmoid(logit) - (best + rest)).square().mean()
