"""Analyses of formats: which trainings they ask for, which rows win, and how little of a table is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assay.benchmarks.tasks.score import TaskScore
from assay.encoding import HashingEncoder
from assay.errors import RecipeError
from assay.experiments.formats.efficiency import Efficiency, VariantCost
from assay.experiments.formats.matrix import MatrixRow, format_matrix, matrix_table
from assay.experiments.formats.partition import draw_grouping, grouped, partition
from assay.experiments.formats.relatedness import (
    Relatedness,
    combinations_of,
    objective_group,
    reduced,
    relatedness_table,
)
from assay.experiments.formats.scoring import (
    TaskScorer,
    TrainedRow,
    Trainings,
    coverage_notes,
    read_task_file,
)
from assay.training.recipe.objective_spec import PairsSpec
from assay.training.recipe.recipe import Formats, Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.trials import Trainer
from assay.types import TaskFormat
from small_tasks import papers, small_tasks, write_rows

CLF, RGN, PRX, QRY = TaskFormat.CLF, TaskFormat.RGN, TaskFormat.PRX, TaskFormat.QRY

RECIPE = parse_recipe("""
name = "eight"
[formats]
variant = "codes"
[[stages]]
name = "first"
mixing = "exact"
[[stages.objectives]]
kind = "classification"
name = "fos"
path = "fos.jsonl"
label = "l"
weight = 0.2
[[stages.objectives]]
kind = "regression"
name = "year"
path = "year.jsonl"
label = "l"
weight = 0.3
[[stages.objectives]]
kind = "specter"
name = "cites"
path = "cites.jsonl"
weight = 0.5
[[stages]]
name = "second"
[[stages.objectives]]
kind = "candidates"
name = "search"
path = "search.jsonl"
query_format = "QRY"
""")


def test_four_formats_make_eleven_trainings() -> None:
    chosen = combinations_of(RECIPE)
    assert Counter(map(len, chosen)) == {1: 4, 2: 6, 4: 1}
    assert chosen[0] == ("CLF",)
    assert ("RGN", "SRCH") in chosen
    plain = parse_recipe('name = "p"\n[[stages]]\n[[stages.objectives]]\nkind = "cropping"\npath = "x"\n')
    with pytest.raises(RecipeError, match=r"Give it a table \[formats\]"):
        combinations_of(plain)


def one_pass(variant: str, *, base: str = "auto") -> Recipe:
    """The same recipe of a variant whose PRX and QRY vectors are the base's."""
    few = reduced(RECIPE, ("CLF", "RGN", "PRX"))
    return replace(few, name="one pass", formats=Formats(variant=variant, base=base))  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ["pools", "wide"])
def test_formats_that_learn_nothing_are_not_trained_alone(variant: str) -> None:
    assert combinations_of(one_pass(variant)) == [("CLF",), ("RGN",), ("CLF", "RGN")]
    assert ("PRX",) in combinations_of(one_pass(variant, base="trained"))
    labels = reduced(one_pass(variant), ("CLF", "PRX"))
    with pytest.raises(RecipeError, match=f"'{variant}' over a frozen base PRX and SRCH learn nothing"):
        combinations_of(labels)


@pytest.mark.parametrize(
    ("variant", "said"), [("wide", "a sketch of the words for PRX"), ("pools", "the base's vector for PRX")]
)
def test_chance_cannot_deal_out_vectors_that_learn_nothing(tmp_path: Path, variant: str, said: str) -> None:
    work = Trainings(trainer=Trainer(out=tmp_path, folder=tmp_path, library=tmp_path / "library"), tasks=())
    with pytest.raises(RecipeError, match=said):
        partition(one_pass(variant), work, groupings=1, seed=0)


def test_a_reduced_recipe_keeps_the_proportions_and_drops_empty_stages() -> None:
    few = reduced(RECIPE, ("CLF", "PRX"))
    (stage,) = few.stages
    assert {spec.name: spec.weight for spec in stage.objectives} == pytest.approx(
        {"fos": 2 / 7, "cites": 5 / 7}
    )
    assert [stage.name for stage in reduced(RECIPE, ("RGN", "SRCH")).stages] == ["first", "second"]
    typed = PairsSpec(path="x")
    assert (objective_group(typed), objective_group(RECIPE.stages[0].objectives[2])) == ("SRCH", "PRX")


def test_chance_deals_every_format_an_objective_and_reads_tasks_as_they_are_learned() -> None:
    names = [f"o{n}" for n in range(9)]
    tasks = ["o3", "other", "third"]
    found = draw_grouping(names, tasks, (CLF, PRX, QRY, RGN), seed=4)
    assert sorted(Counter(found.objectives.values()).values()) == [2, 2, 2, 3]
    assert found.tasks["o3"] is found.objectives["o3"]
    assert found == draw_grouping(names, tasks, (CLF, PRX, QRY, RGN), seed=4)
    drawn = {
        tuple(draw_grouping(names, tasks, (CLF, PRX), seed=seed).objectives.items()) for seed in range(9)
    }
    assert len(drawn) > 1
    moved = draw_grouping(["fos", "year", "cites", "search"], [], (CLF, PRX, QRY, RGN), seed=1)
    specs = [spec for stage in grouped(RECIPE, moved).stages for spec in stage.objectives]
    assert {spec.name: spec.formats for spec in specs} == {
        name: (own, own) for name, own in moved.objectives.items()
    }


def test_a_format_wins_only_where_it_is_better_than_all_others() -> None:
    def row(own: TaskFormat, **values: float) -> MatrixRow:
        return MatrixRow("T", "map", False, own, {TaskFormat(name): value for name, value in values.items()})

    assert row(CLF, CLF=50.0, PRX=49.0).wins
    assert row(CLF, CLF=49.0, PRX=50.0).wins is False
    assert row(CLF, CLF=50.0, PRX=50.0).ties
    assert row(RGN, CLF=50.0, PRX=50.0).wins is None
    assert row(CLF, CLF=50.0).wins is None


def test_each_text_is_encoded_in_the_formats_of_its_column_and_kept(tmp_path: Path) -> None:
    """Searches ask QRY of the query and PRX of the papers in their own column, and one format elsewhere."""
    tasks = read_task_file(small_tasks(tmp_path, "Asked", "Near"))

    class Listening(HashingEncoder):
        asked: list[tuple[str, int]]

        def fingerprint(self, format: TaskFormat) -> str:  # as if each format had vectors of its own
            return f"{super().fingerprint(format)}{format}{tmp_path.name}"

        def encode(self, texts, *, format, progress=None):  # type: ignore[no-untyped-def]
            self.asked.append((str(format), len(texts)))
            return super().encode(texts, format=format)

    encoder = Listening()
    encoder.asked = []
    kept = tmp_path / "kept.json"
    found = format_matrix(encoder, tasks, kept=kept)
    assert {row.task: row.own for row in found.rows} == {"Near": PRX, "Asked": QRY}
    # Four queries and eight candidates a task; those of the search's own column were encoded as PRX before.
    assert Counter(name for name, _ in encoder.asked) == {"CLF": 4, "RGN": 4, "PRX": 4, "QRY": 3}
    encoder.asked = []
    assert format_matrix(encoder, tasks, kept=kept) == found
    assert encoder.asked == []
    kept.write_text('{"damaged": [', encoding="utf-8")
    assert format_matrix(encoder, tasks, kept=kept) == found


def test_a_task_that_is_not_whole_says_so_below_the_table(tmp_path: Path) -> None:
    path = small_tasks(tmp_path, "Near")
    bare = [{**row, "title": "", "abstract": ""} for row in papers()[15:]]
    write_rows(tmp_path / "papers.jsonl", [*papers(15), *bare])
    tasks = read_task_file(path)
    (note,) = coverage_notes(tasks)
    assert note.startswith("Near: 28 of 32 rows were scored")
    assert "near.tsv:9" in note
    text = matrix_table(format_matrix(HashingEncoder(), tasks)).markdown()
    assert note in text


def test_what_was_not_learned_stands_in_brackets_and_the_best_is_bold() -> None:
    def trained(name: str, clf: float, prx: float) -> TrainedRow:
        scores = (TaskScore("A", "CLF", True, {"f1": clf}, {}), TaskScore("B", "PRX", True, {"map": prx}, {}))
        return TrainedRow(name, "trained", scores=scores)

    rows = (trained("CLF", 60, 40), TrainedRow("PRX", "failed", "no data"), trained("all", 50, 70))
    text = relatedness_table(Relatedness("r", rows, (), (("CLF",), ("PRX",), ("CLF", "PRX")))).markdown()
    assert "| CLF | **60.00** | (40.00) | 50.00 |" in text
    assert "| PRX | failed | failed | failed |" in text
    assert "| all | 50.00 | **70.00** | **60.00** |" in text
    assert "- PRX: failed. no data" in text


def test_costs_are_laid_beside_one_pass_of_the_unit() -> None:
    rows = (VariantCost("cls", 0, 2.0, 1.0, 1.0), VariantCost("codes", 4, 4.0, 2.0, 8.0))
    found = Efficiency("base", "cpu", 1, 5.0, rows)
    assert (found.relative(rows[0], "step"), found.relative(rows[1], "one")) == (0.5, 1.0)
    assert found.relative(rows[1], "together", to="cls") == 8.0
    assert found.relative(VariantCost("x", None, None, 1.0, 1.0), "step") is None


def test_typed_queries_are_encoded_without_a_separator(tmp_path: Path) -> None:
    """Against vectors made here: the hashing model's own, of the words alone."""
    (read,) = read_task_file(small_tasks(tmp_path, "Asked"))
    encoder = HashingEncoder()
    score = TaskScorer(encoder).score(read)
    queries = encoder.encode(["graphs", "proteins", "planets", "markets"], format=QRY)
    texts = [encoder.template.join(row["title"], row["abstract"]) for row in papers(8)]
    distances = np.linalg.norm(queries[:, None] - encoder.encode(texts, format=PRX)[None], axis=2)
    gains = []
    for k in range(4):
        order = np.argsort(distances[k])
        gains.append(sum(2 / np.log2(place + 2) for place, c in enumerate(order) if c % 4 == k))
    ideal = 2 / np.log2(2) + 2 / np.log2(3)
    assert score.values["ndcg"] == pytest.approx(100 * float(np.mean(gains)) / ideal)
