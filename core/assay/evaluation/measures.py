"""Measures as strings that print as they parse: `nDCG@10`, `AP(rel=2)`, `RBP(p=0.8)`, `Success@5`.

The names are those of ir_measures; `MAP`, `MRR` and `Recall` are read as `AP`, `RR` and `R`. `rel` is the
lowest grade that counts as relevant (1 if not given). `AP@k` divides by all relevant documents, as
trec_eval's map_cut does, and not by min(k, relevant).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from assay.errors import EvaluationError
from assay.evaluation.ids import short
from assay.messages import message

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@5", "R@100", "Judged@10")

NEEDS_CUTOFF = frozenset({"P", "R", "Success", "Judged"})
TAKES_CUTOFF = NEEDS_CUTOFF | {"nDCG", "AP", "RR", "ERR", "RBP", "Bpref"}
TAKES_REL = frozenset({"AP", "RR", "P", "R", "Success", "RBP", "Rprec", "Bpref"})
NAMES = ("nDCG", "AP", "RR", "P", "R", "Success", "ERR", "RBP", "Rprec", "Bpref", "Judged")
ALIASES = {"MAP": "AP", "MRR": "RR", "Recall": "R"}
PATIENCE = 0.8
"""p of RBP where none is given"""
FORMS = (
    "nDCG, nDCG@k, AP (MAP), RR (MRR), P@k, R@k (Recall@k), Success@k, ERR, RBP(p=0.8), Rprec, Bpref, "
    "Judged@k; (rel=2) behind a name asks for grades of 2 and more"
)
"""Every measure, as help lists them."""
UNCUT_DEPTH = 1000
"""How many results a query a measure without a cutoff is worth, as in TREC's tracks."""

_FORM = re.compile(r"([A-Za-z]+)(?:\(([^()@]*)\))?(?:@([1-9][0-9]{0,5}))?")
_REL = re.compile(r"rel=([1-9][0-9]{0,2})")
_P = re.compile(r"(?:p=)?(0?\.[0-9]{1,6})")
_OTHER_NAMES = {
    "map": "AP",
    "mrr": "RR",
    "recip_rank": "RR",
    "precision": "P",
    "recall": "R",
    "hit": "Success",
    "hitrate": "Success",
    "hr": "Success",
    "accuracy": "Success",
}
"""What others call them."""
_TREC_EVAL = re.compile(r"(\w+?)(?:_cut)?[_.]?([0-9]+)")
"""trec_eval's own names with a cutoff: recall_100, ndcg_cut_10."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure. `cutoff` is the k of @k; `rel` the lowest relevant grade, None where none was written.

    `p` is RBP's: how likely a reader continues from one result to the next.
    """

    name: str
    cutoff: int | None = None
    rel: int | None = None
    p: float | None = None

    def __str__(self) -> str:
        given = [f"p={self.p:g}"] if self.p is not None else []
        given += [f"rel={self.rel}"] if self.rel is not None else []
        parameters = f"({','.join(given)})" if given else ""
        cutoff = f"@{self.cutoff}" if self.cutoff is not None else ""
        return f"{self.name}{parameters}{cutoff}"


def parse_measure(text: str) -> Measure:
    """Return the measure that `text` names; raise EvaluationError with the nearest known name."""
    match = _FORM.fullmatch(text)
    name = ALIASES.get(match[1], match[1]) if match is not None else ""
    if match is None or name not in NAMES:
        near = _nearest(text)
        hint = message("Did you mean {0}?", near) if near else message("Measures are {0}.", FORMS)
        raise EvaluationError("There is no measure {0}. {1}", short(text), hint)
    cutoff = match[3]
    rel, p = _settings(text, name, match[2])
    if name in NEEDS_CUTOFF and not cutoff:
        raise EvaluationError("{0} needs a cutoff. Write {1}@10, for example.", name, text)
    if cutoff and name not in TAKES_CUTOFF:
        raise EvaluationError(
            "{0} has no cutoff: it is cut at each query's number of relevant documents. Write {0}.", name
        )
    return Measure(name, int(cutoff) if cutoff else None, rel, p)


def parse_measures(texts: Iterable[str]) -> tuple[str, ...]:
    """The measures under the names that their values have. Raises EvaluationError for one unknown."""
    return tuple(dict.fromkeys(str(parse_measure(text)) for text in texts))


def _settings(text: str, name: str, given: str | None) -> tuple[int | None, float | None]:
    """(rel, p) of what stands in brackets behind a name."""
    rel: int | None = None
    p: float | None = None
    for part in map(str.strip, given.split(",")) if given is not None else ():
        if (match := _REL.fullmatch(part)) is not None and rel is None:
            rel = int(match[1])
        elif name == "RBP" and (match := _P.fullmatch(part)) is not None and p is None and float(match[1]):
            p = float(match[1])
        else:
            form = "RBP(p=0.8), p between 0 and 1" if name == "RBP" else f"{name}(rel=2)"
            raise EvaluationError(
                "{0}: {1} says nothing there. Write {2}, for example.", short(text), short(part), form
            )
    if rel is not None and name not in TAKES_REL:
        reason = "it counts every grade" if name == "Judged" else "its gain is the grade itself"
        raise EvaluationError(
            "{0} has no relevance level: {1}. Write {2}.", name, reason, text.replace(f"({given})", "")
        )
    return rel, (PATIENCE if p is None else p) if name == "RBP" else None


def depth_for(measures: Iterable[Measure]) -> int:
    """How many results a query the measures ask for: the largest cutoff, and UNCUT_DEPTH without one."""
    return max((measure.cutoff or UNCUT_DEPTH for measure in measures), default=UNCUT_DEPTH)


def named_by_depth(measures: Iterable[Measure], depth: int, n_documents: int) -> tuple[Measure, ...]:
    """Return the measures of rankings that were cut at `depth` of `n_documents`, under names that say so.

    Whole rankings keep every name. Of others AP becomes AP@depth, and so does AP@k of a larger k; Rprec,
    which looks no deeper than a query has relevant documents, stays.
    """
    if depth >= n_documents:
        return tuple(measures)
    return tuple(
        measure
        if measure.name not in TAKES_CUTOFF or (measure.cutoff is not None and measure.cutoff <= depth)
        else replace(measure, cutoff=depth)
        for measure in measures
    )


def _nearest(text: str) -> str:
    """Return what was meant, as it can be typed; "" where nothing comes near."""
    name, _, cutoff = text.partition("@")
    if not cutoff and (match := _TREC_EVAL.fullmatch(text)) is not None:
        name, cutoff = match[1], match[2]
    wanted = _known_name(name.strip().partition("(")[0])
    digits = cutoff.strip().lstrip("0")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        digits = "10" if wanted in NEEDS_CUTOFF or (cutoff and wanted in TAKES_CUTOFF) else ""
    return f"{wanted}@{digits}" if digits and wanted in TAKES_CUTOFF else wanted


def _known_name(name: str) -> str:
    folded = {known.lower(): known for known in NAMES} | _OTHER_NAMES
    close = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.5)
    return folded[close[0]] if close else ""
