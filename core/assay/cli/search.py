"""Commands that rank papers: search, similar, run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from assay.cli.app import Force, Session, app, command
from assay.cli.export import ExportTo, export_hits
from assay.cli.options import (
    Authors,
    CombineBy,
    HasFile,
    InCollections,
    Like,
    LikeText,
    Tags,
    Unlike,
    UnlikeText,
    Venues,
    YearFrom,
    YearTo,
    filters_from,
    inside,
    papers_to,
    texts_to,
)
from assay.cli.output import Output, Printed, add_row, count, plain, table
from assay.errors import BadInput, StaleIndex
from assay.evaluation import write_run
from assay.files import require_writable
from assay.types import CHANNEL_LETTERS, Combine, Hit, Paper, Query, SearchMode, SearchRequest, shown_title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.pdf import Passage
    from assay.progress import Progress
    from assay.search import Searcher
    from assay.searching.reranking import Cascade
    from assay.searching.types import Facets
    from assay.workspace import Workspace

CANDIDATES = 1000

Count = Annotated[int, typer.Option("-k", min=1, max=10_000, help="How many results.")]
Mode = Annotated[SearchMode, typer.Option(help="How papers are ranked.")]
First = Annotated[
    SearchMode,
    typer.Option("--mode", "--first", help="How papers are ranked; with --rerank, how candidates are found."),
]
Rerank = Annotated[
    str | None,
    typer.Option(help="A model of the same papers, such as one with tuned queries, to reorder the results."),
]
Candidates = Annotated[
    int | None, typer.Option(min=1, max=100_000, help="How many results --rerank puts in order: 1000.")
]
ShowFacets = Annotated[
    bool, typer.Option("--facets", help="Count the years, venues, authors and keywords of what is found.")
]
WhyPaper = Annotated[
    str | None, typer.Option("--explain", metavar="ID", help="Explain why this paper is found, or is not.")
]
FullText = Annotated[bool, typer.Option("--full-text", help="Look into the papers' PDFs as well.")]


@command(app, "search")
def search(
    current: Session,
    text: Annotated[str, typer.Argument(help="What to look for; may be left out with --like.")] = "",
    *,
    like: Like = None,
    unlike: Unlike = None,
    like_text: LikeText = None,
    unlike_text: UnlikeText = None,
    combine: CombineBy = Combine.MEAN,
    k: Count = 10,
    mode: First = SearchMode.HYBRID,
    rerank: Rerank = None,
    candidates: Candidates = None,
    year_from: YearFrom = None,
    year_to: YearTo = None,
    venue: Venues = None,
    author: Authors = None,
    tag: Tags = None,
    has_pdf: HasFile = False,
    collection: InCollections = None,
    full_text: FullText = False,
    facets: ShowFacets = False,
    why: WhyPaper = None,
    export: ExportTo = None,
    force: Force = False,
) -> None:
    """Search the library by a text; with --rerank, in two stages.

    The text may hold fields, "exact phrases" and -words to leave out: author:cohan year:2019..2022 venue:acl
    tag:"graph learning" collection:thesis has:pdf judged:no id:... doi:... with "-" before what is not
    wanted. Put -- before a text that begins with "-". With --like and --unlike papers and further texts pull
    the results towards them, or push them away.
    """
    from assay.searching.search import search

    require_writable(export, overwrite=force)
    if not text.strip() and not like and not like_text:
        raise BadInput("The text to search for is empty.")
    if any("\ud800" <= letter <= "\udfff" for letter in "".join([text, *_given(like_text, unlike_text)])):
        raise BadInput("The text to search for is not valid UTF-8.")
    if rerank is None and candidates is not None:
        raise BadInput("--candidates says how many results --rerank puts in order. Give --rerank MODEL too.")
    filters = filters_from(
        year_from=year_from, year_to=year_to, venue=venue, author=author, tag=tag, has_pdf=has_pdf
    )
    with current.open() as workspace:
        from assay.search import told, understood

        typed = SearchRequest(
            text=text,
            seeds=papers_to(workspace, like, unlike),
            mode=mode,
            k=k,
            filters=inside(workspace, filters, collection),
            full_text=full_text,
            texts=texts_to(like_text, unlike_text),
            combine=combine,
        )
        request, _, asked = understood(typed)
        request, notice = possible(
            workspace, request, as_asked=rerank is not None or _chosen(current.context)
        )
        said = {"understood": told(asked.filters), "faults": list(asked.faults), "notice": notice}
        counted = facets_of(workspace, replace(typed, mode=request.mode)) if facets else None
        answer = partial(
            _answer,
            workspace,
            request,
            output=current.output,
            export=export,
            force=force,
            facets=counted,
            why=None if why is None else why_of(workspace, request, why),
        )
        if rerank is None:
            answer(search(workspace, request), said=said)
        else:
            from assay.searching.reranking import Reranking

            n = CANDIDATES if candidates is None else candidates
            cascade = Reranking(workspace).search(request, rerank, n=n)
            answer(cascade.reordered.hits, said=said, cascade=cascade)


@command(app, "similar")
def similar(
    current: Session,
    doc_ids: Annotated[
        list[str], typer.Argument(metavar="DOC_ID[:WEIGHT]...", help="The papers to start from.")
    ],
    *,
    unlike: Unlike = None,
    like_text: LikeText = None,
    unlike_text: UnlikeText = None,
    combine: CombineBy = Combine.MEAN,
    k: Count = 10,
    mode: Mode = SearchMode.SEMANTIC,
    year_from: YearFrom = None,
    year_to: YearTo = None,
    venue: Venues = None,
    has_pdf: HasFile = False,
    collection: InCollections = None,
) -> None:
    """Find the papers that are near one or several papers."""
    from assay.searching.search import require_seeds, search

    filters = filters_from(year_from=year_from, year_to=year_to, venue=venue, has_pdf=has_pdf)
    with current.open() as workspace:
        request = SearchRequest(
            seeds=papers_to(workspace, doc_ids, unlike),
            mode=mode,
            k=k,
            filters=inside(workspace, filters, collection),
            texts=texts_to(like_text, unlike_text),
            combine=combine,
        )
        require_seeds(workspace, request)
        request, notice = possible(workspace, request, as_asked=_chosen(current.context))
        hits = search(workspace, request)
        _answer(workspace, request, hits, output=current.output, said={"notice": notice})


def _chosen(context: typer.Context) -> bool:
    """Whether the person asked for a search by meaning alone, which words cannot stand in for."""
    source = context.get_parameter_source("mode")
    is_given = source is not None and source.name == "COMMANDLINE"
    return is_given and context.params["mode"] == SearchMode.SEMANTIC


def possible(workspace: Workspace, request: SearchRequest, *, as_asked: bool) -> tuple[SearchRequest, str]:
    """The request, by keyword where the library has no vectors for it, and a sentence that says so.

    Raises StaleIndex for that where the request has to stay `as_asked`.
    """
    from assay.searching.search import searcher_of

    try:
        searcher_of(workspace, request)
    except StaleIndex as error:
        if as_asked or request.mode is SearchMode.KEYWORD:
            raise
        return replace(request, mode=SearchMode.KEYWORD), f"Searched by keyword alone. {error}"
    return request, ""


def _given(*options: list[str] | None) -> list[str]:
    return [each for option in options for each in option or ()]


def _answer(
    workspace: Workspace,
    request: SearchRequest,
    hits: list[Hit],
    *,
    output: Output,
    said: Mapping[str, Any] = MappingProxyType({}),
    cascade: Cascade | None = None,
    export: Path | None = None,
    force: bool = False,
    facets: Facets | None = None,
    why: Mapping[str, Any] | None = None,
) -> None:
    from assay.searching.search import searcher_of

    searcher = searcher_of(workspace, request)
    indexed, total = searcher.coverage
    waiting = searcher.n_without_words
    changed = _changed(workspace, searcher)
    papers = {paper.doc_id: paper for paper in workspace.library.papers.get([hit.doc_id for hit in hits])}
    hits = [hit for hit in hits if hit.doc_id in papers]  # one may have been removed a moment ago
    rows: list[dict[str, Any]] = [
        {"doc_id": hit.doc_id, "rank": hit.rank, "score": hit.score, "title": papers[hit.doc_id].title}
        for hit in hits
    ]
    passages = {hit.doc_id: workspace.texts.passage(hit.passage) for hit in hits if hit.passage is not None}
    for row in rows:
        if (passage := passages.get(row["doc_id"])) is not None:
            row |= {"page": passage.page, "passage": passage.text}
    payload = {
        "hits": rows,
        "mode": request.mode.value,
        "indexed": indexed,
        "total": total,
        "waiting": waiting,
        "changed": changed,
        **said,
    }
    if cascade is not None:
        payload |= _second_stage(cascade, rows)
    payload |= {} if facets is None else {"facets": plain(facets)}
    payload |= {} if why is None else {"why": why}
    payload |= (exported := export_hits(workspace, hits, export, force=force))

    def show() -> Iterator[Printed]:
        yield from _show_understood(said)
        yield from _show_hits(hits, papers, passages)
        if cascade is not None:
            compared, n = cascade.reordered.n_compared, cascade.reordered.n_candidates
            yield f"{cascade.tag}: {compared} of {n} candidates reordered."
        if facets is not None:
            yield from show_facets(facets)
        if why is not None:
            yield from show_why(why)
        if exported:
            yield f"{len(hits)} papers -> {export}"
        yield from _show_behind(total - indexed, waiting, total, changed)

    output.result(payload, show())


def _show_behind(without: int, waiting: int, total: int, changed: int) -> Iterator[Printed]:
    """Of `total` papers as many are `without` a vector, and as many wait for the keyword index too."""
    if waiting:
        yield f"{waiting} of {total} papers are not indexed yet: run `assay index`."
    elif without:
        yield (
            f"{without} of {total} papers have no vectors yet and are found by keyword only: run "
            "`assay index`."
        )
    elif changed:
        yield (
            f"Changed since they were indexed: {count(changed, 'paper')}. Until `assay index` is run, they "
            "are found as they were."
        )


def _changed(workspace: Workspace, searcher: Searcher) -> int:
    """How many papers were edited, or came, since the keyword index was made; 0 where nobody knows."""
    mark = "" if searcher.lexical is None else searcher.lexical.mark
    since = workspace.library.index_marks.since(mark) if mark else None
    return 0 if since is None else len(since.changed)


def _second_stage(cascade: Cascade, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """What a cascade adds to the answer: its name, how much was reordered, and each row's rank before."""
    before = {hit.doc_id: hit.rank for hit in cascade.candidates}
    for row in rows:
        row["first_rank"] = before[row["doc_id"]]
    return {
        "cascade": cascade.tag,
        "candidates": cascade.reordered.n_candidates,
        "reordered": cascade.reordered.n_compared,
    }


def _show_understood(said: Mapping[str, Any]) -> Iterator[Printed]:
    """What the typed text restricts the search to, in a line, and what of it was not understood or done."""
    if said.get("notice"):
        yield Text(said["notice"], style="dim")
    if said.get("understood"):
        yield Text(f"Only: {'; '.join(said['understood'])}", style="dim")
    for fault in said.get("faults", ()):
        yield Text(fault)


def _show_hits(
    hits: list[Hit], papers: dict[str, Paper], passages: dict[str, Passage | None]
) -> Iterator[Printed]:
    table = Table(box=None, pad_edge=False)
    for heading, justify in (
        ("", "right"),
        ("Title", "left"),
        ("Year", "left"),
        ("Id", "left"),
        ("Ranks", "left"),
    ):
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]  # rich's literals
    for hit in hits:
        paper = papers[hit.doc_id]
        ranks = " ".join(
            f"{letter}{hit.channels[channel]}"
            for channel, letter in CHANNEL_LETTERS.items()
            if channel in hit.channels
        )
        passage = passages.get(hit.doc_id)
        title = shown_title(paper) if passage is None else f"{shown_title(paper)} (p. {passage.page})"
        table.add_row(str(hit.rank), Text(title), str(paper.year or ""), Text(hit.doc_id), ranks)
    yield table if hits else "Nothing found."


@command(app, "run", progress=True)
def make_run(
    current: Session,
    *,
    queries: Annotated[
        Path | None, typer.Option(help="Queries to run; the library's own if not given.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The TREC run file to write.")] = None,
    tag: Annotated[str | None, typer.Option(help="Keep the run in the library under this name.")] = None,
    k: Count = 100,
    mode: Mode = SearchMode.HYBRID,
    rerank: Rerank = None,
    candidates: Candidates = None,
    fused: Annotated[
        bool, typer.Option("--fused", help="Also write the two runs that hybrid search fuses, beside --out.")
    ] = False,
    force: Force = False,
) -> None:
    """Rank the library for many queries: a TREC run file, a run kept in the library, or both.

    With --rerank what --mode finds is put in order by another model of the same papers. With --fused
    OUT.keyword and OUT.semantic are written too.
    """
    from assay.ingest.queries import read_known_queries
    from assay.searching.search import make_run, store_run

    if out is None and tag is None:
        raise BadInput("Nothing to write: give --out FILE, --tag NAME, or both.")
    parts = _fused_files(out, mode=mode, rerank=rerank, overwrite=force) if fused else {}
    require_writable(out, overwrite=force)
    if rerank is None and candidates is not None:
        raise BadInput("--candidates says how many results --rerank puts in order. Give --rerank MODEL too.")
    with current.open() as workspace, current.progress() as report:
        asked = (
            read_known_queries(workspace.library, queries)
            if queries is not None
            else workspace.library.queries.all()
        )
        if not asked:
            raise BadInput("This library has no queries. Import some: `assay queries import FILE`.")
        cascade: str | None = None
        if rerank is None:
            run = make_run(workspace, asked, mode=mode, k=k, progress=report)
        else:
            from assay.searching.reranking import Reranking

            n = CANDIDATES if candidates is None else candidates
            second = Reranking(workspace)
            run, cascade = second.run(asked, rerank, mode=mode, n=n, k=k, progress=report)
        if out is not None:
            # A tag of trec_eval's form holds no blanks.
            named = f"assay-{mode.value}" if cascade is None else cascade.replace(" ", "")
            write_run(run, out, tag=tag or named, overwrite=force)
        _write_fused(workspace, asked, parts, overwrite=force, progress=report)
        if tag is not None:
            store_run(workspace, tag, run, mode=mode)
    rows = sum(len(ranking) for ranking in run.values())
    payload = {
        "n_queries": len(run),
        "rows": rows,
        "out": str(out) if out else None,
        "fused": {name: str(path) for name, path in parts.items()},
        "tag": tag,
        "cascade": cascade,
    }

    def show() -> Iterator[Printed]:
        yield f"{len(run)} queries, {rows} rows{f' -> {out}' if out else ''}"

    current.answer(payload, show())


def _fused_files(
    out: Path | None, *, mode: SearchMode, rerank: str | None, overwrite: bool
) -> dict[str, Path]:
    """channel -> where its run is written. Raises BadInput."""
    if out is None or mode is not SearchMode.HYBRID or rerank is not None:
        raise BadInput("--fused goes with --mode hybrid and --out FILE, and not with --rerank.")
    channels = (SearchMode.KEYWORD, SearchMode.SEMANTIC)
    files = {channel.value: out.with_name(f"{out.name}.{channel.value}") for channel in channels}
    for path in files.values():
        require_writable(path, overwrite=overwrite)
    return files


def _write_fused(
    workspace: Workspace,
    queries: Sequence[Query],
    files: Mapping[str, Path],
    *,
    overwrite: bool,
    progress: Progress,
) -> None:
    """Writes the runs that hybrid search fuses; no file, no run."""
    from assay.search import fused_runs

    found = fused_runs(workspace.searcher(), queries, progress=progress) if files else {}
    for channel, run in found.items():
        write_run(run, files[channel], tag=f"assay-hybrid-{channel}", overwrite=overwrite)


# -- facets and explanations --------------------------------------------------------------------------------

_TITLES = {
    "year": "Year",
    "venue": "Venue",
    "author": "Author",
    "tag": "Keyword",
    "pdf": "Has a PDF",
    "judged": "Judged",
}


def facets_of(workspace: Workspace, request: SearchRequest) -> Facets:
    """Counts what the request, as it was typed, finds. Raises what a search raises."""
    from assay.search import understood
    from assay.searching import facets
    from assay.searching.search import searcher_of

    searcher = searcher_of(workspace, understood(request)[0])
    return facets.facets_of(workspace, searcher, request)


def show_facets(facets: Facets) -> Iterator[Printed]:
    """A table of the values with how many papers have each."""
    papers = count(facets.n_papers, "paper")
    of = f"the {papers} found first" if facets.of == "found" else papers
    yield Text(f"Among {of}:", style="dim")
    made = table("", "", "#")
    for name, values in facets.values.items():
        for number, each in enumerate(values):
            add_row(made, "" if number else _TITLES[name], each.value, f"{each.n:,}")
    yield made


DEPTH = 1000
"""How deep the paper is looked for in each channel."""

MOST = 10
"""Words that are printed."""


def why_of(workspace: Workspace, request: SearchRequest, doc_id: str) -> dict[str, Any]:
    """The reasons as JSON values, with the paper's ranks and, where it was found there, its passage.

    The typed text of `request` was understood. Raises BadInput for an unknown paper, else as a search does.
    """
    from assay.searching.explain import Explainer
    from assay.searching.search import searcher_of

    papers = workspace.library.papers.get([doc_id])
    if not papers:
        raise BadInput(f"No paper '{doc_id}' in this library. `assay search` finds its id.")
    searcher = searcher_of(workspace, request)
    found: dict[str, Any] = plain(Explainer(searcher).explain(request, papers[0]))
    hits = searcher.search(replace(request, k=DEPTH))
    hit = next((hit for hit in hits if hit.doc_id == papers[0].doc_id), None)
    found |= {"rank": hit.rank if hit else None, "channels": dict(hit.channels) if hit else {}}
    passage = workspace.texts.passage(hit.passage) if hit and hit.passage else None
    return found | ({"page": passage.page, "passage": passage.text} if passage else {})


def show_why(why: Mapping[str, Any]) -> Iterator[Printed]:
    """The ranks in a line, then a table for each kind of reason."""
    yield ""
    ranks = ", ".join(f"{channel} {rank}" for channel, rank in why["channels"].items())
    place = f"rank {why['rank']} ({ranks})" if why["rank"] else f"not among the first {DEPTH}"
    yield Text(f"Why {why['doc_id']}: {place}")
    if why["passed"]:
        yield Text(f"Passes: {'; '.join(why['passed'])}", style="dim")
    if why["words"]:
        made = table("Word", "#BM25", "#Share")
        for part in why["words"][:MOST]:
            add_row(made, part["word"], f"{part['score']:.2f}", f"{part['share']:.0%}")
        yield made
    if why["starts"]:
        made = table("Asked with", "", "#Cosine")
        for start in why["starts"]:
            add_row(made, start["title"], "away" if start["sign"] < 0 else "", f"{start['cosine']:.4f}")
        yield made
    if "page" in why:
        yield Text(f"Full text, page {why['page']}: {why['passage']}")
    for sentence in why["sentences"][:2]:
        yield Text(f"Nearest sentence: {sentence['text']}")
