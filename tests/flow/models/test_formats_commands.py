"""Analyses of formats from the command line, on a model and tasks that were written for it."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.encoding.multiformat.folder import load_base, save_model, transformer_of
from assay.encoding.multiformat.spec import FormatSpec
from hub_adapters import write_adapter
from small_models import small_model
from small_tasks import SUBJECTS, papers, small_tasks, write_rows

Assay = Callable[..., Any]

RECIPE = """
name = "{name}"
base = '{base}'
device = "cpu"
max_length = 32
[formats]
variant = "{variant}"
{more}
[[stages]]
mixing = "tasks"
batch_size = 8
gradient_accumulation_steps = 1
max_steps = 1
[stages.loss]
kind = "triplet"
[stages.stopping]
interval = 1
patience = 0
"""
OBJECTIVES = {
    "CLF": 'kind = "classification"\nname = "Subject"\npath = "learn.jsonl"\nlabel = "subject"\n',
    "RGN": 'kind = "regression"\npath = "learn.jsonl"\nlabel = "place"\n',
    "PRX": 'kind = "candidates"\npath = "near.jsonl"\n',
    "SRCH": 'kind = "candidates"\nname = "asked"\npath = "asked-near.jsonl"\nquery_format = "QRY"\n',
}
FILES = ("md", "csv", "json", "svg")


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("formats-commands"))


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """Tasks, and beside them what the recipes learn from."""
    path = small_tasks(tmp_path)
    rows = [{**row, "subject": SUBJECTS[n % 4], "place": float(n)} for n, row in enumerate(papers())]
    write_rows(tmp_path / "learn.jsonl", rows)
    near = [
        {
            "query": rows[n],
            "candidates": [{**rows[(n + 4) % 24], "score": 1}, {**rows[(n + 1) % 24], "score": 0}],
        }
        for n in range(24)
    ]
    write_rows(tmp_path / "near.jsonl", near)
    write_rows(tmp_path / "asked-near.jsonl", [{**row, "query": row["query"]["title"]} for row in near])
    return path


@pytest.fixture
def recipe(tmp_path: Path, base: Path) -> Callable[..., Path]:
    def write(
        *groups: str, name: str = "small", variant: str = "adapters", more: str = "reduction = 4"
    ) -> Path:
        text = RECIPE.format(name=name, base=base, variant=variant, more=more)
        text += "".join(f"[[stages.objectives]]\n{OBJECTIVES[group]}" for group in groups or OBJECTIVES)
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def check_files(out: Path, name: str, answer: Any) -> list[list[str]]:
    """The four files are there, whole, and say the same; the rows of the table."""
    assert answer.status == 0, answer.err
    assert json.loads((out / f"{name}.json").read_text(encoding="utf-8")) == answer.payload
    ET.parse(out / f"{name}.svg")
    with (out / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert all(row[0] in (out / f"{name}.md").read_text(encoding="utf-8") for row in rows)
    return rows


def test_a_matrix_lays_each_task_beside_every_format(
    assay: Assay, recipe: Callable[..., Path], tasks: Path, tmp_path: Path
) -> None:
    run, out = tmp_path / "run", tmp_path / "matrix"
    assert assay("train", recipe(), "--out", run, "--no-add").status == 0
    given = ("formats", "matrix", run / "model", "--tasks", tasks, "--out", out, "--json")
    answer = assay(*given)
    rows = check_files(out, "matrix", answer)
    assert rows[0] == ["Task", "CLF", "RGN", "PRX", "QRY", "Own format"]
    assert [row["own"] for row in answer.payload["rows"]] == ["CLF", "CLF", "RGN", "PRX", "PRX", "QRY"]
    for row, verdict in zip(answer.payload["rows"], answer.payload["verdicts"], strict=True):
        others = [value for name, value in row["values"].items() if name != row["own"]]
        assert verdict["wins"] == (row["values"][row["own"]] > max(others) + 0.005)
    given = (*given, "--force")
    assert assay(*given).payload == answer.payload  # from what was kept
    shown = (out / "matrix.md").read_text(encoding="utf-8")
    assert "Every row of every task was scored." in shown
    cosine = assay(*given, "--similarity", "cosine", "--intercept").payload
    kept = json.loads((out / "matrix-scores.json").read_text(encoding="utf-8"))
    assert len(cosine["rows"]) == 6
    assert len(kept) == 2 * 5 * 4  # other scores of the same vectors are kept beside the first


def test_a_plain_model_is_said_to_have_one_vector(assay: Assay, tasks: Path, tmp_path: Path) -> None:
    answer = assay("formats", "matrix", "hashing", "--tasks", tasks, "--out", tmp_path / "out")
    assert answer.status == 0
    assert "one vector for all formats" in answer.out
    assert all(len({*row.split("|")[2:6]}) <= 2 for row in answer.out.splitlines() if "(map" in row)


def test_a_task_of_a_format_that_the_model_lacks_is_refused_by_name(
    assay: Assay, tasks: Path, tmp_path: Path
) -> None:
    adapter = write_adapter(tmp_path / "queries", layers=6, dim=384)
    given = ("model", "adapters", "all-MiniLM-L6-v2", "--qry", adapter)
    assert "A search needs adapters for PRX and QRY" in " ".join(assay(*given).out.split())
    name = assay(*given, "--json").payload["model_id"]
    refused = assay("formats", "matrix", name, "--tasks", tasks, "--out", tmp_path / "out")
    assert refused.status == 2
    assert "is meant for CLF" in refused.err
    assert "has vectors for QRY alone" in refused.err
    assert str(tmp_path) in refused.err


def test_formats_are_trained_alone_in_pairs_and_all_and_only_once(
    assay: Assay, recipe: Callable[..., Path], tasks: Path, tmp_path: Path
) -> None:
    out = tmp_path / "related"
    small_tasks(tmp_path, "Subject", "Near")
    given = ("formats", "relatedness", recipe("CLF", "PRX"), "--tasks", tasks, "--out", out, "--json")
    answer = assay(*given)
    rows = check_files(out, "relatedness", answer)
    assert rows[0] == ["Trained on", "CLF", "PRX", "average"]
    assert [row[0] for row in rows[1:]] == ["CLF", "PRX", "all"]
    learned = json.loads((out / "prx" / "card.json").read_text(encoding="utf-8"))["data"]
    assert [row["name"] for row in learned] == ["candidates"]
    before = (out / "all" / "card.json").stat().st_mtime_ns
    given = (*given, "--force")
    assert assay(*given).payload == answer.payload
    assert (out / "all" / "card.json").stat().st_mtime_ns == before
    (tmp_path / "learn.jsonl").unlink()  # what would have to be trained from it again fails, and says so
    (out / "clf" / "card.json").unlink()
    failed = assay(*given).payload
    assert {row["name"]: row["state"] for row in failed["rows"]} == {
        "CLF": "failed",
        "PRX": "trained",
        "all": "trained",
    }
    assert "CLF: failed. " in (out / "relatedness.md").read_text(encoding="utf-8")


def test_groups_of_chance_are_laid_beside_the_formats(
    assay: Assay, recipe: Callable[..., Path], tasks: Path, tmp_path: Path
) -> None:
    out = tmp_path / "chance"
    small_tasks(tmp_path, "Subject", "Near", "Asked")
    given = ("--groupings", 2, "--seed", 3, "--tasks", tasks, "--out", out, "--json")
    answer = assay("formats", "partition", recipe(variant="codes", more=""), *given)
    rows = check_files(out, "partition", answer)
    assert [row[0] for row in rows[1:]] == [
        "by format",
        "chance 3",
        "chance 4",
        "chance, mean",
        "chance, deviation",
    ]
    values = [row["averages"]["average"] for row in answer.payload["rows"][1:]]
    assert float(rows[4][3]) == pytest.approx(sum(values) / 2)
    for grouping in answer.payload["groupings"]:
        assert sorted(grouping["objectives"].values()) == ["CLF", "PRX", "QRY", "RGN"]
        assert grouping["tasks"]["Subject"] == grouping["objectives"]["Subject"]
    refused = assay("formats", "partition", recipe(variant="cls", more=""), *given, "--force")
    assert (
        refused.status,
        "grouped otherwise it learns the same" in refused.payload["error"]["message"],
    ) == (2, True)


def test_seeds_give_a_mean_a_deviation_and_a_test_between_recipes(
    assay: Assay, recipe: Callable[..., Path], tasks: Path, tmp_path: Path
) -> None:
    out = tmp_path / "seeds"
    small_tasks(tmp_path, "Subject", "Place")
    one, two = recipe("CLF", "RGN", name="one"), recipe("CLF", "RGN", name="two", variant="codes", more="")
    answer = assay("formats", "seeds", one, two, "--seeds", 2, "--tasks", tasks, "--out", out, "--json")
    rows = check_files(out, "seeds", answer)
    assert rows[0] == ["", "one", "two", "ANOVA p"]
    trainings = answer.payload["trainings"]["one"]
    assert [row["name"] for row in trainings] == ["one, seed 42", "one, seed 43"]
    values = [row["averages"]["average"] for row in trainings]
    found = answer.payload["spreads"]["one"]["average"]
    assert found["mean"] == pytest.approx(sum(values) / 2)
    assert found["deviation"] == pytest.approx(abs(values[0] - values[1]) / 2**0.5)
    assert (out / "two" / "seed-43" / "model" / "formats.json").is_file()


def test_costs_are_measured_for_each_variant_beside_the_published_ones(
    assay: Assay, recipe: Callable[..., Path], base: Path, tmp_path: Path, tasks: Path
) -> None:
    out = tmp_path / "costs"
    given = ("--texts", 3, "--turns", 1, "--out", out, "--force", "--json")
    path = recipe("CLF", variant="cls", more="")
    answer = assay("formats", "efficiency", path, "--variants", "fusion,adapters:1,ensemble", *given)
    rows = {row[0]: row for row in check_files(out, "efficiency", answer)[1:]}
    assert list(rows) == ["cls", "codes", "fusion", "adapters:1", "ensemble"]
    assert [rows["codes"][place] for place in (3, 4, 6, 7)] == ["1.0", "1.0", "1.0", "1.0"]
    assert (rows["fusion"][4], rows["fusion"][7]) == ("1.32", "1.69")
    # A code is a row of 32; the top layer's adapter is 32 x 2 and back, with biases.
    assert [rows[name][1] for name in ("cls", "codes", "adapters:1")] == ["0", "32", "162"]
    assert all(float(row[place]) > 0 for row in rows.values() for place in (2, 5, 8))
    sample = assay("formats", "efficiency", base, "--variants", "codes", *given)
    assert [row["variant"] for row in sample.payload["rows"]] == ["cls", "codes"]
    assert sample.payload["n_texts"] == 3
    made = ("--variants", "wide,pools", *given)
    wide = recipe("CLF", "PRX", name="wide", variant="wide", more='own_width = 8\nwords = "learn.jsonl"')
    for named in (base, wide):  # where nobody says of which papers, those that are encoded tell the words
        row = {one["variant"]: one for one in assay("formats", "efficiency", named, *made).payload["rows"]}
        assert (row["wide"]["step"] > 0, row["wide"]["reason"]) == (True, "")
        width = 256 if named is base else 8
        assert row["wide"]["parameters"] == 3 * 32 * width + width  # of two layers and what they read
    model = load_base(transformer_of(base), FormatSpec("wide", own_width=8))
    save_model(model, tmp_path / "formed", base=str(base), base_folder=base)  # its base is what is meant
    found = assay("formats", "efficiency", tmp_path / "formed", "--variants", "codes", *given).payload["rows"]
    assert [(row["variant"], row["reason"]) for row in found] == [("cls", ""), ("codes", "")]
    unknown = assay("formats", "efficiency", base, "--variants", "adaptors", *given)
    assert (unknown.status, "no variant 'adaptors'" in unknown.payload["error"]["message"]) == (2, True)


def test_what_cannot_be_analysed_is_refused(
    assay: Assay, recipe: Callable[..., Path], tasks: Path, tmp_path: Path
) -> None:
    given = ("--tasks", tasks, "--out", tmp_path / "out")
    for command, path, said in (
        ("relatedness", recipe("CLF", name="one"), "of one format"),
        ("partition", recipe("CLF", "RGN", name="two"), "2 objectives for 4 formats"),
        ("matrix", tmp_path / "none", "none"),
    ):
        answer = assay("formats", command, path, *given)
        assert (answer.status, said in answer.err) == (2, True), answer.err
    (tmp_path / "place-train.tsv").write_text("paper_id\tlabel\np0\tnan\n", encoding="utf-8")
    answer = assay("formats", "relatedness", recipe(), *given)
    assert answer.status == 2
    assert "place-train.tsv:2, task 'Place'" in answer.err
