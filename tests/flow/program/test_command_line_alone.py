"""What the command line does without vectors, without torch, and with the program's options anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_papers import PAPERS

from assay.cli import run
from assay.cli.output import Output
from assay.encoding import HashingEncoder
from assay.library import Library
from assay.progress import Cancelled

Ask = Callable[..., Any]

HEAVY = ("torch", "transformers", "sentence_transformers")


@pytest.fixture
def imported(assay: Ask, tmp_path: Path) -> Ask:
    """The eight papers with authors and years, and no vectors of them."""
    file = tmp_path / "with-authors.jsonl"
    rows = [
        {"_id": doc_id, "title": title, "text": text, "authors": ["Ada Cohan", "Bo Li"], "year": 2000 + n}
        for n, (doc_id, title, text) in enumerate(PAPERS)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert assay("import", file).status == 0
    return assay


def doc_ids(answer: Any) -> list[str]:
    return [hit["doc_id"] for hit in answer.payload["hits"]]


# -- without vectors --------------------------------------------------------------------------------------


def test_papers_are_found_by_keyword_straight_after_their_import(imported: Ask) -> None:
    answer = imported("search", "swarm of bees", "--json")
    assert set(doc_ids(answer)) == {"swarm", "bees"}
    assert answer.payload["mode"] == "keyword"
    assert "keyword" in answer.payload["notice"]
    lines = imported("search", "swarm of bees").out.splitlines()
    assert sum("keyword" in line for line in lines) == 1


def test_papers_like_another_are_found_by_its_words(imported: Ask) -> None:
    assert doc_ids(imported("similar", "bats", "--json"))[0] == "moths"


def test_a_search_by_meaning_alone_is_refused_as_asked(imported: Ask) -> None:
    for command in (("search", "bees"), ("similar", "bees")):
        answer = imported(*command, "--mode", "semantic")
        assert answer.status == 2
        assert "assay index" in answer.err


# -- without torch ----------------------------------------------------------------------------------------

PROBE = """
import json, sys
from assay.cli import run
from assay.cli.output import Output
for command in json.loads(sys.argv[2]):
    status = run(["--library", sys.argv[1], "--json", *command], Output(as_json=True))
    loaded = [name for name in {heavy!r} if name in sys.modules]
    sys.stderr.write(json.dumps([command, status, loaded]) + "\\n")
"""

LIGHT = (
    ["search", "bees", "--mode", "keyword"],
    ["search", "id:bees"],
    ["search", "author:cohan year:2002"],
    ["search", "author:cohan", "--facets"],
    ["search", "--like", "bees"],
    ["similar", "bees"],
    ["similar", "bees", "--unlike", "bats", "--mode", "hybrid"],
    ["status"],
    ["list", "--limit", "2"],
    ["show", "bees"],
)


def test_torch_is_not_loaded_where_no_text_is_encoded(imported: Ask, tmp_path: Path) -> None:
    assert imported("index", "--model", "hashing").status == 0
    # The settings name a model whose vectors are there and which itself is not.
    assert (tmp_path / "library" / "assay.toml").is_file()
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(heavy=HEAVY), str(tmp_path / "library"), json.dumps(LIGHT)],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stderr.splitlines()] == [[each, 0, []] for each in LIGHT]


def test_similar_needs_no_model_at_all(
    imported: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert imported("index", "--model", "hashing").status == 0
    before = doc_ids(imported("similar", "bees", "--json"))

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the model was loaded")

    monkeypatch.setattr("assay.registry.loading.load_model", refused)
    assert doc_ids(imported("similar", "bees", "--json")) == before
    encoder = HashingEncoder()
    papers = {doc_id: f"{title} {text}" for doc_id, title, text in PAPERS}
    assert set(before) == papers.keys() - {"bees"}
    assert encoder.name == json.loads(imported("status", "--json").out)["model"]


# -- a vector index of some of the papers -----------------------------------------------------------------


def test_vectors_of_some_papers_are_used_and_counted(
    imported: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = tmp_path / "more.jsonl"
    rows = [{"_id": f"more{n}", "title": f"Rivers number {n}", "text": "Salmon swim."} for n in range(300)]
    more.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert imported("import", more).status == 0
    encode, calls = HashingEncoder.encode_formats, []

    def stopped(self: HashingEncoder, texts: Any, **options: Any) -> Any:
        calls.append(len(texts))
        if len(calls) > 2:
            raise Cancelled
        return encode(self, texts, **options)

    monkeypatch.setattr(HashingEncoder, "encode_formats", stopped)
    assert imported("index", "--model", "hashing").status == 130
    monkeypatch.undo()
    n = sum(calls[:2])
    assert 0 < n < 308
    answer = imported("search", "rivers of salmon", "--json")
    assert answer.payload["mode"] == "hybrid"
    assert (answer.payload["indexed"], answer.payload["total"], answer.payload["waiting"]) == (n, 308, 0)
    assert any("semantic" in line or "D" in line for line in imported("search", "rivers").out.splitlines())
    assert f"{308 - n} of 308 papers have no vectors" in imported("search", "rivers").out
    assert imported("index").status == 0
    assert imported("search", "rivers of salmon", "--json").payload["indexed"] == 308


# -- help and options -------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", [(), ("campaign",), ("queries",), ("model",), ("collection",)])
def test_a_bare_group_prints_its_help(group: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*group], Output()) == 0
    helped = capfd.readouterr()
    assert run([*group, "--help"], Output()) == 0
    assert helped == capfd.readouterr()
    assert helped.out.startswith(" ".join(("Usage: assay", *group)).rstrip())
    assert len(helped.out.splitlines()) > 5
    assert not helped.err


def test_bare_assay_leaves_with_success() -> None:
    done = subprocess.run([sys.executable, "-m", "assay"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: assay")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--library", "{}", "--json", "search", "bees"),
        ("search", "bees", "--json", "--library", "{}"),
        ("search", "--library={}", "bees", "--json"),
        ("search", "--json", "--library", "{}", "--", "bees"),
    ],
)
@pytest.mark.usefixtures("imported")
def test_the_programs_options_work_anywhere(
    tmp_path: Path, arguments: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([each.format(tmp_path / "library") for each in arguments], Output(as_json=True)) == 0
    assert {hit["doc_id"] for hit in json.loads(capfd.readouterr().out)["hits"]} == {"bees", "swarm"}


def test_an_option_without_its_value_takes_no_command_for_it(assay: Ask) -> None:
    answer = assay("status", "--library")
    assert answer.status == 2
    assert "requires an argument" in answer.err


def test_behind_two_dashes_nothing_is_an_option(imported: Ask) -> None:
    answer = imported("search", "--json", "--mode", "keyword", "--", "--library")
    assert (answer.status, doc_ids(answer)) == (0, [])


# -- status, list, show -----------------------------------------------------------------------------------


def test_status_counts_what_is_there(imported: Ask, queries_file: Path) -> None:
    assert imported("queries", "import", queries_file).status == 0
    assert imported("judge", "q1", "bees", 2, "--assessor", "ada").status == 0
    assert imported("judge", "q1", "swarm", 1, "--assessor", "ada").status == 0
    before = imported("status", "--json").payload
    assert imported("index", "--model", "hashing").status == 0
    after = imported("status", "--json").payload
    assert (before["papers"], before["keyword_indexed"], before["vectors"]) == (8, 8, 0)
    assert (after["papers"], after["keyword_indexed"], after["vectors"]) == (8, 8, 8)
    assert after["model"] == "hashing"
    assert (after["queries"], after["judged_queries"], after["grades"], after["jobs"]) == (2, 1, 2, [])
    for line in ("Papers", "Keyword index", "Vectors", "Queries", "Grades", "Jobs"):
        assert line in imported("status").out


def test_list_filters_sorts_and_cuts(imported: Ask) -> None:
    whole = imported("list", "--json").payload
    assert [row["doc_id"] for row in whole["papers"]] == [doc_id for doc_id, _, _ in PAPERS]
    some = imported(
        "list", "--year-from", 2003, "--sort", "year", "--descending", "--limit", 2, "--json"
    ).payload
    assert [row["doc_id"] for row in some["papers"]] == ["swarm", "moths"]
    assert some["total"] == 5
    assert "2 of 5 papers" in imported("list", "--year-from", 2003, "--limit", 2).out


def test_show_prints_every_field_of_a_paper(imported: Ask, tmp_path: Path) -> None:
    assert imported("tag", "add", "insects", "bees").status == 0
    shown = imported("show", "bees", "--json").payload
    with Library.open(tmp_path / "library") as library:
        [paper] = library.papers.get(["bees"])
    for name in paper.__dataclass_fields__:
        assert name in shown
    assert shown["authors"] == ["Ada Cohan", "Bo Li"]
    assert shown["tags"] == ["insects"]
    text = imported("show", "bees").out
    for value in (paper.title, paper.abstract, "Ada Cohan; Bo Li", "2000", "insects"):
        assert value in text
    unknown = imported("show", "beees")
    assert unknown.status == 2
