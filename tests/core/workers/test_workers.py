"""Work dealt out to workers is done whole or not at all: processes here, and Ray where it is installed.

Ray is no part of the test set (79 MB): `pip install 'assay-workbench[ray]'`, then
`pytest tests/core/workers tests/core/encoding/test_encoding_spread.py`.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from assay.errors import BadInput, WorkersFailed
from assay.interpreter import python
from assay.progress import Cancelled
from assay.workers import Job, Workers, on_ray, open_workers
from assay.workers.pool import NoPlace


def require_ray() -> Any:
    """Ray, imported as `--on ray` imports it: it reads the environment then."""
    os.environ |= on_ray._QUIET | on_ray._LOOPBACK
    return pytest.importorskip("ray")


@pytest.fixture(params=["cpu:2", "ray"])
def workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    if request.param == "ray":
        require_ray()
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with open_workers(request.param, cards=lambda: 0) as opened:
        assert opened is not None
        yield opened


def done(workers: Workers, folder: Path, words: list[str]) -> dict[int, tuple[str, int, str]]:
    found = workers.run(
        Job("worker_job", str(folder)), len(words), lambda place: json.dumps(words[place]).encode()
    )
    return {place: json.loads(answer) for place, answer in found}


def test_every_shard_is_done_once_whoever_dies_and_a_deadly_one_is_named(
    workers: Workers, tmp_path: Path
) -> None:
    """Two workers answer six shards, of which two kill theirs; one that kills all is an error in words."""
    words = ["a", "once b", "c", "once d", "e", "f"]
    found = done(workers, tmp_path, words)
    assert [found[place][0] for place in range(6)] == [word.upper() for word in words]
    assert len({pid for _, pid, _ in found.values()}) >= 2
    assert (tmp_path / "died of once b").exists()
    assert (tmp_path / "died of once d").exists()
    assert [found[0] for found in done(workers, tmp_path, ["again"]).values()] == ["AGAIN"]
    with pytest.raises(WorkersFailed, match=r"lost 3 times.*1 of 2 shards are done"):
        done(workers, tmp_path, ["fine", "deadly"])


class Placeless:
    """A worker whose machine goes after some shards, and no other machine has a place for it."""

    def __init__(self, n_shards: int) -> None:
        self.left = n_shards

    def call(self, job: Job, shard: bytes) -> bytes:
        if not self.left:
            raise NoPlace("no machine has a core for it")
        self.left -= 1
        return b"+" + shard

    def restart(self) -> None:
        pass

    close = restart


def test_without_a_place_for_a_worker_the_others_do_its_shards() -> None:
    """A machine of a cluster that goes takes its cores along; with the last one, it is an error."""
    job = Job("none", "")
    shards = [str(place).encode() for place in range(6)]
    lasts, goes = (
        Workers("ray", lambda n=n: [Placeless(1), Placeless(n)], lambda: None)  # type: ignore[misc]
        for n in (100, 3)
    )
    assert dict(lasts.run(job, 6, shards.__getitem__)) == dict(enumerate(shards))
    with pytest.raises(WorkersFailed, match=r"lost 3 times: no machine has a core for it. 4 of 6 shards"):
        deque(goes.run(job, 6, shards.__getitem__))


def test_what_fails_there_is_said_here_and_a_cancel_waits_for_nobody(tmp_path: Path) -> None:
    with open_workers("cpu:2", cards=lambda: 0) as workers, pytest.MonkeyPatch.context() as patch:
        assert workers is not None
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))
        with pytest.raises(WorkersFailed, match=r"worker on .* failed: There is no model here\."):
            done(workers, tmp_path, ["refused"])

        def cancel() -> None:
            raise Cancelled

        with pytest.raises(Cancelled):
            list(workers.run(Job("worker_job", str(tmp_path)), 1, lambda _: b'"slow"', pulse=cancel))
        assert list(workers.run(Job("worker_job", ""), 0, lambda _: b"")) == []


def test_folders_that_killed_processes_left_go_with_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGKILL leaves no time to tidy up; a process that lives keeps its own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = (
        "import sys, time\nfrom assay.workers import open_workers\n"
        "with open_workers('cpu:1', cards=lambda: 0): print('open', flush=True); time.sleep(60)"
    )
    with ExitStack() as stack:
        killed, alive = (
            stack.enter_context(
                subprocess.Popen(
                    python("-c", code),
                    stdout=subprocess.PIPE,
                    encoding="utf-8",
                    env=os.environ | {"TMPDIR": str(tmp_path)},
                )
            )
            for _ in range(2)
        )
        stack.callback(alive.kill)
        stack.callback(killed.kill)
        for process in (killed, alive):
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
        assert len([*tmp_path.iterdir()]) == 2
        killed.kill()
        killed.wait()
        with open_workers("cpu:1", cards=lambda: 0):
            assert len([*tmp_path.iterdir()]) == 2, "of the one that lives, and ours"
    [left] = tmp_path.iterdir()
    assert f"-{alive.pid}-" in left.name


@pytest.mark.parametrize(
    ("on", "said"),
    [
        ("gpu", "cannot be done on 'gpu'"),
        *((place, "cannot be done") for place in ("cpu:0", "ray://", "ray://:10001", "ray://host", "ray:x")),
        ("cuda", "has no CUDA card"),
    ],
)
def test_a_place_that_is_not_there_is_refused_in_words(on: str, said: str) -> None:
    with pytest.raises(BadInput, match=said), open_workers(on, cards=lambda: 0):
        pass


@pytest.mark.parametrize("takes_connections", [False, True])
@pytest.mark.parametrize("known_by", ["--on", "RAY_ADDRESS"])
def test_where_no_cluster_answers_the_address_is_named_at_once(
    known_by: str, takes_connections: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray alone tries for minutes; its port is bound here, and nobody listens, or is silent."""
    require_ray()
    monkeypatch.setattr(on_ray, "_ANSWERED", 0.3)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        if takes_connections:
            bound.listen()
        address = f"127.0.0.1:{bound.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", address)
        on = f"ray://{address}" if known_by == "--on" else "ray://auto"
        said = f"{on} cannot be used: nothing answers at .*{address}.*Check the address"
        with open_workers(on, cards=lambda: 0) as workers:
            assert workers is not None
            with pytest.raises(WorkersFailed, match=said):
                workers.started()


def test_a_cluster_of_another_version_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also one that cannot be reached; and what Ray started here was heard on this machine alone."""
    ray = require_ray()
    with open_workers("ray", cards=lambda: 0) as here:
        assert here is not None
        here.started()
        address = ray.get_runtime_context().gcs_address
        assert address.startswith("127.0.0.1:")
        listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=False).stdout
        of_ray = [line.split()[3] for line in listening.splitlines() if "raylet" in line or "gcs_" in line]
        assert of_ray
        assert all("127.0.0.1" in place for place in of_ray)
        stranger = {name: value for name, value in os.environ.items() if name != "RAY_AUTH_TOKEN"}
        refused = subprocess.run(
            python("-c", f"import ray; ray.init('{address}'); print(ray.cluster_resources())"),
            capture_output=True, text=True, check=False, env=stranger | {"HOME": str(tmp_path)},
        )  # fmt: skip
        assert refused.returncode != 0, "whoever has no token is let in"
        assert "token" in refused.stderr
        code = (
            "import ray; ray.__version__ = '2.99.0'\n"
            "from assay.workers import open_workers\n"
            "with open_workers('ray://auto', cards=lambda: 0) as workers: workers.started()"
        )
        environment = os.environ | {"RAY_ADDRESS": address}
        said = subprocess.run(
            python("-c", code), capture_output=True, text=True, check=False, env=environment
        ).stderr
    assert "ray://auto cannot be used" in said
    assert "2.99.0" in said
    assert ray.__version__ in said
