"""Workers that are actors of Ray: of a cluster, or of one that is started on this machine and ends with us.

Ray pickles what it sends between its own workers; for us that is bytes, of JSON and .npy, and the name of a
module of Assay's. What is started here listens on this machine alone, under a token of its own, without the
dashboard, and reports nothing to anybody.
"""

from __future__ import annotations

import importlib
import logging
import os
import secrets
import socket
import warnings
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import assay
from assay.errors import BadInput, WorkersFailed
from assay.workers.jobs import Job, answered
from assay.workers.pool import NoPlace, WorkerLost

if TYPE_CHECKING:
    from assay.workers.pool import Worker

HERE, THIS_CLUSTER = "ray", "ray://auto"
_STALLED = 1800.0
"""Seconds without an answer after which a worker counts as lost."""
_PLACED = 60.0
"""Seconds in which an actor has started, if the cluster has a place for it."""
_ANSWERED = 30.0
"""Seconds in which a cluster's machine has answered; Ray itself would try for minutes."""
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0"
"""How a client of HTTP/2 begins, as gRPC's do (RFC 9113, 3.4); a server answers with settings of its own."""
_STORE = 256 * 2**20  # bytes of shared memory for shards under way

_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
_LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""On any system: without it, Ray takes the machine's address in its network where it is given 127.0.0.1."""


class RayWorker:
    """An actor with a core or a card of its own."""

    def __init__(self, ray: Any, *, on_card: bool) -> None:
        self._ray = ray
        self._actor: Any = None
        self._kind = ray.remote(num_cpus=0 if on_card else 1, num_gpus=int(on_card), max_restarts=0)(
            _Answering
        )
        self.restart()

    def call(self, job: Job, shard: bytes) -> bytes:
        ray, actor = self._ray, self._actor
        if actor is None:
            raise WorkerLost("it was closed")
        try:
            if not ray.wait([self._start], timeout=_PLACED)[0]:
                raise NoPlace("no machine of the cluster has a core or a card for it")
            version, answer = ray.get(actor.answer.remote(job.module, job.settings, shard), timeout=_STALLED)
        except (ray.exceptions.RayError, ConnectionError) as error:
            raise WorkerLost(_first_line(error)) from error
        if version != assay.__version__:
            raise WorkersFailed(
                "The workers have Assay {0}, this is {1}. Install the same version on all machines.",
                version,
                assay.__version__,
            )
        return bytes(answer)

    def restart(self) -> None:
        self.close()
        self._actor = self._kind.remote()
        self._start = self._actor.start.remote()

    def close(self) -> None:
        actor, self._actor = self._actor, None
        if actor is not None:
            self._ray.kill(actor)


class _Answering:
    """What runs in the actor's process."""

    def start(self) -> None:
        """Show that the actor has started."""

    def answer(self, module: str, settings: str, shard: bytes) -> tuple[str, bytes]:
        """The version of Assay here, and what `answered` makes of the shard."""
        return assay.__version__, answered(Job(module, settings), shard, "auto")


def start(on: str, *, cores: int) -> list[Worker]:
    """Connect, and start a worker for each card, or for each core where there are none.

    Raises BadInput where Ray is not installed, WorkersFailed where the cluster cannot be reached or has
    another version of Ray or of Python.
    """
    os.environ |= _QUIET | (_LOOPBACK if on == HERE else {})
    if on == HERE:
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    ray = _library()
    for name in ("ray", "ray.client_builder"):  # it sets its own levels, when it is imported and for a client
        logging.getLogger(name).setLevel(logging.ERROR)
    quiet = {"log_to_driver": False, "configure_logging": False, "logging_level": "ERROR"}
    try:
        warnings.filterwarnings("ignore", module="ray")  # what fails is said by us
        if on == HERE:
            ray.init(
                "local",
                num_cpus=cores,
                include_dashboard=False,
                _node_ip_address="127.0.0.1",
                object_store_memory=_STORE,
                **quiet,
            )
        else:
            _knock(on)
            ray.init("auto" if on == THIS_CLUSTER else on, **({} if on != THIS_CLUSTER else quiet))
    except (RuntimeError, OSError, ValueError, ImportError, AttributeError, ray.exceptions.RayError) as error:
        raise WorkersFailed(
            "{0} cannot be used: {1}. Check the address first. Ray here is {2}; the cluster needs the same "
            "version, and the same Python.",
            on,
            " ".join(str(error).split()) or type(error).__name__,
            ray.__version__,
        ) from error
    there = ray.cluster_resources()
    cards = int(there.get("GPU", 0))
    return [RayWorker(ray, on_card=cards > 0) for _ in range(cards or int(there.get("CPU", 1)))]


def _knock(on: str) -> None:
    """Raise WorkersFailed where nothing answers, ConnectionError where no address is known."""
    address = on
    if on == THIS_CLUSTER:  # RAY_ADDRESS, or what the latest `ray start` here has noted
        address = importlib.import_module("ray._private.services").get_ray_address_from_environment(
            "auto", None
        )
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=_ANSWERED) as line:
            line.sendall(_HELLO)
            line.recv(1)
    except OSError as error:
        raise WorkersFailed(
            "{0} cannot be used: nothing answers at {1} ({2}). Check the address, and whether Ray runs there "
            "and its port is open.",
            on,
            address,
            _first_line(error),
            advice="ray://auto takes the address of RAY_ADDRESS, or else of the last `ray start` here; `ray "
            "stop` forgets that one.",
        ) from error


def close() -> None:
    """Leave the cluster; one that was started here ends."""
    _library().shutdown()


def _library() -> Any:
    """Return Ray, which reads the environment where it is imported first. Raises BadInput."""
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        advice = "pip install 'assay-workbench[ray]' brings it."
        raise BadInput("Ray is not installed.", advice=advice) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
