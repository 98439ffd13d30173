"""How wide the sketch of the words is to be beside a base's vector, and how long, on sets beside the tests.

    python tests/benchmarks/sketch_width.py OUT

OUT is that of `train_default.py`, whose files of taught papers and whose pools it uses. Four sets that the
model's table in docs/benchmarks.md is not measured on: SciFact's training claims, TLDRs of SciTLDR that ask
for their paper, SPECTER's sample triplets (among all papers of them), and taught papers that share two
keywords which at most 100 have. nDCG@10 of the base, and its change by a sketch of every width and length.
"""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
import numpy as np
import torch
from measuring import parser_of
from one_pass import OnePass
from public_sets import rows_of, shared_data
from train_default import ranked_run

from assay.encoding import TextTemplate
from assay.encoding.model_files.folder import DEFAULT_MODEL, find_folder
from assay.encoding.multiformat.modules.wide import WideHeads
from assay.encoding.sentences.bert_sentence import padded, token_ids
from assay.evaluation import compare
from assay.types import Qrels, TaskFormat, Vectors

WIDTHS = (128, 256, 384, 1024)
LENGTHS = (0.2, 0.3, 0.45)
RARE = 100
"""Keywords that more papers have say too little."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A set of texts and queries; where a query has no text it is a paper, and asks for others."""

    name: str
    papers: Mapping[str, str]
    queries: Mapping[str, str]
    qrels: Qrels


def main() -> None:
    """Prints the table."""
    parser = parser_of(__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out.resolve()
    reader = OnePass(find_folder(DEFAULT_MODEL, allow_network=False), out / "pools")
    print("| set | queries | width | length | base | change | p |\n|---|---:|---:|---:|---:|---:|---:|")
    for chosen in (*_searches(shared_data()), *_papers(shared_data(), out)):
        _measure(chosen, reader)


def _measure(chosen: Chosen, reader: OnePass) -> None:
    base, words = _read(list(chosen.papers.values()), reader)
    ids = list(chosen.papers)
    selves: dict[str, str] = {}
    if chosen.queries:
        names = list(chosen.queries)
        asked, asked_words = _read(list(chosen.queries.values()), reader)
    else:
        names = list(chosen.qrels)
        rows = [ids.index(name) for name in names]
        asked, asked_words = base[rows], {width: words[width][rows] for width in WIDTHS}
        selves = {name: name for name in names}
    before = ranked_run(names, asked, ids, base, chosen.qrels)
    for width in WIDTHS:
        for length in LENGTHS:
            after = ranked_run(
                names,
                np.hstack([asked, length * asked_words[width]]),
                ids,
                np.hstack([base, length * words[width]]),
                chosen.qrels,
            )
            found = compare(chosen.qrels, before, after, "nDCG@10", exclude_self=selves)
            print(
                f"| {chosen.name} | {len(names)} | {width} | {length} | {100 * found.mean_a:.2f} "
                f"| {100 * (found.mean_b - found.mean_a):+.2f} | {found.p_randomisation:.4f} |",
                flush=True,
            )


def _read(texts: Sequence[str], reader: OnePass) -> tuple[Vectors, dict[int, Vectors]]:
    """The base's vectors (n, 384), and of each width the sketches (n, width); all of length 1."""
    (base,) = reader.vectors(texts, [])
    ids = token_ids(reader.tokenizer, texts)
    sketches = {}
    for width in WIDTHS:
        heads = WideHeads((TaskFormat.PRX,), 1, 0, width, len(reader.heads.words))
        heads.words.copy_(reader.heads.words)
        rows = [heads.sketch(torch.from_numpy(padded([row])), torch.tensor([len(row)])) for row in ids]
        sketches[width] = torch.nn.functional.normalize(torch.cat(rows), dim=1).numpy()
    return base, sketches


def _searches(data: Path) -> Iterator[Chosen]:
    join = TextTemplate().join
    claims = {row["_id"]: row["text"] for row in rows_of(data / "scifact" / "queries.jsonl.gz")}
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    with (data / "scifact" / "qrels" / "train.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            qrels[row["query-id"]][row["corpus-id"]] = int(row["score"])
    corpus = rows_of(data / "scifact" / "corpus.jsonl.gz")
    papers = {row["_id"]: join(row["title"], row["text"]) for row in corpus}
    yield Chosen("SciFact's training claims", papers, {name: claims[name] for name in qrels}, qrels)
    rows = list(rows_of(data / "scitldr" / "train.jsonl.gz"))
    papers = {row["_id"]: join(row["title"], row["text"]) for row in rows}
    asked = {row["_id"]: row["tldrs"][0] for row in rows}
    yield Chosen("TLDRs", papers, asked, {name: {name: 1} for name in asked})


def _papers(data: Path, out: Path) -> Iterator[Chosen]:
    join = TextTemplate().join
    texts: dict[str, str] = {}  # text -> its number

    def number(row: Mapping[str, str | None]) -> str:
        return texts.setdefault(join(row["title"] or "", row["abstract"] or ""), f"{len(texts)}")

    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    for triplet in rows_of(data / "scirepeval_samples" / "specter_small.jsonl.gz"):
        query, positive, _ = (number(triplet[part]) for part in ("query", "pos", "neg"))
        qrels[query][positive] = 1
    yield Chosen("SPECTER's samples", {place: text for text, place in texts.items()}, {}, qrels)
    taught = (out / "teach" / "keywords" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in taught]
    papers = {f"{place}": join(row["title"], row["abstract"]) for place, row in enumerate(rows)}
    yield Chosen("taught papers that share keywords", papers, {}, _sharing([row["keywords"] for row in rows]))


def _sharing(keywords: Sequence[Sequence[str]]) -> Qrels:
    """Of each paper, those that share two keywords with it or more."""
    having: dict[str, list[int]] = defaultdict(list)
    for place, own in enumerate(keywords):
        for word in {*own}:
            having[word].append(place)
    qrels = {}
    for place, own in enumerate(keywords):
        rare = [word for word in {*own} if len(having[word]) <= RARE]
        shared = Counter(other for word in rare for other in having[word] if other != place)
        alike = {f"{other}": 1 for other, times in shared.items() if times > 1}
        if alike:
            qrels[f"{place}"] = alike
    return qrels


if __name__ == "__main__":
    with torch.inference_mode():
        main()
