"""Trains the judge: a large network on guesses as they are made, small ones on what it says.

    python train.py --data DIRECTORY --out DIRECTORY --seconds 900 --teaching 300

The large network learns from playouts, one for each candidate: each says little, all together
much. The small ones learn from what the large one, and older ones if given, say of a guess and its
mirror images on average, which is far less noisy than playouts.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from network import Network, centred, loss_of_leads, loss_of_value
from records import RECORD, Guesses, decode, mirrored, read_file
from torch import Tensor, nn

HELD_OUT = "_0_"  # the files of the generator's first thread are never trained on
IMAGES = 8
BANDS = ((0, 80), (80, 200), (200, 360), (360, 440), (440, 480))
VALUE_WEIGHT = 0.25
TEACHING_WEIGHT = 100.0  # what the large network says has no noise, and so a small loss


class Pool:
    """All guesses so far, on the device; looks for new files when asked."""

    def __init__(self, directory: Path, most: int, held_out: int, device: str) -> None:
        self.directory = directory
        self.raw = torch.empty((most, RECORD.itemsize), dtype=torch.uint8, device=device)
        self.held_out_raw = torch.empty(
            (held_out, RECORD.itemsize), dtype=torch.uint8, device=device
        )
        self.count = self.held_out_count = 0
        self.seen: set[str] = set()

    def look(self) -> None:
        """Take in new files, and delete them: the disk is small."""
        for path in sorted(self.directory.glob("*.guesses")):
            if path.name in self.seen:
                continue
            self.seen.add(path.name)
            new = read_file(path)
            if HELD_OUT in path.name:
                self.held_out_count += self._put(self.held_out_raw, self.held_out_count, new)
            else:
                self.count += self._put(self.raw, self.count, new)
            path.unlink()

    @staticmethod
    def _put(to: Tensor, at: int, new: Tensor) -> int:
        count = min(len(new), len(to) - at)
        to[at : at + count] = new[:count].to(to.device)
        return count

    def some(self, size: int) -> Tensor:
        """Random places in the pool."""
        return torch.randint(0, self.count, (size,), device=self.raw.device)

    def at(self, places: Tensor) -> Guesses:
        """The guesses at these places."""
        return decode(self.raw[places])

    def held_out(self, size: int) -> list[Guesses]:
        """Guesses that nothing learned from, in full batches."""
        raw = self.held_out_raw[: self.held_out_count]
        return [decode(raw[i : i + size]) for i in range(0, len(raw) - size + 1, size)]


class Learner:
    """A network with its optimizer and the running mean of its weights, which is what is kept."""

    def __init__(self, name: str, network: Network, rate: float, device: str) -> None:
        self.name, self.rate, self.steps = name, rate, 0
        self.network = network.to(device).to(memory_format=torch.channels_last)
        matrices = [p for p in network.parameters() if p.dim() > 1]
        vectors = [p for p in network.parameters() if p.dim() <= 1]
        self.optimizer = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": 1e-4}, {"params": vectors, "weight_decay": 0.0}],
            lr=rate,
            betas=(0.9, 0.98),
            fused=device == "cuda",
        )
        self.mean = {name: value.detach().clone() for name, value in network.state_dict().items()}
        self.run = network

    def __call__(self, guesses: Guesses) -> tuple[Tensor, Tensor]:
        """Leads and logits."""
        with torch.autocast(
            guesses.codes.device.type, dtype=torch.bfloat16, enabled=guesses.codes.is_cuda
        ):
            return self.run(guesses)

    def step(self, loss: Tensor, progress: float, most_gradient: float) -> None:
        """Learn from one batch."""
        warm = min(1.0, (self.steps + 1) / 300)
        for group in self.optimizer.param_groups:
            group["lr"] = (
                self.rate * warm * (0.495 * (1 + math.cos(math.pi * min(1.0, progress))) + 0.01)
            )
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), most_gradient)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        if self.steps % 10 == 0:
            keep = min(0.99, self.steps / (self.steps + 100.0))
            state = self.network.state_dict()
            with torch.no_grad():
                for name, value in self.mean.items():
                    value.lerp_(state[name], 1 - keep)

    def take_mean(self) -> None:
        """Use the mean weights from now on."""
        self.network.load_state_dict(self.mean)

    def save(self, directory: Path, guesses: int) -> None:
        """Write the mean weights, at half precision."""
        weights = {name: value.half().cpu() for name, value in self.mean.items()}
        torch.save(
            {
                "shape": self.network.shape,
                "weights": weights,
                "guesses": guesses,
                "steps": self.steps,
            },
            directory / f"{self.name}.pt",
        )


def compiled(learner: Learner, guesses: Guesses, say: Callable[[str], None]) -> nn.Module:
    """The network compiled for both shapes of a batch; as it is where that fails."""
    plain = learner.run
    learner.run = torch.compile(plain, dynamic=False)
    try:
        for image in (0, 4):
            leads, logit = learner(mirrored(guesses, image))
            (leads.sum() + logit.sum()).backward()
    except Exception as error:  # whatever the compiler stumbles over
        say(f"not compiled: {error!r}")
        learner.run = plain
    learner.optimizer.zero_grad(set_to_none=True)
    return learner.run


def load(path: Path) -> Network:
    """A network that :meth:`Learner.save` wrote."""
    saved = torch.load(path, map_location="cpu")
    network = Network(*saved["shape"])
    network.load_state_dict({name: value.float() for name, value in saved["weights"].items()})
    return network


@dataclass(frozen=True)
class Teaching:
    """What teachers say of every guess in a pool: the mean over their mirror images."""

    leads: Tensor  # [n, 6]
    value: Tensor  # [n]


def opinion(learners: Sequence[Learner], guesses: Guesses, images: int) -> tuple[Tensor, Tensor]:
    """Leads and value of a batch, the mean over networks and mirror images."""
    leads, value = torch.zeros_like(guesses.chance), torch.zeros_like(guesses.alive)
    for learner in learners:
        for image in range(images):
            # With gradients, though nobody needs them: without, it would be compiled once more.
            said, logit = learner(mirrored(guesses, image))
            leads += centred(said.detach().float(), guesses.there)
            value += torch.sigmoid(logit.detach().float())
    count = len(learners) * images
    return leads / count, value / count


def teaching(teachers: Sequence[Learner], pool: Pool, size: int) -> Teaching:
    """Ask the teachers once about every guess: the students then learn from that alone."""
    said = []
    for first in range(0, pool.count - size + 1, size):
        places = torch.arange(first, first + size, device=pool.raw.device)
        said.append(opinion(teachers, pool.at(places), IMAGES))
    return Teaching(
        torch.cat([leads for leads, _ in said]), torch.cat([value for _, value in said])
    )


@dataclass(frozen=True)
class Choices:
    """What each held-out guess would win with the candidate that a judge takes."""

    chance: Tensor
    uncertain: Tensor
    explained: float
    """Of the leads' squares, the sum over the candidates of a guess."""

    def over(self, other: Tensor) -> str:
        """The gain per guess over other choices for the same guesses, by uncertain cells."""
        gain, parts = (self.chance - other).double(), []
        for low, high in (*BANDS, (0, 480)):
            these = gain[(self.uncertain > low) & (self.uncertain <= high)]
            half_width = 196 * these.std() / max(1, len(these)) ** 0.5
            parts.append(f"{low}-{high}: {100 * these.mean():+.3f}±{half_width:.3f}")
        return ", ".join(parts)


def choices(learners: Sequence[Learner], held_out: list[Guesses], images: int) -> Choices:
    """The choices of a judge: the mean over networks and mirror images."""
    explained, chances, uncertain = [], [], []
    for guesses in held_out:
        leads, _ = opinion(learners, guesses, images)
        chance = centred(guesses.chance, guesses.there)
        explained.append((chance.square() - (leads - chance).square()).sum(1))
        choice = torch.where(guesses.there, leads, -9.0).argmax(1)
        chances.append(guesses.chance.gather(1, choice[:, None])[:, 0])
        uncertain.append(guesses.uncertain)
    return Choices(torch.cat(chances), torch.cat(uncertain), float(torch.cat(explained).mean()))


def main() -> None:
    """Train."""
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    options.out.mkdir(parents=True, exist_ok=True)
    began = time.time()

    def say(text: str) -> None:
        print(f"[{time.time() - began:.0f} s] {text}", flush=True)

    def learner(name: str, network: Network, rate: float) -> Learner:
        made = Learner(name, network, rate, device)
        if device == "cuda":
            made.run = compiled(made, pool.at(pool.some(options.batch)), say)
        return made

    pool = Pool(options.data, options.most, 400_000, device)
    while pool.count < options.start:
        time.sleep(1)
        pool.look()
    say(f"{pool.count:,} guesses to start with")

    large = learner(
        "large", load(options.weights) if options.weights else shaped(options.large), options.rate
    )
    learn_from_playouts(large, pool, options, say)
    large.take_mean()
    large.save(options.out, pool.count)
    older = [learner(path.stem, load(path), 0.0) for path in options.also]
    teachers = [large, *older]
    taught = teaching(teachers, pool, options.batch)
    say(f"{len(taught.value):,} guesses to teach from, {len(teachers)} teachers")

    students = [learner(f"small_{shape}", shaped(shape), 2e-3) for shape in options.small]
    learn_from_teachers(students, pool, taught, options, say)
    for student in students:
        student.take_mean()
        student.save(options.out, pool.count)

    pool.look()
    say(f"{pool.held_out_count:,} guesses held out, {pool.count:,} others")
    held_out = pool.held_out(options.batch)
    by_score = torch.cat([guesses.chance[:, 0] for guesses in held_out])
    before = [learner("before", load(path), 0.0) for path in options.before]
    judges = [
        ("all teachers", teachers),
        *((one.name, [one]) for one in (*teachers, *students, *before)),
    ]
    for name, networks in judges:
        for images in (1, IMAGES):
            chosen = choices(networks, held_out, images)
            explained = f"explains {1e4 * chosen.explained:.3f}e-4"
            say(f"{name}, images {images}: {explained}; {chosen.over(by_score)}")
    for one in before:
        chance = choices([one], held_out, 1).chance
        for student in students:
            say(f"{student.name} over before: {choices([student], held_out, 1).over(chance)}")


def learn_from_playouts(
    large: Learner, pool: Pool, options: argparse.Namespace, say: Callable[[str], None]
) -> None:
    """Train the large network, while more guesses arrive."""
    start = looked = reported = time.time()
    while (passed := time.time() - start) < options.seconds:
        guesses = mirrored(pool.at(pool.some(options.batch)), large.steps % IMAGES)
        leads, logit = large(guesses)
        loss = loss_of_leads(leads, guesses.chance, guesses.there)
        value_loss = loss_of_value(logit, leads, guesses)
        large.step(loss + VALUE_WEIGHT * value_loss, passed / options.seconds, 0.5)
        if time.time() - looked > 5:
            pool.look()
            looked = time.time()
        if time.time() - reported > 60:
            reported = time.time()
            losses = f"loss {loss:.5f}, of value {value_loss:.4f}"
            say(f"step {large.steps}, {pool.count:,} guesses, {losses}")
    pool.look()


def learn_from_teachers(
    students: Sequence[Learner],
    pool: Pool,
    taught: Teaching,
    options: argparse.Namespace,
    say: Callable[[str], None],
) -> None:
    """Train the small networks."""
    start = reported = time.time()
    while (passed := time.time() - start) < options.teaching:
        places = torch.randint(0, len(taught.value), (options.batch,), device=taught.value.device)
        guesses = mirrored(pool.at(places), students[0].steps % IMAGES)
        goal, goal_value = taught.leads[places], taught.value[places]
        for student in students:
            leads, logit = student(guesses)
            loss = loss_of_leads(leads, goal, guesses.there)
            value_loss = (torch.sigmoid(logit) - goal_value).square().mean()
            student.step(
                TEACHING_WEIGHT * (loss + 0.05 * value_loss), passed / options.teaching, 1.0
            )
        if time.time() - reported > 60:
            reported = time.time()
            say(f"step {student.steps}, small loss {loss:.2e}, of value {value_loss:.2e}")


def shaped(shape: str) -> Network:
    """A fresh network of channels, blocks and hidden units, as in 32x3x64."""
    return Network(*map(int, shape.split("x")))


def read_options() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True, help="for the large network")
    parser.add_argument("--teaching", type=float, required=True, help="seconds for the small ones")
    parser.add_argument("--start", type=int, default=200_000, help="guesses to wait for")
    parser.add_argument(
        "--large", default="64x5x96", help="channels, blocks and hidden units of the large network"
    )
    parser.add_argument("--small", nargs="+", default=["32x3x64"])
    parser.add_argument("--from", dest="weights", type=Path, help="continue from these weights")
    parser.add_argument(
        "--also", nargs="*", type=Path, default=[], help="further networks that teach"
    )
    parser.add_argument(
        "--before", nargs="*", type=Path, default=[], help="networks to compare the small ones with"
    )
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--most", type=int, default=30_000_000, help="guesses to hold in memory")
    return parser.parse_args()


if __name__ == "__main__":
    main()
