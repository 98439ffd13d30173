"""A judgement set over the 1,094 papers of ICLR 2022, made by the program: `iclr_set.py FOLDER`.

40 papers ask, the first ten of several systems are pooled, the pool is graded, and the release is exported as
a folder in BEIR's form, as a user would. NOBODY JUDGED ANYTHING: a grade is how many of their authors'
keywords two papers share, 0 for none, 1 for one, 2 for more. That is blunter than a person's judgement, and
it favours no system, since no model sees the keywords.

    python tests/benchmarks/iclr_set.py FOLDER [--model hashing --model ...]
"""

from __future__ import annotations

import gzip
import random
import sys
from pathlib import Path
from typing import Any

import makers  # noqa: F401 - where public_sets and the like lie
from measuring import parser_of
from public_sets import rows_of, shared_data

from assay.campaigns.campaign import CampaignWork
from assay.cli import run
from assay.cli.output import Output
from assay.workspace import Workspace

NAME, SEED, QUERIES, DEPTH = "iclr2022-keywords", 2022, 40, 10
MODELS = ("all-MiniLM-L6-v2", "assay-papers")
LEAST = 3  # keywords of a paper that asks


def main() -> None:
    """Makes the set and says where it is."""
    parser = parser_of(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", action="append", help="A model to pool from; repeatable.")
    given = parser.parse_args()
    print(iclr_set(shared_data(), given.folder, given.model or MODELS))


def iclr_set(data: Path, folder: Path, models: tuple[str, ...] | list[str]) -> Path:
    """Returns the folder of the exported set."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = list(rows_of(data / "iclr2022" / "papers.jsonl.gz"))
    words = {row["_id"]: {_word(each) for each in row.get("keywords") or ()} for row in rows}
    papers, queries, library = folder / "papers.jsonl", folder / "queries.txt", folder / "library"
    with gzip.open(data / "iclr2022" / "papers.jsonl.gz", "rt", encoding="utf-8") as lines:
        papers.write_text(lines.read(), encoding="utf-8")
    asking = random.Random(SEED).sample(sorted(d for d, own in words.items() if len(own) >= LEAST), QUERIES)
    queries.write_text("".join(f"{doc_id}\n" for doc_id in asking), encoding="utf-8")
    if not (library / "library.sqlite").exists():
        _assay(library, "import", papers)
        _assay(library, "index", "--model", models[0])
        _assay(library, "campaign", "create", NAME, "--queries", queries, "--assessor", "keywords",
               "--raters", 1, "--seed", SEED)  # fmt: skip
        _assay(library, "campaign", "run", NAME, "bm25", "--mode", "keyword")
        _assay(library, "campaign", "run", NAME, "hybrid", "--mode", "hybrid")
        for model in models:
            _assay(library, "campaign", "run", NAME, model, "--mode", "semantic", "--model", model)
        _assay(library, "campaign", "pool", NAME, "--depth", DEPTH)
        _assay(library, "campaign", "assign", NAME)
        _assay(library, "campaign", "open", NAME)
    with Workspace.open(library) as workspace:
        walk = CampaignWork(workspace, NAME).session("keywords")
        while (pair := walk.pair) is not None:
            query_id, doc_id = pair
            walk.grade(min(len(words[query_id] & words[doc_id]), 2))
    _assay(library, "campaign", "release", NAME)
    _assay(library, "campaign", "export", NAME, folder / NAME, "--format", "beir")
    return folder / NAME


def _word(text: Any) -> str:
    return " ".join(str(text).casefold().replace("-", " ").split())


def _assay(library: Path, *arguments: object) -> None:
    if run(["--library", str(library), *map(str, arguments)], Output()) != 0:
        sys.exit(f"assay {' '.join(map(str, arguments))} failed.")


if __name__ == "__main__":
    main()
