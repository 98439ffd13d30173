"""Measures as strings that print as they parse: `nDCG@10`, `AP(rel=2)`, `RR`, `P@5`, `R@100`, `Judged@10`.

The names are those of ir_measures. `rel` is the lowest grade that counts as relevant (1 if not given).
`AP@k` divides by all relevant documents, as trec_eval's map_cut does, and not by min(k, relevant).
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from assay.errors import EvaluationError
from assay.evaluation.ids import short

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100", "Judged@10")

NEEDS_CUTOFF = frozenset({"P", "R", "Judged"})
TAKES_REL = frozenset({"AP", "RR", "P", "R"})
NAMES = ("nDCG", "AP", "RR", "P", "R", "Judged")

_FORM = re.compile(r"([A-Za-z]+)(?:\(rel=([1-9][0-9]{0,2})\))?(?:@([1-9][0-9]{0,5}))?")
_OTHER_NAMES = {
    "map": "AP",
    "mrr": "RR",
    "recip_rank": "RR",
    "precision": "P",
    "recall": "R",
    "ndcg_cut": "nDCG",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure. `cutoff` is the k of @k; `rel` the lowest relevant grade, None where none was written."""

    name: str
    cutoff: int | None = None
    rel: int | None = None

    def __str__(self) -> str:
        rel = f"(rel={self.rel})" if self.rel is not None else ""
        cutoff = f"@{self.cutoff}" if self.cutoff is not None else ""
        return f"{self.name}{rel}{cutoff}"


def parse_measure(text: str) -> Measure:
    """The measure that `text` names; raises EvaluationError with the nearest known name."""
    match = _FORM.fullmatch(text)
    if match is None or match[1] not in NAMES:
        raise EvaluationError(f"There is no measure {short(text)}. Did you mean {_nearest(text)}?")
    name, rel, cutoff = match.groups()
    if rel and name not in TAKES_REL:
        reason = "its gain is the grade itself" if name == "nDCG" else "it counts every grade"
        raise EvaluationError(
            f"{name} has no relevance level: {reason}. Write {text.replace(f'(rel={rel})', '')}."
        )
    if name in NEEDS_CUTOFF and not cutoff:
        raise EvaluationError(f"{name} needs a cutoff. Write {text}@10, for example.")
    return Measure(name, int(cutoff) if cutoff else None, int(rel) if rel else None)


def _nearest(text: str) -> str:
    name, _, cutoff = text.partition("@")
    digits = cutoff.strip().lstrip("0")
    wanted = _known_name(name.strip().partition("(")[0])
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        digits = "10" if wanted in NEEDS_CUTOFF or "@" in text else ""
    return f"{wanted}@{digits}" if digits else wanted


def _known_name(name: str) -> str:
    folded = {known.lower(): known for known in NAMES} | _OTHER_NAMES
    close = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.0)
    return folded[close[0]]
