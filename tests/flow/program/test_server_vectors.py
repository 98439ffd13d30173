"""A team's library whose server keeps the vectors: one machine encodes, others search."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from assay.location import folder_of
from postgres_server import PostgresServer

Assay = Callable[..., Any]


@pytest.fixture
def url(vector_postgres: PostgresServer) -> Iterator[str]:
    """The address of an empty database with pgvector."""
    address = vector_postgres.new_database(vectors=True)
    yield address
    vector_postgres.drop(address)
    shutil.rmtree(folder_of(address), ignore_errors=True)


@pytest.fixture
def team(assay: Assay, url: str, papers_file: Path) -> Assay:
    """The command line on the server's library, imported and indexed by one machine."""
    on_server = partial(assay, folder=url)
    assert on_server("import", papers_file).status == 0
    assert on_server("index", "--model", "hashing").status == 0
    return on_server


def encode_nothing(report: dict[str, Any]) -> bool:
    return (report["n_encoded"], report["n_cached"]) == (0, 0)


def test_vectors_that_the_server_lost_are_found_by_check_and_made_again_by_index(
    team: Assay, url: str, vector_postgres: PostgresServer
) -> None:
    """Rows that are gone `assay index` sees by itself; vectors that were changed, `check` alone."""
    database = url.rpartition("/")[2]
    vectors = {}
    for harm in ("DELETE FROM {0} WHERE doc_id = (SELECT min(doc_id) FROM {0})", "UPDATE {0} SET v = v + v"):
        [(generation,)] = vector_postgres.sql("SELECT generation FROM vector_index", database=database)
        table = f"vectors_{generation}"
        vectors[harm] = vector_postgres.sql(
            f"SELECT doc_id, v::text FROM {table} ORDER BY 1", database=database
        )
        vector_postgres.sql(harm.format(table), database=database)
        [found] = team("check", "--json").payload["findings"]
        assert (found["kind"], found["mendable"]) == ("index", True)
        if harm.startswith("UPDATE"):
            assert "removed: `assay index` builds it again" in team("check", "--repair").out
        assert encode_nothing(team("index", "--json").payload["semantic"] | {"n_cached": 0})
        assert not team("check", "--json").payload["findings"]
    assert vectors.popitem()[1] == vectors.popitem()[1]


def test_one_machine_encodes_and_another_searches(team: Assay, indexed: Assay, url: str) -> None:
    """A colleague's machine has nothing but the address: it makes the words' index and encodes no paper."""
    shown = team("status").out
    assert "pgvector 0." in shown
    assert url.rpartition("@")[2] in shown
    assert str(folder_of(url)) not in shown
    shutil.rmtree(folder_of(url) / "indexes")
    for mode in ("semantic", "hybrid"):
        found = team("search", "bats and moths", "--mode", mode, "-k", 4, "--json").payload
        assert (found["mode"], len(found["hits"])) == ("semantic", 4)
    assert "keyword index yet" in found["notice"], found
    assert "no keyword index" in str(team("search", "bats", "--mode", "keyword", "--json").payload["error"])
    shutil.rmtree(folder_of(url))
    made = team("index", "--model", "hashing", "--json").payload
    assert encode_nothing(made["semantic"]), made
    assert not list(folder_of(url).rglob("vectors*.npy"))
    for arguments in (
        ("search", "bats and moths", "--mode", "semantic", "-k", 4),
        ("search", "bats and moths", "--mode", "hybrid", "-k", 4),
        ("search", "bats and moths", "--mode", "hybrid", "--year-from", 2001, "-k", 4),
        ("similar", "bees", "-k", 5),
    ):
        there, here = (assay(*arguments, "--json").payload["hits"] for assay in (team, indexed))
        assert [hit["doc_id"] for hit in there] == [hit["doc_id"] for hit in here], arguments
        for one, other in zip(there, here, strict=True):
            assert one["score"] == pytest.approx(other["score"], abs=2e-3)
