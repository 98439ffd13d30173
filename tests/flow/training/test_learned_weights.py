"""From judged queries to a better ranking, its explanation, an exported run, undo, and a changed model."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.workspace import Workspace
from small_models import small_model

Assay = Callable[..., Any]

PAIRS = (("apis", "bees"), ("chiroptera", "bats"), ("lepidoptera", "moths"), ("formica", "ants"))
"""What queries say, and what papers call it: nothing but judgements joins the two."""
N = 24


@pytest.fixture
def judged(assay: Assay, tmp_path: Path) -> Assay:
    words = random.Random(5)

    def noise() -> str:
        return "".join(words.sample(string.ascii_lowercase, 9))

    papers = [(f"p{n}", f"{PAIRS[n % 4][1]} {noise()}", f"On {PAIRS[n % 4][1]}.") for n in range(2 * N)]
    papers += [(f"other{n}", f"{noise()} {noise()}", f"On {noise()}.") for n in range(150)]
    queries = [(f"q{n}", f"{PAIRS[n % 4][0]} {noise()}") for n in range(N)]
    grades = [f"q{n}\tp{d}\t{g}" for n in range(N) for d, g in ((n, 2), (n + N, 1), ((n + 1) % N, 0))]
    rows = {
        "papers.jsonl": [json.dumps({"_id": d, "title": title, "text": text}) for d, title, text in papers],
        "queries.jsonl": [json.dumps({"_id": q, "text": text}) for q, text in queries],
        "qrels.tsv": ["query-id\tcorpus-id\tscore", *grades],
    }
    for name, lines in rows.items():
        (tmp_path / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    for arguments in (
        ("import", tmp_path / "papers.jsonl"),
        ("index", "--model", "hashing"),
        ("queries", "import", tmp_path / "queries.jsonl"),
        ("qrels", "import", tmp_path / "qrels.tsv", "--assessor", "ada"),
    ):
        assert assay(*arguments).status == 0
    return assay


def first(assay: Assay) -> list[str]:
    found = assay("search", "apis wintering", "-k", 12, "--json").payload["hits"]
    return [hit["doc_id"] for hit in found]


def bees(doc_ids: list[str]) -> int:
    return sum(doc_id.startswith("p") and int(doc_id[1:]) % 4 == 0 for doc_id in doc_ids)


def test_from_judged_queries_to_a_better_ranking_and_back(judged: Assay, tmp_path: Path) -> None:
    before = first(judged)
    improved = judged("improve", "--out", tmp_path / "steps", "--json", "--progress", "none")
    assert improved.status == 0, improved.err
    report = improved.payload
    assert (report["chosen"], report["queries"], report["tuning"]) == ("ranker", N, None)
    assert [row["group"] for row in report["steps"]] == ["weights", "ranker"]
    assert first(judged) == before  # nothing is used without a word
    version = report["version"]

    used = judged("weights", "use", version)
    assert "To undo it: assay weights drop" in used.out
    after = first(judged)
    assert bees(after) > bees(before) + 3
    kept = judged("weights", "list", "--json").payload["weights"]
    assert [(one["version"], one["active"], one["n_queries"]) for one in kept] == [(version, True, N)]
    assert (kept[0]["measure"], kept[0]["model"]) == ("nDCG@10", "hashing")
    bee = next(each for each in after if bees([each]))
    learned = judged("search", "apis wintering", "--explain", bee, "--json").payload["why"]["moved"]
    assert (learned["version"], learned["meaning"]) == (version, 0.8)
    assert learned["gain"] > 0
    assert all(text.startswith("apis ") for text, _ in learned["queries"])
    assert f"Learned weights {version}" in judged("search", "apis wintering", "--explain", bee).out

    assert judged("run", "--out", tmp_path / "run.trec", "--tag", "learned").status == 0
    assert judged("weights", "drop").status == 0
    assert first(judged) == before
    plain = tmp_path / "plain.trec"
    assert judged("run", "--out", plain, "--tag", "plain").status == 0
    assert not Path(f"{plain}.weights.json").exists()
    again = tmp_path / "again.trec"
    exported = tmp_path / "run.trec.weights.json"
    assert judged("run", "--out", again, "--tag", "learned", "--weights", exported).status == 0
    assert again.read_bytes() == (tmp_path / "run.trec").read_bytes()
    assert plain.read_text().replace("plain", "") != again.read_text().replace("learned", "")
    assert (tmp_path / "again.trec.weights.json").read_bytes() == exported.read_bytes()
    tags = {one["tag"]: one["details"] for one in judged("rankings", "list", "--json").payload["runs"]}
    assert (tags["learned"]["weights"], "weights" in tags["plain"]) == (version, False)
    assert first(judged) == before

    assert judged("weights", "use", exported).status == 0  # of the file, too
    assert first(judged) == after
    repeated = judged("improve", "--out", tmp_path / "again", "--json", "--progress", "none")
    assert repeated.payload["version"] == version, "the same grades teach the same"
    rrf = judged("run", "--out", tmp_path / "rrf.trec", "--fusion", "rrf", "--weights", exported)
    assert (rrf.status, "before the fusion changed" in rrf.err) == (2, True)
    assert not (tmp_path / "rrf.trec").exists()


def test_weights_are_set_aside_with_a_word_when_fusion_or_model_change(
    judged: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    done = judged("improve", "--use", "--out", tmp_path / "steps", "--json", "--progress", "none")
    version = done.payload["version"]
    learned = first(judged)
    other = judged("search", "apis wintering", "-k", 12, "--fusion", "rrf", "--json")
    assert "The learned weights are not used: they are of another fusion.\n" in other.err
    small = judged("model", "add", small_model(tmp_path), "--name", "small", "--json").payload["model_id"]
    assert judged("model", "promote", small, "--index").status == 0
    said = "The learned weights are not used: they are of another model."
    assert said in judged("search", "apis wintering", "--json").err
    assert said not in judged("search", "apis wintering", "--mode", "keyword", "--json").err
    refused = judged("weights", "use", version)
    assert refused.status == 2
    assert "were learned before the model changed" in " ".join(refused.err.split())
    assert judged("model", "rollback").status == 0
    assert first(judged) == learned  # with their model they come back
    path = tmp_path / "library" / "weights" / f"{version}.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"meaning": 0.8', '"meaning": 0.7'))
    changed = judged("search", "apis wintering", "--json").err
    assert "The learned weights are not used: their file is missing or damaged." in changed
    assert judged("weights", "drop").status == 0
    assert judged("search", "apis wintering", "--json").err == ""
    settings = tmp_path / "library" / "assay.toml"
    settings.write_text(settings.read_text().replace('fusion = "scores"', 'fusion = "rrf"'))
    by_ranks = judged("improve", "--out", tmp_path / "ranks", "--no-encoder", "--progress", "none")
    assert (by_ranks.status, "joins ranks" in " ".join(by_ranks.err.split())) == (2, True)


def test_weights_that_another_process_chose_need_no_other_model(judged: Assay, tmp_path: Path) -> None:
    done = judged("improve", "--out", tmp_path / "steps", "--json", "--progress", "none")
    with Workspace.open(tmp_path / "library") as workspace:
        encoder = workspace.encoder()
        assert workspace.searcher().lessons is None
        assert judged("weights", "use", done.payload["version"]).status == 0
        workspace.reload()
        assert workspace.has_model
        assert workspace.encoder() is encoder
        lessons = workspace.searcher().lessons
        assert lessons is not None
        assert lessons.version == done.payload["version"]


def test_too_few_queries_are_counted(assay: Assay, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text('{"_id": "p", "title": "A title", "text": "A text."}\n')
    assert assay("import", tmp_path / "papers.jsonl").status == 0
    assert assay("index", "--model", "hashing").status == 0
    refused = assay("improve", "--out", tmp_path / "steps")
    assert refused.status == 2
    assert "not enough judged queries: 0 of at least 10" in " ".join(refused.err.split())
    assert not (tmp_path / "steps").exists()
