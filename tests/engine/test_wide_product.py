"""Both forms of the 128-bit product, compiled by themselves and compared with Python's integers."""

from __future__ import annotations

import os
import shutil
import subprocess
from itertools import product
from pathlib import Path
from random import Random

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
COMPILER = shutil.which(os.environ.get("CXX", "c++"))
STANDARD = ["-std=c++20", "-pedantic-errors", "-Wall", "-Wextra", "-Werror"]
PROGRAM = """
#include <cinttypes>
#include <cstdio>
#include <initializer_list>
#include "core/wide_product.hpp"
int main() {
    std::uint64_t a, b;
    while (std::scanf("%" SCNu64 " %" SCNu64, &a, &b) == 2) {
        for (const auto& both : {sapper::wide_product(a, b), sapper::portable_wide_product(a, b)}) {
            std::printf("%016" PRIx64 "%016" PRIx64 "\\n", both.high, both.low);
        }
    }
}
"""
EDGES = [0, 1, 2, 2**32 - 1, 2**32, 2**32 + 1, 2**63, 2**64 - 2**32, 2**64 - 2, 2**64 - 1]


@pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler here")
@pytest.mark.parametrize("options", [[], ["-DSAPPER_PORTABLE"]], ids=["native", "portable"])
def test_the_product_has_all_its_bits(tmp_path: Path, options: list[str]) -> None:
    source, program = tmp_path / "products.cpp", tmp_path / "products"
    source.write_text(PROGRAM)
    compile_it = [
        str(COMPILER),
        *STANDARD,
        *options,
        f"-I{ENGINE}",
        str(source),
        "-o",
        str(program),
    ]
    subprocess.run(compile_it, check=True)
    random = Random(1)
    pairs = [
        *product(EDGES, EDGES),
        *((random.getrandbits(64), random.getrandbits(64)) for _ in range(5000)),
    ]
    told = "".join(f"{a} {b}\n" for a, b in pairs)
    printed = subprocess.run([program], input=told, capture_output=True, text=True, check=True)
    products = [int(line, 16) for line in printed.stdout.split()]
    assert products == [a * b for a, b in pairs for _form in range(2)]
