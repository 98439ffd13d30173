"""Two imports, or an import and a person, at the same moment. Nothing that either wrote is lost."""

from __future__ import annotations

import itertools
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from library_workers import Operation, Worker, at_once, contents, perform, rows_file, workers

from assay.library import Library
from assay.workspace import Workspace

if TYPE_CHECKING:
    import subprocess

    from postgres_server import PostgresServer

N = 500
FEW, MANY = 5, 400
"""Rounds of the stateful test in every run, and under `make soak`."""


@pytest.fixture(scope="module")
def crew() -> Iterator[list[Worker]]:
    with workers(3) as started:
        yield started


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a new library may be made: in a folder, and on a server."""
    if request.param == "sqlite":
        yield str(tmp_path / "library")
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.new_database()
    yield url
    server.drop(url)


def row(n: int, doc_id: str, **more: object) -> dict[str, object]:
    return {"id": doc_id, "title": f"Paper {n} on the {n * 7919 % 10_007}th question of retrieval", **more}


def import_rows(location: str, folder: Path, rows: list[dict[str, object]]) -> None:
    with Workspace.open(location) as workspace:
        perform(workspace, ["import", rows_file(folder, "before.jsonl", rows)])


def test_two_imports_that_fill_different_fields_keep_both(
    crew: list[Worker], location: str, tmp_path: Path
) -> None:
    import_rows(location, tmp_path, [row(n, f"p{n}") for n in range(N)])
    venues = rows_file(tmp_path, "venues.jsonl", [row(n, f"p{n}", venue="SIGIR") for n in range(N)])
    years = rows_file(tmp_path, "years.jsonl", [row(n, f"p{n}", year=1999) for n in range(N)])

    assert at_once(crew[:2], location, [["import", venues], ["import", years]]) == ["done", "done"]

    papers = contents(location)["papers"].values()
    assert [(paper.venue, paper.year) for paper in papers] == [("SIGIR", 1999)] * N


def test_what_a_person_types_during_an_import_survives(
    crew: list[Worker], location: str, tmp_path: Path
) -> None:
    import_rows(location, tmp_path, [row(n, f"p{n}") for n in range(N)])
    venues = rows_file(tmp_path, "venues.jsonl", [row(n, f"p{n}", venue="SIGIR") for n in range(N)])
    typed = [f"p{n}" for n in range(0, N, 30)]

    edits = [["edits", half, {"venue": "As typed"}] for half in (typed[::2], typed[1::2])]
    assert at_once(crew, location, [["import", venues], *edits]) == ["done"] * 3

    found = contents(location)
    assert {doc_id for doc_id, paper in found["papers"].items() if paper.venue == "As typed"} == set(typed)
    assert {paper.venue for doc_id, paper in found["papers"].items() if doc_id not in typed} == {"SIGIR"}
    assert set(found["typed"]) == set(typed)


def test_the_same_dois_under_two_ids_are_the_same_papers(
    crew: list[Worker], location: str, tmp_path: Path
) -> None:
    lists = [
        rows_file(tmp_path, f"{name}.jsonl", [row(n, f"{name}{n}", doi=f"10.1000/{n}") for n in range(N)])
        for name in "ab"
    ]
    Library.open(location).close()

    assert at_once(crew[:2], location, [["import", path] for path in lists]) == ["done", "done"]

    with Library.open(location, check=False) as library:
        assert library.papers.count() == N
        pairs = [(f"a{n}", f"b{n}") for n in range(N)]
        named = library.papers.resolve([doc_id for pair in pairs for doc_id in pair])
    assert all(named[one] == named[two] for one, two in pairs)


def test_three_imports_of_one_list_all_succeed(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    path = rows_file(tmp_path, "list.jsonl", [row(n, f"p{n}") for n in range(N)])
    started = [start(tmp_path / "library", "import", path, "--json") for _ in range(3)]
    answers = [process.communicate(timeout=300) for process in started]

    assert [(process.returncode, errors) for process, (_, errors) in zip(started, answers, strict=True)] == [
        (0, "")
    ] * 3
    counted = [json.loads(out) for out, _ in answers]
    assert sum(one["new"] for one in counted) == N
    assert sum(one["unchanged"] for one in counted) == 2 * N
    with Library.open(tmp_path / "library") as library:
        assert library.papers.count() == N


# -- the stateful test ------------------------------------------------------------------------------------

PAPERS = 8  # that the operations are about; the others make an import take its time
OTHERS = 150
TEXTS = ("bees that decide", "moths that hear")


def operation(rng: random.Random, folder: Path, number: int) -> Operation:
    """Something that a person, a script or a watched folder may do to the library."""
    some = [f"p{n}" for n in sorted(rng.sample(range(PAPERS), 2))]
    name = rng.choice(
        ["import", "import", "import", "edit", "edit", "merge", "remove", "tag", "collect", "query"]
    )
    if name == "import":
        field = rng.choice(
            [{"venue": f"Venue {number}"}, {"year": 1990 + number}, {"pmid": f"{77 + number}"}]
        )
        who = rng.choice("pab")
        rows = [row(n, f"{who}{n}", doi=f"10.1000/{n}", **field) for n in range(PAPERS + OTHERS)]
        rows += [{"id": f"a{n}", "title": f"Another matter, told in {number + 3} tales"} for n in range(3)]
        return ["import", rows_file(folder, f"list{number}.jsonl", rows)]
    if name == "edit":
        return ["edit", some[0], rng.choice([{"venue": "As typed"}, {"year": "1950", "title": "Mine now"}])]
    if name == "merge":
        return ["merge", some]
    if name == "remove":
        return [rng.choice(["remove", "bring back"]), some]
    if name == "query":
        texts = [{"_id": "q1", "text": TEXTS[0]}]
        queries = rows_file(folder, f"queries{number}.jsonl", texts)
        return rng.choice([["query", rng.choice(TEXTS)], ["import queries", queries]])
    return [name, rng.choice(["one", "two"]), some]


def in_some_order(base: Path, folder: Path, operations: list[Operation]) -> list[dict[str, Any]]:
    """What the library holds, and each operation says, after each order of performing them one by one."""
    found = []
    for order in itertools.permutations(range(len(operations))):
        place = folder / "-".join(map(str, order))
        shutil.copytree(base, place)
        said = {}
        with Workspace.open(place, check=False) as workspace:
            for number in order:
                said[number] = perform(workspace, operations[number])
        found.append(contents(str(place)) | {"said": [said[number] for number in range(len(operations))]})
    return found


def one_round(crew: list[Worker], base: Path, folder: Path, rng: random.Random, location: str = "") -> None:
    folder.mkdir()
    operations = [operation(rng, folder, number) for number in range(len(crew))]
    if not location:
        location = str(folder / "library")
        shutil.copytree(base, location)
    said = at_once(crew, location, operations)
    result = contents(location) | {"said": said}
    assert result in in_some_order(base, folder, operations), operations


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library before the operations: some papers, of which one was edited and one removed."""
    folder = tmp_path_factory.mktemp("before")
    with Workspace.open(folder / "library") as workspace:
        prepare(workspace, folder)
    return folder / "library"


def prepare(workspace: Workspace, folder: Path) -> None:
    rows = [row(n, f"p{n}", doi=f"10.1000/{n}") for n in range(PAPERS)]
    perform(workspace, ["import", rows_file(folder, "before.jsonl", rows)])
    perform(workspace, ["edit", "p1", {"venue": "Typed before"}])
    perform(workspace, ["remove", ["p2"]])


def rounds(crew: list[Worker], base: Path, tmp_path: Path, *, n: int, seed: int) -> None:
    rng = random.Random(seed)
    for number in range(n):
        folder = tmp_path / str(number)
        one_round(crew, base, folder, rng)
        shutil.rmtree(folder)


def test_operations_at_once_do_what_they_do_in_some_order(
    crew: list[Worker], base: Path, tmp_path: Path
) -> None:
    rounds(crew, base, tmp_path, n=FEW, seed=8)


@pytest.mark.soak
def test_many_operations_at_once_do_what_they_do_in_some_order(
    crew: list[Worker], base: Path, tmp_path: Path
) -> None:
    rounds(crew, base, tmp_path, n=MANY, seed=9)


@pytest.mark.parametrize("seed", [1, *(pytest.param(each, marks=pytest.mark.soak) for each in (2, 3))])
def test_operations_at_once_on_a_server_do_what_they_do_in_some_order(
    crew: list[Worker], base: Path, tmp_path: Path, postgres: PostgresServer, seed: int
) -> None:
    url = postgres.new_database()
    with Workspace.open(url) as workspace:
        prepare(workspace, tmp_path)
    one_round(crew, base, tmp_path / "round", random.Random(seed), url)
    postgres.drop(url)
