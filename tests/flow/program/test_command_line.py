"""Every command, called as a script would call it, on a library of eight invented papers."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from assay.library import Library
from assay.types import SearchMode


def test_import_reports_what_is_new_and_what_is_known(assay, papers_file: Path) -> None:
    first = assay("import", papers_file, "--json")
    again = assay("import", papers_file, "--json")
    assert (first.status, again.status) == (0, 0)
    assert (first.payload["new"], first.payload["merged"], first.payload["conflict"]) == (8, 0, 0)
    assert [again.payload[count] for count in ("new", "merged", "unchanged")] == [0, 0, 8]
    assert first.payload["failed"] == []


def test_a_bad_entry_costs_only_itself_and_is_named_by_file_and_line(assay, tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    path.write_text(
        '{"_id": "a", "title": "One"}\n{"_id": broken\n{"_id": "c", "title": "Three"}\n', encoding="utf-8"
    )
    answer = assay("import", path, "--json")
    assert answer.payload["new"] == 2
    (failure,) = answer.payload["failed"]
    assert Path(failure["file"]).name == "mixed.jsonl"
    assert failure["line"] == 2
    assert failure["reason"]


def test_fields_in_the_text_restrict_a_search_and_are_told(indexed) -> None:
    typed = 'bats "tiger moths" yeer:2000'
    answer = indexed("search", typed, "--json").payload
    assert [hit["doc_id"] for hit in answer["hits"]] == ["moths"]
    assert answer["understood"] == ["“tiger moths”"]
    out = indexed("search", typed).out
    assert "Only: “tiger moths”" in out
    assert "Did you mean year:?" in out
    listed = indexed("search", "--json", "--", "-bees").payload["hits"]
    assert {hit["doc_id"] for hit in listed} == {"ants", "wolves", "salmon", "owls", "bats", "moths"}


@pytest.mark.parametrize("mode", list(SearchMode))
def test_search_ranks_from_one_with_falling_scores(indexed, mode: SearchMode) -> None:
    hits = indexed("search", "bats and moths", "--mode", mode.value, "-k", 4, "--json").payload["hits"]
    assert [hit["rank"] for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
    assert {hit["doc_id"] for hit in hits[:2]} == {"bats", "moths"}
    assert set(hits[0]) == {"doc_id", "rank", "score", "title"}


def test_ranks_have_the_letters_of_the_window(indexed) -> None:
    found = indexed("search", "bats and moths", "--mode", "hybrid").out
    assert re.search(r"\bK1 D\d+\b", found)
    assert re.search(r"\bK\d+ D1\b", found)


@pytest.mark.parametrize("mode", list(SearchMode))
def test_similar_never_returns_the_papers_it_started_from(indexed, mode: SearchMode) -> None:
    hits = indexed("similar", "bees", "swarm", "--mode", mode.value, "--json").payload["hits"]
    assert hits
    assert not {"bees", "swarm"} & {hit["doc_id"] for hit in hits}


def test_judge_export_import_round_trip_keeps_every_grade(indexed, tmp_path: Path) -> None:
    for query_id, doc_id, grade in (("q1", "bees", 2), ("q1", "swarm", 1), ("q2", "owls", 0)):
        assert (
            indexed("judge", query_id, doc_id, grade, "--assessor", "ada", "--json").payload["relevance"]
            == grade
        )
    trec, beir = tmp_path / "out.qrels", tmp_path / "out.tsv"
    assert indexed("qrels", "export", "--format", "trec", trec, "--json").payload["rows"] == 3
    assert indexed("qrels", "export", "--format", "beir", beir, "--json").payload["rows"] == 3
    assert sorted(trec.read_text(encoding="utf-8").splitlines()) == [
        "q1 0 bees 2",
        "q1 0 swarm 1",
        "q2 0 owls 0",
    ]
    assert beir.read_text(encoding="utf-8").splitlines()[0] == "query-id\tcorpus-id\tscore"
    assert indexed("qrels", "import", beir, "--assessor", "bob", "--json").payload["new"] == 3
    assert indexed("qrels", "export", trec, "--assessor", "bob", "--force", "--json").payload["rows"] == 3


def test_undo_takes_the_latest_grade_back_in_a_later_call(indexed) -> None:
    indexed("judge", "q1", "bees", 2, "--assessor", "ada")
    indexed("judge", "q1", "bees", 0, "--assessor", "ada")
    assert indexed("undo", "--assessor", "ada", "--json").payload["relevance"] == 2


def test_run_and_evaluate_give_the_value_worked_out_by_hand(
    indexed, tmp_path: Path, queries_file: Path
) -> None:
    run_file, qrels = tmp_path / "run.txt", tmp_path / "hand.qrels"
    made = indexed("run", "--queries", queries_file, "--out", run_file, "--mode", "keyword", "--json")
    assert made.payload["n_queries"] == 2
    ranking = [line.split() for line in run_file.read_text(encoding="utf-8").splitlines()]
    second = next(row[2] for row in ranking if row[0] == "q2" and row[3] == "2")
    qrels.write_text(f"q2 0 {second} 1\n", encoding="utf-8")
    answer = indexed("evaluate", "--qrels", qrels, "--run", run_file, "--per-query", "--json").payload
    assert answer["n_queries"] == 1
    assert answer["mean"]["RR"] == pytest.approx(0.5)
    assert answer["mean"]["nDCG@10"] == pytest.approx(0.6309297535714575)  # 1 / log2(3)
    assert answer["per_query"]["q2"]["P@5"] == pytest.approx(0.2)


def test_compare_of_a_run_with_itself_finds_no_difference(
    indexed, tmp_path: Path, queries_file: Path
) -> None:
    run_file, qrels = tmp_path / "run.txt", tmp_path / "q.qrels"
    indexed("run", "--queries", queries_file, "--out", run_file)
    qrels.write_text("q1 0 bees 2\nq2 0 bats 1\n", encoding="utf-8")
    answer = indexed("compare", run_file, run_file, "--qrels", qrels, "--json").payload
    assert answer["difference"] == 0
    assert answer["p_randomisation"] == 1
    assert answer["n"] == 2


def test_pool_puts_each_pair_up_once_and_leaves_the_query_paper_out(indexed, tmp_path: Path) -> None:
    queries = tmp_path / "paper.jsonl"
    queries.write_text(
        json.dumps({"query_id": "p", "text": "Deciding", "doc_id": "swarm"}) + "\n", encoding="utf-8"
    )
    indexed("queries", "import", queries)
    first = indexed("pool", "--depth", 3, "--json").payload
    again = indexed("pool", "--depth", 3, "--json").payload
    assert first["new"] == first["total"] > 0
    assert again["new"] == 0
    with Library.open(tmp_path / "library") as library:
        pooled = library.pool.pairs(query_id="p")
        assert len(pooled) >= 3
        assert ("p", "swarm") not in pooled


def test_models_names_the_active_one_and_what_it_has_indexed(indexed) -> None:
    rows = {row["id"]: row for row in indexed("models", "--json").payload["models"]}
    assert rows["hashing"] == {"id": "hashing", "kind": "encoder", "active": True, "indexed": 8}
    assert rows["all-MiniLM-L6-v2"]["active"] is False


def test_ids_that_would_break_qrels_survive_the_whole_loop(assay, tmp_path: Path) -> None:
    papers = tmp_path / "odd.jsonl"
    rows = [
        {"_id": "#first one", "title": "A paper on rain"},
        {"_id": 'the "second"', "title": "A paper on snow"},
    ]
    papers.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assay("import", papers)
    assay("index", "--model", "hashing")
    doc_id = assay("search", "rain", "--json").payload["hits"][0]["doc_id"]
    queries = tmp_path / "q.tsv"
    queries.write_text("q1\train\n", encoding="utf-8")
    assay("queries", "import", queries)
    assay("judge", "q1", doc_id, 2, "--assessor", "ada")
    out = tmp_path / "o.qrels"
    assert assay("qrels", "export", out, "--json").payload["rows"] == 1
    fields = out.read_text(encoding="utf-8").split()
    assert len(fields) == 4
    assert fields[2] == doc_id
    assert not doc_id.startswith("#")


def test_a_backup_brings_lost_grades_back(indexed, tmp_path: Path) -> None:
    indexed("judge", "q1", "bees", 2, "--assessor", "ada")
    backup = indexed("backup", "--json").payload["backup"]
    (tmp_path / "library" / "library.sqlite").write_bytes(b"not a database any more")
    assert indexed("search", "bees").status == 2
    assert indexed("restore", backup, "--json").payload["restored"] == backup
    out = tmp_path / "o.qrels"
    indexed("qrels", "export", out)
    assert out.read_text(encoding="utf-8").split() == ["q1", "0", "bees", "2"]


def test_a_removed_paper_comes_back_when_it_is_imported_again(
    indexed, tmp_path: Path, papers_file: Path
) -> None:
    with Library.open(tmp_path / "library") as library:
        library.papers.remove(["bees"])
        assert library.papers.count() == 7
    indexed("import", papers_file)
    with Library.open(tmp_path / "library") as library:
        assert library.papers.count() == 8


def test_grades_for_odd_ids_are_imported_under_the_ids_that_the_papers_got(assay, tmp_path: Path) -> None:
    papers, queries, qrels = tmp_path / "p.jsonl", tmp_path / "q.tsv", tmp_path / "q.qrels.tsv"
    papers.write_text('{"_id": "a 50%", "title": "Half of it"}\n', encoding="utf-8")
    queries.write_text("q1\thalf\n", encoding="utf-8")
    qrels.write_text("query-id\tcorpus-id\tscore\nq1\ta 50%\t2\n", encoding="utf-8")
    assay("import", papers)
    assay("queries", "import", queries)
    answer = assay("qrels", "import", qrels, "--json")
    assert answer.payload == {"new": 1}


def test_what_was_exported_is_imported_again_under_the_same_ids(assay, tmp_path: Path) -> None:
    papers, queries, out = tmp_path / "p.jsonl", tmp_path / "q.jsonl", tmp_path / "o.qrels"
    papers.write_text('{"_id": "a paper 50%", "title": "Half of it"}\n', encoding="utf-8")
    queries.write_text('{"_id": "query one", "text": "half"}\n', encoding="utf-8")
    assay("import", papers)
    assay("queries", "import", queries)
    query_id = assay("queries", "list", "--json").payload["queries"][0]["query_id"]
    with Library.open(tmp_path / "library") as library:
        (doc_id,) = library.papers.ids()
    assay("judge", query_id, doc_id, 2, "--assessor", "ada")
    assay("qrels", "export", out)
    assert assay("qrels", "import", out, "--assessor", "bob", "--json").payload == {"new": 1}
    queries.write_text(json.dumps({"query_id": query_id, "text": "half"}) + "\n", encoding="utf-8")
    assert assay("queries", "import", queries, "--json").payload == {"new": 0}


def test_a_model_folder_is_kept_by_its_full_path(
    assay, papers_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.encoding.model_files.folder import find_folder

    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine").symlink_to(
        find_folder("all-MiniLM-L6-v2", allow_network=False), target_is_directory=True
    )
    monkeypatch.chdir(tmp_path / "models")
    assay("import", papers_file)
    assert assay("index", "--model", "mine", "--max-length", 64).status == 0
    monkeypatch.chdir("/")
    answer = assay("search", "insects that fly at night", "--mode", "semantic", "--json")
    assert answer.payload["hits"][0]["doc_id"] in {"bats", "moths"}


def test_a_search_says_how_much_of_the_library_it_covers(indexed, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text('{"_id": "new", "title": "A paper that nobody indexed"}\n', encoding="utf-8")
    indexed("import", more)
    answer = indexed("search", "bees", "--json").payload
    assert (answer["indexed"], answer["total"]) == (8, 9)
    assert "1 of 9 papers" in indexed("search", "bees").out


def test_the_values_of_each_query_go_to_a_file_that_no_spreadsheet_runs(indexed, tmp_path: Path) -> None:
    run_file, qrels, table = tmp_path / "r.run", tmp_path / "q.qrels", tmp_path / "t.csv"
    run_file.write_text("=cmd() Q0 bees 1 2.0 tag\n", encoding="utf-8")
    qrels.write_text("=cmd() 0 bees 1\n", encoding="utf-8")
    assert indexed("evaluate", "--qrels", qrels, "--run", run_file, "--csv", table).status == 0
    assert table.read_text(encoding="utf-8").splitlines()[1].startswith("'=cmd(),1.0")


def test_titles_and_ids_with_square_brackets_are_printed_as_they_are(assay, tmp_path: Path) -> None:
    papers = tmp_path / "p.jsonl"
    papers.write_text('{"_id": "x", "title": "Ends with [/red] and \\\\[bold]"}\n', encoding="utf-8")
    assay("import", papers)
    assay("index", "--model", "hashing")
    assert "[/red]" in assay("search", "ends").out


def test_a_file_that_cannot_be_read_costs_only_itself(
    assay, papers_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked.jsonl"
    locked.write_text('{"_id": "z", "title": "Hidden"}\n', encoding="utf-8")
    whole_open = os.open

    def refuse(path: Any, *rest: Any, **named: Any) -> int:
        if str(path).endswith("locked.jsonl"):
            raise PermissionError(13, "Permission denied", str(path))
        return whole_open(path, *rest, **named)

    monkeypatch.setattr(os, "open", refuse)
    answer = assay("import", locked, papers_file, "--json")
    assert answer.status == 0
    assert answer.payload["new"] == 8
    assert [Path(failure["file"]).name for failure in answer.payload["failed"]] == ["locked.jsonl"]
