"""Full texts beside abstracts: does a sentence of a page find its paper, and do the abstracts lose by it?

    python tests/benchmarks/bench_full_text.py [--papers N] [--vectors FOLDER] [--scale]

The library holds 1,183 abstracts of SciFact (all that its test claims cite, and 900 more), N of the AI
papers and the 19 PDFs of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). Asked are
sentences of the PDFs (up to 12 a file), as they are and in harder forms:

- six words: six in a row;
- common words: without those that fewer than one text in a hundred has;
- not in the abstract: without the words of its title and abstract;
- other passages: the whole sentence, while its own passage is left out of both rankings.

Beside them stand what no PDF here should win: SciFact's claims, and six words and the common words of
sentences of abstracts. Intervals and p are by PDF, of which few are here. FOLDER keeps the vectors for
another time. With `--scale` searches are timed with and without 30 made-up passages a paper.
"""

from __future__ import annotations

import json
import logging
import random
import re
import shutil
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from measuring import SHARED, folder_mb, head, parser_of, row, rows_of

from assay.evaluation import evaluate
from assay.index import Manifest, new_index, passage_key, save, words
from assay.ingest.importing import import_files
from assay.search import Searcher
from assay.search import searcher as searcher_module
from assay.search.full_text import Place
from assay.search.passage_vectors import KIND, PassageVectors
from assay.searching.indexing import index_passages, index_vectors, index_words
from assay.searching.search import search
from assay.types import Paper, SearchMode, SearchRequest
from assay.workspace import Workspace

MORE = 900
A_FILE = 12
CONTROLS = 200
CLAIMS = 150
RARE = 0.01
"""Of the texts: words that fewer of them have are left out of the common ones."""

FORMS = ("sentence", "six words", "common words", "not in the abstract", "other passages")
OTHERS = ("claim", "abstract, six words", "abstract, common words")
SIDES = {"abstracts": (False, False), "words": (True, False), "meaning": (False, True), "both": (True, True)}
"""What is compared: passages by words? passages by meaning?"""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Asked:
    """A text to search for, and the papers that it should find; `left` is a passage that is left out."""

    kind: str
    text: str
    wanted: Mapping[str, int]
    left: Place | None = None
    page: int = 0


def main() -> None:
    """Prints the share of texts that find their paper first, then what passages by meaning add."""
    logging.disable(logging.WARNING)
    parser = parser_of(__doc__)
    parser.add_argument("--papers", type=int, default=4000)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--scale", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.vectors and given.vectors.is_dir():
            shutil.copytree(given.vectors, Path(folder) / "library" / "vectors")
        with Workspace.open(Path(folder) / "library") as workspace:
            claims = _fill(workspace, Path(folder), given.papers)
            if given.vectors:
                shutil.copytree(workspace.folder / "vectors", given.vectors, dirs_exist_ok=True)
            if given.scale:
                _scale(workspace)
            else:
                asked = [*claims[:CLAIMS], *_sentences(workspace), *_of_abstracts(workspace)]
                searcher_module.FEW_TEXTS = len(asked)  # each is read once for all that is compared
                workspace.searcher()._queries([one.text for one in asked])
                _table(workspace, asked)


def _table(workspace: Workspace, asked: list[Asked]) -> None:
    head("mode", "passages by", *FORMS, *OTHERS, texts=2)
    values: dict[tuple[SearchMode, str], list[float]] = {}
    for mode in (SearchMode.SEMANTIC, SearchMode.HYBRID):
        for side in SIDES:
            values[mode, side] = found = _ask(workspace, asked, mode, side)
            means = (_mean(asked, found, kind) for kind in (*FORMS, *OTHERS))
            row(mode.value, side, *(f"{mean:.3f}" for mean in means))
    print()
    head("mode", "what", "both - words", "95 % interval", "p", texts=2)
    for mode in (SearchMode.SEMANTIC, SearchMode.HYBRID):
        for kind in (*FORMS, *OTHERS):
            gain, low, high, p = _difference(asked, values[mode, "both"], values[mode, "words"], kind)
            row(mode.value, kind, f"{gain:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{p:.3f}")
    print()
    _pages(workspace, asked)


def _mean(asked: list[Asked], values: list[float], kind: str) -> float:
    return float(np.mean([value for one, value in zip(asked, values, strict=True) if one.kind == kind]))


def _difference(
    asked: list[Asked], one: list[float], other: list[float], kind: str
) -> tuple[float, float, float, float]:
    """The mean difference, its bootstrap interval, and p of sign flips; texts of a paper go together."""
    of_paper: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for query, a, b in zip(asked, one, other, strict=True):
        if query.kind == kind:
            of_paper[tuple(query.wanted)].append(a - b)
    sums, counts = (np.array([f(each) for each in of_paper.values()], float) for f in (sum, len))
    rng, gain = np.random.default_rng(1), sums.sum() / counts.sum()
    drawn = rng.integers(0, len(sums), (10_000, len(sums)))
    low, high = np.quantile(sums[drawn].sum(1) / counts[drawn].sum(1), (0.025, 0.975))
    flipped = (rng.choice((-1, 1), (10_000, len(sums))) * sums).sum(1) / counts.sum()
    p = (1 + np.count_nonzero(np.abs(flipped) >= abs(gain) - 1e-12)) / 10_001
    return float(gain), float(low), float(high), float(p)


def _fill(workspace: Workspace, folder: Path, n: int) -> list[Asked]:
    rows = rows_of(SHARED / "scifact" / "corpus.jsonl.gz")
    wanted: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (SHARED / "scifact" / "qrels" / "test.tsv").read_text("utf-8").splitlines()[1:]:
        query_id, doc_id, grade = line.split("\t")
        wanted[query_id][doc_id] = int(grade)
    cited = {doc_id for grades in wanted.values() for doc_id in grades}
    others = [row for row in rows if row["_id"] not in cited]
    random.Random(7).shuffle(others)
    ai_papers = [row for path in sorted((SHARED / "ai_papers").glob("*.gz")) for row in rows_of(path)]
    random.Random(7).shuffle(ai_papers)
    kept = [*(row for row in rows if row["_id"] in cited), *others[:MORE]]
    kept += [{"_id": row["_id"], "title": row["title"], "text": row["text"]} for row in ai_papers[:n]]
    corpus = folder / "corpus.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    import_files(workspace.library, [corpus, *sorted((SHARED / "pdfs").glob("*.pdf"))])
    workspace.use_model(workspace.config.model)
    index_words(workspace)
    index_vectors(workspace)
    started = time.monotonic()
    made = index_passages(workspace)
    mb = folder_mb(workspace.folder / "indexes" / "passages")
    print(f"{made.n_passages} passages, {time.monotonic() - started:.1f} s, {mb:.1f} MB\n")
    texts = {row["_id"]: row["text"] for row in rows_of(SHARED / "scifact" / "queries.jsonl.gz")}
    return [Asked("claim", texts[query_id], grades) for query_id, grades in wanted.items()]


def _stems(text: str) -> list[str]:
    return [word.stem for word in words(text)]


def _papers(workspace: Workspace) -> list[Paper]:
    return [paper for some in workspace.library.papers.all() for paper in some]


def _common(workspace: Workspace) -> set[str]:
    texts = [f"{paper.title} {paper.abstract}" for paper in _papers(workspace)]
    texts += [text for name in workspace.texts.with_text() for text in workspace.texts.passages(name)]
    n = Counter(stem for text in texts for stem in {*_stems(text)})
    return {stem for stem, count in n.items() if count >= RARE * len(texts)}


def _without(text: str, *, only: set[str] | None = None, out: set[str] = frozenset()) -> str:  # type: ignore[assignment]
    """The words of a text whose stems are all among `only`, and none of them `out`."""
    kept = [
        word
        for word in text.split()
        if all((only is None or stem in only) and stem not in out for stem in _stems(word))
    ]
    return " ".join(kept)


def _sentences(workspace: Workspace) -> Iterator[Asked]:
    """Up to twelve whole sentences of ten to 28 words a file, in each form that leaves four words of them."""
    chance, common = random.Random(3), _common(workspace)
    papers = {paper.doc_id: paper for paper in _papers(workspace)}
    for name, doc_id in workspace.texts.with_text().items():
        sentences = [
            (text, (name, at))
            for at, passage in enumerate(workspace.texts.passages(name))
            for paragraph in passage.split("\n")
            for text in _SENTENCE.split(paragraph)
            if _is_sentence(text)
        ]
        chance.shuffle(sentences)
        own = {*_stems(f"{papers[doc_id].title} {papers[doc_id].abstract}")}
        for text, place in sentences[:A_FILE]:
            plain = re.sub(r'[":-]', " ", text)
            passage = workspace.texts.passage(place)
            made = partial(Asked, wanted={doc_id: 1}, page=passage.page if passage else 0)
            forms = (
                ("sentence", plain, None),
                ("six words", _six(plain, chance), None),
                ("common words", _without(plain, only=common), None),
                ("not in the abstract", _without(plain, out=own), None),
                ("other passages", plain, place),
            )
            for kind, form, left in forms:
                if len(_stems(form)) >= 4:
                    yield made(kind, " ".join(form.split()), left=left)


def _of_abstracts(workspace: Workspace) -> Iterator[Asked]:
    """Two forms of a sentence of an abstract, of papers without a PDF."""
    chance, common = random.Random(5), _common(workspace)
    with_text = {*workspace.texts.with_text().values()}
    papers = [paper for paper in _papers(workspace) if paper.doc_id not in with_text]
    chance.shuffle(papers)
    for paper in papers[:CONTROLS]:
        for text in [each for each in _SENTENCE.split(paper.abstract) if _is_sentence(each)][:1]:
            plain = re.sub(r'[":-]', " ", text)
            forms = (("six words", _six(plain, chance)), ("common words", _without(plain, only=common)))
            for kind, form in forms:
                if len(_stems(form)) >= 4:
                    yield Asked(f"abstract, {kind}", form, {paper.doc_id: 1})


def _six(text: str, chance: random.Random) -> str:
    parts = text.split()
    start = chance.randint(0, len(parts) - 6)
    return " ".join(parts[start : start + 6])


def _is_sentence(text: str) -> bool:
    plain = sum(letter.isalpha() or letter == " " for letter in text)
    whole = text[:1].isupper() and text[-1:] in (".", "!", "?")
    return whole and 10 <= len(text.split()) <= 28 and plain > 0.9 * len(text)


def _ask(workspace: Workspace, asked: Sequence[Asked], mode: SearchMode, side: str) -> list[float]:
    """Of each text whether its paper comes first; of claims nDCG@10."""
    values = []
    for one in asked:
        with _sided(workspace.searcher(), side, one.left):
            hits = search(workspace, SearchRequest(one.text, mode=mode, k=10, full_text=side != "abstracts"))
        if one.kind == "claim":
            run = {"q": {hit.doc_id: hit.score for hit in hits}}
            values.append(evaluate({"q": dict(one.wanted)}, run, ["nDCG@10"]).mean["nDCG@10"])
        else:
            values.append(float(bool(hits) and hits[0].doc_id in one.wanted))
    return values


@contextmanager
def _sided(searcher: Searcher, side: str, left: Place | None) -> Iterator[None]:
    """Search passages by words, by meaning, by both or not at all, without the one that is `left` out."""
    full_text, passages = searcher.full_text, searcher.passages
    assert full_text is not None
    assert passages is not None
    by_words, by_meaning = SIDES[side]
    index, best = full_text._index, passages.best_of_papers
    key = "" if left is None else passage_key(*left)

    class Others:
        def search(self, text: str, k: int, *, prefix: bool = False) -> list[tuple[str, int, float]]:
            return [hit for hit in index.search(text, k, prefix=prefix) if hit[:2] != left]

    full_text._index = Others()  # type: ignore[assignment]
    passages.best_of_papers = lambda ranking: best([hit for hit in ranking if hit[0] != key])  # type: ignore[method-assign]
    searcher.full_text = full_text if by_words else None
    searcher.passages = passages if by_meaning else None
    try:
        yield
    finally:
        full_text._index = index
        del passages.best_of_papers
        searcher.full_text, searcher.passages = full_text, passages


def _pages(workspace: Workspace, asked: Sequence[Asked]) -> None:
    """Of the texts whose paper comes first, how many show the right page."""
    head("passages by", *FORMS[:-1])
    for side in ("words", "meaning", "both"):
        right: dict[str, list[bool]] = defaultdict(list)
        for one in asked:
            if one.kind not in FORMS[:-1]:
                continue
            with _sided(workspace.searcher(), side, None):
                hits = search(workspace, SearchRequest(one.text, k=10, full_text=True))
            if hits and hits[0].doc_id in one.wanted and hits[0].passage is not None:
                passage = workspace.texts.passage(hits[0].passage)
                right[one.kind].append(passage is not None and passage.page == one.page)
        row(side, *(f"{np.mean(right[kind]):.3f}" for kind in FORMS[:-1]))


class _MadeUp:
    """30 passages for each of these papers."""

    def __init__(self, doc_ids: Sequence[str]) -> None:
        self.names = {f"{at:06d}": doc_id for at, doc_id in enumerate(doc_ids)}

    def with_text(self) -> Mapping[str, str]:
        return self.names

    def passages(self, name: str) -> Sequence[str]:
        return [name] * 30


def _scale(workspace: Workspace) -> None:
    """Time searches with and without the vectors of made-up passages: real ones, with noise."""
    searcher, rng = workspace.searcher(), np.random.default_rng(4)
    assert searcher.passages is not None
    assert searcher.vectors is not None
    real = searcher.passages.index.vectors(searcher.passages.index.doc_ids)
    texts = _MadeUp(searcher.vectors.doc_ids[:5000])
    index = new_index(KIND, real.shape[1])
    for some in np.array_split(np.array(list(texts.names)), 50):
        keys = [passage_key(str(name), at) for name in some for at in range(30)]
        drawn = real[rng.integers(0, len(real), len(keys))]
        index.add(keys, drawn + rng.normal(0, 0.03, drawn.shape).astype(np.float32))
    with tempfile.TemporaryDirectory() as folder:
        save(index, Path(folder), Manifest("f", index.dim, index.kind, len(index)))
        print(f"{len(index):,} passages of {len(texts.names):,} papers: {folder_mb(Path(folder)):.0f} MB\n")
    searcher.full_text, passages = None, PassageVectors(texts, index)
    queries = [one.text for one in _sentences(workspace) if one.kind == "sentence"][:60]
    took: dict[bool, list[float]] = {False: [], True: []}
    for text in queries:
        for wanted in (False, True):
            searcher.passages = passages if wanted else None
            started = time.perf_counter()
            search(workspace, SearchRequest(text, full_text=wanted))
            took[wanted].append(1000 * (time.perf_counter() - started))
    head("hybrid search, ms", "p50", "p95")
    for wanted, name in ((False, "without passages"), (True, "with passages by meaning")):
        row(name, *(f"{np.quantile(took[wanted][5:], q):.0f}" for q in (0.5, 0.95)))


if __name__ == "__main__":
    main()
