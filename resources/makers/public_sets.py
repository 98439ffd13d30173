"""The real data of the project's training runs, brought into the forms that Assay reads.

From the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). Two kinds of files come out:
test sets (SciFact, and its 104 test queries that share no relevant document with a training query; CISI,
Cranfield, CACM; and two by paper, whose queries are papers and whose relevant documents are the papers that
are cited with them or linked to them), and the folders that the recipes of the first paper's tables expect.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from assay.evaluation import Collection, read_beir, write_beir
from assay.models.test_sets import TestSet, read_beir_test_set
from assay.types import Query

CLEAN = "scifact-clean"
BY_QUERY = ("scifact", "cisi", "cranfield", "cacm")
LINKS = {"cisi": "cocitation.tsv.gz", "cacm": "citation_links.tsv.gz"}
DEVELOPMENT = 256  # the last rows of a file that validate, where nothing says which do


def shared_data() -> Path:
    """The folder of the real data; ends the program where there is none."""
    data = real_data()
    if data is None:
        sys.exit("The real data are not here; set ASSAY_SHARED_DATA.")
    return data


def real_data() -> Path | None:
    """The folder of the real data, if it is here."""
    root = Path(__file__).resolve().parents[2]
    data = Path(os.environ.get("ASSAY_SHARED_DATA", root.parent / "shared" / "data"))
    return data if data.is_dir() else None


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of compressed JSON Lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def sets_to_test(data: Path, work: Path) -> list[TestSet]:
    """What models are measured on; what has to be written for it goes to `work`."""
    sets = [replace(read_beir_test_set(data / name), name=name) for name in BY_QUERY]
    clean = clean_queries(data / "scifact", work)
    sets.insert(1, replace(read_beir_test_set(data / "scifact", queries=clean), name=CLEAN))
    for name in LINKS:
        folder = by_paper(data / name, work)
        sets.append(replace(read_beir_test_set(folder), name=f"{name}-by-paper"))
    return sets


def clean_queries(scifact: Path, work: Path) -> Path:
    """A file of the test queries none of whose relevant documents is relevant to a training query."""
    train = read_beir(scifact, split="train").qrels
    seen = {doc_id for judged in train.values() for doc_id in judged}
    test = read_beir(scifact, split="test").qrels
    clean = [query_id for query_id, judged in test.items() if not seen & judged.keys()]
    path = work / "scifact-clean.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{query_id}\n" for query_id in clean), encoding="utf-8")
    return path


def by_paper(collection: Path, work: Path) -> Path:
    """A BEIR folder in which every linked paper asks for those that it is linked to, in whatever way."""
    papers = {paper.doc_id: paper for paper in read_beir(collection).papers}
    qrels: dict[str, dict[str, int]] = {}
    for one, other, _ in _links(collection):
        qrels.setdefault(one, {})[other] = 1
    queries = [Query(key, papers[key].title, key) for key in qrels]
    folder = work / f"{collection.name}-by-paper"
    write_beir(Collection(folder.name, list(papers.values()), queries, qrels, "test"), folder)
    return folder


def linked_pairs(collection: Path, work: Path, *, least: int) -> Path:
    """A file for the objective `pairs`: each paper, and those linked to it at least so many times."""
    papers = {
        paper.doc_id: {"title": paper.title, "text": paper.abstract} for paper in read_beir(collection).papers
    }
    linked: dict[str, list[dict[str, str]]] = {}
    for one, other, count in _links(collection):
        if count >= least:
            linked.setdefault(one, []).append(papers[other])
    path = work / f"{collection.name}-linked.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = (json.dumps({"query": papers[one], "positive": others}) for one, others in linked.items())
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def _links(collection: Path) -> Iterator[tuple[str, str, int]]:
    """(paper, linked paper, how often) from both ends; a paper is not linked to itself."""
    with gzip.open(collection / LINKS[collection.name], "rt", encoding="utf-8") as lines:
        for line in islice(lines, 1, None):
            one, other, *_, count = line.split("\t")
            if one != other:
                yield one, other, int(count)


def shallow_base(work: Path, *, layers: int) -> Path:
    """A folder with the lowest layers of MiniLM alone, which were never trained to search."""
    from sentence_transformers import SentenceTransformer

    from assay.encoding.model_files.folder import find_folder

    model = SentenceTransformer(str(find_folder("all-MiniLM-L6-v2", allow_network=False)), device="cpu")
    bert = model[0].auto_model
    bert.encoder.layer = bert.encoder.layer[:layers]
    bert.config.num_hidden_layers = layers
    folder = work / f"minilm-{layers}-layers"
    model.save(str(folder), create_model_card=False, safe_serialization=True)
    return folder


def training_folders(data: Path, work: Path) -> Path:
    """A folder as `assay replicate --data` reads it; other data stand in for those that nobody has here."""
    folder = work / "replication"
    _write_table(
        folder / "independent-cropping",
        ("corpus_train.tsv", "corpus_dev.tsv"),
        [(row["title"], row["text"]) for row in rows_of(data / "ai_papers" / "ml.jsonl.gz")],
    )
    triples = [
        tuple(f"{row[key]['title']} [SEP] {row[key]['abstract'] or ''}" for key in ("query", "pos", "neg"))
        for row in rows_of(data / "scirepeval_samples" / "specter_small.jsonl.gz")
    ]
    _write_table(folder / "specter", ("specter_train.tsv", "specter_dev.tsv"), triples)
    _write_contexts(data, folder)
    _write_overrides(data, work, folder)
    return folder


def _write_table(folder: Path, names: tuple[str, str], rows: list[tuple[str, ...]]) -> None:
    """Rows of tabs: all but the last tenth, at most 256, train; those validate."""
    folder.mkdir(parents=True, exist_ok=True)
    cut = len(rows) - min(DEVELOPMENT, len(rows) // 10)
    for name, part in zip(names, (rows[:cut], rows[cut:]), strict=True):
        lines = ("\t".join(" ".join(field.split()) for field in row) + "\n" for row in part)
        (folder / name).write_text("".join(lines), encoding="utf-8")


def _write_contexts(data: Path, folder: Path) -> None:
    """unarXiv's two files, of the sentences whose cited papers are among the AI papers."""
    contexts = [
        (row["context"], [cited["ai_papers_id"] for cited in row["cited"] if cited["ai_papers_id"]])
        for row in rows_of(data / "citation_contexts" / "unarxive2022_contexts.jsonl.gz")
    ]
    wanted = {doc_id for _, ids in contexts for doc_id in ids}
    known: dict[str, Mapping[str, Any]] = {}
    for path in sorted((data / "ai_papers").glob("*.jsonl.gz")):
        known.update((row["_id"], row) for row in rows_of(path) if row["_id"] in wanted)
    for name in ("unarxiv-d2d", "unarxiv-q2d"):
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        papers = [(key, row["title"], row["text"], "") for key, row in known.items()]
        lines = ("\t".join(" ".join(field.split()) for field in row) + "\n" for row in papers)
        (place / "collection.tsv").write_text("".join(lines), encoding="utf-8")
        found = ({"text": text, "cited_ids": [key for key in ids if key in known]} for text, ids in contexts)
        texts = (json.dumps(row, ensure_ascii=False) + "\n" for row in found if row["cited_ids"])
        (place / "contexts.jsonl").write_text("".join(texts), encoding="utf-8")


def _write_overrides(data: Path, work: Path, folder: Path) -> None:
    """replication.toml: what stands in for the paper's collections, for MS MARCO and for InPars."""
    clean = clean_queries(data / "scifact", work)
    summaries = data / "scitldr" / "train.jsonl.gz"
    lines = [
        "[paths]",
        f'msmarco = {{ kind = "judgements", path = {json.dumps(str(data / "scifact"))} }}',
        f'inpars = {{ kind = "pairs", path = {json.dumps(str(summaries))} }}',
        "[collections]",
    ]
    lines += [f"{name} = {json.dumps(str(data / name))}" for name in BY_QUERY]
    place, queries = json.dumps(str(data / "scifact")), json.dumps(str(clean))
    lines.append(f"{CLEAN} = {{ path = {place}, queries = {queries} }}")
    (folder / "replication.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
