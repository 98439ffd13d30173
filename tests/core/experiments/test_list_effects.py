"""What candidates do, measured on a collection known by heart and against sums made here."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.encoding import Encoder, load_encoder
from assay.errors import BadInput
from assay.experiments.effect_data import EffectLists, Part, Variant, read_effect_set
from assay.experiments.list_effects import Effects, EffectWork, Plan
from assay.location import Location
from assay.training.data.lists.candidates import ABSENT
from assay.training.data.lists.prepared import open_prepared
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.trials import Trainer
from assay.types import TaskFormat
from small_collection import SUBJECTS, TEST, TRAIN, VERBS, query, write_collection

LENGTH = 64


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    return write_collection(tmp_path / "small", train=TRAIN, test=TEST)


@pytest.fixture
def recipe(models_place: Path) -> Recipe:
    """coder-small, at a rate that moves so small a model."""
    from small_models import small_model

    made = parse_recipe(preset("coder-small"))
    (stage,) = made.stages
    optimiser = replace(stage.optimiser, learning_rate=5e-3, warmup_steps=0)
    stage = replace(stage, epochs=4, optimiser=optimiser)
    return replace(
        made, base=str(small_model(models_place)), max_length=LENGTH, device="cpu", stages=(stage,)
    )


def work(recipe: Recipe, collection: Path, out: Path) -> EffectWork:
    library: Location = out.parent / "library"
    data = read_effect_set(collection, split="test", seed=recipe.random_seed)
    trainer = Trainer(out=out, folder=out.parent, library=library)
    return EffectWork(recipe=recipe, data=data, trainer=trainer)


def lists_of(recipe: Recipe, collection: Path, out: Path, *, longest: int = 20) -> EffectLists:
    taught = read_effect_set(collection, split="test", seed=recipe.random_seed).train
    return EffectLists(
        recipe=recipe, train=taught, out=out, folder=out.parent, first="dense", longest=longest
    )


@functools.cache
def papers_of(model: str) -> tuple[Encoder, list[str], np.ndarray[Any, Any]]:
    """(the model, the names of all papers, their unit vectors)."""
    encoder = load_encoder(model, device="cpu", max_length=LENGTH)
    texts, names = [], []
    for s, subject in enumerate(SUBJECTS):
        for v, verb in enumerate(VERBS):
            texts.append(encoder.template.join(f"{subject} and {verb}", f"How {subject} {verb} the nest."))
            names.append(f"d{s}{v}")
    papers = encoder.encode(texts, format=TaskFormat.PRX).astype(np.float64)
    return encoder, names, papers / np.linalg.norm(papers, axis=1, keepdims=True)


def order_by(model: str, text: str) -> list[str]:
    """All papers, the best first, by this model's query and the inner product of unit vectors."""
    encoder, names, papers = papers_of(model)
    asked = encoder.encode([encoder.template.query_text(text)], format=TaskFormat.QRY)[0]
    return [names[row] for row in np.argsort(-(papers @ asked), kind="stable")]


def ndcg(order: list[str], judged: dict[str, int]) -> float:
    gains = [judged.get(name, 0) / math.log2(rank + 1) for rank, name in enumerate(order[:10], start=1)]
    ideal = sorted(judged.values(), reverse=True)[:10]
    return sum(gains) / sum(gain / math.log2(rank + 1) for rank, gain in enumerate(ideal, start=1))


# -- who teaches, who is asked -----------------------------------------------------------------------------


def test_training_queries_teach_and_leak_free_ones_share_no_paper_with_them(collection: Path) -> None:
    data = read_effect_set(collection, split="test", seed=42)
    assert {one.query_id for one in data.train.queries} == {*TRAIN}
    (part,) = data.parts
    assert part.teach is None
    assert {one.query_id for one in part.test.queries} == {*TEST}
    assert data.clean == {*TEST} - {"again"}  # it asks for the paper of q00, too


def test_without_training_queries_five_folds_ask_each_query_once_of_others(tmp_path: Path) -> None:
    both = {**TRAIN, **TEST}
    data = read_effect_set(write_collection(tmp_path / "one", test=both), split="test", seed=42)
    assert len(data.parts) == 5
    asked = [one.query_id for part in data.parts for one in part.test.queries]
    assert sorted(asked) == sorted(both)
    for part in data.parts:
        own = {one.query_id for one in part.test.queries}
        assert part.teach is not None
        assert {*part.teach} == {*both} - own
        learnt = {doc_id for name in part.teach for doc_id in both[name]}
        assert own & data.clean == {name for name in own if learnt.isdisjoint(both[name])}


def test_queries_without_anything_relevant_are_not_asked_and_counted(tmp_path: Path) -> None:
    place = write_collection(tmp_path / "x", train=TRAIN, test={**TEST, query(0, 3): {"d11": 0}})
    data = read_effect_set(place, split="test", seed=42)
    assert {one.query_id for one in data.test.queries} == {*TEST}
    assert data.left_out == 1


def test_the_training_split_cannot_be_asked(collection: Path) -> None:
    with pytest.raises(BadInput, match="take another split"):
        read_effect_set(collection, split="train", seed=42)


# -- the variants ------------------------------------------------------------------------------------------


def test_there_are_no_more_candidates_than_papers_and_each_variant_stands_once() -> None:
    plan = Plan.of("10,50,100,1000", "retrieved,both", "listnet,infonce")
    assert [one.n for one in plan.by_number(60)] == [10, 50, 60]
    kinds = [(one.n, one.negatives, one.loss) for one in plan.by_kind(60)]
    assert kinds == [(60, k, each) for k in ("retrieved", "both") for each in ("listnet", "infonce")]
    assert {one.n for one in plan.by_kind(5000)} == {1000}


@pytest.mark.parametrize(
    ("given", "what"),
    [
        (("x", "random", "listnet"), "n must be numbers"),
        (("0,5", "random", "listnet"), "at least 1"),
        (("5", "hard", "listnet"), "There are retrieved, random, both"),
        (("5", "random", "mnrl"), "There are listnet, max-margin, infonce"),
    ],
)
def test_what_is_no_variant_is_refused(given: tuple[str, str, str], what: str) -> None:
    with pytest.raises(BadInput, match=what):
        Plan.of(*given)


# -- their candidates --------------------------------------------------------------------------------------


def test_fewer_candidates_are_the_first_of_the_same_ranking(
    recipe: Recipe, collection: Path, tmp_path: Path
) -> None:
    lists = lists_of(recipe, collection, tmp_path / "out")
    texts = {one.query_id: one.text for one in lists.train.queries}
    everyone = Part("train", None, lists.train)
    for n in (5, 20):
        path, queries = lists.ready(Variant(n), everyone)
        assert queries == ""
        found = open_prepared(tmp_path / "out" / path)
        for place, name in enumerate(found.lists.query_ids):
            ids, grades = found.lists.batch([place])
            got = [lists.train.papers[row].doc_id for row in ids[0]]
            best, wanted = order_by(recipe.base, texts[name])[:n], [*TRAIN[name]]
            assert got == [*(one for one in wanted if one not in best), *best]
            marked = {one for one, grade in zip(got, grades[0], strict=True) if grade > ABSENT}
            assert marked == {*wanted}


def test_papers_lie_there_once_and_a_folder_left_half_made_does_no_harm(
    recipe: Recipe, collection: Path, tmp_path: Path
) -> None:
    lists = lists_of(recipe, collection, tmp_path / "out")
    everyone = Part("train", None, lists.train)
    for variant in (Variant(5), Variant(20), Variant(20, "random"), Variant(20, "both")):
        lists.ready(variant, everyone)
    files = sorted((tmp_path / "out" / "lists").glob("*/documents.npy"))
    assert len(files) == 4
    assert len({file.read_bytes() for file in files}) == 1
    assert len({file.stat().st_ino for file in files}) == 1
    half = files[-1].parent
    (half / "prepared.json").unlink()
    before = files[0].read_bytes()
    lists.ready(Variant(int(half.name.split("-")[1])), everyone)
    assert [file.read_bytes() for file in files] == [before] * 4
    lengths = {
        name: {*np.diff(open_prepared(half.parent / name).lists.ends, prepend=0).tolist()}
        for name in ("random-20", "both-20")
    }
    assert lengths["random-20"] == {21}  # the relevant one and twenty by chance
    assert lengths["both-20"] <= {36}  # twenty found and the others: there are no more papers


def test_a_folder_of_other_effects_is_refused(recipe: Recipe, collection: Path, tmp_path: Path) -> None:
    lists = lists_of(recipe, collection, tmp_path / "out")
    lists.check_same(lists.train)
    lists.check_same(lists.train)
    lists.first = "hybrid"
    with pytest.raises(BadInput, match=r"other input \(first\). Choose another folder"):
        lists.check_same(lists.train)
    lists.first = "random"
    with pytest.raises(BadInput, match="take another first stage"):
        lists.check_same(lists.train)


# -- the figures -------------------------------------------------------------------------------------------


def check_scores(found: Effects, collection: Path) -> None:
    """Every nDCG@10 is that of the definition, by the models in the folders."""
    data = read_effect_set(collection, split="test", seed=42)
    texts = {one.query_id: one.text for one in data.test.queries}
    for row in found.rows:
        values = {}
        for run, part in zip(row.runs, data.parts, strict=True):
            for one in part.test.queries:
                order = order_by(str(Path(run) / "model"), texts[one.query_id])
                values[one.query_id] = ndcg(order, dict(data.test.qrels[one.query_id]))
        for score in row.scores:
            if score.measure != "nDCG@10":
                continue
            names = values if score.group == "all" else data.clean
            assert score.n == len(names)
            assert score.value == pytest.approx(np.mean([values[name] for name in names]), abs=1e-6)


def test_every_variant_is_measured_as_the_definition_says(
    recipe: Recipe, collection: Path, tmp_path: Path
) -> None:
    found = work(recipe, collection, tmp_path / "out").effects(Plan.of("5,1000", "retrieved", "listnet"))
    assert [row.name for row in found.rows] == ["listnet, retrieved, N = 5", "listnet, retrieved, N = 36"]
    assert found.by_number == tuple(row.name for row in found.rows)
    assert found.by_kind == found.by_number[1:]
    assert (found.taught, found.papers, found.clean) == (24, 36, 12)
    assert any(share > 0 for row in found.rows for share in row.shares)  # something was learnt
    assert any(score.difference for row in found.rows for score in row.scores)
    check_scores(found, collection)
    again = work(recipe, collection, tmp_path / "out").effects(Plan.of("5,1000", "retrieved", "listnet"))
    assert again == found
