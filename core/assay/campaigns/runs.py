"""The runs of a campaign: rankings of its frozen corpus, made here or brought from elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Literal

from assay.campaign_types import Facts, StoredRun, pooled_runs
from assay.campaigns.corpus import Corpus, read_corpus
from assay.encoding import Encoder
from assay.errors import BadInput
from assay.evaluation import read_run
from assay.files import sha256_of
from assay.importers import safe_id
from assay.library import CampaignStore, Library
from assay.library.transaction import snapshot
from assay.progress import Progress, silent
from assay.registry.loading import load_named, open_registry
from assay.searching.rankings import IMPORTED, resolved, tag_in
from assay.types import Run, SearchMode, TaskFormat
from assay.workspace import Workspace

RERANKED = "reranked"
RERANKED_FIRST = 100  # papers by keyword that a reranked run puts in order again
TEXTS = ("title+abstract", "title")
MODES = (*(mode.value for mode in SearchMode), RERANKED)
SHOWN = 5  # unknown ids that a run's details name

RunText = Literal["title+abstract", "title"]

log = logging.getLogger(__name__)


def make_run(
    workspace: Workspace,
    store: CampaignStore,
    tag: str,
    *,
    mode: str,
    text: str = "title+abstract",
    model: str | None = None,
    k: int = 100,
    progress: Progress = silent,
) -> StoredRun:
    """Rank the frozen corpus for every query and keep the first `k` of each under `tag`.

    A query that is a paper is asked with that paper, read as the others are. Its own paper and that paper's
    other records are left out before the cut. Raises BadInput for an unknown mode, text or tag in use.
    """
    _check_words(mode, text, k)
    require_free_tag(store, tag)
    corpus, corpus_sha256 = _frozen(workspace.library, store)
    encoder = None if mode == SearchMode.KEYWORD else _encoder(workspace, text=text, model=model)
    run = _rank(workspace, corpus, encoder, mode=mode, text=text, k=k, progress=progress)
    details = {
        "text": text,
        "model": encoder.name if encoder is not None else "BM25",
        "k": k,
        "corpus_sha256": corpus_sha256,
        "n_papers": len(corpus.papers),
    }
    if mode == SearchMode.HYBRID:
        details["fusion"] = workspace.config.fusion.value
    if mode == RERANKED and encoder is not None:
        details |= {
            "first": SearchMode.KEYWORD.value,
            "first_n": RERANKED_FIRST,
            "cascade": _cascade(encoder),
        }
    fingerprint = encoder.fingerprint(TaskFormat.PRX) if encoder is not None else ""
    return _keep(store, tag, run, fingerprint=fingerprint, mode=mode, details=details)


def _frozen(library: Library, store: CampaignStore) -> tuple[Corpus, str]:
    """The corpus and its checksum as of one moment: it may be frozen again while a run is made of it."""
    with snapshot(library) as then:
        own = then.campaign(store.name)
        return read_corpus(then, own), own.info().corpus_sha256


def _check_words(mode: str, text: str, k: int) -> None:
    if mode not in MODES:
        raise BadInput("'{0}' is not a way to rank papers. Use one of {1}.", mode, ", ".join(MODES))
    if text not in TEXTS:
        raise BadInput("'{0}' is not a text of a paper. Use one of {1}.", text, ", ".join(TEXTS))
    if k < 1:
        raise BadInput("A run of {0} results is empty. Give at least 1.", k)


def _rank(
    workspace: Workspace,
    corpus: Corpus,
    encoder: Encoder | None,
    *,
    mode: str,
    text: str,
    k: int,
    progress: Progress,
) -> Run:
    from assay.search import retrieve, retrieve_reranked

    papers = [*corpus.papers, *corpus.outside]
    if text == "title":  # the words of the abstract are not to be found either
        papers = [replace(paper, abstract="") for paper in papers]
    deep = k + corpus.most_hidden
    if mode == RERANKED:
        assert encoder is not None  # noqa: S101 - every mode but keyword has one
        run = retrieve_reranked(
            papers,
            corpus.queries,
            encoder=encoder,
            cache=workspace.vector_cache(),
            n=RERANKED_FIRST + corpus.most_hidden,
            fill=True,
            k=deep,
            progress=progress,
        )
    else:
        run = retrieve(
            papers,
            corpus.queries,
            mode=SearchMode(mode),
            k=deep,
            encoder=encoder,
            cache=workspace.vector_cache(),
            progress=progress,
            fusion=workspace.config.fusion,
        )
    return corpus.cut(run, k=k)


def _cascade(encoder: Encoder) -> str:
    """The run in the paper's notation, which with its blanks cannot be a tag in a TREC file."""
    from assay.search import cascade_tag, first_stage

    return cascade_tag(first_stage(SearchMode.KEYWORD, None), encoder)


def _encoder(workspace: Workspace, *, text: str, model: str | None) -> Encoder:
    """Return the library's own model as it is, or one that reads what `text` says."""
    config = workspace.config
    name = model or config.model
    if name == config.model and text != "title":
        return workspace.encoder()
    length = config.max_length if name == config.model or name not in open_registry() else None
    return load_named(
        name, max_length=length, device=config.device, fields=("title",) if text == "title" else None
    )


def import_run(
    workspace: Workspace, store: CampaignStore, path: Path, *, tag: str | None = None
) -> StoredRun:
    """Keep a TREC run file; its tag is that of the file's first row unless one is given.

    What the run says of other queries or of papers outside the corpus is left out, and counted in the run's
    details together with the first few of those ids. Raises EvaluationError for a damaged file, BadInput for
    a run that has none of the campaign's queries or papers.
    """
    name = tag or tag_in(path)
    require_free_tag(store, name)
    given = read_run(path)
    corpus, corpus_sha256 = _frozen(workspace.library, store)
    run, unknown = _restricted(workspace, corpus, given)
    if not any(run.values()):
        raise BadInput(
            "{0}: none of its {1} queries with any of their papers is in the campaign '{2}'. Is it a run of "
            "the same collection? One of the campaign's queries is '{3}'.",
            path,
            len(given),
            store.name,
            corpus.queries[0].query_id,
            quote(store.name),
            advice="`assay campaign queries {4}` lists them all.",
        )
    details = {
        "source": path.name,
        "sha256": sha256_of(path),
        "k": max(map(len, run.values())),
        "corpus_sha256": corpus_sha256,
        **unknown,
    }
    return _keep(store, name, run, fingerprint="", mode=IMPORTED, details=details)


def _restricted(workspace: Workspace, corpus: Corpus, given: Run) -> tuple[Run, Facts]:
    """The run under this library's ids, best first, and what of it is not of this campaign."""
    queries = {query.query_id for query in corpus.queries}
    doc_ids = list({doc_id for scores in given.values() for doc_id in scores})
    known = resolved(workspace.library, doc_ids)
    present = corpus.doc_ids
    names = {query_id: query_id if query_id in queries else safe_id(query_id) for query_id in given}
    run: Run = {}
    for query_id, scores in given.items():
        if names[query_id] not in queries:
            continue
        kept = run.setdefault(names[query_id], {})
        for doc_id, score in sorted(scores.items(), key=lambda hit: (hit[1], hit[0]), reverse=True):
            if (own := known.get(doc_id)) in present and own is not None:
                kept.setdefault(own, score)  # of two names of one paper the better place counts
    docs = sorted(doc_id for doc_id in doc_ids if known.get(doc_id) not in present)
    missing = sorted(query_id for query_id, name in names.items() if name not in queries)
    return corpus.cut(run), {
        "unknown_papers": len(docs),
        "unknown_queries": len(missing),
        "unknown": [*missing[:SHOWN], *docs[:SHOWN]],
    }


def pooled_tags(store: CampaignStore) -> set[str]:
    """The runs that some round of the pool was made of: what they say can no longer change."""
    return {tag for round_ in store.pool.rounds() for tag in pooled_runs(round_.params)}


def require_free_tag(store: CampaignStore, tag: str) -> None:
    """Raise BadInput where a run of this tag was pooled, before hours are spent on another."""
    if tag in pooled_tags(store):
        raise BadInput(
            "The run '{0}' was pooled, so the campaign '{1}' keeps it as it is. Give the new "
            "run another tag.",
            tag,
            store.name,
        )


def require_same_corpus(store: CampaignStore, tags: Iterable[str]) -> None:
    """Raise BadInput for a run that ranks papers of an earlier corpus of this draft."""
    now, wanted = store.info().corpus_sha256, set(tags)
    for stored in store.runs.all():
        if stored.tag in wanted and stored.details.get("corpus_sha256", now) != now:
            raise BadInput(
                "The run '{0}' ranks an earlier corpus of '{1}'; it was frozen again since. Make "
                "the run again.",
                stored.tag,
                store.name,
            )


def _keep(
    store: CampaignStore,
    tag: str,
    run: Run,
    *,
    fingerprint: str,
    mode: str,
    details: Facts,
) -> StoredRun:
    store.runs.save(tag, run, fingerprint=fingerprint, mode=mode, details=details)
    log.info("kept the run %s: %d queries, %d hits", tag, len(run), sum(map(len, run.values())))
    return next(stored for stored in store.runs.all() if stored.tag == tag)


def load_runs(store: CampaignStore, tags: list[str] | None = None) -> dict[str, Run]:
    """tag -> run, of the tags or of all; raises BadInput for an unknown tag, naming those there are."""
    known = [stored.tag for stored in store.runs.all()]
    unknown = [tag for tag in tags or () if tag not in known]
    if unknown or not known:
        there = f"It has {', '.join(known)}." if known else "It has none yet."
        lacks = f"no run '{unknown[0]}'" if unknown else "no runs"
        raise BadInput(
            "The campaign '{0}' has {1}. {2}",
            store.name,
            lacks,
            there,
            advice="" if known else "`assay campaign run` makes one.",
        )
    return {tag: store.runs.load(tag) for tag in (known if tags is None else dict.fromkeys(tags))}
