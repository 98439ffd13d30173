"""Commands that measure: evaluate, compare."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import platformdirs

from assay.cli.app import Force, Session, app, argument, command, option
from assay.cli.options import MaxLength, Measure, Pooling, TestSeed, with_pooling
from assay.cli.output import table
from assay.encoding import DEFAULT_MODEL, FolderCache
from assay.errors import BadInput
from assay.evaluation import (
    DEFAULT_MEASURES,
    Collection,
    Evaluation,
    compare,
    evaluate,
    per_query_rows,
    read_beir,
    read_qrels,
    read_run,
    write_csv,
)
from assay.evaluation.measures import (
    FORMS,
    UNCUT_DEPTH,
    depth_for,
    named_by_depth,
    parse_measure,
    parse_measures,
)
from assay.files import require_writable
from assay.progress import Progress
from assay.types import Run, SearchMode

Measures = Annotated[list[str] | None, option(f"A measure; repeatable: {FORMS}.", "--measure", "-m")]
notices = logging.getLogger("assay.notices")


TextJoin = Literal["sep", "space"]  # how title and abstract become one text


@command(app, "evaluate", progress=True)
def evaluate_run(
    current: Session,
    *,
    qrels: Annotated[Path | None, option("Qrels, TREC or BEIR.")] = None,
    run: Annotated[Path | None, option("A TREC run.")] = None,
    beir: Annotated[Path | None, option("A BEIR folder to encode, rank and measure.")] = None,
    split: Annotated[str, option("Which qrels of the BEIR folder.")] = "test",
    model: Annotated[str | None, option("The model for --beir, or bm25:k1=0.9,b=0.4 or rm3.")] = None,
    mode: Annotated[SearchMode, option("How --beir ranks.")] = SearchMode.SEMANTIC,
    max_length: MaxLength = None,
    text: Annotated[TextJoin, option("How title and abstract are joined.")] = "sep",
    pooling: Pooling = None,
    k: Annotated[
        int | None,
        option(
            "How many results a query of --beir; as many as the measures ask for if not given, "
            f"{UNCUT_DEPTH:,} for one without a cutoff.",
            "-k",
            min=1,
        ),
    ] = None,
    measure: Measures = None,
    per_query: Annotated[bool, option("Also the values of each query.")] = False,
    csv: Annotated[Path | None, option("Write the values of each query to this file.")] = None,
    force: Force = False,
) -> None:
    """Measure a run against qrels, or a model on a BEIR folder."""
    measures = parse_measures(measure or DEFAULT_MEASURES)
    if pooling is not None:
        model = with_pooling(model or "", pooling)
    require_writable(csv, overwrite=force)
    if beir is not None:
        depth = _depth(measures, k, requested=measure is not None)
        with current.progress() as report:
            collection, ranking = _beir_run(
                beir,
                split=split,
                mode=mode,
                model=model,
                max_length=max_length,
                text=text,
                k=depth,
                progress=report,
            )
        named = named_by_depth(map(parse_measure, measures), depth, len(collection.papers))
        own = collection.own_papers
        evaluation = evaluate(collection.qrels, ranking, [*map(str, named)], exclude_self=own)
    elif qrels is not None and run is not None:
        grades, ranking = read_qrels(qrels, negatives="zero"), read_run(run)
        tell_shallow(measure or (), {run.name: ranking})
        evaluation = evaluate(grades, ranking, measures)
    else:
        raise BadInput("Give --qrels and --run, or --beir.")
    if csv is not None:
        write_csv(per_query_rows(evaluation), csv, overwrite=force)
    _show(current, evaluation, per_query=per_query)


def _beir_run(
    folder: Path,
    *,
    split: str,
    mode: SearchMode,
    model: str | None,
    max_length: int | None,
    text: TextJoin,
    k: int,
    progress: Progress,
) -> tuple[Collection, Run]:
    from assay.benchmarks.systems import ranking_named
    from assay.registry.loading import check_length, load_named
    from assay.search import retrieve

    collection = read_beir(folder, split=split)
    own = collection.own_papers
    cache = FolderCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    system = None if model is None else ranking_named(model, cache=cache)
    if system is not None:
        run = system.rank(collection.papers, collection.queries, k=k, progress=progress, exclude_self=own)
        return collection, run
    encoder = None
    if mode is not SearchMode.KEYWORD:
        separator = " " if text == "space" else None
        encoder = load_named(model or DEFAULT_MODEL, max_length=max_length, separator=separator)
        check_length(encoder, max_length)
    ranking = retrieve(
        collection.papers,
        collection.queries,
        mode=mode,
        k=k,
        encoder=encoder,
        cache=cache,
        progress=progress,
        exclude_self=own,
    )
    return collection, ranking


def _depth(measures: Sequence[str], k: int | None, *, requested: bool) -> int:
    """How many results a query. Raises BadInput where `k` are too few for a measure that was asked for."""
    wanted = [parse_measure(text) for text in measures]
    deepest = max(wanted, key=lambda one: one.cutoff or 0)
    if requested and k is not None and deepest.cutoff is not None and deepest.cutoff > k:
        raise BadInput(
            f"{deepest} asks for {deepest.cutoff} results a query, and -k {k} has fewer. Leave -k out."
        )
    return depth_for(wanted) if k is None else k


def tell_shallow(measures: Sequence[str], runs: Mapping[str, Run]) -> None:
    """Notice where a measure looks deeper than a run's longest ranking goes."""
    for name, run in runs.items():
        longest = max(map(len, run.values()), default=0)
        for measure in map(parse_measure, measures):
            if measure.cutoff is not None and measure.cutoff > longest:
                notices.warning(
                    "%s looks at %d results a query, and the run %s has at most %d.",
                    measure, measure.cutoff, name, longest,
                )  # fmt: skip


def _show(current: Session, evaluation: Evaluation, *, per_query: bool) -> None:
    payload: dict[str, object] = {
        "mean": evaluation.mean,
        "n_queries": evaluation.n_queries,
        "n_missing": evaluation.n_missing,
    }
    if per_query:
        payload["per_query"] = evaluation.per_query

    names = list(evaluation.mean)
    per = evaluation.per_query if per_query else {}
    rows = [(query_id, *(f"{values[name]:.4f}" for name in names)) for query_id, values in per.items()]
    means = (f"{value:.4f}" for value in evaluation.mean.values())
    shown = [
        table(
            ("query", *(f"#{name}" for name in names)), [*rows, (f"mean of {evaluation.n_queries}", *means)]
        )
    ]
    if evaluation.n_missing:
        shown.append(f"{evaluation.n_missing} judged queries are not in the run and count as 0.")
    current.answer(payload, shown)


@command(app, "compare")
def compare_runs(
    current: Session,
    run_a: Annotated[str, argument("A run file, or the tag of a run kept in the library.")],
    run_b: Annotated[str, argument("The run to compare it with.")],
    *,
    qrels: Annotated[Path | None, option("Qrels; the library's grades if not given.")] = None,
    measure: Measure = "nDCG@10",
    seed: TestSeed = 0,
) -> None:
    """Compare two runs query by query: difference B - A, interval, t-test, randomisation test."""
    measure = str(parse_measure(measure))
    own: Mapping[str, str] = {}
    if qrels is not None and Path(run_a).is_file() and Path(run_b).is_file():
        grades = read_qrels(qrels, negatives="zero")
        first, second = read_run(Path(run_a)), read_run(Path(run_b))
    else:
        with current.open() as workspace:
            grades = (
                read_qrels(qrels, negatives="zero")
                if qrels is not None
                else workspace.library.judgements.qrels()
            )
            own = workspace.library.queries.papers()
            first, second = (
                read_run(Path(name)) if Path(name).is_file() else workspace.library.runs.load(name)
                for name in (run_a, run_b)
            )
    tell_shallow([measure], {run_a: first, run_b: second})
    found = compare(grades, first, second, measure, seed=seed, exclude_self=own)
    current.answer(
        found,
        f"{found.measure} over {found.n} queries\n"
        f"{run_a} {found.mean_a:.4f}, {run_b} {found.mean_b:.4f}\n"
        f"difference {found.difference:+.4f}, 95 % interval [{found.ci_low:+.4f}, {found.ci_high:+.4f}]\n"
        f"p = {found.p_t:.4f} (paired t), {found.p_randomisation:.4f} (randomisation)\n"
        f"{found.wins} better, {found.losses} worse, {found.ties} equal",
    )
