"""Kills, full disks and several processes at once: a registry is always usable afterwards."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.registry.card import Card
from assay.registry.registry import ModelRegistry
from small_models import card_of, make_run, small_model

Add = Callable[..., Card]

ADDER = """
    import sys
    from pathlib import Path
    from assay.registry.registry import ModelRegistry
    registry = ModelRegistry(Path(sys.argv[1]))
    sys.stdin.readline()
    print(registry.add(Path(sys.argv[2])).model_id)
"""

# Adds and deletes without end; each call that returned is said on standard output.
BUSY = """
    import sys
    from pathlib import Path
    from assay.registry.registry import ModelRegistry
    registry = ModelRegistry(Path(sys.argv[1]))
    while True:
        for number, run in enumerate(sys.argv[2:]):
            card = registry.add(Path(run))
            print("added", card.model_id, flush=True)
            registry.add_scores(card.model_id, {"test": {"mean": {"AP": 0.5}}})
            if number:
                registry.delete(card.model_id)
                print("deleted", card.model_id, flush=True)
"""

FULL = """
    import resource, signal, sys
    from pathlib import Path
    from assay.errors import ModelError
    from assay.registry.registry import ModelRegistry
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
    registry = ModelRegistry(Path(sys.argv[1]))
    try:
        if sys.argv[4] == "add":
            registry.add(Path(sys.argv[2]))
        else:
            registry.export(sys.argv[4], Path(sys.argv[2]))
    except ModelError as error:
        print(error)
"""


def started(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(code), *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_four_processes_that_add_the_same_model_at_once_add_it_once(
    registry: ModelRegistry, models_place: Path, tmp_path: Path
) -> None:
    run = make_run(tmp_path / "run", small_model(models_place), card_of("crops"))
    processes = [started(ADDER, registry.root, run) for _ in range(4)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [0] * 4, answers
    (only,) = registry.cards()
    assert {out.strip() for out, _ in answers} == {only.model_id}
    assert registry.folder(only.model_id, check=True).is_dir()
    assert [path.name for path in registry.root.iterdir()] == [only.model_id]


@pytest.mark.parametrize("room", [100, 5_000])
def test_a_full_disk_leaves_the_registry_as_it_was(
    registry: ModelRegistry, add: Add, models_place: Path, tmp_path: Path, room: int
) -> None:
    kept = add("kept", seed=3)
    run = make_run(tmp_path / "run", small_model(models_place), card_of("crops"))
    out, errors = started(FULL, registry.root, run, room, "add").communicate(timeout=60)
    assert not errors
    assert "cannot be written: File too large. Free some space" in out
    assert [path.name for path in registry.root.iterdir()] == [kept.model_id]
    assert registry.cards() == [kept]
    assert registry.add(run).name == "crops"


def test_a_full_disk_leaves_nothing_of_an_export(registry: ModelRegistry, add: Add, tmp_path: Path) -> None:
    card = add()
    place = tmp_path / "exports" / "out"
    out, errors = started(FULL, registry.root, place, 5_000, card.model_id).communicate(timeout=60)
    assert not errors
    assert "cannot be written: File too large" in out
    assert list(place.parent.iterdir()) == []
    assert registry.folder(card.model_id, check=True).is_dir()


def kill_again_and_again(registry: ModelRegistry, runs: list[Path], *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(kills):
        process = started(BUSY, registry.root, *runs)
        assert process.stdout is not None
        first = process.stdout.readline()  # from now on it is at work
        time.sleep(rng.random() * 0.15)
        process.send_signal(signal.SIGKILL)
        rest, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (-signal.SIGKILL, "")
        said = [line.split() for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
        cards = {card.model_id: card for card in registry.cards()}
        assert not [card.damage for card in cards.values() if card.damage]
        for model_id in cards:
            registry.folder(model_id, check=True)
        kept = said[0][1]  # the first run is added and never deleted
        assert kept in cards
        assert len(cards) <= len(runs)


@pytest.fixture
def runs(models_place: Path, tmp_path: Path) -> list[Path]:
    return [
        make_run(tmp_path / f"run-{seed}", small_model(models_place, seed=seed), card_of("crops", seed=seed))
        for seed in (3, 4, 5)
    ]


def test_a_kill_at_any_moment_leaves_whole_models(registry: ModelRegistry, runs: list[Path]) -> None:
    kill_again_and_again(registry, runs, kills=4, seed=1)
    left = {path.name for path in registry.root.iterdir() if path.name.startswith(".")}
    assert all(name.startswith((".draft-", ".deleted-")) for name in left)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_three_hundred_kills_leave_whole_models(registry: ModelRegistry, runs: list[Path]) -> None:
    kill_again_and_again(registry, runs, kills=300, seed=2)
    shutil.rmtree(registry.root)
