"""Public benchmarks in small: each published layout, written for tests. No text in them is anybody's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from small_tasks import SUBJECTS, papers, write_rows

MDCR_FIELDS = (
    "Art", "Biology", "Business", "Chemistry", "Computer Science", "Economics", "Engineering",
    "Environmental Science", "Geography", "Geology", "History", "Materials Science", "Mathematics",
    "Medicine", "Philosophy", "Physics", "Political Science", "Psychology", "Sociology",
)  # fmt: skip
S2AND_SOURCES = ("arnetminer", "inspire", "kisti", "pubmed", "qian", "zbmath")
_WAYS = ("bm25", "scincl", "specter", "graph", "most_cited", "random")


def write_parquet(path: Path, rows: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)


def write_json(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def small_scirepeval(folder: Path) -> Path:
    """A task of each kind, by turns as Parquet in one file, in shards and in folders, and as JSON Lines."""
    meta, test = folder / "scirepeval", folder / "scirepeval_test"
    labels = [{"paper_id": f"p{k}", "label": k % 2} for k in range(24)]
    write_parquet(meta / "biomimicry" / "evaluation-00000-of-00001.parquet", papers())
    write_parquet(test / "biomimicry" / "train" / "0000.parquet", labels[:8])
    write_parquet(test / "biomimicry" / "train" / "0001.parquet", labels[8:16])
    write_parquet(test / "biomimicry" / "test" / "0000.parquet", labels[16:])

    many = [
        {"paper_id": f"p{k}", "label": [int(n in (k % 4, (k + 1) % 4)) for n in range(4)]} for k in range(24)
    ]  # multi-hot, int32 in Parquet: as published
    for k, part in enumerate((papers()[:12], papers()[12:])):
        write_parquet(meta / "fos" / f"evaluation-{k:05}-of-00002.parquet", part)
    write_parquet(test / "fos" / "train.parquet", many[:16])
    write_parquet(test / "fos" / "test.parquet", many[16:])

    counts = [{"paper_id": f"p{k}", "label": k / 2} for k in range(24)]
    write_rows(meta / "cite_count" / "evaluation.jsonl", papers())
    write_rows(test / "cite_count" / "train.jsonl", counts[:16])
    write_rows(test / "cite_count" / "test.jsonl", counts[16:])

    pairs = [{"query_id": f"p{q}", "cand_id": f"p{c}", "score": int(q == c % 4)} for q in range(4)
             for c in range(4, 12)]  # fmt: skip
    groups = [{"query": papers()[q], "candidates": papers()[4:12]} for q in range(4)]
    write_parquet(meta / "same_author" / "evaluation-00000-of-00001.parquet", groups)
    write_parquet(test / "same_author" / "test" / "0000.parquet", pairs)

    extended = [{**paper, "venue": "Yearbook", "year": 1990 + k} for k, paper in enumerate(papers())]
    typed = [{"doc_id": f"q{k}", "query": SUBJECTS[k], "candidates": extended[:8]} for k in range(4)]
    asked = [{"query_id": f"q{k}", "cand_id": f"p{c}", "score": int(k == c % 4)} for k in range(4)
             for c in range(8)]  # fmt: skip
    write_rows(meta / "search" / "evaluation.jsonl", typed)
    write_rows(test / "search" / "test.jsonl", asked)

    write_parquet(meta / "paper_reviewer_matching" / "evaluation-00000-of-00001.parquet", papers())
    for name, low in (("hard", 3), ("soft", 2)):
        write_parquet(
            test / "paper_reviewer_matching" / f"test_{name}" / "0000.parquet",
            [{"query_id": f"p{q}", "cand_id": f"r{r}", "score": int((q + r) % 4 >= low)} for q in range(4)
             for r in range(4)],
        )  # fmt: skip
    own = [{"r_id": f"r{r}", "papers": [f"p{r + 4 * k}" for k in range(1, 5)]} for r in range(4)]
    write_parquet(test / "reviewers" / "metadata" / "0000.parquet", own)
    return folder


def small_scidocs(folder: Path) -> Path:
    root = folder / "scidocs"
    known = {paper["doc_id"]: {"paper_id": paper["doc_id"], **paper} for paper in papers()}
    for name in ("mag_mesh", "view_cite_read"):
        write_json(root / f"paper_metadata_{name}.json", known)
    graph = {"authors": ["7"], "cited_by": ["p1"], "references": ["p2"], "year": 2010}
    write_json(root / "paper_metadata_recomm.json", {key: {**paper, **graph} for key, paper in known.items()})
    write_json(root / "recomm" / "propensity_scores.json", {"scores": [1.0, 0.5, 0.25]})
    for split, first in (("train", 0), ("val", 4), ("test", 8)):  # what is clicked is of the query's subject
        rows = [f'p{q},p{q + 4},"p{q + 5},p{q + 4},p{q + 6}"\n' for q in range(first, first + 4)]
        header = "query_paper_id,clicked_paper_id,other_paper_ids\n"
        (root / "recomm" / f"{split}.csv").write_text(header + "".join(rows), encoding="utf-8")
    for part in ("mag", "mesh"):
        for split, rows in (("train", range(12)), ("val", range(12, 16)), ("test", range(16, 24))):
            path = root / part / f"{split}.csv"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("pid,class_label\n" + "".join(f"p{k},{k % 4}\n" for k in rows), encoding="utf-8")
    for part in ("cite", "cocite", "coread", "coview"):
        for split in ("val", "test"):
            path = root / part / f"{split}.qrel"
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = [f"p{q} 0 p{c} {int(q == c % 4)}\n" for q in range(4) for c in range(4, 12)]
            path.write_text("".join(rows), encoding="utf-8")
    return folder


def small_beir(folder: Path, name: str = "scifact", *, titled: bool = False) -> Path:
    """Twelve papers and four queries: texts, or with `titled` four of the papers themselves."""
    root = folder / name
    corpus = [
        {"_id": p["doc_id"], "title": p["title"], "text": p["abstract"], "metadata": {}} for p in papers(12)
    ]
    typed = [{"_id": f"q{k}", "text": SUBJECTS[k], "metadata": {}} for k in range(4)]
    write_rows(root / "corpus.jsonl", corpus)
    write_rows(root / "queries.jsonl", corpus[:4] if titled else typed)
    ids = [f"p{k}" if titled else f"q{k}" for k in range(4)]
    rows = [f"{ids[k]}\tp{c}\t{int(c % 4 == k)}\n" for k in range(4) for c in range(4, 12)]
    qrels = root / "qrels.tsv" if titled else root / "qrels" / "test.tsv"
    qrels.parent.mkdir(exist_ok=True)
    qrels.write_text("query-id\tcorpus-id\tscore\n" + "".join(rows), encoding="utf-8")
    return folder


def small_mdcr(folder: Path) -> Path:
    """Each field asks for two papers; p1 is cited though bm25 found it, and each query finds itself once."""
    root = folder / "mdcr"
    found = {
        f"p{q}": {
            **{way: [f"p{4 + k}", f"p{q}"] for k, way in enumerate(_WAYS)},
            "bm25": ["p4", "p20"],
            "true": ["p20", f"p{12 + q}"],
        }
        for q in range(2)
    }
    write_json(root / "mdcr_test.json", dict.fromkeys(MDCR_FIELDS, found))
    rows = [{"paper_id": p["doc_id"], "title": p["title"], "abstract": p["abstract"]} for p in papers()]
    write_rows(root / "mdcr_test_data.jsonl", rows)
    return folder


def small_s2and(folder: Path) -> Path:
    """In each source six blocks of four signatures, of two people each; two blocks a split."""
    root = folder / "s2and"
    for source in S2AND_SOURCES:
        signatures = {f"s{k}": signature(k) for k in range(24)}
        known = {
            str(k): {
                "paper_id": k, "title": f"{SUBJECTS[k % 4]} {k}", "abstract": f"On {SUBJECTS[k % 4]}.",
                "journal_name": None, "venue": "Yearbook", "year": 1990 + k, "references": [(k + 4) % 24],
                "authors": [
                    {"position": 1, "author_name": "B. Byron"}, {"position": 0, "author_name": "A. A"},
                ],
            }
            for k in range(24)
        }  # fmt: skip
        clusters = {
            f"c{block}{person}": {
                "cluster_id": f"c{block}{person}",
                "signature_ids": [f"s{4 * block + person + 2 * k}" for k in range(2)],
            }
            for block in range(6)
            for person in range(2)
        }
        for role, value in (("signatures", signatures), ("papers", known), ("clusters", clusters)):
            write_json(root / source / f"{source}_{role}.json", value)
        blocks = {f"a block{b}": [f"s{4 * b + k}" for k in range(4)] for b in range(6)}
        names = list(blocks)
        write_json(
            root / "blocks" / f"block_sigs_{source}.json",
            {
                split: {name: blocks[name] for name in names[2 * k : 2 * k + 2]}
                for k, split in enumerate(("train", "dev", "test"))
            },
        )
    return folder


def signature(k: int) -> dict[str, Any]:
    return {
        "signature_id": f"s{k}",
        "paper_id": k,
        "author_info": {
            "first": "Ada", "middle": None, "last": f"Block{k // 4}", "suffix": None, "position": 0,
            "email": None, "affiliations": ["A School"], "block": f"a block{k // 4}", "given_block": "a b",
        },
    }  # fmt: skip
