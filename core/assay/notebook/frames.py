"""Answers of the core as pandas frames with fixed columns, and frames of the user as runs and qrels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

import pandas as pd

from assay.errors import BadInput
from assay.evaluation.ranking import ranking
from assay.types import Run

COLUMNS: Mapping[str, str] = {
    "papers": "doc_id title abstract authors year venue doi arxiv_id pmid url keywords",
    "search": "rank doc_id score title authors year venue passage page",
    "similar": "rank doc_id score title authors year venue passage page",
    "judgements": "query_id query doc_id title assessor state grade note",
    "grade": "query_id query doc_id title assessor state grade note",
    "qrels": "query_id doc_id grade",
    "runs": "tag mode model fingerprint n_queries created",
    "runs(tag)": "query_id doc_id rank score",
    "evaluate": "system measure mean ci_low ci_high difference difference_low difference_high p n_queries "
    "n_missing",
    "evaluate.per_query": "system query_id query measure value",
    "train.steps": "stage step loss learning_rate seconds",
    "train.validations": "stage step validation_loss best ndcg",
}
"""Noun -> the columns of its frame, in their order."""
_ATTRIBUTES = {"grade": "relevance", "created": "created_at", "validation_loss": "mean"}
_TYPES = dict.fromkeys(("year", "page", "grade"), "Int64") | dict.fromkeys(("best", "ndcg"), "float64")


class Frame(pd.DataFrame):
    """A frame that a notebook shows with whole titles and figures of four digits."""

    @property
    def _constructor(self) -> type[Frame]:
        return Frame

    def _repr_html_(self) -> str:
        rows, columns = pd.get_option("display.max_rows"), pd.get_option("display.max_columns")
        with pd.option_context("display.max_colwidth", 120, "display.precision", 4):
            return str(self.to_html(max_rows=rows, max_cols=columns, show_dimensions=True))


def frame(noun: str, rows: Iterable[Sequence[object] | Mapping[str, object]]) -> Frame:
    """Return the rows under the noun's columns, also where there are none."""
    made = Frame([*rows], columns=COLUMNS[noun].split())
    return made.astype({name: kind for name, kind in _TYPES.items() if name in made})


def frame_of(noun: str, items: Iterable[object], **more: Sequence[str]) -> Frame:
    """Return a row an item, whose attributes are the columns; `more` are columns that items do not hold."""
    names = {name: _ATTRIBUTES.get(name, name) for name in COLUMNS[noun].split() if name not in more}
    rows = ({name: _cell(getattr(item, held)) for name, held in names.items()} for item in items)
    return frame(noun, rows).assign(**more)


def run_frame(run: Run) -> Frame:
    """Return a row a result; ranks from 1, ties of score broken as trec_eval does."""
    ranked = {query_id: ranking(scores, query_id=query_id) for query_id, scores in run.items()}
    rows = ((q, d, rank, run[q][d]) for q, ids in ranked.items() for rank, d in enumerate(ids, start=1))
    return frame("runs(tag)", rows)


def require_columns(what: str, given: pd.DataFrame, *columns: str) -> None:
    """Raise BadInput where the frame lacks one."""
    if absent := [column for column in columns if column not in given]:
        has = ", ".join(map(str, given.columns))
        raise BadInput("{0} has no column {1}; it has {2}.", what, ", ".join(absent), has)


def scores_in(what: str, given: pd.DataFrame, value: str) -> Run:
    """Return query_id -> doc_id -> score or grade of a frame of the user's.

    Ranks stand in for scores, which fall with them; a row without a grade is no judgement. Raises BadInput
    for a frame that lacks a column, has a pair twice, or a grade that is no whole number.
    """
    if value == "score" and "score" not in given and "rank" in given:
        given = given.assign(score=-given["rank"].astype(float))
    require_columns(what, given, "query_id", "doc_id", value)
    given = given.astype({"query_id": str, "doc_id": str})
    if value == "grade":
        try:
            given = given.dropna(subset="grade").astype({"grade": "Int64"})
        except (TypeError, ValueError) as error:
            raise BadInput("{0} has a grade that is no whole number.", what) from error
    if (twice := given.duplicated(["query_id", "doc_id"])).any():
        pair = " ".join(given.loc[twice, ["query_id", "doc_id"]].iloc[0])
        raise BadInput("{0} has the pair {1} twice. Leave one row of each.", what, pair)
    scores: Run = {}
    for query_id, doc_id, number in zip(
        given["query_id"], given["doc_id"], given[value].tolist(), strict=True
    ):
        scores.setdefault(query_id, {})[doc_id] = number
    return scores


def _cell(value: object) -> object:
    """Return what a cell holds of it: "Ada; Bo" of several names, the text of a passage."""
    if isinstance(value, tuple):
        is_passage = any(isinstance(part, tuple) for part in value)
        return "".join(text for text, _ in value) if is_passage else "; ".join(value)
    return value.value if isinstance(value, Enum) else value
