"""What a comparison says of test queries that a model learned from."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from assay.encoding.formats import TextTemplate
from assay.evaluation import evaluate, read_beir
from assay.ingest.queries import add_query, add_query_paper
from assay.models.promotion import ModelWork
from assay.models.test_sets import TestChoice
from assay.registry.difference import differences
from assay.registry.loading import open_registry
from assay.training.data.examples import Source
from assay.training.data.objectives import open_source, query_keys
from assay.training.data.objectives.texts import text_key
from assay.training.loop.trainer import facts_of
from assay.training.recipe.objective_spec import JudgementsSpec
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.library import write_judgements
from assay.workspace import Workspace
from model_fixtures import Train
from workspace_papers import ANIMALS, TOPICS


def judge(workspace: Workspace, texts: list[str]) -> None:
    """A query of each text about an animal and a topic; its one relevant paper, and one that is not."""
    for text in texts:
        animal, topic = text.split()
        query = add_query(workspace.library, text)
        other = ANIMALS[(ANIMALS.index(animal) + 1) % len(ANIMALS)]
        for doc_id, grade in ((f"{animal}-{topic}", 2), (f"{other}-{topic}", 0)):
            workspace.library.judgements.record(query.query_id, doc_id, assessor="ada", relevance=grade)


TEXTS = [f"{animal} {topic}" for animal in ANIMALS[:4] for topic in TOPICS[:3]]  # 12


def opened(workspace: Workspace, folder: Path, **changes: Any) -> Source:
    """The library's judgements as training reads them."""
    write_judgements(workspace.folder, "", folder)
    spec = JudgementsSpec(path=str(folder), validation=0.25, **changes)
    return open_source(spec, folder=folder, seed=5, template=TextTemplate())


def taught(source: Source) -> set[str]:
    return {source.train.example(index, 0).query for index in range(len(source.train))}


def rows(*sources: Source) -> list[dict[str, Any]]:
    """As a card holds them, after a way through JSON."""
    return list(json.loads(json.dumps([asdict(source.facts) for source in sources])))


def test_the_queries_that_a_model_learned_from_are_counted_and_the_others_measured_apart(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    judge(workspace, TEXTS)
    source = opened(workspace, tmp_path / "copy")
    seen = taught(source)
    assert 0 < len(seen) < len(TEXTS)
    # Judged since: a query that shares its only relevant paper with one that was learned from, and one that
    # does not.
    one = sorted(seen)[0]
    again = add_query(workspace.library, f"about {one}")
    workspace.library.judgements.record(again.query_id, one.replace(" ", "-"), assessor="ada", relevance=1)
    judge(workspace, ["salmon song"])
    card = train("judged", data=rows(source))
    found = ModelWork(workspace).compare(card.model_id)
    told = found.overlap
    assert told is not None
    n, n_held = len(TEXTS) + 2, len(TEXTS) - len(seen)
    assert (told.n_queries, told.n_against, told.n_clean) == (len(seen), 0, n - len(seen))
    assert (told.n_chose, told.n_sharing) == (n_held, 1)
    assert f"{card.model_id} learned from {len(seen)} of the {n} test queries." in told.warning
    assert f"{n_held + 2} queries are left: there the difference is" in told.warning
    assert not any("If these are among them" in note for note in found.warnings)

    keeps_last = parse_recipe(preset("judgements-small"))  # as the goal "Search by query" trains
    facts = [asdict(each) for each in facts_of(keeps_last, [{"judged": source}])]
    fair = ModelWork(workspace).compare(train("fair", data=json.loads(json.dumps(facts))).model_id).overlap
    assert fair is not None
    assert replace(told, n_chose=0, warning=fair.warning) == fair
    assert "which step" in told.warning
    assert "which step" not in fair.warning

    left = {q.query_id for q in workspace.library.queries.all() if q.text not in seen}
    qrels = {
        query_id: grades
        for query_id, grades in workspace.library.judgements.qrels().items()
        if query_id in left
    }
    only = tmp_path / "left.txt"
    only.write_text("\n".join(sorted(left)) + "\n")
    alone = ModelWork(workspace).compare(card.model_id, on=TestChoice(queries=only))
    assert told.clean is not None
    assert (told.clean.n, told.clean.measure) == (len(qrels), found.comparisons[0].measure)
    assert told.clean.mean_b == pytest.approx(alone.model.mean["nDCG@10"])
    assert told.clean.difference == pytest.approx(alone.comparisons[0].difference)

    kept = open_registry().get(card.model_id).scores["library against hashing"]["overlap"]
    assert (kept["n_queries"], kept["n_clean"]) == (told.n_queries, told.n_clean)
    assert kept["clean"]["difference"] == told.clean.difference
    assert kept["warning"] == told.warning


def test_a_test_on_nothing_but_learnt_queries_is_called_none(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    judge(workspace, TEXTS)
    source = opened(workspace, tmp_path / "copy")
    ids = [query.query_id for query in workspace.library.queries.all() if query.text in taught(source)]
    (only := tmp_path / "only.txt").write_text("\n".join(ids) + "\n")
    card = train("judged", data=rows(source))
    told = ModelWork(workspace).compare(card.model_id, on=TestChoice(queries=only)).overlap
    assert told is not None
    assert (told.n_queries, told.n_clean, told.clean) == (len(ids), 0, None)
    assert told.warning == (
        f"{card.model_id} learned from {len(ids)} of the {len(ids)} test queries. None is left: this is "
        "no test."
    )


def test_what_the_base_and_the_other_model_learned_from_counts_too(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    judge(workspace, TEXTS)
    source = opened(workspace, tmp_path / "copy")
    seen = len(taught(source))
    first = train("judged", seed=3, data=rows(source))
    second = train("cropped", seed=4, base={"id": first.model_id, "fingerprint": "0" * 16})
    told = ModelWork(workspace).compare(second.model_id).overlap
    assert told is not None
    assert (told.n_queries, told.n_against) == (seen, 0)
    plain = train("plain", seed=5)
    told = ModelWork(workspace).compare(plain.model_id, first.model_id).overlap
    assert told is not None
    assert (told.n_queries, told.n_against) == (0, seen)
    assert told.warning.startswith(f"{first.model_id} learned from {seen} of the 12 test queries.")
    assert ModelWork(workspace).compare(plain.model_id).overlap is None


def test_a_beir_folder_is_told_by_its_texts_and_not_by_its_ids(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    judge(workspace, TEXTS)
    source = opened(workspace, tmp_path / "copy")
    seen = taught(source)
    folder = tmp_path / "other"
    (folder / "qrels").mkdir(parents=True)
    papers = workspace.library.papers.get(workspace.library.papers.ids())
    corpus = [{"_id": f"d{n}", "title": p.title, "text": p.abstract} for n, p in enumerate(papers)]
    asked = [{"_id": f"{n}", "text": f" {text.upper()}  "} for n, text in enumerate(TEXTS)]
    asked.append({"_id": "new", "text": "unheard of"})
    for name, lines in (("corpus", corpus), ("queries", asked)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    graded = "".join(f"{row['_id']}\td0\t1\n" for row in asked)
    (folder / "qrels" / "test.tsv").write_text(f"query-id\tcorpus-id\tscore\n{graded}")
    card = train("judged", data=rows(source))
    found = ModelWork(workspace).compare(card.model_id, on=TestChoice(beir=folder))
    assert found.overlap is not None
    assert (found.overlap.n_queries, found.overlap.n_clean) == (len(seen), len(asked) - len(seen))
    collection = read_beir(folder)
    left = {q.query_id for q in collection.queries if q.text.strip().lower() not in seen}
    assert found.overlap.clean is not None
    assert (
        found.overlap.clean.n
        == len(left)
        == evaluate({q: g for q, g in collection.qrels.items() if q in left}, {}).n_queries
    )


def test_a_query_that_is_a_paper_is_known_again(workspace: Workspace, train: Train, tmp_path: Path) -> None:
    for animal in ANIMALS:
        query = add_query_paper(workspace.library, f"{animal}-song")
        for topic, grade in (("sleep", 1), ("winter", 0)):
            workspace.library.judgements.record(
                query.query_id, f"{animal}-{topic}", assessor="ada", relevance=grade
            )
    source = opened(workspace, tmp_path / "copy")
    told = ModelWork(workspace).compare(train("judged", data=rows(source)).model_id).overlap
    assert told is not None
    assert (told.n_queries, told.n_chose) == (len(source.train), len(ANIMALS) - len(source.train))


def test_an_older_card_that_names_no_queries_keeps_its_note(workspace: Workspace, train: Train) -> None:
    judge(workspace, TEXTS)
    data = [{"name": "grades", "kind": "judgements", "n_train": 3}]
    for row in ({}, {"learnt": {}}, {"learnt": {"queries": "%%"}}, {"learnt": 3}):
        card = train(f"old{len(open_registry().cards())}", data=[{**data[0], **row}])
        found = ModelWork(workspace).compare(card.model_id)
        assert found.overlap is None
        assert any(
            "does not say of which queries. If these are among them" in note for note in found.warnings
        )


def test_keys_of_texts_come_back_as_they_were(
    monkeypatch: pytest.MonkeyPatch, workspace: Workspace, tmp_path: Path
) -> None:
    keys = {text_key(text) for text in TEXTS} | {0, 2**64 - 1}
    assert query_keys.unpacked(query_keys.packed(keys)) == keys
    assert len(query_keys.packed(keys)) <= 11 * len(keys) + 4
    judge(workspace, TEXTS)
    monkeypatch.setattr(query_keys, "MOST", 3)
    assert rows(opened(workspace, tmp_path / "copy"))[0]["learnt"] == {}


def test_neither_an_export_nor_a_diff_shows_the_queries(
    workspace: Workspace, train: Train, tmp_path: Path
) -> None:
    judge(workspace, TEXTS)
    source = opened(workspace, tmp_path / "copy")
    card, other = train("judged", seed=3, data=rows(source)), train("plain", seed=4)
    assert card.data[0]["learnt"]["queries"]
    out = tmp_path / "out"
    open_registry().export(card.model_id, out)
    assert "learnt" not in json.loads((out / "model_card.json").read_text())["data"][0]
    assert not [one.key for one in differences(card, other) if "learnt" in one.key]
