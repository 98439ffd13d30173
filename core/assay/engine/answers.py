"""What the engine's answers hold, as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from assay.errors import BadInput
from assay.types import Hit, Paper, SearchRequest, TaskFormat, shown_title
from assay.workspace import Workspace

if TYPE_CHECKING:
    from assay.encoding import Encoder
    from assay.search import Reasons, Reordered, Searcher, Sought

Message = dict[str, Any]


def rows_of(workspace: Workspace, hits: Sequence[Hit], sought: Sought) -> list[Message]:
    """A row a hit, with what there is to see of its paper; those removed since the index was made are not."""
    found = workspace.library.papers.get([hit.doc_id for hit in hits])
    papers = {paper.doc_id: paper for paper in found}
    return [
        {
            "doc_id": hit.doc_id,
            "score": hit.score,
            "rank": hit.rank,
            "channels": dict(hit.channels),
            "title": shown_title(papers[hit.doc_id]),
            "authors": list(papers[hit.doc_id].authors),
            "year": papers[hit.doc_id].year,
            "venue": papers[hit.doc_id].venue,
            **_passage(workspace, hit, papers[hit.doc_id], sought),
        }
        for hit in hits
        if hit.doc_id in papers
    ]


def _passage(workspace: Workspace, hit: Hit, paper: Paper, sought: Sought) -> Message:
    """What shows why the paper was found: of its full text, with the page, where it was found there alone."""
    from assay.search import passage, shortened

    of_abstract = passage(paper, sought.words, stems=sought.stems)
    if hit.passage is None or any(asked for _, asked in of_abstract):
        return {"passage": of_abstract}
    inside = workspace.texts.passage(hit.passage)
    if inside is None:
        return {"passage": of_abstract}
    return {"passage": shortened(inside.text, sought.words, stems=sought.stems), "page": inside.page}


def formats_of(encoder: Encoder, request: SearchRequest) -> Message:
    """Which vectors were compared, as format names; nothing of a model that has one vector for all."""
    if len({encoder.fingerprint(each) for each in encoder.formats}) == 1:
        return {}
    asked = [(TaskFormat.QRY, request.text.strip() or request.texts), (TaskFormat.PRX, request.seeds)]
    return {"asked": [each.value for each, given in asked if given], "papers": TaskFormat.PRX.value}


def facets(workspace: Workspace, searcher: Searcher, request: SearchRequest) -> Message:
    """The facets of a search, as it was typed: by name, [value, number of papers] each."""
    from assay.searching.facets import facets_of

    found = facets_of(workspace, searcher, request)
    values = {name: [[each.value, each.n] for each in values] for name, values in found.values.items()}
    return {"n_papers": found.n_papers, "of": found.of, "facets": values}


def why(workspace: Workspace, reasons: Reasons, request: SearchRequest, doc_id: str) -> Message:
    """Why a paper answers a search whose text was understood; raises BadInput for a paper that is gone."""
    found = workspace.library.papers.get([doc_id])
    if not found:
        raise BadInput(f"The paper '{doc_id}' is not in this library any more.")
    return asdict(reasons.why(request, found[0]))


def reranked(model: str, tag: str, done: Reordered) -> Message:
    """What became of a second stage: the cascade's name, and how many of the candidates were compared."""
    return {
        "model": model,
        "state": "done",
        "tag": tag,
        "candidates": done.n_candidates,
        "compared": done.n_compared,
        "late": done.n_late,
    }


def not_reranked(model: str, why: str) -> Message:
    """Says why the candidates stay as the first stage has them."""
    return {"model": model, "state": "failed", "message": why}


def evaluation(workspace: Workspace, message: Message) -> Message:
    """The stored runs on the library's grades: what the Evaluate page shows."""
    from assay.evaluation import overview
    from assay.ingest.queries import query_papers

    stored = workspace.library.runs.all()
    found = overview(
        workspace.library.judgements.qrels(),
        {run.tag: workspace.library.runs.load(run.tag) for run in stored},
        reference=message.get("reference"),
        measure=message.get("measure", "nDCG@10"),
        exclude_self=query_papers(workspace.library),
    )
    modes = {run.tag: run.mode for run in stored}
    texts = {query.query_id: query.text for query in workspace.library.queries.all()}
    answer = asdict(found)
    answer["rows"] = [{**row, "mode": modes[row["tag"]]} for row in answer["rows"]]
    answer["per_query"] = [
        {"query_id": query_id, "text": texts.get(query_id, query_id), "values": values}
        for query_id, values in found.per_query.items()
    ]
    return answer
