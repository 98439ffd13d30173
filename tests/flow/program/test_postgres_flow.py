"""A team's library on a PostgreSQL server: every command, the engine, two people at once, bundles."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from assay.location import VARIABLE, folder_of
from forking import Forking
from postgres_server import PASSWORD, PostgresServer

Assay = Callable[..., Any]
SECRETS = (PASSWORD, quote(PASSWORD, safe=""))


@pytest.fixture
def team(assay: Assay, url: str, papers_file: Path, queries_file: Path) -> Assay:
    """The command line on the server's library, with the small papers imported and indexed."""
    on_server = partial(assay, folder=url)
    assert on_server("import", papers_file).status == 0
    assert on_server("index", "--model", "hashing").status == 0
    assert on_server("queries", "import", queries_file).status == 0
    return on_server


def child(forking: Forking, url: str, *arguments: str) -> subprocess.Popen[str]:
    """`assay` as a process of its own that learns the address as the window's children do."""
    return subprocess.Popen(
        forking.command(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, VARIABLE: url, "PYTHONUTF8": "1"},
    )


def test_a_library_on_a_server_goes_round_the_whole_loop(team: Assay, tmp_path: Path, url: str) -> None:
    assert len(team("queries", "list", "--json").payload["queries"]) == 2
    for mode in ("keyword", "semantic", "hybrid"):
        hits = team("search", "bats and moths", "--mode", mode, "-k", 4, "--json").payload["hits"]
        assert {hit["doc_id"] for hit in hits[:2]} == {"bats", "moths"}
        made = team("run", "--mode", mode, "--tag", mode, "--json")
        assert made.status == 0, made
    assert team("similar", "bees", "--json").payload["hits"]
    assert team("pool", "--depth", 3, "--json").payload["new"] > 0
    for query_id, doc_id, grade in (("q1", "bees", 2), ("q1", "swarm", 1), ("q2", "owls", 0)):
        assert team("judge", query_id, doc_id, grade, "--assessor", "ada").status == 0
    team("judge", "q1", "swarm", 0, "--assessor", "ada")
    assert team("undo", "--assessor", "ada", "--json").payload["relevance"] == 1
    out = tmp_path / "out.qrels"
    assert team("qrels", "export", out, "--json").payload["rows"] == 3
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == [
        "q1 0 bees 2",
        "q1 0 swarm 1",
        "q2 0 owls 0",
    ]
    assert team("qrels", "import", out, "--assessor", "bob", "--json").payload == {"new": 3}
    assert team("compare", "keyword", "semantic", "--qrels", out, "--json").status == 0
    rows = {row["id"]: row for row in team("models", "--json").payload["models"]}
    assert rows["hashing"] == {"id": "hashing", "kind": "encoder", "active": True, "indexed": 8}
    assert (folder_of(url) / "assay.toml").exists()


NAME = "Bees"
CARDS = {".json", ".md"}  # of a release: they say when it was made


def lead_a_campaign(assay: Assay, tmp_path: Path) -> dict[str, str]:
    """Leads a campaign of three assessors to a release; returns format -> all rows of that export."""
    people = [option for name in ("ada", "bob", "eve") for option in ("--assessor", name)]
    for arguments in (
        ("create", NAME, "--query", "bees deciding on a nest", "--sample", 1, "--raters", 2, *people),
        ("run", NAME, "words", "--mode", "keyword"),
        ("run", NAME, "meaning", "--mode", "semantic"),
        ("pool", NAME, "--depth", 3),
        ("assign", NAME),
        ("open", NAME),
    ):
        answer = assay("campaign", *arguments)
        assert answer.status == 0, answer
    for who in ("ada", "bob", "eve"):
        pairs = assay("campaign", "queue", NAME, "--assessor", who, "--json").payload["pairs"]
        for pair in pairs:
            grade = 2 if "bees" in pair["doc_id"] else len(who + pair["doc_id"]) % 2
            where = (pair["query_id"], pair["doc_id"])
            assert assay("campaign", "grade", NAME, *where, grade, "--assessor", who).status == 0
    assert assay("campaign", "adjudicate", NAME, "--start", "--json").status == 0
    for case in assay("campaign", "adjudicate", NAME, "--json").payload["disagreements"]:
        assay("campaign", "adjudicate", NAME, case["query_id"], case["doc_id"], 1, "--by", "lead")
    assert assay("campaign", "agreement", NAME, "--json").status == 0
    released = assay("campaign", "release", NAME, "--json")
    assert released.status == 0, released
    exports = {}
    for form in ("trec", "beir", "csv"):
        out = tmp_path / f"{form}-{len(list(tmp_path.iterdir()))}"
        answer = assay("campaign", "export", NAME, out, "--format", form, "--release", 1, "--json")
        assert answer.status == 0, answer
        files = [out] if out.is_file() else sorted(path for path in out.rglob("*") if path.is_file())
        exports[form] = "".join(
            path.read_text(encoding="utf-8") for path in files if path.suffix not in CARDS
        )
    return exports


def test_a_campaign_on_a_server_and_one_in_a_file_come_to_the_same_release(
    team: Assay, indexed: Assay, tmp_path: Path
) -> None:
    on_server, in_file = lead_a_campaign(team, tmp_path), lead_a_campaign(indexed, tmp_path)
    assert on_server == in_file
    assert on_server["trec"]


def test_a_bundle_travels_from_a_server_to_a_file_and_back(
    team: Assay, assay: Assay, url: str, tmp_path: Path
) -> None:
    lead_a_campaign(team, tmp_path)
    bundle = tmp_path / "bees.jsonl"
    assert team("campaign", "export", NAME, bundle, "--format", "bundle").status == 0
    merged = assay("campaign", "merge", bundle, "--create", "--json", folder=tmp_path / "own")
    assert merged.status == 0, merged
    back = tmp_path / "back.jsonl"
    assay("campaign", "export", NAME, back, "--format", "bundle", folder=tmp_path / "own")
    assert [row for row in records(back) if row["kind"] == "event"] == [
        row for row in records(bundle) if row["kind"] == "event"
    ]
    again = team("campaign", "merge", back, "--json")
    assert again.status == 0, again
    assert again.payload["events_new"] == 0


def records(bundle: Path) -> list[dict[str, Any]]:
    _, *rows = map(json.loads, bundle.read_text(encoding="utf-8").splitlines())
    return rows


@pytest.mark.parametrize("json_wanted", [False, True], ids=["text", "json"])
def test_what_a_server_refuses_is_said_in_one_line_without_the_password(
    assay: Assay, postgres: PostgresServer, url: str, json_wanted: bool
) -> None:
    cases = {
        "an empty database": (url, "search", "bees"),
        "a wrong password": (postgres.url("postgres", password="wr0ng"), "queries", "list"),
        "no such database": (postgres.url("nowhere"), "import", "x.bib"),
        "no server": (url.replace(f":{postgres.port}/", ":9/"), "queries", "list"),
        "another kind of server": (url.replace("postgresql+psycopg", "mysql"), "queries", "list"),
        "an address without a database": (url.rpartition("/")[0], "queries", "list"),
        "an address with a bare hash": (url.replace("s3cret", "s3c#ret"), "queries", "list"),
        "no address": ("  ", "queries", "list"),
        "a backup": (url, "backup"),
        "a restore": (url, "restore", "backup.sqlite"),
    }
    for name, (address, *arguments) in cases.items():
        if name == "a backup":
            assay("queries", "list", folder=url)  # nothing is made by looking
        answer = assay(*arguments, *(["--json"] if json_wanted else []), folder=address)
        assert answer.status == 2, f"{name}: {answer}"
        said, other = (answer.out, answer.err) if json_wanted else (answer.err, answer.out)
        assert (len(said.splitlines()), other) == (1, ""), f"{name}: {answer}"
        assert not any(secret in answer.out + answer.err for secret in (*SECRETS, "wr0ng", "s3c#ret")), name
        if json_wanted:
            assert len(json.loads(answer.out)["error"]["message"]) > 10, name


def test_a_child_is_told_the_address_where_no_one_else_can_read_it(
    team: Assay, url: str, forking: Forking
) -> None:
    process = child(forking, url, "engine")
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert (first["event"], first["total"]) == ("state", 8)
    arguments = Path(f"/proc/{process.pid}/cmdline")
    if arguments.exists():
        assert not any(secret in arguments.read_text() for secret in SECRETS)
    said, _ = process.communicate('{"id": 1, "op": "search", "request": {"text": "bats"}}\n{"op": "quit"}\n')
    (answer,) = [row for row in map(json.loads, said.splitlines()) if row.get("id") == 1]
    assert {hit["doc_id"] for hit in answer["ok"]["hits"]} >= {"bats", "moths"}


def test_two_people_grade_on_one_server_at_once(
    team: Assay, url: str, tmp_path: Path, forking: Forking
) -> None:
    for process in [
        child(forking, url, "judge", "q1", "bees", "2", "--assessor", who) for who in ("ada", "bob")
    ]:
        _, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
    out = tmp_path / "out.qrels"
    for who in ("ada", "bob"):
        assert team("qrels", "export", out, "--assessor", who, "--force").status == 0
        assert out.read_text(encoding="utf-8").splitlines() == ["q1 0 bees 2"]


def test_the_log_never_holds_the_password(team: Assay, url: str, tmp_path: Path, forking: Forking) -> None:
    environment = {**os.environ, VARIABLE: url, "XDG_STATE_HOME": str(tmp_path / "state")}
    subprocess.run(forking.command("queries", "list"), env=environment, check=True, capture_output=True)
    logs = list((tmp_path / "state").rglob("*.log"))
    assert logs
    text = "".join(path.read_text(encoding="utf-8") for path in logs)
    assert "opened postgresql" in text
    assert not any(secret in text for secret in SECRETS)
