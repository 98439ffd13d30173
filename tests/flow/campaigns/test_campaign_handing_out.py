"""Commands by which a campaign's work leaves and comes back: what they keep unseen, and what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from small_papers import CAMPAIGN as NAME

from assay.workspace import Workspace

Assay = Callable[..., Any]
Pair = tuple[str, str]


def _pairs(campaign: Assay, assessor: str) -> list[Pair]:
    rows = campaign("campaign", "queue", NAME, "--assessor", assessor, "--json").payload["pairs"]
    return [(row["query_id"], row["doc_id"]) for row in rows]


def _grade(campaign: Assay, pair: Pair, grade: int, assessor: str) -> None:
    answer = campaign(
        "campaign", "grade", NAME, *pair, grade, "--assessor", assessor, "--note", f"{assessor} thinks"
    )
    assert answer.status == 0, answer


def _grade_everything(campaign: Assay) -> None:
    for assessor in ("ada", "bob", "eve"):
        for pair in _pairs(campaign, assessor):
            _grade(campaign, pair, 1, assessor)


def test_an_assessors_bundle_is_blind_and_the_whole_one_says_what_it_is(
    campaign: Assay, tmp_path: Path
) -> None:
    _grade(campaign, _pairs(campaign, "bob")[0], 2, "bob")
    _grade(campaign, _pairs(campaign, "ada")[0], 1, "ada")
    blind, other = tmp_path / "ada.jsonl", tmp_path / "other"
    made = campaign("campaign", "export", NAME, blind, "--format", "bundle", "--for", "ada", "--json")
    assert made.payload["rows"] == len(blind.read_text().splitlines()) - 2
    assert "bob thinks" not in blind.read_text()
    assert "ada thinks" in blind.read_text()
    assert campaign("campaign", "merge", blind, "--create", folder=other).status == 0
    state = campaign("campaign", "status", NAME, "--json", folder=other).payload
    assert (state["runs"], state["grades"]) == ([], [0, 1, 0])
    help_text = " ".join(campaign("campaign", "export", "--help").out.split())
    assert "A whole bundle shows everybody's grades and notes" in help_text
    for wrong in (("--for", "ada"), ("--for", "kim", "--format", "bundle")):
        refused = campaign("campaign", "export", NAME, tmp_path / "no", *wrong)
        assert refused.status == 2
        assert not (tmp_path / "no").exists()


def test_a_merge_preview_is_refused_for_what_the_merge_is(campaign: Assay, tmp_path: Path) -> None:
    bundle, other = tmp_path / "set.jsonl", tmp_path / "other"
    campaign("campaign", "export", NAME, bundle, "--format", "bundle")
    campaign("campaign", "create", "elsewhere", folder=other)
    preview = campaign("campaign", "merge", bundle, "--preview", folder=other)
    assert (preview.status, "--create" in preview.err) == (2, True)
    assert "would merge" in campaign("campaign", "merge", bundle, "--preview", "--create", folder=other).out


def test_pairs_that_a_rater_has_yet_to_judge_are_counted_and_not_shown(campaign: Assay) -> None:
    campaign("campaign", "create", "three", "--query", "bees", "--raters", 3, *_three())
    campaign("campaign", "run", "three", "words", "--mode", "keyword")
    campaign("campaign", "pool", "three", "--depth", 1)
    campaign("campaign", "assign", "three")
    campaign("campaign", "open", "three")
    asked = campaign("campaign", "queue", "three", "--assessor", "eve", "--json").payload["next"]
    for assessor, grade in (("ada", 2), ("bob", 0)):
        campaign("campaign", "grade", "three", *asked, grade, "--assessor", assessor, "--note", "surely")
    shown = campaign("campaign", "adjudicate", "three")
    assert "surely" not in shown.out
    assert "1 more is shown when all raters are through" in shown.out
    payload = campaign("campaign", "adjudicate", "three", "--json").payload
    assert (payload["disagreements"], payload["n_waiting"]) == ([], 1)
    assert "surely" in campaign("campaign", "adjudicate", "three", "--start").out


def _three() -> list[str]:
    return [option for name in ("ada", "bob", "eve") for option in ("--assessor", name)]


def test_the_latest_release_is_measured_and_what_changed_is_said(campaign: Assay, tmp_path: Path) -> None:
    _grade_everything(campaign)
    campaign("campaign", "release", NAME)
    assert "frozen" not in campaign("campaign", "export", NAME, tmp_path / "one", "--format", "beir").out
    with Workspace.open(tmp_path / "library") as workspace:
        (owls,) = workspace.library.papers.get(["owls"])
        workspace.library.papers.update([(replace(owls, abstract="Feathers."), ())])
    for layout in ("trec", "beir"):
        out = campaign("campaign", "export", NAME, tmp_path / f"two-{layout}", "--format", layout).out
        assert "1 paper read otherwise than they were frozen" in out
        assert "owls" in out
    payload = campaign("campaign", "export", NAME, tmp_path / "three", "--json").payload
    assert payload["changed_papers"] == ["owls"]
    second = campaign("campaign", "release", NAME, "--rule", "median")
    assert "1 paper changed or removed since the corpus was frozen: owls" in second.out
    assert "release 2: " in campaign("campaign", "evaluate", NAME).out
    assert campaign("campaign", "evaluate", NAME, "--json").payload["release"] == 2
    assert campaign("campaign", "evaluate", NAME, "--release", 1, "--json").payload["release"] == 1


def test_a_quota_stays_until_it_is_lifted(campaign: Assay, tmp_path: Path) -> None:
    edit = ("campaign", "edit", NAME, "--assessor", "ada")
    for options, left in ((("--quota", 40), 40), ((), 40), (("--no-quota",), None)):
        assert campaign(*edit, *options).status == 0
        campaign("campaign", "export", NAME, tmp_path / "all.jsonl", "--format", "bundle", "--force")
        records = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
        assert [r["quota"] for r in records if r.get("handle") == "ada"] == [left]
    assert campaign(*edit, "--quota", 3, "--no-quota").status == 2
    assert campaign("campaign", "edit", NAME, "--no-quota").status == 2


def test_a_split_of_a_folder_is_chosen(campaign: Assay, tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    corpus = {"_id": "owls", "title": "Silent flight of owls", "text": "x"}
    (folder / "corpus.jsonl").write_text(json.dumps(corpus) + "\n")
    (folder / "queries.jsonl").write_text(json.dumps({"_id": "b1", "text": "quiet wings"}) + "\n")
    for split, grade in (("dev", 1), ("test", 2)):
        table = f"query-id\tcorpus-id\tscore\nb1\towls\t{grade}\n"
        (folder / "qrels" / f"{split}.tsv").write_text(table)
    campaign("campaign", "create", "theirs")
    look = ("campaign", "import", "theirs", folder, "--create", "--preview")
    assert "Only the split 'test' is taken; the folder also has dev." in campaign(*look).out
    assert campaign(*look, "--split", "dev", "--json").payload["grades"] == {"1": 1}
