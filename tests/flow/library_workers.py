"""Processes that work on one library at the same moment, and what the library holds afterwards.

Each worker opens the library, says so, and begins when it is told to: so they meet, whatever the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.errors import AssayError
from assay.ingest.importing import import_files
from assay.ingest.queries import add_query, import_queries

if TYPE_CHECKING:
    from assay.workspace import Workspace

Operation = list[Any]
"""Its name, then what it is given, all of it JSON: ["edit", "p3", {"venue": "Typed"}]."""


def rows_file(folder: Path, name: str, rows: Sequence[dict[str, Any]]) -> str:
    """A list of papers as JSON Lines; its path."""
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def perform(workspace: Workspace, operation: Operation) -> str:
    """What the operation says: "done", or the beginning of why it was refused."""
    name, *given = operation
    try:
        _OPERATIONS[name](workspace, *given)
    except AssayError as error:
        return f"{type(error).__name__}: {str(error)[:40]}"
    return "done"


def _import(workspace: Workspace, path: str) -> None:
    import_files(workspace.library, [Path(path)])


def _edit(workspace: Workspace, doc_id: str, values: dict[str, str]) -> None:
    from assay.ingest.editing import edit_paper

    edit_paper(workspace.library, doc_id, values)


def _edits(workspace: Workspace, doc_ids: list[str], values: dict[str, str]) -> None:
    for doc_id in doc_ids:
        _edit(workspace, doc_id, values)


def _merge(workspace: Workspace, doc_ids: list[str]) -> None:
    from assay.ingest.duplicates import DuplicateWork

    DuplicateWork(workspace.library).merge([doc_ids], named=True)


_OPERATIONS: dict[str, Any] = {
    "import": _import,
    "edit": _edit,
    "edits": _edits,
    "merge": _merge,
    "remove": lambda workspace, doc_ids: workspace.library.edits.remove(doc_ids),
    "bring back": lambda workspace, doc_ids: workspace.library.edits.bring_back(doc_ids),
    "tag": lambda workspace, name, doc_ids: workspace.library.tags.add(name, doc_ids),
    "rename tag": lambda workspace, name, new: workspace.library.tags.rename(name, new),
    "collect": lambda workspace, path, doc_ids: workspace.library.collections.add(path, doc_ids),
    "query": lambda workspace, text: add_query(workspace.library, text),
    "import queries": lambda workspace, path: import_queries(workspace.library, Path(path)),
}


class Worker:
    """A process of its own that performs one operation after the other on one library."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def _say(self, message: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        heard: str = json.loads(self._process.stdout.readline())
        return heard

    def prepare(self, location: str, operation: Operation) -> None:
        """Returns when the library is open and the worker waits for `begin`."""
        self._say([location, operation])
        assert self._hear() == "ready"

    def begin(self) -> None:
        self._say("go")

    def outcome(self) -> str:
        return self._hear()

    def close(self) -> None:
        self._process.communicate(timeout=60)


@contextmanager
def workers(n: int) -> Iterator[list[Worker]]:
    started = [Worker() for _ in range(n)]
    try:
        yield started
    finally:
        for worker in started:
            worker.close()


def at_once(crew: Sequence[Worker], location: str, operations: Sequence[Operation]) -> list[str]:
    """Performs the operations at the same moment, each in a process of its own; what each says."""
    for worker, operation in zip(crew, operations, strict=True):
        worker.prepare(location, operation)
    for worker in crew:
        worker.begin()
    return [worker.outcome() for worker in crew]


def contents(location: str) -> dict[str, Any]:
    """What a person sees of a library: every paper with its tags and so on, the removed ones, the queries."""
    from assay.library import Library

    with Library.open(location, check=False) as library:
        papers = {paper.doc_id: paper for batch in library.papers.all() for paper in batch}
        ids = sorted(papers)
        known = [f"{name}{n}{more}" for name in "pab" for n in range(10) for more in ("", "-2", "-3", "-4")]
        return {
            "papers": papers,
            "removed": {paper.doc_id: paper for paper in library.edits.removed()},
            "names": library.papers.resolve(known),
            "typed": library.edits.typed(ids),
            "tags": library.tags.of_papers(ids),
            "collections": library.collections.of_papers(ids),
            "queries": {query.query_id: query for query in library.queries.all()},
        }


def _work() -> None:
    from assay.workspace import Workspace

    for line in sys.stdin:
        location, operation = json.loads(line)
        with Workspace.open(location, check=False) as workspace:
            print(json.dumps("ready"), flush=True)
            sys.stdin.readline()
            print(json.dumps(perform(workspace, operation)), flush=True)


if __name__ == "__main__":
    _work()
