"""Papers handed to other programs from the command line."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

from small_papers import PAPERS

from assay.importers import read_papers
from assay.types import Paper

Assay = Callable[..., Any]


def ids_in(file: Path) -> list[str]:
    return [item.doc_id for item in read_papers(file) if isinstance(item, Paper)]


def test_all_papers_are_exported_in_each_format(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    assay("import", papers_file)
    for suffix in ("bib", "ris", "json", "csv", "jsonl", "bib.gz"):
        out = tmp_path / f"out.{suffix}"
        answer = assay("export", out, "--json").payload
        assert (answer["exported"], answer["missing"]) == (len(PAPERS), [])
        assert ids_in(out) == [doc_id for doc_id, _, _ in PAPERS]
    assert gzip.decompress((tmp_path / "out.bib.gz").read_bytes()) == (tmp_path / "out.bib").read_bytes()


def test_a_file_that_is_there_is_kept_unless_forced(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    assay("import", papers_file)
    out = tmp_path / "out.bib"
    out.write_text("mine", encoding="utf-8")
    refused = assay("export", out)
    assert refused.status == 2
    assert "--force" in refused.err
    assert out.read_text(encoding="utf-8") == "mine"
    assert assay("export", out, "--force").out == f"8 papers -> {out}\n"
    assert len(ids_in(out)) == 8
    assert not list(tmp_path.glob(".*draft*"))


def test_listed_papers_are_exported_in_their_order_once(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assay("import", papers_file)
    ids, out = tmp_path / "ids.txt", tmp_path / "out.ris"
    ids.write_text("owls\n\nnobody\nbees\nowls\n", encoding="utf-8")
    answer = assay("export", out, "--ids", ids, "--json").payload
    assert (answer["exported"], answer["missing"]) == (2, ["nobody"])
    assert ids_in(out) == ["owls", "bees"]
    assert "Not in this library: nobody" in assay("export", out, "--ids", ids, "--force").out


def test_what_a_search_finds_is_exported_in_its_order(indexed: Assay, tmp_path: Path) -> None:
    out, also = tmp_path / "out.csv", tmp_path / "also.bib"
    found = indexed("search", "bats and moths", "-k", 3, "--export", also, "--json").payload
    ranked = [hit["doc_id"] for hit in found["hits"]]
    assert found["export"]["exported"] == len(ranked) > 1
    assert ids_in(also) == ranked
    assert indexed("export", out, "--query", "bats and moths", "-k", 3).status == 0
    assert ids_in(out) == ranked
    assert indexed("search", "bats", "--export", also).status == 2


def test_the_fields_of_a_search_restrict_its_export_too(indexed: Assay, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    searched = indexed("search", "bees -nest id:bats id:bees", "--mode", "keyword", "--json").payload
    answer = indexed("export", out, "--query", "bees -nest id:bats id:bees", "--mode", "keyword", "--json")
    assert answer.status == 0
    assert ids_in(out) == [hit["doc_id"] for hit in searched["hits"]]
    assert set(ids_in(out)) <= {"bats", "bees"}
    assert indexed("export", out, "--query", "id:owls", "--mode", "keyword", "--force").status == 0
    assert ids_in(out) == ["owls"]


def test_what_cannot_be_exported_is_said(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    assay("import", papers_file)
    for arguments, reason in (
        ((tmp_path / "out.docx",), "--format"),
        ((tmp_path / "none" / "out.bib",), "cannot be written"),
        ((tmp_path / "out.bib", "--ids", tmp_path / "none.txt"), "cannot be read"),
        ((tmp_path / "out.bib", "--ids", papers_file, "--query", "bees"), "Give one"),
    ):
        refused = assay("export", *arguments)
        assert refused.status == 2
        assert reason in refused.err
    assert assay("export", tmp_path / "out.docx", "--format", "ris").status == 0
    assert len(ids_in(tmp_path / "out.docx")) == 8


def test_references_are_printed_in_the_order_given(assay: Assay, papers_file: Path) -> None:
    assay("import", papers_file)
    assert assay("cite", "owls", "bees").out == "Silent flight of owls\nHow honey bees choose a nest\n"
    numbered = assay("cite", "owls", "bees", "--style", "numeric", "--json").payload
    assert numbered["references"][1] == {"doc_id": "bees", "reference": "[2] How honey bees choose a nest"}
    refused = assay("cite", "owls", "nobody")
    assert refused.status == 2
    assert "'nobody'" in refused.err


def test_an_export_that_cannot_be_written_is_bad_input_of_one_kind(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assay("import", papers_file)
    folder = tmp_path / "a folder.bib"
    folder.mkdir()
    for out in (folder, tmp_path / "nowhere" / "out.bib"):
        answer = assay("export", out, "--json")
        assert (answer.status, answer.payload["error"]["kind"]) == (2, "BadInput")
        assert str(out) in answer.payload["error"]["message"]
        assert answer.err == ""  # once, where the answer would be (docs/decisions/003)


STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Loud</title><id>loud</id><updated>2020-01-01T00:00:00+00:00</updated></info>
<citation><layout><text variable="title"/></layout></citation>
<bibliography><layout suffix="!"><text variable="title"/></layout></bibliography></style>"""


def test_references_follow_a_style_from_a_file(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    assay("import", papers_file)
    style = tmp_path / "loud.csl"
    style.write_text(STYLE, encoding="utf-8")
    assert assay("cite", "owls", "--style", style).out == "Silent flight of owls!\n"
    refused = assay("cite", "owls", "--style", "harvard")
    assert (refused.status, "author-date, numeric, note" in refused.err) == (2, True)
    style.write_text("<html/>", encoding="utf-8")
    assert "is not a CSL style" in assay("cite", "owls", "--style", style).err


def test_citation_keys_follow_a_rule(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    assay("import", papers_file)
    out = tmp_path / "out.bib"
    assert assay("export", out, "--key-rule", "x[veryshorttitle:lower]").status == 0
    assert "{xsilent," in out.read_text(encoding="utf-8")
    assert "key rule" in assay("export", out, "--key-rule", "[author]", "--force").err
    assert "--key-rule" in assay("export", out, "--new-keys", "--force").err


def test_a_preview_of_an_import_says_what_it_then_does(assay: Assay, papers_file: Path) -> None:
    assay("import", papers_file, "--json")
    twins = papers_file.parent / "twins.bib"
    entry = "@article{{{0}, title={{A new paper on {1}}}, author={{Moss, Ada}}, year={{2020}}}}\n"
    twins.write_text(entry.format("a", "newts") + entry.format("b", "NEWTS") + entry.format("c", "toads"))
    planned = assay("import", twins, papers_file, "--preview", "--json").payload
    assert "new: A new paper on toads" in assay("import", twins, "--preview").out
    assert len(assay("list", "--json").payload["papers"]) == len(PAPERS)
    assert planned["n_entries"] == 3 + len(PAPERS)
    done = assay("import", twins, papers_file, "--json").payload
    counts = ("new", "merged", "unchanged", "conflict")
    assert [planned["report"][name] for name in counts] == [done[name] for name in counts] == [2, 1, 8, 0]
