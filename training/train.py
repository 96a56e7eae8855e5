"""Trains the judge: a large network on guesses as they are made, small ones on what it says.

    python train.py --data DIRECTORY --out DIRECTORY --seconds 900 --teaching 300

The large network learns from playouts, one for each candidate: each says little, all together
much. The small ones learn from the large one, which is far less noisy than playouts.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
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

    def batch(self, size: int) -> Guesses:
        """Random guesses to learn from."""
        return decode(self.raw[torch.randint(0, self.count, (size,), device=self.raw.device)])

    def held_out(self, size: int = 16384) -> list[Guesses]:
        """Guesses that nothing learned from, in batches."""
        raw = self.held_out_raw[: self.held_out_count]
        return [decode(raw[i : i + size]) for i in range(0, len(raw), size)]


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
        self.network.eval()

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


@torch.no_grad()
def report(learner: Learner, pool: Pool, images: int = 1) -> str:
    """What is explained, and the gain per guess over the best score, by uncertain cells.

    The leads are means over so many mirror images.
    """
    explained, gains, uncertain, differs = [], [], [], []
    for guesses in pool.held_out():
        leads = sum(learner(mirrored(guesses, i))[0] for i in range(images)) / images
        lead, chance = centred(leads, guesses.there), centred(guesses.chance, guesses.there)
        explained.append((chance.square() - (lead - chance).square()).sum(1))
        choice = torch.where(guesses.there, leads, -9.0).argmax(1)
        gains.append(guesses.chance.gather(1, choice[:, None])[:, 0] - guesses.chance[:, 0])
        uncertain.append(guesses.uncertain)
        differs.append(choice != 0)
    gain, cells = torch.cat(gains).double(), torch.cat(uncertain)
    parts = []
    for low, high in (*BANDS, (0, 480)):
        these = gain[(cells > low) & (cells <= high)]
        half_width = 196 * these.std() / max(1, len(these)) ** 0.5
        parts.append(f"{low}-{high}: {100 * these.mean():+.3f}±{half_width:.3f}")
    share = float(torch.cat(differs).float().mean())
    return (
        f"explains {1e4 * float(torch.cat(explained).mean()):.3f}e-4, differs {share:.2f} | "
        + ", ".join(parts)
    )


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True, help="for the large network")
    parser.add_argument("--teaching", type=float, required=True, help="seconds for the small ones")
    parser.add_argument("--start", type=int, default=200_000, help="guesses to wait for")
    parser.add_argument(
        "--large", default="64x5x96", help="channels, blocks and hidden units of the large network"
    )
    parser.add_argument("--small", nargs="+", default=["16x2x48"])
    parser.add_argument("--from", dest="weights", type=Path, help="continue from these weights")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--most", type=int, default=30_000_000, help="guesses to hold in memory")
    options = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    options.out.mkdir(parents=True, exist_ok=True)
    began = time.time()

    def say(text: str) -> None:
        print(f"[{time.time() - began:.0f} s] {text}", flush=True)

    pool = Pool(options.data, options.most, 400_000, device)
    while pool.count < options.start:
        time.sleep(1)
        pool.look()
    say(f"{pool.count:,} guesses to start with")

    def network(shape: str) -> Network:
        return Network(*map(int, shape.split("x")))

    teacher = Learner(
        "large",
        load(options.weights) if options.weights else network(options.large),
        options.rate,
        device,
    )
    if device == "cuda":
        teacher.run = compiled(teacher, pool.batch(options.batch), say)
    start, looked, reported = time.time(), time.time(), time.time()
    while (passed := time.time() - start) < options.seconds:
        guesses = mirrored(pool.batch(options.batch), teacher.steps % IMAGES)
        leads, logit = teacher(guesses)
        loss = loss_of_leads(leads, guesses.chance, guesses.there)
        value_loss = loss_of_value(logit, leads, guesses)
        teacher.step(loss + VALUE_WEIGHT * value_loss, passed / options.seconds, 0.5)
        if time.time() - looked > 5:
            pool.look()
            looked = time.time()
        if time.time() - reported > 60:
            reported = time.time()
            losses = f"loss {loss:.5f}, of value {value_loss:.4f}"
            say(f"step {teacher.steps}, {pool.count:,} guesses, {losses}")
    teacher.run = teacher.network
    teacher.take_mean()
    teacher.save(options.out, pool.count)
    for images in (1, IMAGES):
        say(f"large, images {images}: {report(teacher, pool, images)}")

    students = [Learner(f"small_{shape}", network(shape), 2e-3, device) for shape in options.small]
    start, reported = time.time(), time.time()
    while (passed := time.time() - start) < options.teaching:
        guesses = mirrored(pool.batch(options.batch), students[0].steps % IMAGES)
        with torch.no_grad():
            goal, goal_logit = teacher(guesses)
        for student in students:
            leads, logit = student(guesses)
            loss = loss_of_leads(leads, goal, guesses.there)
            value_loss = (torch.sigmoid(logit) - torch.sigmoid(goal_logit)).square().mean()
            student.step(
                TEACHING_WEIGHT * (loss + 0.05 * value_loss), passed / options.teaching, 1.0
            )
        if time.time() - looked > 5:
            pool.look()
            looked = time.time()
        if time.time() - reported > 60:
            reported = time.time()
            say(f"{pool.count:,} guesses, last small loss {loss:.2e}, of value {value_loss:.2e}")
    for student in students:
        student.take_mean()
        student.save(options.out, pool.count)
        for images in (1, IMAGES):
            say(f"{student.name}, images {images}: {report(student, pool, images)}")


if __name__ == "__main__":
    main()
