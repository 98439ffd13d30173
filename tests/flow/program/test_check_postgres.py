"""`assay check` of a team's library on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

Assay = Callable[..., Any]


@pytest.fixture
def team(assay: Assay, url: str, papers_file: Path, queries_file: Path) -> Assay:
    """The command line on the server's library, in which ada and bob graded two papers each."""
    on_server = partial(assay, folder=url)
    assert on_server("import", papers_file).status == 0
    assert on_server("queries", "import", queries_file).status == 0
    for who in ("ada", "bob"):
        for doc_id in ("bees", "ants"):
            assert on_server("judge", "q1", doc_id, "2", "--assessor", who).status == 0
    return on_server


def write_over(url: str, table: str, statement: str) -> None:
    """Changes rows as the server's administrator can, past the triggers that keep them."""
    with psycopg.connect(url.replace("postgresql+psycopg", "postgresql")) as connection:
        connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        connection.execute(statement)
        connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


EVENT = """
    (SELECT min(e.seq) FROM judgement_event e
     JOIN pair p ON p.pk = e.pair_pk JOIN paper d ON d.pk = p.paper_pk
     JOIN annotator a ON a.pk = e.annotator_pk WHERE d.doc_id = 'bees' AND a.handle = 'bob')
"""


def test_what_is_as_it_was_written_is_said_to_be(team: Assay) -> None:
    answer = team("check", "--json")
    assert answer.status == 0, answer.out
    assert (answer.payload["n_events"], answer.payload["findings"]) == (4, [])


def test_a_changed_grade_is_named_by_query_paper_and_assessor(team: Assay, url: str) -> None:
    write_over(url, "judgement_event", f"UPDATE judgement_event SET grade = 0 WHERE seq = {EVENT}")
    answer = team("check", "--json")
    assert answer.status == 1
    grades = [row for row in answer.payload["findings"] if row["kind"] == "grade"]
    assert [(row["query_id"], row["doc_id"], row["assessor"]) for row in grades] == [("q1", "bees", "bob")]
    assert team("check", "--repair", "--json").status == 1, "a grade comes back from a backup only"


def test_what_can_be_made_again_is_repaired(team: Assay, url: str) -> None:
    write_over(url, "judgement_current", "UPDATE judgement_current SET grade = 0")
    answer = team("check", "--json")
    assert answer.payload["findings"]
    assert all(row["mendable"] for row in answer.payload["findings"])
    assert team("check", "--repair").status == 0
    answer = team("check", "--json")
    assert (answer.status, answer.payload["findings"]) == (0, [])
