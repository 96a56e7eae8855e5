"""Writes a network's weights for the engine.

python export.py small.pt ../engine/expert/judge_weights.inc
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from network import Network
from torch import Tensor, nn
from train import load

VALUE_BITS, WEIGHT_BITS = 9, 12
MOST_VALUE = 16 * 2**VALUE_BITS - 1
MOST_SUM = 2**31 - 1
SKIPPED = MOST_VALUE << WEIGHT_BITS


def whole(values: Tensor, bits: int) -> Tensor:
    """Multiples of 2^-bits."""
    return (values.double() * 2**bits).round().long()


def inputs_of(layer: nn.Module) -> Tensor:
    """The weights, one row per output.

    Of a convolution: the patch row by row, the channels of a cell together.
    """
    weight = layer.weight.detach()
    return weight.permute(0, 2, 3, 1).flatten(1) if weight.dim() == 4 else weight


def layers_of(network: Network) -> list[tuple[str, nn.Module]]:
    """In the order of ``JudgeWeights``."""
    blocks = [
        (f"block {i + 1}: {name}", layers[i])
        for i in range(network.shape[1])
        for name, layers in (
            ("inner", network.inner),
            ("outer", network.outer),
            ("pooled", network.pooled),
        )
    ]
    named = ["head", "second_head", "lead", "lead_by_traits", "value_head", "value"]
    return [
        ("first", network.first),
        ("overall", network.overall),
        *blocks,
        *((name, getattr(network, name)) for name in named),
    ]


def check_sums(layers: dict[str, tuple[Tensor, Tensor]]) -> None:
    """Proves that no sum can leave 32 bits, even with the largest values there are."""
    most = {
        name: int((weights.abs().sum(1) * MOST_VALUE + biases.abs()).max())
        for name, (weights, biases) in layers.items()
    }
    everywhere = max(sum for name, sum in most.items() if "overall" in name or "pooled" in name)
    for name, (weights, _) in layers.items():
        added = everywhere + SKIPPED if "outer" in name or name == "first" else 0
        share = (most[name] + added) / MOST_SUM
        print(f"{name}: {tuple(weights.shape)}, sums up to {share:.3f} of what 32 bits hold")
        assert share <= 1.0, f"{name}: a sum may not fit 32 bits"
        assert int(weights.abs().max()) < 2**15, f"{name}: a weight does not fit 16 bits"


def main() -> None:
    """Export."""
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    network = load(source)
    whole_layers = {
        name: (whole(inputs_of(layer), WEIGHT_BITS), whole(layer.bias, VALUE_BITS + WEIGHT_BITS))
        for name, layer in layers_of(network)
    }
    check_sums(whole_layers)
    lines = []
    for name, (weights, biases) in whole_layers.items():
        lines.append(f"// {name}: {weights.shape[0]} outputs, {weights.shape[1]} inputs")
        lines += [", ".join(map(str, row)) + "," for row in weights.tolist()]
        lines.append(", ".join(map(str, biases.tolist())) + ",")
    wrapped = []
    for line in lines:
        while len(line) > 120 and not line.startswith("//"):
            cut = line.rindex(",", 0, 120) + 1
            wrapped.append(line[:cut])
            line = line[cut:].lstrip()
        wrapped.append(line)
    target.write_text("\n".join(wrapped) + "\n")


if __name__ == "__main__":
    with torch.no_grad():
        main()
