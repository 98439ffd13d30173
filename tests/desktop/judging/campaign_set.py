"""A small campaign with everything planted that an assessor must never see."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel

from assay.campaign_types import CampaignStatus, QueueKind
from assay.campaigns.campaign import create_campaign
from assay.types import Paper

NAME = "pilot"
PEOPLE = ("ada", "ben")
RUNS = ("zeta-minilm-run", "omega-lexical-run")
SCORES = (0.918273, 17.40291)
OTHERS_NOTE = "benedict thinks otherwise"
GUIDELINE = (
    "## Rules\n\n- **2** cite it\n- **1** open it\n\nSee [the handbook](https://example.org/handbook)."
)
QUERIES = ("dense retrieval", "sparse retrieval")


def make_campaign(
    workspace: Any,
    *,
    name: str = NAME,
    people: tuple[str, ...] = PEOPLE,
    queue: QueueKind = QueueKind.ASSIGNED,
    raters: int | None = None,
    guideline: str = GUIDELINE,
    n_papers: int = 6,
    queries: tuple[str, ...] = QUERIES,
) -> Any:
    """An open campaign: `n_papers` pooled for each text query, all of them for all people (assigned)."""
    papers = [
        Paper(f"d{n}", f"Document number {n}", f"What {n} is about.", ("Hidden Author",), 2000 + n, "Secret")
        for n in range(n_papers)
    ]
    known = workspace.library.papers.find_by_ids([paper.doc_id for paper in papers])
    workspace.library.papers.add([(paper, ()) for paper in papers if paper.doc_id not in known])
    work = create_campaign(
        workspace,
        name,
        raters_per_pair=raters or len(people),
        queue=queue,
        seed=3,
        guideline=guideline,
        assessors=people,
        queries=queries,
    )
    asked = [query.query_id for query in work.store.queries.all()]
    for tag, score in zip(RUNS, SCORES, strict=True):
        run = {each: {paper.doc_id: score - n / 64 for n, paper in enumerate(papers)} for each in asked}
        work.store.runs.save(tag, run, mode="semantic", fingerprint="planted-fingerprint")
    work.make_pool(depth=n_papers)
    if queue is QueueKind.ASSIGNED:
        work.assign()
    work.set_status(CampaignStatus.OPEN)
    return work


def given(work: Any, assessor: str = "ada") -> dict[tuple[str, str], int | None]:
    """(query_id, doc_id) -> grade, of what stands."""
    return {(j.query_id, j.doc_id): j.relevance for j in _judgements(work).current(assessor=assessor)}


def _judgements(of: Any) -> Any:
    """Of a campaign, or of the library's own queries for a workspace."""
    return of.store.judgements if hasattr(of, "store") else of.library.judgements


def held(page: Any) -> str:
    """The words that are visible on the page."""
    return " | ".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


def strip(page: Any) -> str:
    """What the strip above the grades says."""
    return "" if page._strip_holder.isHidden() else page._strip.text


def notes(work: Any, assessor: str = "ada") -> dict[tuple[str, str], str]:
    current = work.store.judgements.current(assessor=assessor)
    return {(j.query_id, j.doc_id): j.note for j in current if j.note}


def on_screen(page: Any, work: Any) -> tuple[str, str]:
    """(query_id, doc_id) of the pair that is shown, read off its texts."""
    texts = {query.text: query.query_id for query in work.store.queries.all()}
    query_id = next(each for text, each in texts.items() if text in page._query._title.text())
    return query_id, next(f"d{n}" for n in range(40) if f"number {n}<" in page._paper._title.text())
