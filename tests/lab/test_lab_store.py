"""The store loses nothing and says nothing wrong."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sapper
from sapper.errors import SapperError, StoreError
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.case import Measured, Timing
from sapper.lab.experiments import Compare, Experiment, WinRate
from sapper.lab.games import GameCase, read_level
from sapper.lab.run import RunLocation, experiment_of, finding, run
from sapper.lab.store import Store

CASE = GameCase(AgentSpec("exact"), read_level("beginner", "safe"), (0, 0), seed=1)
FEW = WinRate(300, 1, agents=("exact",), levels=("beginner",), starts=("safe",))


def made_up(count: int, start: int = 0, signature: str = CASE.signature) -> Measured:
    numbers = np.arange(start, start + count)
    columns = {
        "won": numbers % 3 == 0,
        "guesses": numbers.astype(np.int32),
        "false_cell": (numbers * 2).astype(np.int32),
    }
    return Measured(columns, Timing.of(np.full(count, 0.001), count, 0.5), signature)


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    with Store(tmp_path / "store") as store:
        store.add(CASE, 7, made_up(13, start=7))
        store.add(CASE, 0, made_up(7))
    with Store(tmp_path / "store") as store:
        for boards in (20, 11, 7, 1):
            found = store.outcomes(CASE, boards)
            for name, column in made_up(boards).columns.items():
                assert np.array_equal(found.columns[name], column)
                assert found.columns[name].dtype == column.dtype
        assert store.outcomes(CASE, 20).timing.moves == 20
        assert store.outcomes(CASE, 20).timing.quantile(0.5) == pytest.approx(0.001, rel=0.05)
        with pytest.raises(StoreError, match="lacks 1 of 21 boards"):
            store.outcomes(CASE, 21)


def test_what_is_missing_is_known() -> None:
    with Store(":memory:") as store:
        assert store.missing(CASE, 5) == [range(5)]
        store.add(CASE, 10, made_up(10, start=10))
        assert store.missing(CASE, 30) == [range(10), range(20, 30)]
        assert store.missing(CASE, 15) == [range(10)]
        store.add(CASE, 5, made_up(10, start=5))  # overlaps, so it is not kept
        assert store.missing(CASE, 15) == [range(10)]
        store.add(CASE, 0, made_up(10))
        assert store.missing(CASE, 20) == []


def test_results_stay_usable_in_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(":memory:") as store:
        store.add(CASE, 0, made_up(10))
        monkeypatch.setattr(sapper, "__version__", "99.0")
        assert store.missing(CASE, 10) == []
        store.add(CASE, 10, replace(made_up(5, start=10), version="99.0"))
        found = store.outcomes(CASE, 15)
        assert (found.signature, len(found.columns["won"])) == (CASE.signature, 15)
        assert found.versions == tuple(sorted(("99.0", Measured.version)))


def test_results_of_another_signature_are_never_mixed_in() -> None:
    with Store(":memory:") as store:
        store.add(CASE, 0, made_up(10, signature="ffffffff"))
        assert store.missing(CASE, 10) == [range(10)]
        assert store.missing(CASE, 10, "ffffffff") == []
        store.add(CASE, 0, made_up(4))
        assert store.missing(CASE, 10) == [range(4, 10)]
        with pytest.raises(StoreError, match=f"lacks 6 of 10 .* under signature {CASE.signature}"):
            store.outcomes(CASE, 10)
        assert store.outcomes(CASE, 10, "ffffffff").signature == "ffffffff"


def test_a_run_is_the_same_run_only_under_the_same_signatures() -> None:
    with Store(":memory:") as store:
        about = FEW.name, FEW.parameters(), FEW.command()
        now = store.begin(*about, FEW.signatures())
        assert now.signatures == {"exact": CASE.signature}
        assert store.begin(*about, FEW.signatures()) == now
        earlier = store.begin(*about, {"exact": "ffffffff"})
        assert earlier.id != now.id
        assert (earlier.signature_of(CASE), now.signature_of(CASE)) == ("ffffffff", CASE.signature)


@pytest.mark.parametrize(
    "experiment",
    [
        FEW,
        WinRate(5, 2, agents=("random", "sentence:seed=3"), levels=("9x9/5",), starts=("opening",)),
        Compare(9, 3, agents=("exact", "random"), level="beginner", sequential=(0, 1.5)),
    ],
)
def test_a_run_can_be_made_again_from_its_record(experiment: Experiment) -> None:
    with Store(":memory:") as store:
        about = experiment.name, experiment.parameters(), experiment.command()
        store.begin(*about, experiment.signatures())
        (record,) = store.runs()
        assert experiment_of(record) == experiment
        assert record.finished is None
        assert record.version == sapper.__version__
        assert record.signatures == experiment.signatures()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("sound") / "store"
    with Store(path) as store:
        run(FEW, store, RunLocation(1), chunk_size=50)
    assert not path.with_name("store-wal").exists()
    return path.read_bytes()


def table_of(path: Path) -> str:
    """The table that a store gives, as a report would read it."""
    with Store(path) as store:
        (record,) = store.runs()
        return finding(experiment_of(record), store).results().to_csv()


def test_a_damaged_store_gives_an_error_and_never_a_wrong_table(
    sound: bytes, tmp_path: Path
) -> None:
    (tmp_path / "sound").write_bytes(sound)
    table = table_of(tmp_path / "sound")
    chance = np.random.default_rng(3)
    used = np.flatnonzero(np.frombuffer(sound, dtype=np.uint8))  # free space is all zeros
    noticed = 0
    for number in range(150):
        place = int(chance.choice(used))
        damaged = bytearray(sound)
        damaged[place] ^= 1 << int(chance.integers(8))
        path = tmp_path / f"damaged-{number}"
        path.write_bytes(damaged)
        try:
            found = table_of(path)
        except StoreError:
            noticed += 1
        else:  # a bit that says nothing, such as one that counts how often the file was changed
            assert found == table
    assert noticed > 100


def test_outcomes_that_were_tampered_with_are_noticed(sound: bytes, tmp_path: Path) -> None:
    tampering = [
        "UPDATE outcome SET data = zeroblob(7) WHERE name = 'won' AND chunk_id = 2",
        "UPDATE chunk SET seconds = seconds + 1 WHERE id = 3",
        "UPDATE chunk SET start = 500 WHERE id = 3",
        "DELETE FROM chunk WHERE id = 3",
        "DELETE FROM outcome WHERE chunk_id = 3",
        "UPDATE measured_case SET identity = replace(identity, '9x9/10', '9x9/11')",
        "UPDATE run SET parameters = replace(parameters, '300', '250')",
        'UPDATE run SET signatures = \'{"exact": "ffffffff"}\'',
        "UPDATE measured_case SET signature = 'ffffffff'",
        "UPDATE chunk SET version = '9.9' WHERE id = 1",
    ]
    for number, statement in enumerate(tampering):
        path = tmp_path / str(number)
        path.write_bytes(sound)
        database = sqlite3.connect(path)
        assert database.execute(statement).rowcount > 0
        database.commit()
        database.close()
        with pytest.raises(StoreError):
            table_of(path)


@pytest.mark.parametrize("length", [50, 100, 5000, -1])
def test_a_store_cut_short_is_refused(sound: bytes, tmp_path: Path, length: int) -> None:
    path = tmp_path / "cut"
    path.write_bytes(sound[:length])
    with pytest.raises(StoreError, match=r"damaged|can't be used"):
        table_of(path)


def test_other_files_are_refused(tmp_path: Path, sound: bytes) -> None:
    text = tmp_path / "text"
    text.write_text("not a database, " * 100)
    with pytest.raises(StoreError, match="damaged"):
        Store(text)
    other = tmp_path / "other"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE something (x)")
    database.close()
    with pytest.raises(StoreError, match="belongs to another program: name another --out"):
        Store(other)
    for version, age in ((2, "an older"), (7, "a newer")):
        another = tmp_path / f"schema-{version}"
        another.write_bytes(sound)
        database = sqlite3.connect(another)
        database.execute(f"PRAGMA user_version = {version}")
        database.close()
        with pytest.raises(StoreError, match=f"belongs to {age} Sapper .it has schema {version},"):
            Store(another)
    with pytest.raises(StoreError, match="can't be used"):
        Store(tmp_path / "no" / "such" / "folder")
    assert issubclass(StoreError, SapperError)
