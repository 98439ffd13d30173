"""Importing 10,000 BibTeX entries, beside parsing the same file with bibtexparser alone.

The file is generated: names, titles and abstracts of the length and with the LaTeX that exported libraries
have (braced capitals in six titles of ten, accents in names, mathematics in a tenth of the abstracts, escaped
characters, a macro, a rare command). bibtexparser does less: it decodes no LaTeX, splits no names, tells no
years and ids. Storing the papers is measured elsewhere.
"""

from __future__ import annotations

import gc
import json
import logging
import random
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import bibtexparser
from measuring import by_turns, clocks, head, row

from assay.importers import plan, read_papers
from assay.ingest.importing import import_files
from assay.types import Paper
from assay.workspace import Workspace

if TYPE_CHECKING:
    pass

ENTRIES = 10_000
REPEATS = 3
_WORDS = (
    "retrieval", "ranking", "neural", "document", "query", "dense", "sparse", "index", "passage",
    "learning", "contrastive", "encoder", "citation", "evaluation", "relevance", "judgement", "pooling",
    "transformer", "embedding", "scientific", "literature", "search", "model", "training",
    "distillation", "negative", "sampling", "corpus", "benchmark", "recall", "precision", "approach",
    "method", "robust", "efficient",
)  # fmt: skip
_FAMILIES = (
    "Garc{\\'i}a", 'M{\\"u}ller', "Wang", "Smith", "Cohan", "Kowalska", "{\\'A}lvarez", "Lee", "Sato",
)  # fmt: skip
_GIVEN = ("Anna", "Bo", "Carla", "David", "Elif", "Fatima", "Grzegorz", "Hiro", "In{\\^e}s", "Jane")


def main() -> None:
    """Prints the table of medians."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        bib = Path(folder) / "library.bib"
        text = "@string{jir = {Journal of Imagined Retrieval}}\n\n" + "\n".join(map(_entry, range(ENTRIES)))
        bib.write_text(text, encoding="utf-8")
        rows = Path(folder) / "corpus.jsonl"
        papers = [paper for paper in read_papers(bib) if isinstance(paper, Paper)]
        rows.write_text("\n".join(map(_row, papers)), encoding="utf-8")
        turns = by_turns(
            {
                "bibtexparser.parse_string, default middlewares": lambda: bibtexparser.parse_string(text),
                "read_papers on the same .bib": lambda: list(read_papers(bib)),
                "read_papers on the same papers as JSON Lines": lambda: list(read_papers(rows)),
                "import: the .bib into a new library, on disk": lambda: _import(bib),
                "plan: identity and merging, batches of 1,000": lambda: _plan(papers),
            },
            REPEATS,
            before=gc.collect,
        )
    seconds = {step: statistics.median(own) for step, own in clocks(turns).items()}
    alone = next(iter(seconds.values()))
    print(f"{len(papers):,} papers in {len(text) / 1e6:.1f} MB of BibTeX; medians of {REPEATS} runs")
    head("step", "seconds", "against bibtexparser")
    for step, median in seconds.items():
        row(step, f"{median:.2f}", f"{median / alone:.2f}x")


def _entry(number: int) -> str:
    draw = random.Random(number)
    words = [draw.choice(_WORDS) for _ in range(draw.randint(6, 12))]
    if draw.random() < 0.6:
        words[0] = "{" + words[0].upper() + "}"
    if draw.random() < 0.05:
        words[-1] = "\\emph{" + words[-1] + "}"
    authors = " and ".join(
        f"{draw.choice(_FAMILIES if draw.random() < 0.15 else _FAMILIES[2:5])}, {draw.choice(_GIVEN[:8])}"
        for _ in range(draw.randint(1, 6))
    )
    abstract = " ".join(draw.choice(_WORDS) for _ in range(draw.randint(90, 200)))
    if draw.random() < 0.1:
        abstract += " with $\\alpha \\leq n^{2}$ and a gain of 5\\%"
    if draw.random() < 0.02:
        abstract += " \\foreignlanguage{german}{wie gesagt}"
    fields = [
        f"  title = {{{' '.join(words)} {number}}}",
        f"  author = {{{authors}}}",
        f"  year = {{{draw.randint(1990, 2024)}}}",
        "  journal = jir" if draw.random() < 0.2 else "  journal = {Transactions on Search \\& Retrieval}",
        f"  volume = {{{draw.randint(1, 60)}}},\n  number = {{{draw.randint(1, 12)}}}",
        f"  pages = {{{number}--{number + 11}}},\n  issn = {{1234-5678}},\n  month = mar",
        f"  doi = {{10.1234/jir.{number}}},\n  url = {{https://example.org/{number}}}",
        f"  abstract = {{{abstract}}}",
        f"  keywords = {{{draw.choice(_WORDS)}, {draw.choice(_WORDS)}}}",
        f"  file = {{:papers/{number}.pdf:PDF}}",
    ]
    return f"@article{{key{number},\n" + ",\n".join(fields) + "\n}\n"


def _row(paper: Paper) -> str:
    return json.dumps({"_id": paper.doc_id, "title": paper.title, "text": paper.abstract, "year": paper.year})


def _import(bib: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, Workspace.open(Path(folder) / "library") as workspace:
        import_files(workspace.library, [bib])


def _plan(papers: list[Paper]) -> None:
    for start in range(0, len(papers), 1000):
        plan(papers[start : start + 1000], find=lambda _: {}, taken=lambda _: {})


if __name__ == "__main__":
    main()
