"""The first paper's tables: its rows and numbers, SciDocs beside them, and what a row takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.aggregation import published_tables
from assay.cli.training.output import cost_lines
from assay.experiments import replication
from assay.experiments.replication import (
    RowSettings,
    replicate,
    replication_json,
    replication_table,
    row_costs,
)
from assay.experiments.replication_data import (
    TABLES,
    DataSource,
    TableRow,
    all_rows,
    read_data,
    table_rows,
)
from assay.training.recipe.recipe import Recipe
from assay.training.types import Estimate
from assay.training_runs.runs import estimate_recipe
from assay.training_runs.trials import Trainer
from small_benchmarks import small_scidocs
from small_models import small_model
from workspace_papers import invented_papers

KNOWN = {
    "msmarco": (0.270, 68.72, 0.260),
    "specter": (0.207, 79.75, 0.407),
    "icrop": (0.244, 74.93, 0.370),
    "icrop-msmarco": (0.324, 75.09, 0.396),
    "icrop-specter": (0.248, 79.40, 0.471),
    "icrop-context2doc": (0.285, 78.29, 0.450),
    "icrop-doc2doc": (0.251, 78.19, 0.467),
    "mixed-three": (0.244, 77.78, 0.389),
    "alternate-three": (0.278, 79.44, 0.424),
    "mixed-specter-icrop": (0.127, 78.85, 0.413),
    "msmarco-inpars": (0.300, 69.70, 0.248),
    "specter-inpars": (0.304, 74.88, 0.300),
    "icrop-inpars": (0.313, 75.12, 0.341),
}
"""BEIR, SciDocs, ICLR: what is known here of the paper's numbers; all others are blanks."""
PAIRS = (("msmarco", "specter"), ("msmarco", "icrop"), ("specter", "icrop"))
KINDS = {"msmarco": "msmarco", "specter": "specter", "icrop": "cropping"}


@pytest.fixture(scope="session")
def small_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("replicated-base"))


@pytest.fixture(autouse=True)
def _own_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Crops as the authors' code has them, and SciDocs as it is published."""
    folder = tmp_path_factory.mktemp("replicated-data")
    papers = invented_papers()
    for part, chosen in (("train", papers[:24]), ("dev", papers[24:])):
        crops = folder / "independent-cropping" / f"corpus_{part}.tsv"
        crops.parent.mkdir(exist_ok=True)
        crops.write_text("".join(f"{one.title}\t{one.abstract}\n" for one in chosen), encoding="utf-8")
    return small_scidocs(folder)


# -- the rows ---------------------------------------------------------------------------------------------


def test_the_second_table_has_three_pairs_four_ways_and_all_three_two_ways() -> None:
    """Protects the shape that the paper prints: 14 rows, in its order."""
    expected: list[tuple[str, str, list[str]]] = []
    for one, other in PAIRS:
        both = [KINDS[one], KINDS[other]]
        expected += [("mixed", "", both), ("alternate", "", both)]
        expected += [("", one, [KINDS[other]]), ("", other, [KINDS[one]])]
    expected += [("mixed", "", [*KINDS.values()]), ("alternate", "", [*KINDS.values()])]

    def shape(row: TableRow) -> tuple[str, str, list[str]]:
        (stage,) = row.stages
        return stage.mixing, row.start, [one.kind for one in stage.objectives]

    assert [shape(row) for row in table_rows(2)] == expected
    assert [row.row_id for row in table_rows(1)] == ["msmarco", "specter", "icrop"]
    assert [row.row_id for row in table_rows(3)][:2] == ["context2doc", "doc2doc"]
    assert {row.start for row in table_rows(4)} == {"msmarco", "specter", "icrop"}


def test_known_numbers_are_the_paper_s_each_with_its_table_and_the_others_are_blank() -> None:
    found = {}
    for table in TABLES:
        for row in table_rows(table):
            values = row.published.beir, row.published.scidocs, row.published.iclr
            if any(values):
                found[row.row_id] = pytest.approx(values)
                assert row.published.source.startswith(f"Table {table}; Parisot and Zavrel"), row.row_id
            else:
                assert (values, row.published.source) == ((None, None, None), "")
    assert found == KNOWN
    names = {row.name for row in all_rows().values()}
    assert {row.model for row in published_tables()["objectives"].rows} <= names


# -- measuring them, and what they take -------------------------------------------------------------------


def settings(base: Path, *, steps: int = 1) -> RowSettings:
    return RowSettings("small", base=str(base), device="cpu", steps=steps)


def test_the_column_of_scidocs_is_filled_by_the_benchmark(
    tmp_path: Path, data: Path, small_base: Path
) -> None:
    work = Trainer(out=tmp_path / "out", folder=data, library=tmp_path)
    found = replicate(1, read_data(data), work, settings(small_base))
    rows = {row.row_id: row for row in found.rows}
    measured = rows["icrop"].scidocs
    assert measured is not None
    assert measured.of == 12
    assert measured.n == 12 - len(measured.missing) >= 10  # what is recommended needs a reader of its own
    shown = f"{measured.so_far:.2f} ({measured.n} of 12)"
    table = replication_table(found).markdown()
    (line,) = [line for line in table.splitlines() if line.startswith("| ICrop ")]
    assert f"| 74.93 | {shown} |" in line
    payload = replication_json(found)
    (row,) = (each for each in payload["rows"] if each["row_id"] == "icrop")  # type: ignore[attr-defined]
    assert row["here"]["scidocs"] == measured.so_far
    assert rows["msmarco"].scidocs is None
    assert any("lacks scidocs/recommend" in note for note in payload["notes"]) == bool(measured.missing)  # type: ignore[attr-defined]


def test_what_a_row_takes_is_said_before_anything_is_trained(
    tmp_path: Path, data: Path, small_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each objective is timed once; a step of two takes the mean of theirs, in as many steps as are made."""
    timed = []

    def estimated(recipe: Recipe, **options: Any) -> Estimate:
        timed.append(recipe.stages[0].objectives[0].name)
        return estimate_recipe(recipe, **options)

    monkeypatch.setattr(replication, "estimate_recipe", estimated)
    out = tmp_path / "out"
    work = Trainer(out=out, folder=data, library=tmp_path)
    read = read_data(data, collections=False)
    read = replace(read, stand_ins={"specter": DataSource("cropping", "independent-cropping")})
    costs = {cost.row_id: cost for cost in row_costs(2, read, work, settings(small_base, steps=2))}
    assert sorted(timed) == ["cropping", "specter"]
    assert {row_id for row_id, cost in costs.items() if cost.state == "estimated"} == {
        "specter", "icrop", "mixed-specter-icrop", "alternate-specter-icrop", "icrop-specter",
        "specter-icrop",
    }  # fmt: skip
    assert list(costs).index("icrop") < list(costs).index("icrop-specter")
    assert "msmarco-data" in costs["mixed-three"].reason
    one, other, both = (costs[row_id] for row_id in ("specter", "icrop", "mixed-specter-icrop"))
    assert both.seconds_per_step == pytest.approx((one.seconds_per_step + other.seconds_per_step) / 2)
    assert (one.steps, both.steps, costs["icrop-specter"].steps) == (2, 2, 1)  # 24 examples are one batch
    assert 2 * other.seconds_per_step < other.seconds
    (line,) = (line for line in cost_lines(costs.values()) if line.startswith("ICrop: "))
    assert line.startswith(f"ICrop: 2 steps of {other.seconds_per_step:.2f} s on cpu, about ")
    assert not out.exists()
    replicate(1, read_data(data, collections=False), work, settings(small_base))
    weights = out / "small" / "icrop" / "model" / "model.safetensors"
    whole = (3 + 1) * weights.stat().st_size  # one checkpoint, of weights and two moments of each; the model
    assert other.disk_bytes == pytest.approx(whole, rel=0.1)
    assert line.endswith(" of disk")
    after = {cost.row_id: cost.state for cost in row_costs(1, read, work, settings(small_base))}
    assert after["icrop"] == "finished"
    costs = {cost.row_id: cost for cost in row_costs(1, read, work, settings(small_base, steps=3))}
    assert (costs["icrop"].state, costs["icrop"].steps) == ("estimated", 3)  # beside a run of other steps
    assert any("trained by another recipe" in each for each in cost_lines([costs["icrop"]]))
