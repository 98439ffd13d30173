"""Commands that rank papers and look around among them: search, similar, run, explore, map."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from assay.cli.app import Force, Session, app, argument, command, command_group, option
from assay.cli.options import (
    AllFilterOptions,
    Count,
    ExampleOptions,
    FilterOptions,
    FullText,
    FusedBy,
    Like,
    Mode,
    RankOptions,
    RerankOptions,
    paper_named,
)
from assay.cli.output import Printed, count, first_of, table
from assay.cli.papers import ExportTo, export_hits
from assay.codec import shallow
from assay.errors import BadInput, StaleIndex
from assay.evaluation import write_run
from assay.evaluation.files import write_lines
from assay.files import read_text, require_writable
from assay.types import (
    CHANNEL_LETTERS,
    Filters,
    Hit,
    Paper,
    Query,
    Run,
    SearchMode,
    SearchRequest,
    shown_title,
)

if TYPE_CHECKING:
    from assay.discovery.types import Citations
    from assay.pdf import Passage
    from assay.progress import Progress
    from assay.searching.reranking import Cascade
    from assay.searching.types import Explanation, Facets
    from assay.workspace import Workspace

notices = logging.getLogger("assay.notices")

First = Annotated[
    SearchMode, option("How papers are ranked; with --rerank, how candidates are found.", "--mode", "--first")
]
ShowFacets = Annotated[
    bool, option("Count the years, venues, authors and keywords of what is found.", "--facets")
]
ExplainPaper = Annotated[
    str | None, option("Explain why this paper is found, or is not.", "--explain", metavar="ID")
]
Learn = Annotated[
    bool, option("Rank by the grades too that the library has for this text or paper.", "--grades")
]
RunWeights = Annotated[
    Path | None, option("Learned weights, as a run was written with; the library's if not given.")
]
FusedRuns = Annotated[
    bool, option("Also write the two runs that hybrid search fuses, next to --out.", "--fused")
]
DEPTH = 1000
"""How deep a paper to explain is looked for in each channel."""
MOST = 10
"""Words of an explanation that are printed."""
FACETS = {
    "year": "Year", "venue": "Venue", "author": "Author", "tag": "Keyword", "pdf": "Has a PDF",
    "judged": "Judged",
}  # fmt: skip


@command(app, "search", progress=True)
def search(
    current: Session,
    text: Annotated[str, argument("What to look for; may be left out with --like.")] = "",
    *,
    like: Like = None,
    examples: ExampleOptions,
    k: Count = 10,
    mode: First = SearchMode.HYBRID,
    second: RankOptions,
    filters: AllFilterOptions,
    full_text: FullText = False,
    fusion: FusedBy = None,
    learn: Learn = False,
    facets: ShowFacets = False,
    why: ExplainPaper = None,
    export: ExportTo = None,
    force: Force = False,
) -> None:
    """Search the library by a text; with --rerank, in two stages.

    The text may hold fields, "exact phrases" and -words to leave out: author:cohan year:2019..2022 venue:acl
    tag:"graph learning" collection:thesis has:pdf judged:no id:... doi:... with "-" before what is not
    wanted. Put -- before a text that begins with "-". With --like and --unlike papers and further texts pull
    the results towards them, or push them away.
    """
    from assay.search import describe_filters, parse_request
    from assay.searching.search import possible

    require_writable(export, overwrite=force)
    _require_text(text, like, examples)
    n_candidates = second.n
    with current.open() as workspace, current.progress() as report:
        workspace.fuse_by(fusion or workspace.config.fusion)
        typed = SearchRequest(
            text=text,
            seeds=examples.seeds(workspace, like),
            mode=second.mode(workspace, mode, report),
            k=k,
            filters=filters.filters(workspace),
            full_text=full_text,
            texts=examples.texts(),
            combine=examples.combine,
        )
        typed = _graded(workspace, typed) if learn else typed
        request, _, parsed = parse_request(typed)
        request, notice = possible(
            workspace, request, exact_mode=second.rerank is not None or _wants_semantic(current)
        )
        counted = facets_of(workspace, replace(typed, mode=request.mode)) if facets else None
        why_found = None if why is None else explained(workspace, request, why)
        found = searched(workspace, request, rerank=second.rerank, n=n_candidates)
        exported = export_hits(workspace, found.hits, export, force=force)
    payload = found.payload(understood=describe_filters(parsed.filters), faults=parsed.faults, notice=notice)
    payload |= {} if counted is None else {"facets": counted}
    payload |= {} if why_found is None else {"why": why_found.payload()}
    shown = [*_read_lines(notice, describe_filters(parsed.filters), parsed.faults), *found.lines()]
    shown += show_facets(counted) if counted is not None else ()
    shown += why_found.lines() if why_found is not None else ()
    shown += [f"{len(found.hits)} papers -> {export}"] if exported else []
    current.answer(payload | exported, [*shown, *found.behind()])


def _read_lines(notice: str, restricts: Sequence[str] = (), faults: Sequence[str] = ()) -> Iterator[Printed]:
    """What the typed text restricts the search to, in a line, and what of it was not understood or done."""
    if notice:
        yield Text(notice, style="dim")
    if restricts:
        yield Text(f"Only: {'; '.join(restricts)}", style="dim")
    yield from faults


def _graded(workspace: Workspace, request: SearchRequest) -> SearchRequest:
    """Return the request with the grades that the library has for it."""
    from assay.searching.search import grades_for

    grades = grades_for(workspace.library, request)
    if not grades:
        notices.warning("There are no grades for this text or paper: papers are ranked as without them.")
    return replace(request, grades=grades)


def _require_text(text: str, like: Sequence[str] | None, examples: ExampleOptions) -> None:
    texts = [text, *(examples.like_text or ()), *(examples.unlike_text or ())]
    if not text.strip() and not like and not examples.like_text:
        raise BadInput("The text to search for is empty.")
    if any("\ud800" <= letter <= "\udfff" for letter in "".join(texts)):
        raise BadInput("The text to search for is not valid UTF-8.")


@command(app, "similar")
def similar(
    current: Session,
    doc_ids: Annotated[list[str], argument("The papers to start from.", metavar="DOC_ID[:WEIGHT]...")],
    *,
    examples: ExampleOptions,
    k: Count = 10,
    mode: Mode = SearchMode.HYBRID,
    filters: FilterOptions,
    fusion: FusedBy = None,
    learn: Learn = False,
) -> None:
    """Find the papers that are near one or several papers, by their vectors and their telling words."""
    from assay.searching.search import possible, require_seeds

    with current.open() as workspace:
        workspace.fuse_by(fusion or workspace.config.fusion)
        request = SearchRequest(
            seeds=examples.seeds(workspace, doc_ids),
            mode=mode,
            k=k,
            filters=filters.filters(workspace),
            texts=examples.texts(),
            combine=examples.combine,
        )
        require_seeds(workspace, request)
        request = _graded(workspace, request) if learn else request
        request, notice = possible(workspace, request, exact_mode=_wants_semantic(current))
        found = searched(workspace, request)

    shown = [*_read_lines(notice), *found.lines(), *found.behind()]
    current.answer(found.payload(notice=notice), shown)


def _wants_semantic(current: Session) -> bool:
    """Return whether the person asked for semantic search alone, which keywords cannot stand in for."""
    source = current.context.get_parameter_source("mode")
    is_given = source is not None and source.name == "COMMANDLINE"
    return is_given and current.context.params["mode"] == SearchMode.SEMANTIC


@dataclass(frozen=True, slots=True)
class Found:
    """The papers that a search found, best first, and how far the indexes were up to date for it.

    `indexed` of `total` papers have a vector; `waiting` are not in the keyword index; `changed` were edited,
    or came, since it was made.
    """

    mode: SearchMode
    hits: list[Hit]
    papers: Mapping[str, Paper]
    passages: Mapping[str, Passage]  # of hits in a full text
    indexed: int
    total: int
    waiting: int
    changed: int
    cascade: Cascade | None = None

    def payload(self, **notes: object) -> dict[str, object]:
        """Return the answer for a program, with what was `notes` of the request."""
        second: dict[str, object] = {}
        if self.cascade is not None:
            done = self.cascade.reordered
            second = {
                "cascade": self.cascade.tag,
                "candidates": done.n_candidates,
                "reordered": done.n_compared,
            }
        return {
            "hits": [self._row(hit) for hit in self.hits],
            "mode": self.mode.value,
            "indexed": self.indexed,
            "total": self.total,
            "waiting": self.waiting,
            "changed": self.changed,
            **notes,
            **second,
        }

    def _row(self, hit: Hit) -> dict[str, object]:
        title = self.papers[hit.doc_id].title
        row: dict[str, object] = {
            "doc_id": hit.doc_id, "rank": hit.rank, "score": hit.score, "title": title,
        }  # fmt: skip
        if (passage := self.passages.get(hit.doc_id)) is not None:
            row |= {"page": passage.page, "passage": passage.text}
        if self.cascade is not None:
            first = next(one.rank for one in self.cascade.candidates if one.doc_id == hit.doc_id)
            row |= {"first_rank": first}
        return row

    def lines(self) -> Iterator[Printed]:
        """Yield a table of the hits, and how far a second stage went."""
        rows = []
        for hit in self.hits:
            paper, passage = self.papers[hit.doc_id], self.passages.get(hit.doc_id)
            ranks = " ".join(
                f"{letter}{hit.channels[channel]}"
                for channel, letter in CHANNEL_LETTERS.items()
                if channel in hit.channels
            )
            where = "" if passage is None else f" (p. {passage.page})"
            rows.append((hit.rank, f"{shown_title(paper)}{where}", paper.year or "", hit.doc_id, ranks))
        yield table(("#", "Title", "Year", "Id", "Ranks"), rows, none="Nothing found.", fold=True)
        if self.cascade is not None:
            done = self.cascade.reordered
            yield f"{self.cascade.tag}: {done.n_compared} of {done.n_candidates} candidates reordered."

    def behind(self) -> Iterator[str]:
        """Yield what `assay index` would change, in a line."""
        without = self.total - self.indexed
        if self.waiting:
            yield f"{self.waiting} of {self.total} papers are not indexed yet: run `assay index`."
        elif without:
            yield (
                f"{without} of {self.total} papers have no vectors yet and are found by keyword only: run "
                "`assay index`."
            )
        elif self.changed:
            yield (
                f"Changed since they were indexed: {count(self.changed, 'paper')}. Until `assay index` is "
                "run, they are found as they were."
            )


def searched(workspace: Workspace, request: SearchRequest, *, rerank: str | None = None, n: int = 0) -> Found:
    """Search, in two stages where `rerank` names a model, which puts the first `n` in order."""
    from assay.searching.reranking import Reranking
    from assay.searching.search import search, searcher_of

    cascade = None if rerank is None else Reranking(workspace).search(request, rerank, n=n)
    hits = search(workspace, request) if cascade is None else cascade.reordered.hits
    searcher = searcher_of(workspace, request)
    indexed, total = searcher.coverage
    mark = "" if searcher.lexical is None else searcher.lexical.mark
    since = workspace.library.index_marks.since(mark) if mark else None
    papers = {paper.doc_id: paper for paper in workspace.library.papers.get([hit.doc_id for hit in hits])}
    hits = [hit for hit in hits if hit.doc_id in papers]  # one may have been removed a moment ago
    passages = {hit.doc_id: workspace.texts.passage(hit.passage) for hit in hits if hit.passage is not None}
    return Found(
        mode=request.mode,
        hits=hits,
        papers=papers,
        passages={doc_id: passage for doc_id, passage in passages.items() if passage is not None},
        indexed=indexed,
        total=total,
        waiting=searcher.n_without_words,
        changed=0 if since is None else len(since.changed),
        cascade=cascade,
    )


@command(app, "run", progress=True)
def make_run(
    current: Session,
    *,
    queries: Annotated[Path | None, option("Queries to run; the library's own if not given.")] = None,
    out: Annotated[Path | None, option("The TREC run file to write.")] = None,
    tag: Annotated[str | None, option("Keep the run in the library under this name.")] = None,
    k: Count = 100,
    mode: Mode = SearchMode.HYBRID,
    model: Annotated[
        str | None, option("Another model than the active one, or bm25:k1=0.9,b=0.4 or rm3.")
    ] = None,
    second: RerankOptions,
    fusion: FusedBy = None,
    weights: RunWeights = None,
    full_text: FullText = False,
    fused: FusedRuns = False,
    force: Force = False,
) -> None:
    """Rank the library for many queries: a TREC run file, a run kept in the library, or both.

    With --rerank what --mode finds is put in order by another model of the same papers; --model ranks with
    another one, whose vectors are made where they are not there yet. With --fused OUT.keyword and
    OUT.semantic are written too. Where hybrid search uses learned weights, OUT.weights.json holds them:
    --weights makes the same run of them again.
    """
    from assay.ingest.queries import read_known_queries
    from assay.searching.weights import take_file

    _require_together(mode, model=model, rerank=second.rerank, full_text=full_text, fused=fused)
    if out is None and tag is None:
        raise BadInput("Nothing to write: give --out FILE, --tag NAME, or both.")
    parts = _fused_files(out, mode=mode, rerank=second.rerank, overwrite=force) if fused else {}
    require_writable(out, overwrite=force)
    with current.open() as workspace, current.progress() as report:
        library = workspace.library
        known = library.queries.all() if queries is None else read_known_queries(library, queries)
        workspace.fuse_by(fusion or workspace.config.fusion)
        if weights is not None:
            workspace.weigh_by(take_file(workspace, weights))
        if not known:
            raise BadInput("This library has no queries. Import some: `assay queries import FILE`.")
        ranked = _ranked(
            workspace, known, mode=mode, model=model, second=second, k=k, full_text=full_text, report=report
        )
        run, cascade = ranked.run, ranked.cascade
        learned: Path | None = None
        if out is not None:
            write_run(run, out, tag=tag or ranked.tag or _file_tag(mode, cascade), overwrite=force)
            learned = _write_weights(workspace, out, mode=mode, model=model, overwrite=force)
        _write_fused(workspace, known, parts, overwrite=force, progress=report)
        if tag is not None:
            ranked.keep(workspace, tag, mode=mode, model=model, full_text=full_text)
    rows = sum(len(ranking) for ranking in run.values())
    answer = {"n_queries": len(run), "rows": rows, "out": out, "fused": parts, "tag": tag, "cascade": cascade}
    current.answer(
        {**answer, "weights": learned},
        f"{len(run)} queries, {rows} rows{f' -> {out}' if out else ''}",
    )


def _file_tag(mode: SearchMode, cascade: str | None) -> str:
    """Return a tag of trec_eval's form, which holds no blanks."""
    return f"assay-{mode.value}" if cascade is None else cascade.replace(" ", "")


def _require_together(
    mode: SearchMode, *, model: str | None, rerank: str | None, full_text: bool, fused: bool
) -> None:
    """Check that the options of a run go together. Raises BadInput."""
    if full_text and (model is not None or rerank is not None or fused):
        raise BadInput("--full-text goes without --model, --rerank and --fused.")
    if model is not None and (mode is SearchMode.KEYWORD or rerank is not None or fused):
        raise BadInput("--model goes with --mode semantic or hybrid, and not with --rerank or --fused.")
    if model is not None and model.startswith(("bm25:", "rm3:")):
        from assay.benchmarks.systems import ranking_named

        ranking_named(model)  # says which of its settings is wrong


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A run, the cascade where it has two stages, and of another model or system what it is kept under."""

    run: Run
    cascade: str | None = None
    fingerprint: str = ""
    kept_as: str = ""  # the mode of a system that is none of a search's
    tag: str = ""

    def keep(
        self, workspace: Workspace, tag: str, *, mode: SearchMode, model: str | None, full_text: bool
    ) -> None:
        """Keep the run in the library."""
        from assay.searching.search import store_run

        known_by, name = self.fingerprint, model or ""
        if self.kept_as:
            runs, details = workspace.library.runs, {"model": name}
            runs.save(tag, self.run, fingerprint=known_by, mode=self.kept_as, details=details)
            return
        store_run(workspace, tag, self.run, mode=mode, model=name, fingerprint=known_by, full_text=full_text)


def _ranked(
    workspace: Workspace,
    queries: Sequence[Query],
    *,
    mode: SearchMode,
    model: str | None,
    second: RerankOptions,
    k: int,
    full_text: bool,
    report: Progress,
) -> _Ranked:
    """Rank by the mode, by another model or system, or in two stages."""
    from assay.benchmarks.systems import ranking_named
    from assay.registry.loading import is_sparse
    from assay.searching.reranking import Reranking
    from assay.searching.search import make_run, make_run_of

    system = None if model is None or is_sparse(model) else ranking_named(model)
    if system is not None:
        papers = [paper for some in workspace.library.papers.all(items=False) for paper in some]
        run = system.rank(papers, queries, k=k, progress=report)
        return _Ranked(run, None, system.fingerprint(()), system.run_mode, Path(system.name).name)
    if model is not None:
        run, fingerprint = make_run_of(workspace, queries, model, mode=mode, k=k, progress=report)
        return _Ranked(run, None, fingerprint)
    if second.rerank is None:
        run = make_run(workspace, queries, mode=mode, k=k, full_text=full_text, progress=report)
        return _Ranked(run)
    stages = Reranking(workspace)
    run, cascade = stages.run(queries, second.rerank, mode=mode, n=second.n, k=k, progress=report)
    return _Ranked(run, cascade)


def _write_weights(
    workspace: Workspace, out: Path, *, mode: SearchMode, model: str | None, overwrite: bool
) -> Path | None:
    """Write the learned weights of a run next to it, if it used any, so that it can be made again."""
    from assay.search.query.learned import FOLDER

    used = mode is SearchMode.HYBRID and model is None
    lessons = workspace.searcher().lessons if used else None
    if lessons is None:
        return None
    path = out.with_name(f"{out.name}.weights.json")
    text = read_text(workspace.folder / FOLDER / f"{lessons.version}.json")
    write_lines(path, text.splitlines(), overwrite=overwrite)
    return path


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
    """Write the runs that hybrid search fuses; no file, no run."""
    from assay.search import fused_runs

    found = fused_runs(workspace.searcher(), queries, progress=progress) if files else {}
    for channel, run in found.items():
        write_run(run, files[channel], tag=f"assay-hybrid-{channel}", overwrite=overwrite)


# -- facets and explanations --------------------------------------------------------------------------------


def facets_of(workspace: Workspace, request: SearchRequest) -> Facets:
    """Count what the request, as it was typed, finds. Raises what a search raises."""
    from assay.search import parse_request
    from assay.searching import facets
    from assay.searching.search import searcher_of

    searcher = searcher_of(workspace, parse_request(request)[0])
    return facets.facets_of(workspace, searcher, request)


def show_facets(facets: Facets) -> Iterator[Printed]:
    """A table of the values with how many papers have each."""
    papers = count(facets.n_papers, "paper")
    of = f"the {papers} found first" if facets.of == "found" else papers
    yield Text(f"Among {of}:", style="dim")
    yield table(
        ("", "", "#"),
        [
            ("" if number else FACETS[name], each.value, f"{each.n:,}")
            for name, values in facets.values.items()
            for number, each in enumerate(values)
        ],
    )


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation, with the paper's hit and, where it was found there, its passage."""

    why: Explanation
    hit: Hit | None
    passage: Passage | None

    def payload(self) -> dict[str, object]:
        """Return the explanation's fields, the ranks, and the passage."""
        passage = {} if self.passage is None else {"page": self.passage.page, "passage": self.passage.text}
        channels = dict(self.hit.channels) if self.hit else {}
        return {
            **shallow(self.why),
            "rank": self.hit.rank if self.hit else None,
            "channels": channels,
            **passage,
        }

    def lines(self) -> Iterator[Printed]:
        """Yield the ranks in a line, then a table for each kind of reason."""
        place = f"not among the first {DEPTH}"
        if self.hit is not None:
            ranks = ", ".join(f"{channel} {rank}" for channel, rank in self.hit.channels.items())
            place = f"rank {self.hit.rank} ({ranks})"
        yield ""
        yield f"Why {self.why.doc_id}: {place}"
        if self.why.passed:
            yield Text(f"Passes: {'; '.join(self.why.passed)}", style="dim")
        if self.why.words:
            words = self.why.words[:MOST]
            rows = [(part.word, f"{part.score:.2f}", f"{part.share:.0%}") for part in words]
            yield table(("Word", "#BM25", "#Share"), rows)
        if self.why.starts:
            starts = [
                (start.title, "away" if start.sign < 0 else "", f"{start.cosine:.4f}")
                for start in self.why.starts
            ]
            yield table(("Asked with", "", "#Cosine"), starts)
        if (moved := self.why.moved) is not None:
            nearest = "; ".join(f"{text} ({share:.0%})" for text, share in moved.queries)
            yield (
                f"Learned weights {moved.version}: {moved.meaning:g} meaning, cosine {moved.gain:+.4f}"
                f"{f' by {nearest}' if nearest else ''}"
            )
        if (inside := self.why.nearest) is not None:
            counts = "counts" if inside.score > inside.own else "its abstract is nearer"
            yield f"Closest passage, page {inside.page} ({counts}): {inside.sentence}"
        if self.why.note:
            yield f"Your note: {''.join(piece for piece, _ in self.why.note)}"
        if self.passage is not None:
            yield f"Full text, page {self.passage.page}: {self.passage.text}"
        yield from (f"Closest sentence: {sentence.text}" for sentence in self.why.sentences[:2])


def explained(workspace: Workspace, request: SearchRequest, doc_id: str) -> Explained:
    """Explain why the request, whose typed text was understood, finds a paper, or does not.

    Raises BadInput for an unknown paper, else as a search does.
    """
    from assay.searching.explain import Explainer
    from assay.searching.search import searcher_of

    paper = paper_named(workspace, doc_id)
    searcher = searcher_of(workspace, request)
    why = Explainer(searcher, workspace.texts).explain(request, paper)
    hits = searcher.search(replace(request, k=DEPTH))
    hit = next((hit for hit in hits if hit.doc_id == paper.doc_id), None)
    return Explained(why, hit, workspace.texts.passage(hit.passage) if hit and hit.passage else None)


explore_commands = command_group("explore", "What the library's papers cite, what is missing, what is near.")
Listed = Annotated[int, option("How many to print.", "--show", min=0)]


@command(explore_commands, "missing")
def missing(current: Session, *, show: Listed = 20) -> None:
    """List papers that are cited here and not here, most cited first. `assay add` adds them."""
    found = _citations(current)
    rows = [
        (one.n, one.title, one.identifier or one.names[0], first_of(one.citing, 3))
        for one in found.missing[:show]
    ]
    none = "No paper here names a reference that is not here."
    current.answer(found, table(("#Cited by", "Title", "Id", "Citing"), rows, none=none))


@command(explore_commands, "cited")
def cited(current: Session, *, show: Listed = 20) -> None:
    """List the papers here that others here cite, most cited first."""
    found = _citations(current)
    rows = [(one.n, one.year or "", one.title, one.doc_id) for one in found.cited[:show]]
    none = "No papers here cite each other."
    current.answer(found, table(("#Cited by", "Year", "Title", "Id"), rows, none=none))


@command(explore_commands, "links")
def links(current: Session, paper: Annotated[str, argument("Its id.", metavar="PAPER")]) -> None:
    """List what a paper cites, here and elsewhere, and what cites it here."""
    from assay.discovery.citations import links_of, read_graph

    with current.open() as workspace:
        doc_id = paper_named(workspace, paper).doc_id
        found = links_of(workspace.library, read_graph(workspace.library), doc_id)
    rows = [
        *(("cites", one.title, one.doc_id) for one in found.cites),
        *(("cited by", one.title, one.doc_id) for one in found.cited_by),
        *(("cites, not here", one.shown, "") for one in found.missing),
    ]
    current.answer(found, table(("Link", "Paper", "Id"), rows, none="No link of this paper is known."))


@command(explore_commands, "related")
def related_papers(
    current: Session,
    collection: Annotated[str, argument("A collection, such as Thesis/Chapter 2.", metavar="COLLECTION")],
    *,
    show: Listed = 20,
) -> None:
    """List the papers nearest to the mean of a collection, its own left out."""
    from assay.discovery.related import related

    with current.open() as workspace:
        members = workspace.library.papers.ids(filters=Filters(collections=(collection,)))
        vectors = workspace.searcher_of_stored().vectors
        if not members:
            raise BadInput(
                "No paper is in the collection '{0}'. `assay collection list` shows them.", collection
            )
        if vectors is None:
            raise StaleIndex("This library has no vectors yet.", advice="Run `assay index` to make them.")
        hits = related(vectors, members, k=show)
        papers = {one.doc_id: one for one in workspace.library.papers.get([hit.doc_id for hit in hits])}
    rows = [
        (f"{hit.score:.3f}", shown_title(papers[hit.doc_id]), hit.doc_id)
        for hit in hits
        if hit.doc_id in papers
    ]
    current.answer(
        {"hits": hits}, table(("#Cosine", "Title", "Id"), rows, none="No other paper has a vector.")
    )


def _citations(current: Session) -> Citations:
    from assay.discovery.citations import citations, read_graph

    with current.open() as workspace:
        return citations(workspace.library, read_graph(workspace.library))


@command(app, "map", progress=True)
def map_papers(
    current: Session,
    *,
    seed: Annotated[int, option("The same seed gives the same map.")] = 0,
) -> None:
    """Lay out the papers in the plane by their vectors, and name the clusters. The window shows the map."""
    from assay.discovery.map_file import make_map

    with current.open() as workspace, current.progress() as report:
        made = make_map(workspace, random_seed=seed, progress=report)
    shown = f"{count(made.n_papers, 'paper')} in {len(made.clusters)} clusters, {made.seconds:.0f} s"
    current.answer(made, [shown, *(f"  {name}" for name in made.clusters)])
