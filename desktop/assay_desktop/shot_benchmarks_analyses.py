"""What scores of benchmarks say together, for the pictures: all of it is invented."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from assay_desktop.pages.evaluation.benchmarks.analyses import analyses_of, published_of
from assay_desktop.shot_benchmarks_behind import SYSTEMS

if TYPE_CHECKING:
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView

_TASKS: Final = (
    "Fields of study", "Biomimicry", "DRSM", "Citation Count", "Publication Year", "Same Author Detection",
    "Highly Influential Citations", "SciDocs CoCite map", "SciDocs CoCite ndcg", "Search", "SciFact (BEIR)",
    "cranfield",
)  # fmt: skip
_COLUMNS: Final = (
    "MAG",
    "MeSH",
    "Co-view MAP",
    "Co-view nDCG",
    "Co-read MAP",
    "Cite MAP",
    "Co-cite MAP",
    "Avg",
)


def fill_analyses(view: BenchmarksView, which: str) -> None:
    """One of the three views, of five systems."""
    view.open_analyses()
    view.show_published(
        published_of(
            {
                "tables": [
                    {
                        "title": "SciDocs, as SPECTER's paper has it",
                        "columns": list(_COLUMNS),
                        "digits": 1,
                        "notes": ["Source: a table that was made up for this picture."],
                        "rows": [
                            *(_row(f"Published model {n + 1}", n, ours=False) for n in range(8)),
                            *(_row(name, n + 3, ours=True) for n, name in enumerate(SYSTEMS[2:])),
                        ],
                    },
                    {"title": "BEIR", "columns": ["SciFact"], "digits": 1, "notes": [], "rows": []},
                ]
            }
        )
    )
    r = [[math.cos((i - j) / 5) * (1 if (i + j) % 7 else -0.4) for j in range(12)] for i in range(12)]
    found = {"columns": _TASKS, "models": SYSTEMS, "r": r, "n": [[5] * 12] * 12}
    curves = [
        {
            "system": name, "task": task, "metric": "f1", "per_label": False, "average": 60.0,
            "points": [
                [16, 44 + n * 1.3, None], [64, 57 + n * 0.9, None], [None, 68 + n * 1.1 - (n == 3) * 2, None]
            ],
        }
        for task in ("Biomimicry", "DRSM")
        for n, name in enumerate(SYSTEMS[2:])
    ]  # fmt: skip
    analyses = analyses_of({"correlations": found, "why_not": "", "curves": curves})
    view.show_analyses(analyses, reference=SYSTEMS[3], beside=SYSTEMS[4])
    view.analyses.show_view(which)


def _row(name: str, n: int, *, ours: bool) -> dict[str, object]:
    values = [None if ours and place in (1, 7) else 70 + 8 * math.sin(n + place) for place in range(8)]
    return {"name": name, "ours": ours, "values": values}
