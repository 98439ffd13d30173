"""What models are measured on: a BEIR folder, the library's own judgements, or a campaign's release."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from shlex import quote

import platformdirs

from assay.campaigns.corpus import read_corpus
from assay.campaigns.releases import qrels_of
from assay.encoding import Encoder, FolderCache, VectorCache
from assay.errors import BadInput
from assay.evaluation import read_beir
from assay.evaluation.files import read_lines
from assay.files import sha256_of
from assay.messages import message
from assay.progress import Progress
from assay.types import Paper, Qrels, Query, Run, SearchMode
from assay.workspace import Workspace

LIBRARY = "library"

_RELEASE = re.compile(r"(?P<campaign>.+?)(?:@(?P<release>[1-9][0-9]*))?")
SEEN_FILES = ("corpus.jsonl", "corpus.jsonl.gz", "queries.jsonl", "queries.jsonl.gz", "qrels.tsv")


@dataclass(frozen=True, slots=True)
class TestChoice:
    """Which test set is asked for; the library's own judgements if nothing is named."""

    __test__ = False  # not one of pytest's

    beir: Path | None = None
    split: str = "test"
    campaign: str = ""
    release: int | None = None  # the latest if None
    queries: Path | None = None  # a file of query ids, one a line, that alone are asked


def choice_of(wanted: str) -> TestChoice:
    """Of "" for the library's own judgements, else "CAMPAIGN" or "CAMPAIGN@RELEASE"."""
    match = _RELEASE.fullmatch(wanted)
    if match is None:
        return TestChoice()
    number = match["release"]
    return TestChoice(campaign=match["campaign"], release=int(number) if number else None)


@dataclass(frozen=True)
class TestSet:
    """Papers, the judged queries, their judgements, and how a ranking is made ready to be measured."""

    __test__ = False

    name: str  # beir:scifact/test | library | campaign:NAME/2, with the stem of the file of query ids
    papers: Sequence[Paper]
    queries: Sequence[Query]
    qrels: Qrels
    vectors: VectorCache
    own: Mapping[str, str] = field(default_factory=dict)  # query_id -> its own paper, which never counts
    extra: int = 0  # results that `cut` takes away from one query at most
    cut: Callable[[Run], Run] = lambda run: run
    digests: Mapping[str, str] = field(default_factory=dict)  # SHA-256 -> name of the file it was read from


def ranked_by(encoder: Encoder, tests: TestSet, depth: int, progress: Progress) -> Run:
    """Return the first `depth` papers of each query by the encoder's vectors, made ready to be measured."""
    from assay.search import retrieve

    run = retrieve(
        tests.papers,
        tests.queries,
        mode=SearchMode.SEMANTIC,
        k=depth + tests.extra,
        encoder=encoder,
        cache=tests.vectors,
        progress=progress,
        exclude_self=tests.own,
    )
    return tests.cut(run)


def read_test_set(workspace: Workspace, choice: TestChoice, *, k: int) -> TestSet:
    """Raise EvaluationError, BadInput for what is not there."""
    if choice.beir is not None and choice.campaign:
        raise BadInput("Give a BEIR folder or a campaign, not both.")
    if choice.beir is not None:
        return read_beir_test_set(choice.beir, split=choice.split, queries=choice.queries)
    if choice.campaign:
        found = _of_release(workspace, choice.campaign, choice.release, k=k)
    else:
        found = _of_library(workspace)
    return found if choice.queries is None else _restricted(found, choice.queries)


def read_beir_test_set(folder: Path, *, split: str = "test", queries: Path | None = None) -> TestSet:
    """A BEIR folder, or those of its queries alone that a file names. Raises EvaluationError, BadInput."""
    found = _of_beir(folder, split)
    return found if queries is None else _restricted(found, queries)


def _of_beir(folder: Path, split: str) -> TestSet:
    collection = read_beir(folder, split=split)
    names = (*SEEN_FILES, f"qrels/{split}.tsv", f"qrels/{split}.tsv.gz")
    return TestSet(
        name=f"beir:{collection.name}/{split}",
        papers=collection.papers,
        queries=collection.queries,
        qrels=collection.qrels,
        vectors=FolderCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors"),
        own=collection.own_papers,
        digests={sha256_of(folder / name): name for name in names if (folder / name).is_file()},
    )


def _of_library(workspace: Workspace) -> TestSet:
    library = workspace.library
    judged = library.judgements.qrels()
    queries = library.queries.find_by_ids(judged)
    return TestSet(
        name=LIBRARY,
        papers=library.papers.get(library.papers.ids(), items=False),
        queries=list(queries.values()),
        qrels={query_id: judged[query_id] for query_id in queries},
        vectors=workspace.vector_cache(),
        own=library.queries.papers(),
    )


def _of_release(workspace: Workspace, campaign: str, version: int | None, *, k: int) -> TestSet:
    store = workspace.library.campaign(campaign)
    if version is None:
        version = max((release.version for release in store.releases.all()), default=0)
    if not version:
        raise BadInput(
            "The campaign '{0}' has no release yet. Make one.",
            campaign,
            quote(campaign),
            advice="`assay campaign release {1}` does that.",
        )
    corpus = read_corpus(workspace.library, store)
    qrels = qrels_of(store.releases.items(version), corpus)
    return TestSet(
        name=f"campaign:{campaign}/{version}",
        papers=[*corpus.papers, *corpus.outside],
        queries=[query for query in corpus.queries if query.query_id in qrels],
        qrels=qrels,
        vectors=workspace.vector_cache(),
        extra=corpus.most_hidden,
        cut=lambda run: corpus.cut(run, k=k),
    )


def _restricted(found: TestSet, path: Path) -> TestSet:
    """Return the test set with the queries of a file alone."""
    wanted = {line.strip() for _, line in read_lines(path) if line.strip()}
    unknown = sorted(wanted - found.qrels.keys())
    if unknown or not wanted:
        what = (
            message("{0} of them are not judged there, such as '{1}'", len(unknown), unknown[0])
            if unknown
            else message("it is empty")
        )
        raise BadInput("{0} should name judged queries of {1}, one id per line: {2}.", path, found.name, what)
    return replace(
        found,
        name=f"{found.name}, {path.stem}",
        queries=[query for query in found.queries if query.query_id in wanted],
        qrels={query_id: grades for query_id, grades in found.qrels.items() if query_id in wanted},
    )
