"""The whole loop on the sample library with the real model, as `make run` does it without a display."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def toured(start, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict]:
    out = tmp_path_factory.mktemp("out")
    tour = start(out / "unused", "tour", "--out", str(out), "--json")
    answer, err = tour.communicate(timeout=240)
    assert tour.returncode == 0, err
    return out, json.loads(answer)


def test_the_tour_imports_and_indexes_every_sample_paper(toured: tuple[Path, dict]) -> None:
    _, answer = toured
    assert answer["imported"] >= 120
    assert answer["indexed"] == answer["imported"]


def test_the_tour_finds_by_text_and_by_paper(toured: tuple[Path, dict]) -> None:
    _, answer = toured
    assert len(answer["by_text"]) == len(answer["by_paper"]) == 5
    assert answer["by_text"][0] not in answer["by_paper"], "a paper is not its own neighbour"


def test_the_tour_exports_grades_and_measures_three_runs_with_them(toured: tuple[Path, dict]) -> None:
    out, answer = toured
    rows = [line.split() for line in (out / "sample.qrels").read_text(encoding="utf-8").splitlines()]
    assert len({row[0] for row in rows}) == 36, "the sample's 35 queries and the tour's own"
    assert {row[3] for row in rows} == {"0", "1", "2"}
    assert set(answer["evaluation"]) == {"keyword", "semantic", "hybrid"}
    for mean in answer["evaluation"].values():
        assert 0.3 < mean["nDCG@10"] <= 1.0, "a working search is far from random on the sample's own grades"


def test_grades_of_the_first_five_move_up_what_answers_in_the_sample(
    start, toured: tuple[Path, dict], tmp_path: Path
) -> None:
    """A query of the reader's own words, graded as the sample grades the papers on nearest neighbours."""
    out, _ = toured
    library, text = out / "tour-library", "how to look up similar vectors quickly"

    def asked(*arguments: object) -> dict:
        answer, err = (started := start(library, *map(str, arguments), "--json")).communicate(timeout=120)
        assert started.returncode == 0, err
        return json.loads(answer)

    def ranks(*options: str) -> dict[str, int]:
        hits = asked("search", text, "-k", 156, *options)["hits"]
        return {hit["doc_id"]: hit["rank"] for hit in hits}

    grades = {
        row[2]: int(row[3])
        for row in (line.split() for line in (out / "sample.qrels").read_text(encoding="utf-8").splitlines())
        if row[0] == "q4"
    }
    before = ranks()
    first = [doc_id for doc_id, rank in before.items() if rank <= 5]
    queries, given = tmp_path / "queries.jsonl", tmp_path / "given.qrels"
    queries.write_text(json.dumps({"_id": "own", "text": text}) + "\n", encoding="utf-8")
    given.write_text("".join(f"own 0 {d} {grades.get(d, 0)}\n" for d in first), encoding="utf-8")
    asked("queries", "import", queries)
    asked("qrels", "import", given, "--assessor", "ada")
    after = ranks("--grades")
    others = [doc_id for doc_id, grade in grades.items() if grade > 0 and doc_id not in first]
    assert len(others) == 5
    assert all(after[doc_id] < before[doc_id] for doc_id in others)
    assert max(after[doc_id] for doc_id in others) <= 10 < min(before[doc_id] for doc_id in others)
