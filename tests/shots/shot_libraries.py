"""The libraries that the pictures are taken of: the sample, odd texts, one paper, a hundred thousand."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from assay.searching.indexing import index_words
from assay.types import Paper, Query

N_LARGE: Final = 100_000
_FIELDS: Final = ("retrieval", "parsing", "vision", "planning", "speech", "graphs", "theory")
_VENUES: Final = ("ACL", "SIGIR", "NeurIPS", "ICLR", "EMNLP")


def sample_library(folder: Path) -> Path:
    """The sample with its index, runs of two kinds and a pool to judge."""
    shutil.copytree(_first_sample(), folder)
    return folder


@cache
def _first_sample() -> Path:
    """The one that the others are copies of: its papers are encoded once."""
    from assay.campaigns.sample import fill_with_sample
    from assay.workspace import Workspace

    folder = Path(tempfile.mkdtemp(prefix="assay-sample-")) / "library"
    atexit.register(shutil.rmtree, folder.parent, ignore_errors=True)
    with Workspace.open(folder) as workspace:
        fill_with_sample(workspace)
    return folder


def odd_library(folder: Path) -> Path:
    """Texts that break layouts, all found by one query."""
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        workspace.library.papers.add([(paper, ()) for paper in odd_papers()])
        workspace.library.queries.add([Query("q1", "retrieval of difficult texts")])
        workspace.library.pool.add([("q1", paper.doc_id) for paper in odd_papers()])
        index_words(workspace)
    return folder


def odd_papers() -> list[Paper]:
    """A 300-character title, 200 authors, Chinese, Arabic, LaTeX, no abstract, no author."""
    long_title = "On the retrieval of difficult texts whose titles go on and on " * 5
    crowd = tuple(f"Given{n} Family{n}" for n in range(200))
    formula = (
        r"The retrieval risk is at most $\hat{\mathcal{R}}(h) + \sqrt{\frac{d \log n}{n}}$"
        r" and show that \emph{difficult} texts need $O(n^{3/2})$ comparisons, 50\% fewer than before."
    )
    return [
        Paper("odd-1", long_title[:300], "A retrieval of difficult texts.", ("Ada Long",), 2021, "A venue"),
        Paper(
            "odd-2",
            "A retrieval experiment by a large collaboration",
            "Two hundred people wrote texts about retrieval.",
            crowd,
            2020,
            "Transactions on a Very Long Name of a Journal That Nobody Abbreviates",
        ),
        Paper(
            "odd-3",
            "面向科学文献检索的稠密表示学习方法研究",
            "本文研究 retrieval 中困难文本的表示。我们提出一种简单的方法, 并在三个数据集上进行了实验。",
            ("王 小明", "李 华"),
            2022,
            "计算机学报",
        ),
        Paper(
            "odd-4",
            "استرجاع النصوص العلمية باستخدام التمثيلات الكثيفة",
            "ندرس retrieval للنصوص الصعبة ونقترح طريقة بسيطة لتمثيلها، ثم نقيسها على ثلاث مجموعات.",
            ("محمد علي",),
            2019,
            "مجلة الحاسوب",
        ),
        Paper(
            "odd-5", r"Retrieval with $\ell_2$ norms in O(n^{3/2})", formula, ("Emmy Noether",), 2018, "COLT"
        ),
        Paper("odd-6", "Retrieval without an abstract or an author"),
    ]


def single_library(folder: Path) -> Path:
    """One paper and nothing else."""
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        workspace.library.papers.add([(odd_papers()[0], ())])
        index_words(workspace)
    return folder


def large_library(folder: Path) -> Path:
    """A hundred thousand papers with made-up titles; not indexed."""
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        for start in range(0, N_LARGE, 5000):
            workspace.library.papers.add([(_paper(n), ()) for n in range(start, start + 5000)])
    return folder


def _paper(n: int) -> Paper:
    field, venue = _FIELDS[n % len(_FIELDS)], _VENUES[n % len(_VENUES)]
    return Paper(
        f"paper-{n}",
        f"Study {n:,} of {field} under changing conditions",
        authors=(f"Given Family{n % 997}", f"Other Name{n % 631}"),
        year=1990 + n % 35,
        venue=venue,
    )
