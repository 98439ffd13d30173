"""Works of OpenAlex, in a file of one or of a list."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from assay.importers import read_papers
from assay.types import Paper
from lookup_host import OPENALEX


def only(path: Path) -> Paper:
    [paper] = read_papers(path)
    assert isinstance(paper, Paper)
    return paper


def test_a_work_becomes_a_paper_with_its_abstract_put_together(tmp_path: Path) -> None:
    path = tmp_path / "work.json"
    path.write_text(json.dumps(OPENALEX), encoding="utf-8")
    assert replace(only(path), item="") == Paper(
        "W42",
        "Moss on Rolling Stones: A Field Study of Three Hundred Slopes",
        abstract="Stones that roll gather some moss; Stones",
        authors=("Ada Pebble", "Boris van der Kiesel"),
        year=2021,
        venue="Journal of Slow Geology",
        doi="10.5555/moss.1",
        arxiv_id="2101.00001",
        pmid="12345678",
        keywords=("Moss",),
    )


def test_a_page_of_results_is_read_work_by_work(tmp_path: Path) -> None:
    path = tmp_path / "works.json"
    second = {**OPENALEX, "id": "https://openalex.org/W43", "doi": None, "abstract_inverted_index": None}
    path.write_text(json.dumps({"meta": {"count": 2}, "results": [OPENALEX, second]}), encoding="utf-8")
    papers = [item for item in read_papers(path) if isinstance(item, Paper)]
    assert [(paper.doc_id, paper.doi, bool(paper.abstract)) for paper in papers] == [
        ("W42", "10.5555/moss.1", True),
        ("W43", "", False),
    ]


def test_a_repository_is_no_venue(tmp_path: Path) -> None:
    path = tmp_path / "work.json"
    work = {**OPENALEX, "primary_location": OPENALEX["locations"][0]}  # type: ignore[index]
    path.write_text(json.dumps(work), encoding="utf-8")
    assert only(path).venue == ""
