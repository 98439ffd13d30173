"""What an import would do is what it then does, and nothing is written before."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from assay.ingest import importing
from assay.ingest.importing import import_files
from assay.ingest.preview import preview_import
from assay.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TITLES = (
    "Silent flight of owls",
    "Moths that jam bats",
    "How bees choose a nest",
    "Frogs that sing in drains",
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        yield opened


def entry(draw: random.Random, number: int) -> str:
    """An entry that may well be a twin of another one, or a conflict, or bad."""
    title = draw.choice(TITLES)
    fields = {
        "title": title.upper() if draw.random() < 0.3 else title,
        "author": draw.choice(("Moss, Ada", "Lee, Ann and Ito, Ken")),
        "year": draw.choice(("2019", "2020")),
    }
    if draw.random() < 0.3:
        fields["doi"] = f"10.1000/{draw.randrange(4)}"
    if draw.random() < 0.3:
        fields["abstract"] = f"What it says, {draw.randrange(3)}."
    if draw.random() < 0.1:
        fields["file"] = f"gone-{number}.pdf"
    key = f"key{draw.randrange(12)}" if draw.random() < 0.5 else f"own{number}"
    lines = ", ".join(f"{name}={{{value}}}" for name, value in fields.items())
    return f"@article{{{key}, {lines}}}\n" if draw.random() > 0.05 else f"@article{{{key}, title={{"


def written(folder: Path, draw: random.Random, n: int) -> Path:
    path = folder / f"list-{draw.randrange(10**9)}.bib"
    path.write_text("".join(entry(draw, number) for number in range(n)), encoding="utf-8")
    return path


def in_a_folder(folder: Path, paths: list[Path], draw: random.Random) -> Path:
    """The lists in a folder of its own, among them a file that is none and perhaps a collection."""
    inside = folder / "inside"
    inside.mkdir()
    for path in paths:
        path.rename(inside / path.name)
    (inside / "notes.md").write_text("nothing", encoding="utf-8")
    if draw.random() < 0.7:
        ids = [draw.choice(("key1", "key2", f"row{n}")) for n in range(8)]
        rows = [{"_id": doc_id, "title": draw.choice(TITLES), "text": "Said."} for doc_id in ids]
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        (inside / "corpus.jsonl").write_text(text, encoding="utf-8")
    return inside


@pytest.mark.parametrize("seed", [*range(16), 56, 74, 85, 118, 119])
def test_a_preview_says_what_the_import_then_reports(
    seed: int, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(seed)
    monkeypatch.setattr(importing, "BATCH", 3)  # twins in several batches
    if seed % 3:
        import_files(library, [written(tmp_path, draw, 8)])
        library.edits.remove(library.papers.ids()[:2])
    paths = [written(tmp_path, draw, 15) for _ in range(draw.randrange(1, 3))]
    if seed % 2 and seed < 50:
        paths = [in_a_folder(tmp_path, paths, draw)]
    before = (library.papers.ids(), library.revision, len(library.actions.all()))
    preview = preview_import(library, paths)
    assert (library.papers.ids(), library.revision, len(library.actions.all())) == before
    report = import_files(library, paths)
    assert preview.report.counts == report.counts
    assert preview.report.failed == report.failed
    assert preview.report.conflicts == report.conflicts
    listed = [row.outcome for row in preview.first]
    told = {name: listed.count(name) for name in ("new", "merged", "unchanged", "conflict", "brought_back")}
    assert told == {name: report.counts[name] for name in told}
    assert preview.n_entries == len(listed) + sum(one.line > 0 for one in preview.report.failed)


def test_a_hundred_are_listed_what_they_join_before_what_is_new(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "many.bib"
    twin = "@article{twin, title={PAPER NUMBER 0, of many}, author={Moss, Ada}, year={2000}}\n"
    path.write_text(
        twin.replace("twin", "first").replace("PAPER NUMBER", "Paper number")
        + twin
        + "".join(
            f"@article{{k{n}, title={{Paper number {n}, of many}}, author={{Moss, Ada}}, year={{2000}}}}\n"
            for n in range(1, 150)
        ),
        encoding="utf-8",
    )
    preview = preview_import(library, [path])
    assert (preview.n_entries, len(preview.first), preview.report.new) == (151, 100, 150)
    assert preview.first[0].outcome == "merged"
    assert preview.first[0].title == "PAPER NUMBER 0, of many"
    assert preview.first[0].into == "Paper number 0, of many"
