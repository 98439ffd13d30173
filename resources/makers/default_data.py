"""What the model that ships was taught, what it is tested on, and that neither holds papers of the other.

From the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout), into a folder of task files. A
paper may teach only if no paper of a test has its title, and if not even a tenth of its runs of eight words
stand in a paper of a test; `shared_runs` counts them.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from public_sets import BY_QUERY, LINKS, rows_of

Row: TypeAlias = dict[str, Any]

SEED = 7
AREAS = ("ml", "nlp", "ai_robotics", "vision", "speech_music")
HELD_OUT, HELD_OF_A_YEAR = 4000, 170
TAUGHT_OF_A_YEAR = 700
WORDED = 3000  # papers with keywords that are taught whatever their year
LEAST_OF_A_VENUE, LEAST_OF_A_KEYWORD = 40, 15
RUN_OF_WORDS = 8
SHARED = 0.1
"""A paper that shares more of its runs of words with the papers of tests is not taught."""
TEST_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class DefaultData:
    """Where everything was written, and how much of it there is."""

    taught: int
    barred: int  # papers that would have been taught but for the tests
    folder: Path  # of the objectives: words.jsonl, and a folder for each
    tasks: Path  # the evaluation tasks


def default_data(data: Path, out: Path) -> DefaultData:
    """Writes the objectives to `out`/teach and the tasks to `out`/tasks."""
    tested = _tested(data)
    draw = random.Random(SEED)
    papers = [row for area in AREAS for row in _area(data, area)]
    reviewed = [
        row for year in (2017, 2018) for row in rows_of(data / "openreview_reviews" / f"iclr{year}.jsonl.gz")
    ]
    alone = Leaks([row for rows in tested.values() for row in rows])
    free = [row for row in papers if not alone.of(row)]
    draw.shuffle(free)
    held = _of_each_year(free, HELD_OF_A_YEAR)[:HELD_OUT]
    tested["held"] = held
    leaks = Leaks([row for rows in tested.values() for row in rows])
    kept = [row for row in free if not leaks.of(row)]
    worded = [row for row in kept if row.get("keywords")][:WORDED]
    taught = _distinct([*_of_each_year(kept, TAUGHT_OF_A_YEAR), *worded])
    rated = [row for row in reviewed if not leaks.of(row)]
    _write_objectives(out / "teach", taught, rated)
    tasks = _write_tasks(data, out / "tasks", tested)
    barred = len(papers) - len(free) + len(reviewed) - len(rated)
    return DefaultData(len(taught) + len(rated), barred, out / "teach", tasks)


def _area(data: Path, area: str) -> Iterator[Row]:
    for row in rows_of(data / "ai_papers" / f"{area}.jsonl.gz"):
        yield row | {"area": area}


def _of_each_year(papers: Sequence[Row], most: int) -> list[Row]:
    """At most so many of each year, in the order of `papers`."""
    seen: Counter[int] = Counter()
    kept = []
    for row in papers:
        seen[row["year"]] += 1
        if seen[row["year"]] <= most:
            kept.append(row)
    return kept


def _distinct(papers: Iterable[Row]) -> list[Row]:
    return list({row["_id"]: row for row in papers}.values())


# --- leaks


class Leaks:
    """Whether a paper, or much of its text, stands among the papers of the tests."""

    def __init__(self, tested: Iterable[Row]) -> None:
        rows = list(tested)
        self._titles = {plain(row["title"]) for row in rows if plain(row["title"])}
        runs = [runs_of_words(row) for row in rows]
        self._runs = np.unique(np.concatenate(runs)) if runs else np.zeros(0, dtype=np.uint32)

    def of(self, row: Row) -> bool:
        return plain(row["title"]) in self._titles or self.shared_runs(row) > SHARED

    def shared_runs(self, row: Row) -> float:
        """The share of the paper's runs of words that a paper of the tests has too; 0 to 1."""
        own = runs_of_words(row)
        if not len(own) or not len(self._runs):
            return 0.0
        places = np.minimum(np.searchsorted(self._runs, own), len(self._runs) - 1)
        return float((self._runs[places] == own).mean())


def plain(text: str) -> str:
    """Letters and digits alone, so that neither dots nor capitals make a difference."""
    return re.sub(r"[\W_]+", "", text.casefold())


def runs_of_words(row: Row) -> npt.NDArray[np.uint32]:
    """A checksum of each run of eight words of the abstract."""
    words = re.findall(r"\w+", _abstract(row).casefold())
    runs = (" ".join(words[at : at + RUN_OF_WORDS]) for at in range(len(words) - RUN_OF_WORDS + 1))
    return np.array([zlib.crc32(run.encode()) for run in runs], dtype=np.uint32)


def _abstract(row: Row) -> str:
    return str(row.get("text") or row.get("abstract") or "")


# --- what is taught


def _write_objectives(folder: Path, taught: Sequence[Row], rated: Sequence[Row]) -> None:
    venues = Counter(row["venue"] for row in taught)
    keywords = Counter(word for row in taught for word in _keywords(row))
    years = np.array([row["year"] for row in taught], dtype=float)
    ratings = np.array([row["rating_avg"] for row in rated], dtype=float)
    objectives: dict[str, list[Row]] = {
        "areas": [_paper(row) | {"area": row["area"]} for row in taught],
        "venues": [
            _paper(row) | {"venue": row["venue"]}
            for row in taught
            if venues[row["venue"]] >= LEAST_OF_A_VENUE
        ],
        "keywords": [
            _paper(row) | {"keywords": known}
            for row in taught
            if (known := [word for word in _keywords(row) if keywords[word] >= LEAST_OF_A_KEYWORD])
        ],
        "years": [
            _paper(row) | {"year": float(year)}
            for row, year in zip(taught, (years - years.mean()) / years.std(), strict=True)
        ],
        "ratings": [
            _paper(row) | {"rating": float(rating)}
            for row, rating in zip(rated, (ratings - ratings.mean()) / ratings.std(), strict=True)
        ],
    }
    _write(folder / "words.jsonl", [_paper(row) for row in taught])
    for name, rows in objectives.items():
        _write(folder / name / "train.jsonl", rows)


def _keywords(row: Row) -> list[str]:
    return sorted({word.strip().casefold() for word in row.get("keywords") or [] if word.strip()})


def _paper(row: Row) -> Row:
    return {"title": row["title"], "abstract": _abstract(row)}


# --- what it is tested on


def _tested(data: Path) -> dict[str, list[Row]]:
    """test -> its papers; none of them may teach."""
    tests = {name: list(rows_of(data / name / "corpus.jsonl.gz")) for name in (*BY_QUERY, "reviewer_match")}
    tests["iclr2021"] = list(rows_of(data / "openreview_reviews" / "iclr2021.jsonl.gz"))
    tests["iclr2022"] = list(rows_of(data / "iclr2022" / "papers.jsonl.gz"))
    tests["samples"] = list(_samples(data / "scirepeval_samples"))
    return tests


def _samples(folder: Path) -> Iterator[Row]:
    for name in ("fos", "mesh"):
        yield from rows_of(folder / f"{name}_small.jsonl.gz")
    for row in rows_of(folder / "specter_small.jsonl.gz"):
        yield from (row[key] for key in ("query", "pos", "neg"))
    for name in ("s2and", "search"):
        for row in rows_of(folder / f"{name}_small.jsonl.gz"):
            yield from (one for one in (row["query"], *row["candidates"]) if isinstance(one, dict))


def _write_tasks(data: Path, folder: Path, tested: dict[str, list[Row]]) -> Path:
    tasks = [
        *_labelled(folder, "held", tested["held"]),
        *_reviews(folder, "iclr2021", tested["iclr2021"]),
        *_cacm_labels(folder, tested["cacm"]),
        *_sampled(folder, data / "scirepeval_samples"),
        *(_linked(data, folder, name) for name in LINKS),
        _expertise(data / "reviewer_match", folder, tested["reviewer_match"]),
        *(_search(data, folder, name) for name in BY_QUERY),
    ]
    path = folder / "tasks.jsonl"
    path.write_text("".join(json.dumps(task) + "\n" for task in tasks), encoding="utf-8")
    return path


def _labelled(folder: Path, name: str, rows: Sequence[Row]) -> Iterator[Row]:
    papers = _corpus(folder, name, rows)
    venues = Counter(row["venue"] for row in rows)
    common = [row for row in rows if venues[row["venue"]] >= LEAST_OF_A_VENUE]
    yield _task(folder, papers, "Area of AI", {row["_id"]: row["area"] for row in rows}, in_train=True)
    yield _task(folder, papers, "Venue", {row["_id"]: row["venue"] for row in common}, in_train=True)
    yield _task(folder, papers, "Year", {row["_id"]: float(row["year"]) for row in rows}, in_train=True)


def _reviews(folder: Path, name: str, rows: Sequence[Row]) -> Iterator[Row]:
    papers = _corpus(folder, name, rows)
    accepted = {row["_id"]: "no" if "eject" in row["decision"] else "yes" for row in rows}
    yield _task(folder, papers, "Accepted", accepted)
    yield _task(
        folder, papers, "Rating", {row["_id"]: float(row["rating_avg"]) for row in rows}, in_train=True
    )


def _cacm_labels(folder: Path, rows: Sequence[Row]) -> Iterator[Row]:
    """Computing papers of 1958 to 1979: the first of their categories, and the year."""
    papers = _corpus(folder, "cacm", rows)
    first = {
        row["_id"]: row["metadata"]["cr_categories"][0].split(".")[0]
        for row in rows
        if row["metadata"].get("cr_categories")
    }
    counts = Counter(first.values())
    known = {doc_id: label for doc_id, label in first.items() if label and counts[label] >= 30}
    yield _task(folder, papers, "CACM category", known)
    dated = {
        row["_id"]: float(found.group())
        for row in rows
        if row["text"] and (found := re.search(r"19\d\d", row["metadata"].get("source") or ""))
    }
    yield _task(folder, papers, "CACM year", dated)


def _sampled(folder: Path, samples: Path) -> Iterator[Row]:
    """The sciences at large: fields of study and MeSH, two hundred papers each."""
    for name, key in (("fos", "labels_text"), ("mesh", "descriptor")):
        rows = [
            row | {"_id": f"{name}{n}"} for n, row in enumerate(rows_of(samples / f"{name}_small.jsonl.gz"))
        ]
        labels = {
            row["_id"]: row[key] if isinstance(row[key], str) else (row[key] or [""])[0] for row in rows
        }
        counts = Counter(labels.values())
        known = {doc_id: label for doc_id, label in labels.items() if label and counts[label] >= 8}
        title = "Fields of study" if name == "fos" else "MeSH"
        yield _task(folder, _corpus(folder, name, rows), title, known, few=())


def _task(
    folder: Path,
    papers: str,
    name: str,
    labels: dict[str, Any],
    *,
    in_train: bool = False,
    few: Sequence[int] = (300,),
) -> Row:
    """Labels fall to training and test by a draw of their own, every class to both."""
    draw = random.Random(SEED)
    parts: dict[str, list[str]] = {"train": [], "test": []}
    is_number = isinstance(next(iter(labels.values())), float)
    classes: dict[Any, list[str]] = defaultdict(list)
    for doc_id, label in labels.items():
        classes["" if is_number else label].append(doc_id)
    for own in classes.values():
        draw.shuffle(own)
        cut = round(len(own) * TEST_SHARE)
        parts["test"] += own[:cut]
        parts["train"] += own[cut:]
    if is_number:  # in standard deviations: a probe's regularised intercept does not reach the year 2020
        known = np.array(list(labels.values()))
        labels = {key: (value - known.mean()) / known.std() for key, value in labels.items()}
    place = name.casefold().replace(" ", "-")
    for part, own in parts.items():
        draw.shuffle(own)
        rows = [{"paper_id": doc_id, "label": labels[doc_id]} for doc_id in own]
        _write(folder / place / f"{part}.jsonl", rows)
    return {
        "name": name,
        "type": "regression" if is_number else "classification",
        "in_train": in_train,
        "few_shot": [{"sample_size": size, "iterations": 5} for size in few if not is_number],
        "data": {"meta": papers, "test": {part: f"{place}/{part}.jsonl" for part in parts}},
    }


def _corpus(folder: Path, name: str, rows: Iterable[Row]) -> str:
    path = f"papers/{name}.jsonl"
    _write(folder / path, [{"doc_id": row["_id"], **_paper(row)} for row in rows])
    return path


def _linked(data: Path, folder: Path, name: str) -> Row:
    """Every linked paper asks for those that it is linked to, in whatever way, among all papers."""
    papers = _corpus(folder, name, rows_of(data / name / "corpus.jsonl.gz"))
    with gzip.open(data / name / LINKS[name], "rt", encoding="utf-8") as lines:
        links = {(one, other) for one, other, *_ in csv.reader(lines, delimiter="\t") if one != other}
    rows = [f"{one}\t{other}\t1\n" for one, other in sorted(links) if one[0].isdigit()]
    return _ranking(folder, f"{name.upper()} links", "proximity", papers, rows)


def _expertise(source: Path, folder: Path, papers: Sequence[Row]) -> Row:
    """A participant's own papers ask for those that they know well, 4 of 5 and more, or little."""
    own = {row["_id"]: row["papers"] for row in rows_of(source / "profiles.jsonl.gz")}
    with (source / "expertise.tsv").open(encoding="utf-8") as lines:
        known = [(row[0], row[1], float(row[2])) for row in list(csv.reader(lines, delimiter="\t"))[1:]]
    rows = {
        f"{paper}\t{other}\t{int(score >= 4)}\n"
        for who, other, score in known
        for paper in own[who]
        if paper != other and (score >= 4 or score <= 2)
    }
    place = _corpus(folder, "reviewer_match", papers)
    task = _ranking(folder, "Expertise", "proximity", place, sorted(rows))
    return task | {"candidates": "judged", "metrics": ["map"]}


def _search(data: Path, folder: Path, name: str) -> Row:
    papers = _corpus(folder, name, rows_of(data / name / "corpus.jsonl.gz"))
    _write(
        folder / "papers" / f"{name}-queries.jsonl",
        [{"doc_id": row["_id"], "query": row["text"]} for row in rows_of(data / name / "queries.jsonl.gz")],
    )
    lines = (data / name / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]
    task = _ranking(folder, name, "adhoc_search", papers, [f"{line}\n" for line in lines])
    task["data"]["queries"] = f"papers/{name}-queries.jsonl"
    return task


def _ranking(folder: Path, name: str, kind: str, papers: str, rows: Sequence[str]) -> Row:
    path = folder / f"{name.casefold().replace(' ', '-')}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("query_id\tcand_id\tscore\n" + "".join(rows), encoding="utf-8")
    return {
        "name": name,
        "type": kind,
        "metrics": ["ndcg"],
        "candidates": "all",
        "data": {"meta": papers, "test": path.name},
    }


def _write(path: Path, rows: Iterable[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
