"""Several processes that change a library's model at once: no change is lost, and none is made twice."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assay import config
from assay.errors import BadInput
from assay.models import promotion as model_work
from assay.models.promotion import ModelWork
from assay.registry import lock as model_lock
from assay.registry.history import keep_settings
from assay.registry.lock import locked_models
from assay.searching.indexing import index_vectors
from assay.workspace import Workspace
from model_fixtures import Train


@pytest.fixture
def library(workspace: Workspace) -> Workspace:
    index_vectors(workspace)
    return workspace


# Each waits for a line, makes its changes, and says what it got as JSON. The hashing model loads at once; it
# is told apart from itself by the length of its texts. Nobody makes so many changes without a pause but
# here: on a busy machine they would outlast a process's patience.
START = """
    import json, sys
    from dataclasses import replace
    from pathlib import Path
    from assay.models.promotion import ModelWork
    from assay.registry import lock
    from assay.registry.history import keep_settings
    from assay.workspace import Workspace
    lock._PATIENCE = 600.0
    workspace = Workspace.open(Path(sys.argv[1]), check=False)
    print("ready", flush=True)
    sys.stdin.readline()
"""
KEEP = """
    for length in range(int(sys.argv[2]), int(sys.argv[3])):
        keep_settings(workspace.folder, lambda old, length=length: replace(old, max_length=length))
"""
BACK = """
    print(json.dumps([ModelWork(workspace).rollback().max_length for _ in range(int(sys.argv[2]))]))
"""


def at_once(code: str, library: Workspace, arguments: list[tuple[object, ...]]) -> list[str]:
    """What processes say that do the same at the same time, each with arguments of its own."""
    source, pipe = textwrap.dedent(START) + textwrap.dedent(code), subprocess.PIPE
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", source, str(library.folder), *map(str, each)],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )
        for each in arguments
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = [process.communicate(timeout=900) for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes), answers
    return [out for out, _ in answers]


def no_change_is_lost(library: Workspace, *, n: int, each: int) -> None:
    first = library.config.max_length
    at_once(KEEP, library, [(1000 + each * k, 1000 + each * (k + 1)) for k in range(n)])
    now = config.load(library.folder).max_length
    before = [used.max_length for used in ModelWork(library).history()]
    assert Counter([*before, now]) == Counter([first, *range(1000, 1000 + n * each)])


def test_two_processes_that_change_the_model_lose_no_change(library: Workspace) -> None:
    no_change_is_lost(library, n=2, each=25)


def each_step_back_is_made_once(library: Workspace, *, n: int, each: int) -> None:
    lengths = range(1000, 1000 + n * each + 1)
    for length in lengths:
        keep_settings(library.folder, lambda old, length=length: replace(old, max_length=length))
    answers = at_once(BACK, library, [(each,)] * n)
    steps = [length for answer in answers for length in json.loads(answer)]
    assert sorted(steps) == list(lengths[:-1])
    assert config.load(library.folder).max_length == lengths[0]


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_eight_processes_change_the_model_and_go_back(library: Workspace) -> None:
    for _ in range(5):
        (library.folder / "models.json").unlink(missing_ok=True)
        config.save(replace(library.config, max_length=99), library.folder)
        library.reload()
        no_change_is_lost(library, n=8, each=100)
        each_step_back_is_made_once(library, n=8, each=50)


def meanwhile(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Lets `do` happen once, right after the first model was loaded."""
    proven, done = model_work._proven, []

    def load(wanted: config.Config) -> object:
        encoder = proven(wanted)
        if not done:
            done.append(True)
            do()
        return encoder

    monkeypatch.setattr(model_work, "_proven", load)


def test_a_promotion_during_a_promotion_goes_into_the_history(
    library: Workspace, train: Train, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = train("a", seed=3).model_id, train("b", seed=4, max_length=24).model_id
    with Workspace.open(library.folder) as other:
        meanwhile(monkeypatch, lambda: ModelWork(other).promote(b))
        promotion = ModelWork(library).promote(a)
    assert promotion.before == b
    assert ModelWork(library).in_use == a
    assert [used.model for used in ModelWork(library).history()] == ["hashing", b]


def test_a_rollback_during_a_rollback_goes_further_back(
    library: Workspace, train: Train, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = train("a", seed=3).model_id, train("b", seed=4).model_id
    ModelWork(library).promote(a)
    ModelWork(library).promote(b)
    answers = []
    with Workspace.open(library.folder) as other:
        meanwhile(monkeypatch, lambda: answers.append(ModelWork(other).rollback()))
        answers.append(ModelWork(library).rollback())
    assert [(answer.before, answer.model) for answer in answers] == [(b, a), (a, "hashing")]
    assert ModelWork(library).in_use == "hashing"
    assert ModelWork(library).history() == []


HOLD = """
    import sys, time
    from pathlib import Path
    from assay.registry.lock import locked_models
    with locked_models(Path(sys.argv[1])):
        print("held", flush=True)
        time.sleep(600)
"""


def test_who_is_killed_while_changing_the_model_lets_go(
    library: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", textwrap.dedent(HOLD), str(library.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        monkeypatch.setattr(model_lock, "_PATIENCE", 0.1)
        with pytest.raises(BadInput, match=r"Another process has held .* The library keeps its model"):
            ModelWork(library).promote("hashing")
        process.kill()
    assert (
        ModelWork(library).promote("hashing").model == "hashing"
    )  # the lock is free: there is no patience left


def test_a_folder_that_takes_no_lock_keeps_its_model(tmp_path: Path) -> None:
    (tmp_path / ".models.lock").mkdir()
    with (
        pytest.raises(BadInput, match=r"cannot be written: .* The library keeps its model"),
        locked_models(tmp_path),
    ):
        pytest.fail("nobody holds it")
