"""Every command about campaigns, as a person and as a script would call it, on eight invented papers."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_papers import CAMPAIGN as NAME
from small_papers import PAPERS

Assay = Callable[..., Any]


def _grade_everything(campaign: Assay, *, wrong: str = "") -> None:
    """Everybody gives 1 to all their pairs, but `wrong` gives 2 to the first."""
    for assessor in ("ada", "bob", "eve"):
        pairs = campaign("campaign", "queue", NAME, "--assessor", assessor, "--json").payload["pairs"]
        for number, pair in enumerate(pairs):
            grade = 2 if assessor == wrong and number == 0 else 1
            answer = campaign(
                "campaign", "grade", NAME, pair["query_id"], pair["doc_id"], grade, "--assessor", assessor
            )
            assert answer.status == 0, answer


def test_campaigns_are_listed_with_what_they_hold(campaign: Assay) -> None:
    (row,) = campaign("campaign", "list", "--json").payload["campaigns"]
    assert (row["name"], row["status"], row["n_papers"], row["n_queries"]) == (NAME, "open", 8, 2)
    shown = campaign("campaign", "list").out
    assert NAME in shown
    assert "open" in shown


def test_the_status_names_runs_rounds_and_everybodys_progress(campaign: Assay) -> None:
    pair = campaign("campaign", "queue", NAME, "--assessor", "ada", "--json").payload["next"]
    campaign("campaign", "grade", NAME, *pair, "unsure", "--assessor", "ada", "--note", "half of it")
    status = campaign("campaign", "status", NAME, "--json").payload
    assert [run["tag"] for run in status["runs"]] == ["words", "meaning"]
    assert status["rounds"][0]["params"] == {"runs": ["words", "meaning"], "depth": 3, "strategy": "depth"}
    assert {row["assessor"]: row["n_unsure"] for row in status["progress"]} == {"ada": 1, "bob": 0, "eve": 0}
    assert campaign("campaign", "show", NAME, "--json").payload == status
    shown = campaign("campaign", "status", NAME).out
    for word in ("words", "meaning", "ada", "bob", "eve", "round 1: depth, depth 3"):
        assert word in shown


def test_agreement_says_undefined_where_nobody_shares_a_pair(campaign: Assay) -> None:
    pair = campaign("campaign", "queue", NAME, "--assessor", "ada", "--json").payload["next"]
    campaign("campaign", "grade", NAME, *pair, 2, "--assessor", "ada")
    shown = campaign("campaign", "agreement", NAME).out
    assert "raw agreement undefined" in shown
    assert "alpha undefined" in shown
    report = campaign("campaign", "agreement", NAME, "--json").payload
    assert (report["alpha"], report["raw"], report["n_co_rated"]) == (None, None, 0)


def test_agreement_stands_in_a_table_with_its_n_and_as_a_picture(campaign: Assay, tmp_path: Path) -> None:
    _grade_everything(campaign, wrong="ada")
    picture = tmp_path / "agreement.svg"
    report = campaign("campaign", "agreement", NAME, "--figure", picture, "--json").payload
    root = ET.fromstring(picture.read_text(encoding="utf-8"))  # well-formed
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for pair in report["pairs"]:
        for count in (count for row in pair["confusion"] for count in row):
            assert str(count) in texts
    assert sum("n = " in (text or "") for text in texts) == sum(pair["n"] > 0 for pair in report["pairs"])
    shown = campaign("campaign", "agreement", NAME).out
    assert "ada / bob" in shown
    assert "Quadratic" in shown


def test_a_disagreement_is_listed_settled_and_withdrawn(campaign: Assay) -> None:
    _grade_everything(campaign, wrong="ada")
    (case,) = campaign("campaign", "adjudicate", NAME, "--json").payload["disagreements"]
    assert sorted(j["relevance"] for j in case["judgements"]) == [1, 2]
    where = (case["query_id"], case["doc_id"])
    settled = campaign(
        "campaign", "adjudicate", NAME, *where, 2, "--by", "lead", "--reason", "it is", "--json"
    )
    assert (settled.payload["relevance"], settled.payload["reason"]) == (2, "it is")
    assert "settled: 2 by lead" in campaign("campaign", "adjudicate", NAME).out
    campaign("campaign", "adjudicate", NAME, *where, "withdraw", "--by", "lead")
    assert "1 to be settled" in campaign("campaign", "adjudicate", NAME).out
    assert campaign("campaign", "adjudicate", NAME, "--start", "--json").payload["status"] == "adjudicating"


def test_releases_are_numbered_listed_and_measured(campaign: Assay, tmp_path: Path) -> None:
    _grade_everything(campaign, wrong="ada")
    first = campaign("campaign", "release", NAME, "--json").payload
    assert (first["version"], first["card"]["left_out"]) == (1, {"not adjudicated": 1})
    second = campaign("campaign", "release", NAME, "--rule", "median")
    assert "release 2" in second.out
    assert "0 pairs with one grade only (single), 0 pairs not judged yet" in " ".join(second.out.split())
    measured = campaign("campaign", "evaluate", NAME, "--release", 2, "-m", "P@5", "--json").payload
    assert measured["measure"] == "P@5"
    assert {row["tag"] for row in measured["pool_bias"]} == {"words", "meaning"}
    assert "words" in campaign("campaign", "evaluate", NAME, "--release", 2).out
    for layout in ("trec", "beir", "iclr2022", "csv", "datasets", "bundle"):
        out = tmp_path / f"out-{layout}"
        answer = campaign("campaign", "export", NAME, out, "--release", 2, "--format", layout, "--json")
        assert out.exists()
        assert answer.payload["rows"] >= 1
    latest = campaign("campaign", "export", NAME, tmp_path / "again", "--json").payload
    assert latest["release"] == 2
    assert (tmp_path / "again").read_text() == (tmp_path / "out-trec").read_text()
    both = campaign("campaign", "release", NAME, "--min-raters", 2, "--json").payload
    assert both["card"]["release"]["min_raters"] == 2
    assert set(both["card"]["release"]["sources"]) == {"unanimous"}


def test_holes_of_a_new_run_are_counted_and_queued(campaign: Assay) -> None:
    campaign("campaign", "run", NAME, "both", "--mode", "hybrid")
    found = campaign("campaign", "unjudged", NAME, "--run", "both", "--k", 6, "--json").payload
    assert found["n"] == sum(map(len, found["holes"].values()))
    assert found["round"] is None
    queued = campaign("campaign", "unjudged", NAME, "--run", "both", "--k", 6, "--queue")
    assert "round 2" in queued.out
    status = campaign("campaign", "status", NAME, "--json").payload
    assert status["rounds"][1]["strategy"] == "holes"
    assert sum(row["n_assigned"] for row in status["progress"]) == 2 * status["n_pairs"]


def test_a_run_file_is_taken_over_and_says_what_was_left_out(campaign: Assay, tmp_path: Path) -> None:
    query_id = campaign("campaign", "queue", NAME, "--assessor", "ada", "--json").payload["next"][0]
    path = tmp_path / "their.run"
    path.write_text(
        f"{query_id} Q0 owls 1 2.0 theirs\n{query_id} Q0 nobody 2 1.0 theirs\nq77 Q0 owls 1 2.0 theirs\n",
        encoding="utf-8",
    )
    answer = campaign("campaign", "run", NAME, "--file", path)
    assert answer.status == 0
    assert "left out, since not in this campaign: 1 paper and 1 query of the file: q77, nobody" in answer.out
    assert "theirs" in campaign("campaign", "status", NAME).out


def test_a_guideline_is_shown_and_every_text_stays_as_a_version(campaign: Assay, tmp_path: Path) -> None:
    for text in ("# One\n", "# Two\n"):
        (tmp_path / "guideline.md").write_text(text, encoding="utf-8")
        assert campaign("campaign", "guideline", NAME, tmp_path / "guideline.md").status == 0
    assert "# Two" in campaign("campaign", "guideline", NAME).out
    first = campaign("campaign", "guideline", NAME, "--version", 1, "--json").payload
    assert (first["version"], first["markdown"]) == (1, "# One\n")


def test_others_judgements_are_previewed_and_imported(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assay("import", papers_file)
    assay("campaign", "create", "theirs")
    path = tmp_path / "their.qrels"
    path.write_text("t1 0 bees 2\nt1 0 new 3\n", encoding="utf-8")
    options = ("--create", "--map", "3=2", "--assessor", "kim")
    preview = assay("campaign", "import", "theirs", path, *options, "--preview")
    assert "would import 2 judgements of 1 query and 2 papers: 2 new, 0 changed, 0 known" in preview.out
    assert "1 paper is not in this library: new" in preview.out
    assert assay("campaign", "status", "theirs", "--json").payload["n_pairs"] == 0
    done = assay("campaign", "import", "theirs", path, *options, "--json").payload
    assert (done["n_new"], done["preview"]) == (2, False)
    assert assay("campaign", "status", "theirs", "--json").payload["grades"] == [0, 0, 2]
    assert assay("assessor", "list", "--json").payload["assessors"][0]["handle"] == "kim"


def test_judging_in_a_campaign_leaves_the_librarys_own_grades_alone(campaign: Assay) -> None:
    query_id, doc_id = campaign("campaign", "queue", NAME, "--assessor", "ada", "--json").payload["next"]
    answer = campaign("judge", query_id, doc_id, 2, "--assessor", "ada", "--campaign", NAME, "--json")
    assert answer.payload["relevance"] == 2
    assert campaign("undo", "--assessor", "ada").status == 2  # nothing of one's own to undo
    assert campaign("undo", "--assessor", "ada", "--campaign", NAME).status == 0
    assert campaign("campaign", "status", NAME, "--json").payload["grades"] == [0, 0, 0]


def test_a_bundle_travels_and_says_what_it_brought(campaign: Assay, tmp_path: Path) -> None:
    bundle, other = tmp_path / "set.jsonl", tmp_path / "other"
    campaign("campaign", "export", NAME, bundle, "--format", "bundle")
    assert campaign("campaign", "merge", bundle, "--create", folder=other).status == 0
    pair = campaign("campaign", "queue", NAME, "--assessor", "bob", "--json", folder=other).payload["next"]
    campaign("campaign", "grade", NAME, *pair, 1, "--assessor", "bob", folder=other)
    campaign("campaign", "export", NAME, bundle, "--format", "bundle", "--force", folder=other)
    assert "would merge: 1 new event," in campaign("campaign", "merge", bundle, "--preview").out
    assert "merged: 1 new event, 0 known" in campaign("campaign", "merge", bundle).out
    assert "merged: 0 new events, 1 known" in campaign("campaign", "merge", bundle).out


def test_assessors_are_listed_with_who_is_deactivated(campaign: Assay) -> None:
    campaign("assessor", "deactivate", "eve")
    assert "deactivated" in campaign("assessor", "list").out
    people = campaign("assessor", "list", "--json").payload["assessors"]
    assert {one["handle"]: one["active"] for one in people} == {"ada": True, "bob": True, "eve": False}
    assert "eve (deactivated)" in campaign("campaign", "status", NAME).out


@pytest.mark.parametrize("shared", [False, True], ids=["assigned", "shared"])
def test_a_campaign_is_edited_step_by_step(indexed: Assay, tmp_path: Path, shared: bool) -> None:
    assert indexed("campaign", "create", "steps", *(["--shared"] if shared else [])).status == 0
    edit = ("campaign", "edit", "steps")
    queries = tmp_path / "more.tsv"
    queries.write_text("m1\tbees and ants\n", encoding="utf-8")
    assert indexed(*edit, "--queries", queries, "--query", "owls at night").status == 0
    assert indexed(*edit, "--assessor", "ada", "--assessor", "bob", "--quota", 5).status == 0
    assert indexed(*edit, "--raters", 2, "--freeze").status == 0
    made = indexed("campaign", "list", "--json").payload["campaigns"][0]
    assert (made["n_queries"], made["raters_per_pair"]) == (2, 2)
    assert made["queue"] == ("shared" if shared else "assigned")
    owls = indexed("campaign", "edit", "steps", "--freeze", "--filter", "owls", "--json").payload
    assert 0 < owls["n_papers"] < made["n_papers"]
    assert "--freeze" in indexed(*edit, "--filter", "owls").err
    assert indexed(*edit, "--freeze", "--json").payload["n_papers"] == made["n_papers"]
    indexed("campaign", "run", "steps", "words", "--mode", "keyword")
    assert json.loads(indexed("campaign", "pool", "steps", "--json").out)["n_pairs"] >= 1


def test_freezing_the_corpus_anew_asks_for_the_runs_again(indexed: Assay, tmp_path: Path) -> None:
    indexed("campaign", "create", "early", "--query", "owls")
    indexed("campaign", "run", "early", "words", "--mode", "keyword")
    more = tmp_path / "more.jsonl"
    more.write_text('{"_id": "owl2", "title": "More owls", "text": "Owls again."}\n', encoding="utf-8")
    indexed("import", more)
    indexed("campaign", "edit", "early", "--freeze")
    refused = indexed("campaign", "pool", "early")
    assert refused.status == 2
    assert "Make the run again" in refused.err
    indexed("campaign", "run", "early", "words", "--mode", "keyword")
    assert indexed("campaign", "pool", "early").status == 0


def test_a_query_that_only_shares_its_id_with_a_paper_is_said_to_stay_a_text(
    campaign: Assay, tmp_path: Path
) -> None:
    paper = campaign("campaign", "queries", NAME, "--json").payload["queries"]
    doc_id = next((row["doc_id"] for row in paper if row["doc_id"]), "owls-hunting")
    given = tmp_path / "queries.jsonl"
    given.write_text(json.dumps({"_id": doc_id, "text": "of something else altogether"}) + "\n")
    made = campaign("campaign", "create", "texts", "--queries", given, "--json").payload
    assert any(doc_id in note for note in made["notes"])
    assert [
        row["doc_id"] for row in campaign("campaign", "queries", "texts", "--json").payload["queries"]
    ] == [None]


def test_a_corpus_is_chosen_by_collection_filter_or_saved_search(indexed: Assay, tmp_path: Path) -> None:
    inside = {"owls", "bats", "moths"}
    indexed("collection", "add", "Night", *inside)
    indexed("saved", "add", "kept", "--collection", "Night")
    create = ("campaign", "create")
    for name, chosen in {"one": ("--collection", "Night"), "two": ("--saved", "kept")}.items():
        made = indexed(*create, name, *chosen, "--sample", 3, "--json").payload
        assert made["n_papers"] == 3
        rows = indexed("campaign", "queries", name, "--json").payload["queries"]
        assert {row["doc_id"] for row in rows} == inside
    both = indexed(*create, "three", "--filter", "bats", "--collection", "Night", "--json").payload
    assert both["n_papers"] == sum("bats" in title.lower() for doc_id, title, _ in PAPERS if doc_id in inside)
    ids = tmp_path / "ids.txt"
    ids.write_text("owls")
    assert indexed(*create, "four", "--papers", ids, "--saved", "kept").status == 2
