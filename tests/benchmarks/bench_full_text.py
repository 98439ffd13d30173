"""Full texts beside abstracts: does a sentence of a page find its paper, and do the abstracts lose by it?

The library holds 1,183 abstracts of SciFact (all that its test claims cite, and 900 more) and the 19 PDFs of
the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). Asked are sentences of the PDFs (up
to 12 a file), six words out of each, and SciFact's claims. No paper that a claim wants has a PDF here, so any
rank in full texts is noise to it. Beside what the program does stand no full texts, and fusion by ranks.
"""

from __future__ import annotations

import json
import logging
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from measuring import SHARED, head, row, rows_of

from assay.evaluation import evaluate
from assay.ingest.importing import import_files
from assay.searching.indexing import index_vectors, index_words
from assay.searching.search import search
from assay.types import Fusion, SearchMode, SearchRequest
from assay.workspace import Workspace

MORE = 900
A_FILE = 12
MAX_LENGTH = 128
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Asked:
    """A text to search for, and the papers that it should find."""

    kind: str
    text: str
    wanted: Mapping[str, int]


def main() -> None:
    """Prints one row a mode and a way of fusing."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder, Workspace.open(Path(folder) / "library") as workspace:
        claims = _fill(workspace, Path(folder) / "corpus.jsonl")
        asked = [*claims, *_sentences(workspace)]
        head("mode", "full texts", "sentence first", "six words first", "claims, nDCG@10", texts=2)
        for mode in SearchMode:
            for name, full_text, fusion in (
                ("not searched", False, Fusion.SCORES),
                ("fused by ranks", True, Fusion.RRF),
                ("fused by scores", True, Fusion.SCORES),
            ):
                workspace.fuse_by(fusion)
                figures = _ask(workspace, asked, SearchRequest(mode=mode, k=10, full_text=full_text))
                found = (f"{figures[kind]:.3f}" for kind in ("sentence", "six words", "claim"))
                row(mode.value, name, *found)


def _fill(workspace: Workspace, corpus: Path) -> list[Asked]:
    rows = rows_of(SHARED / "scifact" / "corpus.jsonl.gz")
    wanted: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (SHARED / "scifact" / "qrels" / "test.tsv").read_text("utf-8").splitlines()[1:]:
        query_id, doc_id, grade = line.split("\t")
        wanted[query_id][doc_id] = int(grade)
    cited = {doc_id for grades in wanted.values() for doc_id in grades}
    others = [row for row in rows if row["_id"] not in cited]
    random.Random(7).shuffle(others)
    kept = [*(row for row in rows if row["_id"] in cited), *others[:MORE]]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    import_files(workspace.library, [corpus, *sorted((SHARED / "pdfs").glob("*.pdf"))])
    workspace.use_model(workspace.config.model, max_length=MAX_LENGTH)
    index_words(workspace)
    index_vectors(workspace)
    texts = {row["_id"]: row["text"] for row in rows_of(SHARED / "scifact" / "queries.jsonl.gz")}
    return [Asked("claim", texts[query_id], grades) for query_id, grades in wanted.items()]


def _sentences(workspace: Workspace) -> list[Asked]:
    """Up to twelve whole sentences of ten to 28 words a file, and six words in a row out of each."""
    chance, found = random.Random(3), []
    for sha256, (doc_id, _) in workspace.library.files.with_text().items():
        paragraphs = "\n".join(workspace.library.files.pages(sha256)).split("\n")
        sentences = [text for each in paragraphs for text in _SENTENCE.split(each) if _is_sentence(text)]
        chance.shuffle(sentences)
        for text in sentences[:A_FILE]:
            words = re.sub(r'[":-]', " ", text).split()
            start = chance.randint(0, len(words) - 6)
            found.append(Asked("sentence", " ".join(words), {doc_id: 1}))
            found.append(Asked("six words", " ".join(words[start : start + 6]), {doc_id: 1}))
    return found


def _is_sentence(text: str) -> bool:
    plain = sum(letter.isalpha() or letter == " " for letter in text)
    whole = text[:1].isupper() and text[-1:] in (".", "!", "?")
    return whole and 10 <= len(text.split()) <= 28 and plain > 0.9 * len(text)


def _ask(workspace: Workspace, asked: list[Asked], request: SearchRequest) -> dict[str, float]:
    """Of sentences and words the share whose paper comes first; of claims nDCG@10."""
    first: dict[str, list[bool]] = defaultdict(list)
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number, one in enumerate(asked):
        hits = search(workspace, replace(request, text=one.text))
        if one.kind == "claim":
            qrels[str(number)] = dict(one.wanted)
            run[str(number)] = {hit.doc_id: hit.score for hit in hits}
        else:
            first[one.kind].append(bool(hits) and hits[0].doc_id in one.wanted)
    figures = {kind: sum(told) / len(told) for kind, told in first.items()}
    return {**figures, "claim": evaluate(qrels, run, ["nDCG@10"]).mean["nDCG@10"]}


if __name__ == "__main__":
    main()
