"""The Model Context Protocol over a library: the SDK's own client, against the command as a process."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from small_papers import PAPERS

from assay.codec import from_json
from assay.errors import LibraryError
from assay.library import Judgements, Library
from assay.searching.types import SearchResults
from assay.serving.types import CollectionList, JudgementList, PaperPassages, PaperRecord
from assay.types import Judgement, Query
from assay.workspace import Workspace
from forking import Forking
from pdf_papers import conference
from pdf_writing import block, pdf

anyio = pytest.importorskip("anyio")
mcp = pytest.importorskip("mcp", reason="the extra `serve` is not installed")

Talk = Callable[[Any], Awaitable[object]]
Served = Callable[..., None]
READS = {"search", "similar", "paper", "passages", "collections", "judgements"}


@pytest.fixture
def library(indexed: Any, tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def served(forking: Forking) -> Served:
    return partial(serve, forking)


def serve(forking: Forking, library: Path, talk: Talk, *options: str) -> None:
    """Run what the client has to say to a server of the library."""
    from mcp.client.stdio import StdioServerParameters, stdio_client

    program, *words = forking.command("--library", str(library), "serve", "mcp", *options)
    given = StdioServerParameters(command=program, args=words, env=dict(os.environ))

    async def run() -> None:
        # A line that is not the protocol's would reach the client as an exception.
        with library.with_name("errors").open("w+") as errors:
            async with mcp.Client(stdio_client(given, errlog=errors), raise_exceptions=True) as client:
                await talk(client)

    anyio.run(run)


async def answer(client: Any, tool: str, kind: type[Any], **arguments: object) -> Any:
    """Call a tool; both forms of its answer are the same, and decode as the class of the core."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    [text] = result.content
    assert json.loads(text.text) == result.structured_content
    return from_json(result.structured_content, kind)


async def refused(client: Any, tool: str, **arguments: object) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    said = "".join(each.text for each in result.content)
    assert "Traceback" not in said
    return said


def contents(library: Path) -> dict[str, str]:
    """Path -> checksum of every file, the journal of SQLite aside."""
    files = (
        path for path in library.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    )
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_an_assistant_finds_papers_as_the_command_line_does(
    indexed: Any, library: Path, served: Served
) -> None:
    by_text = indexed("search", "bats and moths", "-k", 3, "--json").payload["hits"]
    by_paper = indexed("similar", "bees", "-k", 3, "--json").payload["hits"]

    async def talk(client: Any) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == READS
        assert all(tool.annotations.read_only_hint for tool in tools.values())
        assert {"hits", "mode"} <= set(tools["search"].output_schema["properties"])
        assert tools["search"].input_schema["properties"]["k"]["maximum"] == 100
        found = await answer(client, "search", SearchResults, query="bats and moths", k=3)
        assert [(hit.doc_id, hit.rank) for hit in found.hits] == [
            (row["doc_id"], row["rank"]) for row in by_text
        ]
        assert [hit.score for hit in found.hits] == pytest.approx([row["score"] for row in by_text])
        assert (found.indexed, found.total, found.mode) == (8, 8, "hybrid")
        near = await answer(client, "similar", SearchResults, doc_ids=["bees"], k=3)
        assert [hit.doc_id for hit in near.hits] == [row["doc_id"] for row in by_paper]
        only = await answer(client, "search", SearchResults, query='"tiger moths" yeer:2000')
        assert [hit.doc_id for hit in only.hits] == ["moths"]
        assert only.filter_words == ("“tiger moths”",)
        assert "year:" in only.faults[0]

    served(library, talk)


def test_a_paper_comes_whole_and_its_file_by_pages(assay: Any, tmp_path: Path, served: Served) -> None:
    fog = "The weather station on the northern slope recorded zymurgical fog in April."
    tmp_path.joinpath("moss.pdf").write_bytes(pdf(conference(), block(fog, 70, 100)))
    for words in (("import", tmp_path / "moss.pdf"), ("index", "--model", "hashing")):
        assert assay(*words).status == 0
    [row] = assay("list", "--json").payload["papers"]
    doc_id = row["doc_id"]
    assay("collection", "make", "Slopes")
    assay("collection", "add", "Slopes", doc_id)
    assay("tag", "add", "moss", doc_id)
    shown = assay("show", doc_id, "--json").payload

    async def talk(client: Any) -> None:
        record = await answer(client, "paper", PaperRecord, doc_id=doc_id)
        for field in fields(record.paper):
            if field.name != "item":
                value = getattr(record.paper, field.name)
                assert (list(value) if isinstance(value, tuple) else value) == shown[field.name], field.name
        assert (record.tags, record.collections) == (("moss",), ("Slopes",))
        assert list(record.files) == shown["files"]
        assert record.fields["title"] == shown["title"]
        whole = await answer(client, "passages", PaperPassages, doc_id=doc_id, k=50)
        assert {one.page for one in whole.passages} == {1, 2}
        second = await answer(client, "passages", PaperPassages, doc_id=doc_id, page=2)
        assert [one.text for one in second.passages] == [fog]
        rest = await answer(client, "passages", PaperPassages, doc_id=doc_id, first=1, k=1)
        assert rest.passages == whole.passages[1:2]
        assert rest.total == whole.total == len(whole.passages)
        inside = await answer(client, "search", SearchResults, query="zymurgical", full_text=True)
        assert [(hit.doc_id, hit.page) for hit in inside.hits] == [(doc_id, 2)]
        [collection] = (await answer(client, "collections", CollectionList)).collections
        assert (collection.path, collection.n_papers) == ("Slopes", 1)

    served(tmp_path / "library", talk)


def test_nothing_is_written_unless_an_assessor_is_named(indexed: Any, library: Path, served: Served) -> None:
    indexed("judge", "q1", "bees", 2, "--assessor", "ada")
    before = contents(library)

    async def reads(client: Any) -> None:
        listed = await answer(client, "judgements", JudgementList)
        assert [query.query_id for query in listed.queries] == ["q1", "q2"]
        assert [(one.doc_id, one.assessor, one.relevance) for one in listed.judgements] == [
            ("bees", "ada", 2)
        ]
        assert listed.total == 1
        none = await answer(client, "judgements", JudgementList, query_id="q2")
        assert (none.queries, none.judgements) == ((Query("q2", "bats and moths"),), ())
        for tool in READS:
            arguments = {"query": "bees", "doc_ids": ["bees"], "doc_id": "bees"}
            await client.call_tool(tool, arguments)
        said = await refused(client, "grade", query_id="q1", doc_id="ants", grade=1)
        assert "grade" in said

    served(library, reads)
    assert contents(library) == before


def test_a_grade_is_kept_under_the_assessors_name_and_undone_by_the_command(
    indexed: Any, library: Path, served: Served
) -> None:
    async def grades(client: Any) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == READS | {"grade"}
        kept = await answer(
            client, "grade", Judgement, query_id="q1", doc_id="bees", grade=2, note="on the dance"
        )
        assert (kept.assessor, kept.relevance, kept.note) == ("claudia", 2, "on the dance")
        with Library.open(library, create=False) as other:  # while the server runs: it is on the disk
            assert other.judgements.get("q1", "bees", assessor="claudia") == kept
        assert "q9" in await refused(client, "grade", query_id="q9", doc_id="bees", grade=1)
        assert "nobody" in await refused(client, "grade", query_id="q1", doc_id="nobody", grade=1)
        for grade in (3, -1, 1.5, "very"):
            await refused(client, "grade", query_id="q1", doc_id="ants", grade=grade)

    served(library, grades, "--allow-judging", "claudia")
    assert indexed("undo", "--assessor", "claudia").status == 0  # the note
    assert indexed("undo", "--assessor", "claudia").status == 0
    with Library.open(library) as opened:
        assert opened.judgements.current() == []


def test_a_grade_whose_note_cannot_be_kept_is_not_kept_either(
    indexed: Any, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.serving.assistant import LibraryTools

    def full(*_: object, **__: object) -> Judgement:
        raise LibraryError("The disk is full.")

    monkeypatch.setattr(Judgements, "set_note", full)
    with Workspace.open(library) as ws:
        with pytest.raises(LibraryError):
            LibraryTools(ws, assessor="claudia").grade("q1", "bees", 2, note="on the dance")
        assert ws.library.judgements.current() == []


def test_papers_that_another_process_imports_are_found_at_the_next_call(
    indexed: Any, library: Path, tmp_path: Path, served: Served, forking: Forking
) -> None:
    new = {"_id": "newts", "title": "Newts regrow limbs", "text": "Axolotls and newts regrow limbs and eyes."}
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps(new) + "\n", "utf-8")

    async def talk(client: Any) -> None:
        assert (await answer(client, "search", SearchResults, query="newts")).total == 8
        for words in (("import", str(more)), ("index",)):
            done = await anyio.run_process(forking.command("--library", str(library), *words))
            assert done.returncode == 0
        found = await answer(client, "search", SearchResults, query="newts regrow limbs")
        assert (found.hits[0].doc_id, found.indexed, found.total) == ("newts", 9, 9)

    served(library, talk)


def test_hostile_calls_are_refused_in_words_and_the_server_goes_on(library: Path, served: Served) -> None:
    huge = "moth " * 210_000

    async def talk(client: Any) -> None:
        for tool, arguments in (
            ("search", {"query": ""}), ("search", {"query": " \n\t"}), ("search", {"query": huge}),
            ("search", {"query": "bees", "k": 0}), ("search", {"query": "bees", "k": 10**30}),
            ("search", {"query": "bees", "mode": "magic"}), ("search", {}), ("search", {"query": ["bees"]}),
            ("similar", {"doc_ids": []}), ("similar", {"doc_ids": ["nobody"]}),
            ("similar", {"doc_ids": ["bees"] * 21}), ("paper", {"doc_id": "nobody"}),
            ("paper", {"doc_id": huge}), ("paper", {"doc_id": "'; DROP TABLE paper; --"}),
            ("passages", {"doc_id": "nobody"}), ("passages", {"doc_id": "bees", "first": -1}),
            ("judgements", {"query_id": "nothing"}), ("judgements", {"doc_id": "nobody"}),
            ("nothing", {}),
        ):  # fmt: skip
            said = await refused(client, tool, **arguments)
            assert 10 < len(said) < 1000, said
        for query in ("\x00", "-", '"', "year:", "(((", "\u202e\u0000\ud7ff", "a" * 10_000, "author:" * 900):
            result = await client.call_tool("search", {"query": query})
            assert result.content
        assert len((await answer(client, "search", SearchResults, query="bees", k=100)).hits) <= len(PAPERS)

    served(library, talk)


@pytest.mark.parametrize("stop", ["end of input", "Ctrl+C"])
def test_the_server_stops_when_its_input_ends_and_at_ctrl_c(
    library: Path, start: Callable[..., subprocess.Popen[str]], stop: str
) -> None:
    process = start(library, "serve", "mcp")
    assert process.stdin is not None
    assert process.stdout is not None
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    process.stdin.write("no JSON\n\n" + json.dumps(hello) + "\n")
    process.stdin.flush()
    lines = [json.loads(process.stdout.readline())]
    while lines[-1].get("id") != 1:
        lines.append(json.loads(process.stdout.readline()))
    assert lines[-1]["result"]["serverInfo"]["name"] == "assay"
    if stop == "Ctrl+C":
        process.send_signal(signal.SIGINT)
        process.wait(20)
    out, errors = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in errors


def test_without_a_library_or_the_extra_the_command_says_so(
    assay: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = assay("serve", "mcp")
    assert (absent.status, absent.out) == (2, "")
    assert "no library" in absent.err
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "assay.serving.assistant")
    missing = assay("serve", "mcp")
    assert missing.status == 2
    assert "extra `serve`" in missing.err
