"""What every test may ask for. The heavy pieces are made once a session."""

from __future__ import annotations

import functools
import gc
import importlib.abc
import os
import shutil
import sqlite3
import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import sqlalchemy as sa
from filelock import FileLock

from forking import Forking

pytest_plugins = ("postgres_server",)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")  # they would count as lines of what commands say
# As many tests run at once as there are cores: threads of one's small products would wait for the others'.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Nearly every test makes a library, which waits for the disk at each commit: a third of the time, on a disk.
MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4e9:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


class _NoQt(importlib.abc.MetaPathFinder):
    """Refuses the window toolkit, as a machine without it would."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph", "assay_desktop"}:
            raise ModuleNotFoundError(f"{name} is blocked: the core must work without it", name=name)
        return None


if os.environ.get("ASSAY_BLOCK_QT"):
    sys.meta_path.insert(0, _NoQt())


class _Statements(sa.util.LRUCache[Any, Any]):
    """What each kind of database makes of a statement, whichever library it is for.

    An engine keeps that for itself, and every library has an engine: with thousands of them, most of the
    databases' time went into making the same texts again.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(self._shared(key), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(self._shared(key), value)

    @staticmethod
    def _shared(key: Any) -> Any:
        dialect, *rest = key
        return (type(dialect), *rest)


sa.create_engine = functools.partial(
    sa.create_engine, execution_options={"compiled_cache": _Statements(4_000)}
)


gc.disable()  # until all modules are loaded


def pytest_collection_finish() -> None:
    """Leave what lives to the end to no garbage collection, which took a quarter of the time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)  # what tests import later, torch for one, is looked through less often


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The real collections beside the checkout; tests that need them are skipped loudly without them."""
    folder = Path(os.environ.get("ASSAY_SHARED_DATA", SHARED_DATA))
    if not folder.is_dir():
        pytest.skip(f"REAL DATA ABSENT: {folder} does not exist; the small sibling of this test still runs")
    return folder


@pytest.fixture(scope="session")
def _of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all processes that run tests now."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def forking(_own_folders: None, _of_all: Path) -> Iterator[Forking]:
    """Where starts of `assay` come from that are not what a test is about."""
    made = Forking(_of_all)
    yield made
    made.close()


Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def once(_of_all: Path) -> Once:
    """Makes a folder that no test changes, by the first of the processes that run tests, for all of them."""

    def made(name: str, make: Callable[[Path], object]) -> Path:
        with FileLock(_of_all / f"{name}.lock"):
            if not (done := _of_all / f"{name}.made").exists():
                make(_of_all / name)  # in its place, since libraries keep where their files lie
                done.touch()
        return _of_all / name

    return made


Copied = Callable[[str, Callable[[Path], object], Path], Path]


@pytest.fixture(scope="session")
def copied(once: Once) -> Copied:
    """Puts a library that is made once into a folder, as if it had been made there just now."""
    from assay.location import trust

    def put(name: str, make: Callable[[Path], object], folder: Path) -> Path:
        shutil.copytree(once(name, make), folder, copy_function=shutil.copy)  # with times of now
        trust(folder)
        return folder

    return put


@pytest.fixture(scope="session")
def sample(once: Once) -> Path:
    """The sample library with its vectors, to be copied."""
    from assay.notebook.library import open_library

    return once("sample", lambda folder: open_library(folder, sample=True).close())


@pytest.fixture(autouse=True, scope="session")
def _tables_made_once(_own_folders: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The thousands of new libraries have the tables of one that was made as always, in 4 ms less each."""
    from assay.library import database

    folder = tmp_path_factory.mktemp("empty")
    database.Library.open(folder).close()
    tables = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(sqlite3.connect(folder / "library.sqlite")) as made:
        made.backup(tables)
    whole = database.migrate

    def migrate(new: Any, *, before: Callable[[], object]) -> None:
        if database.recognise(new) is not None:
            whole(new, before=before)
            return
        with closing(new._engine.raw_connection()) as connection:
            tables.backup(connection.driver_connection)
            own = [str(uuid.uuid4())]
            connection.driver_connection.execute("UPDATE campaign SET campaign_uuid = ?", own)

    with closing(tables), pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", migrate)
        yield


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the user's own library, cache or log."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for variable in (
            "XDG_DATA_HOME",
            "XDG_CACHE_HOME",
            "XDG_STATE_HOME",
            "XDG_CONFIG_HOME",
            "LOCALAPPDATA",
        ):
            patch.setenv(variable, str(home / variable.lower()))
        patch.delenv("ASSAY_LIBRARY", raising=False)
        yield
