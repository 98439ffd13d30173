"""The project's real data as one suite of benchmarks: `python tests/benchmarks/local_suite.py FOLDER`.

What is there in a published form is read as it stands (`assay bench run --data` of the real data: SciFact,
Cranfield, CISI and CACM in BEIR's form, the gold standard of reviewer assignment). The rest is written to
FOLDER as a task file and its data:

- Peer review (PeerRead's and OpenReview's question, Kendall's tau): the mean rating of ICLR's submissions,
  learnt from earlier years and asked of a later one. Submissions of 2022 whose abstract is known are nearly
  all accepted ones, so that year is told apart.
- Venue, area and authors' keywords of papers of AI, from one draw of papers of each year.
- Citation links: of CISI how often two papers are cited together, of CACM whatever joins two papers. Every
  linked paper asks for its links among all papers.
- SciRepEval's own training samples of fields of study (several labels) and MeSH, parted here: two hundred
  papers each, so their intervals are wide.

Few-shot trainings are SciRepEval's kind, with fewer turns.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import makers  # noqa: F401 - where public_sets and the like lie
from default_data import AREAS, _linked, _task
from measuring import parser_of
from public_sets import LINKS, rows_of, shared_data

Row: TypeAlias = dict[str, Any]

SEED = 8
OF_A_YEAR = 60
LEAST_OF_A_VENUE, LEAST_OF_A_KEYWORD = 40, 60
YEARS = {"2021": ((2017, 2018), 2021), "2022": ((2017, 2018, 2021), 2022)}


def main() -> None:
    """Writes the suite, and says how to run it."""
    parser = parser_of(__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    path = local_suite(shared_data(), folder)
    print(f"assay bench run MODEL ... --data {shared_data()} --tasks {path}")


def local_suite(data: Path, folder: Path) -> Path:
    """Writes the task file and what it names; returns its path."""
    tasks = [
        *_reviews(data, folder),
        *_labels(data, folder),
        *(_linked(data, folder, name) for name in LINKS),
        *_samples(data / "scirepeval_samples", folder),
    ]
    path = folder / "local.jsonl"
    path.write_text("".join(json.dumps(task) + "\n" for task in tasks), encoding="utf-8")
    return path


def _reviews(data: Path, folder: Path) -> Iterator[Row]:
    years = {
        year: list(rows_of(data / "openreview_reviews" / f"iclr{year}.jsonl.gz"))
        for year in (2017, 2018, 2021)
    }
    years[2022] = [row for row in rows_of(data / "iclr2022" / "submissions.jsonl.gz") if row["text"]]
    rated = {year: [row for row in rows if row.get("ratings")] for year, rows in years.items()}
    _write(folder / "reviews" / "papers.jsonl", (_paper(row) for rows in rated.values() for row in rows))
    for name, (before, asked) in YEARS.items():
        for part, some in (("train", before), ("test", (asked,))):
            rows = [
                {"paper_id": row["_id"], "label": float(row["rating_avg"])}
                for year in some
                for row in rated[year]
            ]
            _write(folder / "reviews" / name / f"{part}.jsonl", rows)
        yield {
            "name": f"Peer review {name}",
            "type": "regression",
            "data": {
                "meta": "reviews/papers.jsonl",
                "test": {part: f"reviews/{name}/{part}.jsonl" for part in ("train", "test")},
            },
        }


def _labels(data: Path, folder: Path) -> Iterator[Row]:
    draw = random.Random(SEED)
    papers = [
        row | {"area": area} for area in AREAS for row in rows_of(data / "ai_papers" / f"{area}.jsonl.gz")
    ]
    draw.shuffle(papers)
    left: Counter[int] = Counter()
    drawn = []
    for row in papers:
        left[row["year"]] += 1
        if left[row["year"]] <= OF_A_YEAR:
            drawn.append(row)
    worded = [row for row in papers if row.get("keywords")]
    known = {row["_id"]: row for row in [*drawn, *worded]}
    _write(folder / "papers" / "ai.jsonl", map(_paper, known.values()))
    place = "papers/ai.jsonl"
    venues = Counter(row["venue"] for row in drawn)
    common = [row for row in drawn if venues[row["venue"]] >= LEAST_OF_A_VENUE]
    yield _task(folder, place, "Area of AI", {row["_id"]: row["area"] for row in drawn}, few=(100,))
    yield _task(folder, place, "Venue", {row["_id"]: row["venue"] for row in common}, few=())
    yield _keywords(folder, place, worded, draw)


def _keywords(folder: Path, place: str, rows: Sequence[Row], draw: random.Random) -> Row:
    """The authors' keywords that sixty papers have; a paper has all of them that it names."""
    own = {row["_id"]: {_word(each) for each in row["keywords"]} for row in rows}
    counts = Counter(word for words in own.values() for word in words)
    kept = {word for word, n in counts.items() if n >= LEAST_OF_A_KEYWORD}
    labelled = [(doc_id, sorted(words & kept)) for doc_id, words in own.items() if words & kept]
    draw.shuffle(labelled)
    cut = round(0.6 * len(labelled))
    for part, some in (("train", labelled[:cut]), ("test", labelled[cut:])):
        rows_of_part = ({"paper_id": doc_id, "label": words} for doc_id, words in some)
        _write(folder / "keywords" / f"{part}.jsonl", rows_of_part)
    return {
        "name": "Keywords",
        "type": "classification",
        "multi_label": True,
        "data": {"meta": place, "test": {part: f"keywords/{part}.jsonl" for part in ("train", "test")}},
    }


def _word(text: str) -> str:
    return " ".join(str(text).casefold().replace("-", " ").split())


def _samples(samples: Path, folder: Path) -> Iterator[Row]:
    """In SciRepEval's own files the labels of a paper stand beside it."""
    for name, key, title in (("fos", "labels_text", "FoS sample"), ("mesh", "descriptor", "MeSH sample")):
        rows = [
            {**row, "_id": f"{name}{n}"} for n, row in enumerate(rows_of(samples / f"{name}_small.jsonl.gz"))
        ]
        labels = {row["_id"]: row[key] if isinstance(row[key], list) else [row[key]] for row in rows}
        counts = Counter(label for own in labels.values() for label in own)
        common = {label for label, n in counts.items() if n >= 8}
        first = {doc_id: next((x for x in own if x in common), "") for doc_id, own in labels.items()}
        _write(folder / "papers" / f"{name}.jsonl", map(_paper, rows))
        kept = {doc_id: label for doc_id, label in first.items() if label}
        yield _task(folder, f"papers/{name}.jsonl", title, kept, few=())


def _paper(row: Row) -> Row:
    return {
        "doc_id": row["_id"],
        "title": row["title"],
        "abstract": row.get("text") or row.get("abstract") or "",
    }


def _write(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
