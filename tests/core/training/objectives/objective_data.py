"""Small files of every objective's form, and the opening of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.encoding.formats import TextTemplate
from assay.training.data.examples import Example, Source
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import OBJECTIVES


def opened(kind: str, path: Path, *, seed: int = 42, separator: str = "[SEP]", **keys: Any) -> Source:
    spec = OBJECTIVES[kind](path=path.name, **keys)
    return open_source(spec, folder=path.parent, seed=seed, template=TextTemplate(separator))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    return write(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def write_table(path: Path, rows: Iterable[Sequence[object]]) -> Path:
    return write(path, "".join("\t".join(map(str, row)) + "\n" for row in rows))


def all_examples(source: Source, epoch: int = 0) -> list[Example]:
    return [source.train.example(index, epoch) for index in range(len(source.train))]


def title(number: int) -> str:
    return f"Study {number}"


def abstract(number: int) -> str:
    return " ".join(f"s{number}w{word}" for word in range(30))


def paper(number: int) -> str:
    """As it is read with [SEP]."""
    return f"{title(number)} [SEP] {abstract(number)}"


def specter(folder: Path, n_queries: int = 10, *, each: int = 3) -> Path:
    """`each` triples of every query; query q cites 100q + 1.. and not 100q + 51.."""
    rows = [
        (paper(q), paper(100 * q + k), paper(100 * q + 50 + k))
        for q in range(1, n_queries + 1)
        for k in range(1, each + 1)
    ]
    write_table(folder / "specter_train.tsv", rows)
    return folder


def unarxiv(folder: Path, contexts: Iterable[Sequence[int]], n_papers: int = 12) -> Path:
    """Contexts that cite the given papers, of papers 0..n_papers-1."""
    write_table(
        folder / "collection.tsv",
        ((f"19{n:02}.00001", title(n), abstract(n), "cs.IR") for n in range(n_papers)),
    )
    write_rows(
        folder / "contexts.jsonl",
        (
            {"text": f"sentence {place}", "cited_ids": [f"19{n:02}.00001" for n in cited]}
            for place, cited in enumerate(contexts)
        ),
    )
    return folder


def judged(
    folder: Path,
    grades: Mapping[str, Mapping[str, int]],
    *,
    n_papers: int = 10,
    split: str = "train",
    queries: Iterable[Mapping[str, str]] | None = None,
) -> Path:
    """A folder of BEIR's form with documents d0.. and a judgement each; queries are "question <id>"."""
    write_rows(
        folder / "corpus.jsonl",
        ({"_id": f"d{n}", "title": title(n), "text": abstract(n)} for n in range(n_papers)),
    )
    write_rows(folder / "queries.jsonl", queries or ({"_id": q, "text": f"question {q}"} for q in grades))
    rows = [(q, doc, grade) for q, of_query in grades.items() for doc, grade in of_query.items()]
    write_table(folder / "qrels" / f"{split}.tsv", [("query-id", "corpus-id", "score"), *rows])
    return folder


def inpars(folder: Path, n_documents: int = 10, *, each: int = 2) -> Path:
    write_rows(
        folder / "set1.jsonl",
        (
            {"question": f"what is asked {k} of {n}", "doc_text": abstract(n)}
            for n in range(n_documents)
            for k in range(each)
        ),
    )
    return folder


def pairs(path: Path, n: int = 10) -> Path:
    return write_rows(path, ({"query": f"query {k}", "positive": abstract(k)} for k in range(n)))


def corpus(path: Path, n: int = 10) -> Path:
    return write_table(path, ((title(k), abstract(k)) for k in range(n)))


# MS MARCO: passage p has the text "passage p"; margins are worked out in the tests.
SCORES = {
    1: {10: 9.0, 11: 8.0, 20: 5.0, 21: 5.1, 22: 4.0, 23: -2.0, 24: 3.0, 25: 1.0, 26: 0.0, 27: 2.5, 28: 4.9},
    2: {30: 2.0, 31: 1.0, 32: -0.5, 33: -1.5},
    3: {40: 7.0, 41: 6.5},
}
NEGATIVES: list[dict[str, Any]] = [
    {
        "qid": 1,
        "pos": [10, 11],
        "neg": {"bm25": [21, 20, 22, 23, 24, 25, 26], "dense": [22, 23, 27, 28, 26, 10]},
    },
    {"qid": 2, "pos": [30], "neg": {"bm25": [31, 32], "dense": [33, 32]}},
    {"qid": 3, "pos": [40], "neg": {"bm25": [41]}},
    {"qid": 4, "pos": [], "neg": {"bm25": [41]}},
    {"qid": 5, "pos": [40], "neg": {"bm25": [], "dense": []}},
]


def msmarco(folder: Path, *, more: int = 6) -> Path:
    """The toy queries 1..5, and `more` plain ones from 101 on, with one positive and three negatives each."""
    scores = {
        **SCORES,
        **{q: {10 * q: 9.0, 10 * q + 1: 0.0, 10 * q + 2: 1.0, 10 * q + 3: 2.0} for q in _plain(more)},
    }
    rows = [
        *NEGATIVES,
        *(
            {"qid": q, "pos": [10 * q], "neg": {"bm25": [10 * q + k for k in (1, 2, 3)]}}
            for q in _plain(more)
        ),
    ]
    passages = sorted({p for by_passage in scores.values() for p in by_passage} | {999_999})
    write_table(folder / "collection.tsv", ((p, f"passage {p}") for p in passages))
    write_table(folder / "queries.train.tsv", ((row["qid"], f"question {row['qid']}") for row in rows))
    write_rows(folder / "msmarco-hard-negatives.jsonl", rows)
    write_table(
        folder / "scores.tsv",
        ((q, p, score) for q, by_passage in scores.items() for p, score in by_passage.items()),
    )
    return folder


def _plain(more: int) -> range:
    return range(101, 101 + more)
