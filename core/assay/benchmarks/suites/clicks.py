"""SciDocs' clicks: `recomm/{train,val,test}.csv`, `propensity_scores.json` and `paper_metadata_recomm.json`.

Below a header a row has a query, the paper that was clicked, and in quotes all that were shown, by commas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.kinds import Click, ClickData, ClickPaper
from assay.benchmarks.tasks.rows import cell_list, cell_whole, field_text, number, read_papers
from assay.benchmarks.tasks.tables import Place, read_csv, read_document


def read_clicks(task: BenchTask, files: Mapping[str, Path]) -> ClickData:
    """Return all clicks; papers without a text are not encoded, and none is left out.

    Raises EvaluationError for a row that is no click, and where more papers are shown than places are scored.
    """
    known, texts = {}, {}
    for place, row in read_papers(task.name, files["papers"]):
        doc_id = row["doc_id"]
        sets = (
            frozenset(str(one) for one in cell_list(row, key, place))
            for key in ("authors", "references", "cited_by")
        )
        known[doc_id] = ClickPaper(field_text(row, "title", place), cell_whole(row, "year", place), *sets)
        texts[doc_id] = tuple(field_text(row, key, place) for key in task.fields)
    at = Place(task.name, files["propensity"])
    scores = read_document(at)
    rows = scores.get("scores") if isinstance(scores, dict) else None
    if not isinstance(rows, list) or not rows:
        raise at.fault("there is no list 'scores' in it.")
    propensity = tuple(number(value, "scores", at) for value in rows)
    if min(propensity) <= 0:
        raise at.fault("a score is not above 0: how likely a place is looked at.")
    clicks = {
        split: tuple(_clicks(Place(task.name, files[split]), len(propensity)))
        for split in ("train", "validation", "test")
    }
    named = {doc_id for split in clicks.values() for each in split for doc_id in (each.query, *each.shown)}
    return ClickData(
        papers={doc_id: fields for doc_id, fields in texts.items() if doc_id in named and any(fields)},
        known=known,
        clicks=clicks,
        propensity=propensity,
        coverage=Coverage(len(clicks["test"])),
    )


def _clicks(at: Place, places: int) -> Iterator[Click]:
    rows = read_csv(at, ",")
    _, header = next(rows, (at, [""]))
    if len(header) == 3 and header[1] in header[2].split(","):
        raise at.row(1).fault("this is a click, and the first line must be the header.")
    for place, cells in rows:
        if len(cells) != 3:
            raise place.fault("{0} columns, and a click has three: query, clicked, shown.", len(cells))
        click = Click(cells[0], cells[1], tuple(cells[2].strip().split(",")))
        if click.clicked not in click.shown:
            raise place.fault("{0} was clicked and not shown.", f"{click.clicked!r:.60}")
        if click.shown.index(click.clicked) >= places:
            raise place.fault("the place that was clicked has no propensity; there are {0}.", places)
        yield click
