"""Each peer's own code and Assay's on the same inputs: part, theirs, ours, difference.

    python tests/benchmarks/beside_peers.py [--zeta FOLDER] [--scirepeval FOLDER] [--coder FOLDER]
        [--s2and FOLDER] [--scidocs FOLDER]

FOLDER is a checkout of zetaalphavector/multi-obj-repr-learning, allenai/scirepeval, gzerveas/CODER,
allenai/S2AND (which needs fastcluster, jellyfish and strsimpy) or allenai/scidocs, fetched by whoever runs
this; it is imported as it lies there, and nothing of it is part of Assay. What it needs and is not installed
here (fairseq's settings, the reader of data sets) is replaced by what does the same for local files.
docs/faithfulness.md has the table. SciRepEval's tasks are made data in the layout of the published Parquet
files; their evaluator and `score_task` are given the same vectors.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import random
import tempfile
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from measuring import parser_of
from peer_authors import of_s2and
from peer_clicks import of_scidocs
from peer_code import Row, stub, theirs

from assay.benchmarks.suites.availability import evaluation_task, read
from assay.benchmarks.suites.describe import BenchTask, suites
from assay.benchmarks.tasks.probes.probes import few_label_rows, few_shot_rows
from assay.benchmarks.tasks.score import Scoring, TaskVectors, score_task
from assay.benchmarks.types import FewShot
from assay.encoding.formats import TextTemplate
from assay.table import Table
from assay.training.data.lists.losses import listnet, max_margin
from assay.training.data.mixing import AlternateBatches, MixedBatches, TaskBatches
from assay.training.data.objectives.cropping import Cropping
from assay.training.data.objectives.msmarco import mine
from assay.training.data.objectives.specter import CitationGraph
from assay.training.data.objectives.texts import TextsWriter
from assay.training.loop.losses import mnrl, triplet
from assay.training.loop.optimising import make_optimiser
from assay.training.loop.schedule import learning_rate
from assay.training.recipe.objective_spec import SpecterSpec
from assay.training.recipe.recipe import OptimiserSpec

TURNS = 3  # few-shot trainings of each size; published: 50 and 100
PAPERS, TAUGHT, WIDTH, FIELDS = 260, 180, 12, 23
QUERIES, CANDIDATES, REVIEWERS = 20, 12, 30


def main() -> None:
    """Compare with the checkouts that were named, and print the table."""
    parser = parser_of(__doc__)
    peers: Mapping[str, Callable[[Path], Iterator[Row]]] = {
        "zeta": of_zeta, "scirepeval": of_scirepeval, "coder": of_coder, "s2and": of_s2and,
        "scidocs": of_scidocs,
    }  # fmt: skip
    for name in peers:
        parser.add_argument(f"--{name}", type=Path)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    named = {name: root for name in peers if (root := getattr(given, name))}
    if not named:
        parser.error("name at least one checkout")
    rows: list[Row] = []
    failed = []
    for name, root in named.items():
        try:
            rows.extend(peers[name](root))
        except Exception as error:  # noqa: BLE001 - what a peer's code raises; the other peers are reached
            failed.append(name)
            rows.append(Row(name, f"failed: {type(error).__name__}: {error!s:.120}", "", "", float("nan")))
    shown = [(row.paper, row.part, row.theirs, row.ours, f"{row.difference:.1e}") for row in rows]
    print(Table("", ("Paper", "Part", "Theirs", "Ours", "Largest difference"), tuple(shown)).markdown())
    if failed:
        parser.exit(1, f"not compared to the end: {', '.join(failed)}\n")


# --- inputs


def vectors(*shape: int, seed: int = 1) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def with_gradient(loss: Callable[..., torch.Tensor], *inputs: torch.Tensor) -> np.ndarray:
    """The loss, then its gradient by all inputs, flat."""
    leaves = [each.clone().requires_grad_() for each in inputs]
    value = loss(*leaves)
    value.backward()
    return torch.cat([value.detach().view(1), *(leaf.grad.flatten() for leaf in leaves)]).numpy()


# --- Zeta Alpha


def of_zeta(root: Path) -> Iterator[Row]:
    """Losses, crops, mined negatives and the order of batches."""
    three = [vectors(16, 24, seed=seed) for seed in range(3)]
    reading = stub("sentence_transformers", util=None)
    with theirs(root, sentence_transformers=reading) as module:
        losses = module("losses")
        peer_mnrl, peer_triplet = losses.MultipleNegativesRankingLoss(), losses.TripletLoss()
        crops = module("utils.independent_cropping").IndependentCropping
        samplers = module("utils.datasets") if _can(module, "utils.datasets") else None
        spans = _their_spans(crops)
    yield Row.of(
        "Zeta Alpha", "MNRL and its gradient, 16 triples",
        with_gradient(peer_mnrl, *three), with_gradient(lambda *v: mnrl(*v, scale=20.0), *three),
    )  # fmt: skip
    yield Row.of(
        "Zeta Alpha", "triplet loss and its gradient",
        with_gradient(peer_triplet, *three), with_gradient(lambda *v: triplet(*v, margin=1.0), *three),
    )  # fmt: skip
    yield Row.same(
        "Zeta Alpha", "independent cropping, every crop of 14 words (`released`)",
        f"{len(spans)} crops", f"{len(_our_spans() & spans)} crops",
    )  # fmt: skip
    yield from _mined(root)
    if samplers is not None:
        yield from _sampled(samplers)


def _can(module: Callable[[str], Any], name: str) -> bool:
    try:
        module(name)
    except ImportError:
        return False
    return True


WORDS = [f"w{n}" for n in range(14)]


def _their_spans(crops: Any) -> set[str]:
    random.seed(1)
    made = crops([" ".join(WORDS)])
    return {made.random_view(" ".join(WORDS)) for _ in range(4000)}


def _our_spans() -> set[str]:
    made = Cropping([" ".join(WORDS), "some other text"], seed=1, variant="released")
    found = [made.example(0, epoch) for epoch in range(2000)]
    return {span for one in found for span in (one.query, one.positive) if span.startswith("w")}


def _mined(root: Path) -> Iterator[Row]:
    """Their loader reads files; its rule alone is run on a toy query, and Assay's `mine` on the same."""
    rng = np.random.default_rng(5)
    scores = {n: float(score) for n, score in enumerate(rng.normal(size=60) * 6)}
    positives = sorted(scores, key=lambda n: scores[n])[30:32]  # half of all score less
    systems = {name: rng.permutation(60)[:25].tolist() for name in ("bm25", "dense", "other")}
    with theirs(root, sentence_transformers=stub("sentence_transformers", util=None)) as module:
        found = _their_negatives(module("utils.msmarco"), scores, positives, systems)
    own = mine(scores, positives, list(systems.values()), margin=3.0, per_system=5, variant="released")
    part = "MS MARCO, negatives of a query (`released`)"
    yield Row.counted("Zeta Alpha", part, sorted(found), sorted(own), "ids")


def _their_negatives(
    module: Any, scores: Mapping[int, float], positives: Sequence[int], systems: Mapping[str, Sequence[int]]
) -> list[int]:
    """What their loader keeps of files with one query."""
    import gzip
    import json
    import pickle

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with gzip.open(folder / "cross-encoder-ms-marco-MiniLM-L-6-v2-scores.pkl.gz", "wb") as out:
            pickle.dump({7: dict(scores)}, out)
        with gzip.open(folder / "msmarco-hard-negatives.jsonl.gz", "wt") as out:
            out.write(json.dumps({"qid": 7, "pos": list(positives), "neg": dict(systems)}) + "\n")
        kept = module.load_msmarco_hard_negatives(
            {7: "a question"}, str(folder), num_negs_per_system=5, ce_score_margin=3.0
        )
    return [int(each) for each in kept[7]["neg"]]


def _sampled(module: Any) -> Iterator[Row]:
    """Which objective each batch is of, and how long an epoch lasts."""
    sizes = {"a": 40, "b": 25}
    random.seed(3)
    ends = np.cumsum([*sizes.values()]).tolist()
    found = [
        ["a" if n < sizes["a"] else "b" for n in batch] for batch in module.AlternateBatchSampler(ends, 8)
    ]
    own = [[name for name, _ in batch] for batch in AlternateBatches(sizes, batch_size=8, seed=3).batches(0)]
    whole = [batch for batch in found if len(batch) == 8]  # theirs ends with what is left of an objective
    yield Row.same("Zeta Alpha", "alternate, objectives of the whole batches", _runs(whole), _runs(own))
    sizes = {"a": 4000, "b": 4000}
    ends = np.cumsum([*sizes.values()]).tolist()
    drawn = [
        np.mean([n < sizes["a"] for n in batch])
        for batch in module.WeightedRandomBatchSampler(ends, 16, [3, 1])
    ]
    mixed = MixedBatches(sizes, weights={"a": 0.75, "b": 0.25}, batch_size=16, seed=3)
    shares = [np.mean([name == "a" for name, _ in batch]) for batch in mixed.batches(0)]
    yield Row.of("Zeta Alpha", "mixed 3 : 1, mean share of the first", np.mean(drawn), np.mean(shares))
    yield Row.of("Zeta Alpha", "mixed 3 : 1, deviation of the share", np.std(drawn), np.std(shares))


def _runs(batches: Sequence[Sequence[str]]) -> str:
    return " ".join("".join(sorted({*batch})) for batch in batches)


# --- SciRepEval


def of_scirepeval(root: Path) -> Iterator[Row]:
    """The order of a training's tasks, its schedule, and every task's score from given vectors."""
    yield from _trained(root)
    yield from _drawn(root)
    yield from _few_drawn(root)
    for task in suites()["scirepeval-24"]:
        if task.kind != "clusters" and not task.unscored:
            with tempfile.TemporaryDirectory() as name:
                yield from _scored(root, task, Path(name))


def _trained(root: Path) -> Iterator[Row]:
    sizes = {"a": 50, "b": 17, "c": 33, "d": 4}
    settings = stub("fairseq.dataclass", FairseqDataclass=object)
    names = {
        "fairseq": stub("fairseq"), "fairseq.dataclass": settings,
        "omegaconf": stub("omegaconf", II=lambda _: 0.0),
    }  # fmt: skip
    with theirs(root / "training", **names) as module:
        batching = module("strategies").ProportionalBatching()
        schedules = module("schedulers")
        order = list(batching.get_batch_iter([[name] * n for name, n in sizes.items()], 16))
        rates = _their_rates(schedules)
    plan = TaskBatches(sizes, batch_size=16, seed=1)
    own = [name for batch in plan.batches(0) for name, _ in batch]
    whole = len(order) // 16 * 16  # ours leaves the last, short batch out
    part = "tasks of each place in an epoch's batches"
    yield Row.counted("SciRepEval", part, order[:whole], own, "places")
    spec = OptimiserSpec(
        learning_rate=5e-5, warmup_steps=700, warmup_from=1e-4, schedule="inverse-sqrt"
    )  # fmt: skip
    ours = [learning_rate(spec, done=step, steps=5000) for step in range(1, 3001)]
    yield Row.of("SciRepEval", "learning rates of 3,000 steps (`released`)", rates, ours)


GROUPS = ("A", "A,B", "B,C", "C", "A,C")  # sets of fields of made papers, n % 5


def _drawn(root: Path) -> Iterator[Row]:
    """update_triplets.py: a query's easy negatives by the fields they share, and its triples."""
    import pandas as pd

    query, cited, hard = "q", [f"{n}" for n in range(8)], [f"{n}" for n in range(100, 104)]
    pool = [*cited, *hard, *(f"{n}" for n in range(200, 400))]
    fields = {name: GROUPS[int(name) % 5] for name in pool} | {query: "A,B"}
    pandas = stub("pandarallel", pandarallel=stub("p", initialize=lambda **_: None))
    stubs = {"s3fs": stub("s3fs", S3FileSystem=lambda **_: None), "pandarallel": pandas}
    with theirs(root, **stubs) as module:
        peer = module("update_triplets")
    frame = pd.DataFrame({"pos": pool, "pos_fos": [fields[name] for name in pool], "pyear": 2020})
    none = pd.DataFrame({"neg": hard, "neg_fos": [fields[name] for name in hard], "pyear": 2020})
    with contextlib.redirect_stderr(io.StringIO()):
        peer.grped_fos_dict = peer.create_cands_df(frame, none)
    row = {"query": query, "pos": cited, "hard_negs": hard, "query_fos": fields[query]}
    seen: list[dict[str, set[str]]] = [{"other": set(), "near": set(), "same": set()} for _ in range(2)]
    own = 0
    for seed in range(600):
        np.random.seed(seed)
        easy = peer.get_easy_negs(row)
        for name, kind in zip(easy, ("other", "other", "same", "same", "near", "near"), strict=True):
            seen[0][kind].add(name)
            own += name in (*cited, *hard)
    with tempfile.TemporaryDirectory() as place:
        links = {query: {**{n: {"count": 5} for n in cited}, **{n: {"count": 1} for n in hard}},
                 "other": {n: {"count": 5} for n in pool}}  # fmt: skip
        papers = {
            n: {"title": f"t{n}", "abstract": "", "fos": fields.get(n, "A")} for n in (*pool, query, "other")
        }
        for file, content in (("data.json", links), ("metadata.json", papers)):
            Path(place, file).write_text(json.dumps(content), encoding="utf-8")
        texts = TextsWriter()
        graph = CitationGraph(Path(place), texts, TextTemplate(), "released")
        names = {number: name for name, number in graph.texts.items()}
        spec = SpecterSpec(path=place, easy=6, hard=4, variant="released")
        for seed in range(600):
            triples = list(graph.triples(query, spec, seed))
            easy = [names[negative] for _, _, negative in triples[4:]]
            for at, name in enumerate(easy):
                seen[1][("other", "near", "same")[at // 2]].add(name)
    for kind in ("other", "near", "same"):
        left, right = sorted(seen[0][kind] - {*cited, *hard}), sorted(seen[1][kind])
        yield Row.counted("SciRepEval", f"easy negatives are drawn from ({kind})", left, right, "papers")
    yield Row.of("SciRepEval", "easy negatives that are cited or hard, of 3,600 draws", own, 0)
    made = peer.get_triplets({**row, "easy_negs": easy}, {name: name for name in (query, *pool)})
    ours = [(names[one], names[other]) for _, one, other in triples]
    uses = [
        sorted(Counter(one["pos"] for one in made).values()),
        sorted(Counter(one for one, _ in ours).values()),
    ]
    apart = float({one["neg"] for one in made} == {one for _, one in ours} and uses[0] == uses[1])
    shown = (f"{len(each)} triples" for each in (made, ours))
    yield Row("SciRepEval", "triples of a query", *shown, 1.0 - apart)


def _few_drawn(root: Path) -> Iterator[Row]:
    """The rows of every training on few examples: all published draws of their evaluator, and ours."""
    rng = np.random.default_rng(11)
    names = tuple(f"{n:02}" for n in range(FIELDS))
    for task in suites()["scirepeval-24"]:
        labels = [_label(task, rng) for _ in range(4000 if task.few_shot else 0)]
        for few in task.few_shot:
            drawn = _their_draws(root, task, few, np.array(labels))
            if task.multi_label:
                sets = [tuple(np.array(names)[np.array(row) == 1].tolist()) for row in labels]
                found = few_label_rows(sets, names, few)
            else:
                found = few_shot_rows(tuple(map(str, labels)), few)
            own = [rows.tolist() for rows in found]
            shown = (f"{len(draws)} draws of {len(draws[0])}" for draws in (drawn, own))
            part = f"{task.name}, rows of few-shot {few.sample_size}"
            yield Row("SciRepEval", part, *shown, 0.0 if drawn == own else float("inf"))


def _their_draws(root: Path, task: BenchTask, few: FewShot, labels: np.ndarray) -> list[list[int]]:
    """Run their evaluator with row numbers for vectors, and note what each training is given."""
    drawn: list[list[int]] = []

    def note(_: Any, x: np.ndarray, *__: Any, **___: Any) -> None:
        drawn.append(x[:, 0].tolist())

    reader = stub("datasets", load_dataset=None, DatasetDict=dict, Dataset=list)
    with theirs(root, datasets=reader) as module, contextlib.redirect_stderr(io.StringIO()):
        shots = module("evaluation.few_shot_evaluator")
        kinds = module("evaluation.evaluator").SupervisedTask
        kind = kinds.MULTILABEL_CLASSIFICATION if task.multi_label else kinds.CLASSIFICATION
        made = shots.FewShotEvaluator("", kind, None, None, few.sample_size, few.iterations, None, ())
        shots.SupervisedEvaluator.classify = note
        made.classify(np.arange(len(labels))[:, None], None, labels)
    return drawn


def _their_rates(module: Any) -> list[float]:
    weight = torch.nn.Parameter(torch.zeros(1))
    optimiser = torch.optim.AdamW([weight], lr=1e-4)
    config = module.InverseSquareRootScheduleConfig(warmup_updates=700, warmup_init_lr=1e-4, lr=5e-5)
    schedule = module.InverseSquareRootSchedule(config, optimiser)
    rates = []
    for _ in range(3000):
        rates.append(schedule.get_last_lr()[0])
        optimiser.step()
        schedule.step()
    return rates


def _scored(root: Path, task: BenchTask, folder: Path) -> Iterator[Row]:
    """One task on made data: their evaluator's figures, all trainings, and Assay's."""
    rng = np.random.default_rng([7, zlib.crc32(task.id.encode())])
    splits = _written(task, folder, rng)
    data = read(task, folder)
    known = {
        doc_id: rng.normal(size=WIDTH).astype(np.float32)
        for doc_id in dict.fromkeys([*data.papers, *data.queries])
    }
    told = rng.normal(size=(FIELDS, WIDTH))  # so that labels can be learnt, and not by everybody
    for row in [*splits.get("train", ()), *splits.get("test", ())]:
        if "label" in row:
            label = np.atleast_1d(row["label"])
            known[row["paper_id"]] += (label @ told[: len(label)]).astype(np.float32)
    turns = 1 if task.multi_label else TURNS  # 23 fields, each with a grid of its own
    few = tuple(replace(each, iterations=turns) for each in task.few_shot)
    own = score_task(
        replace(evaluation_task(task, folder), few_shot=few), data,
        TaskVectors(*(_stacked(known, each) for each in (data.papers, data.queries))),
        scoring=Scoring(intercept=True),
    )  # fmt: skip
    complete = _their_scores(root, task, splits, known, None)
    if task.multi_label:  # whose solver draws from whatever generator is there
        seeded = _their_scores(root, task, splits, known, None, seeded=True)
        part = f"{task.name}, f1_macro, theirs with a seed for its solver"
        yield Row.of("SciRepEval", part, seeded["f1_macro"], own.complete["f1_macro"])
    for metric, value in own.complete.items():  # "P" of reviewers is the mean of what theirs prints
        shown = [complete[key] for key in complete if metric in (key, "P")]
        yield Row.of("SciRepEval", f"{task.name}, {metric}", np.mean(shown), value)
    for each, found in zip(few, own.few_shot, strict=True):
        score = _their_scores(root, task, splits, known, each, seeded=task.multi_label)[task.metrics[0]]
        part = f"{task.name}, {task.metrics[0]}, few-shot {each.sample_size}"
        part += ", theirs with a seed" if task.multi_label else ""
        yield Row.of("SciRepEval", part, score, found.values[task.metrics[0]])


def _stacked(known: Mapping[str, np.ndarray], ids: Mapping[str, object]) -> np.ndarray:
    return np.stack([known[doc_id] for doc_id in ids]) if ids else np.zeros((0, WIDTH), dtype=np.float32)


def _their_scores(
    root: Path,
    task: BenchTask,
    splits: Mapping[str, list[Any]],
    known: Mapping[str, np.ndarray],
    few: FewShot | None,
    *,
    seeded: bool = False,
) -> dict[str, float]:
    """What their evaluator of the task's kind makes of the same rows and vectors."""

    def load(name: str, *_: object, split: str | None = None, **__: object) -> Any:
        found = splits if "reviewers" not in (name, *map(str, _)) else {"metadata": splits["metadata"]}
        return found[split] if split else found

    reader = stub("datasets", load_dataset=load, DatasetDict=dict, Dataset=list)
    logging.disable(logging.WARNING)
    with theirs(root, datasets=reader) as module:
        evaluators = module("evaluation.evaluator")
        _one_process(evaluators)
        if seeded:
            evaluators.LinearSVC = partial(evaluators.LinearSVC, random_state=evaluators.RANDOM_STATE)
        metrics, place = tuple(task.metrics), ("allenai/scirepeval_test", task.id)
        kinds = evaluators.SupervisedTask
        kind = kinds.REGRESSION if task.kind == "regression" else kinds.CLASSIFICATION
        if task.multi_label:
            kind = kinds.MULTILABEL_CLASSIFICATION
        if task.kind == "reviewers":
            made = module("reviewer_matching").ReviewerMatchingEvaluator(
                "", None, place, ("allenai/scirepeval_test", "reviewers"), None, metrics
            )
        elif task.kind in ("proximity", "adhoc_search"):
            made = evaluators.IREvaluator("", None, place, None, metrics)
        elif few:
            shots = module("evaluation.few_shot_evaluator").FewShotEvaluator
            made = shots("", kind, None, place, few.sample_size, few.iterations, None, metrics)
        else:
            made = evaluators.SupervisedEvaluator("", kind, None, place, None, metrics)
        np.random.seed(42)
        with contextlib.redirect_stderr(io.StringIO()):
            found: dict[str, float] = made.evaluate(dict(known))
    logging.disable(logging.NOTSET)
    return found


def _one_process(module: Any) -> None:
    """Their grid search asks for ten processes; its fits do not depend on how many there are."""
    search = module.GridSearchCV
    module.GridSearchCV = lambda **settings: search(**{**settings, "n_jobs": 1})


# --- made data, as SciRepEval's Parquet files have it


def _written(task: BenchTask, folder: Path, rng: np.random.Generator) -> dict[str, list[Any]]:
    """Write papers and labels or judgements; returns the rows of each split."""
    papers = [{"doc_id": f"{n}", "title": f"Title {n}", "abstract": f"Abstract {n}."} for n in range(PAPERS)]
    meta: list[dict[str, Any]] = papers
    splits: dict[str, list[Any]] = {}
    if task.kind in ("classification", "regression"):
        rows = [{"paper_id": f"{n}", "label": _label(task, rng)} for n in range(PAPERS)]
        splits = {"train": rows[:TAUGHT], "test": rows[TAUGHT:]}
    elif task.kind == "reviewers":
        own = [
            {"r_id": f"r{n}", "papers": [f"{k}" for k in rng.permutation(PAPERS)[:5]]}
            for n in range(REVIEWERS)
        ]
        grades = {(q, r): int(rng.integers(4)) for q in range(QUERIES) for r in range(REVIEWERS)}
        splits = {
            name: [
                {"query_id": f"{q}", "cand_id": f"r{r}", "score": int(grade >= low)}
                for (q, r), grade in grades.items()
            ]
            for name, low in (("test_hard", 3), ("test_soft", 2))
        } | {"metadata": own}  # fmt: skip
    else:
        typed = task.kind == "adhoc_search"
        meta = [
            {"doc_id": f"q{q}", "query": f"question {q}" if typed else {**papers[q], "doc_id": f"q{q}"},
             "candidates": papers[q : q + CANDIDATES]}
            for q in range(QUERIES)
        ]  # fmt: skip
        rows = [
            {"query_id": f"q{q}", "cand_id": f"{c}", "score": int(rng.integers(3))}
            for q in range(QUERIES)
            for c in range(q, q + CANDIDATES)
        ]
        splits = {"test": rows}
    _write_all(task, folder, meta, splits)
    return splits


def _label(task: BenchTask, rng: np.random.Generator) -> Any:
    if task.kind == "regression":
        return float(rng.normal())
    if task.multi_label:
        return [int(rng.random() < 0.25) for _ in range(FIELDS)]
    return int(rng.integers(2 if task.metrics == ("f1",) else 3))


def _write_all(
    task: BenchTask, folder: Path, meta: Sequence[Mapping[str, Any]], splits: Mapping[str, Sequence[Any]]
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.Table.from_pylist([*rows]), path)

    where: Any = {role: names if isinstance(names, tuple) else (names,) for role, names in task.where.items()}
    write(folder / "scirepeval" / where["meta"][0] / "evaluation-00000-of-00001.parquet", meta)
    for split, rows in splits.items():
        config = where["reviewers"][0] if split == "metadata" else where["test"][0]
        write(folder / "scirepeval_test" / config / split / "0000.parquet", rows)


# --- CODER


def of_coder(root: Path) -> Iterator[Row]:
    """Losses of lists with their gradients, and RAdam."""
    scores, grades = vectors(8, 40), torch.full((8, 40), -torch.inf, dtype=torch.float64)
    for row in range(8):
        grades[row, : 1 + row % 3] = torch.tensor([2.0, 1.0, 1.0][: 1 + row % 3], dtype=torch.float64)
    places = torch.full((8, 40), -1)
    for row in range(8):
        places[row, : 1 + row % 3] = torch.arange(1 + row % 3)
    with theirs(root, utils=stub("utils", Timer=object), options=stub("options", NEG_METRICS=())) as module:
        modeling = module("modeling")
        peer_list, peer_margin = modeling.RelevanceListnetLoss(), modeling.MaxMarginLoss()
        with _with_adamw():
            peer_radam = module("optimizers").RAdam
        peer_mrr = module("metrics").mrr
    yield Row.of(
        "CODER", "ListNet and its gradient, 8 lists of 40",
        with_gradient(lambda s: peer_list(s, grades), scores),
        with_gradient(lambda s: listnet(s, grades).mean(), scores),
    )  # fmt: skip
    yield Row.of(
        "CODER", "max-margin and its gradient",
        with_gradient(lambda s: peer_margin(s, places), scores),
        with_gradient(lambda s: max_margin(s, grades).mean(), scores),
    )  # fmt: skip
    yield _radam(peer_radam)
    yield _mrr(peer_mrr)


@contextlib.contextmanager
def _with_adamw() -> Iterator[None]:
    """Their optimisers import a class that transformers no longer has, and RAdam does not use."""
    import transformers

    vars(transformers)["AdamW"] = torch.optim.AdamW
    try:
        yield
    finally:
        del vars(transformers)["AdamW"]


def _radam(peer: Any) -> Row:
    """200 steps on a quadratic, with the paper's settings but for a rate that moves."""
    kept = []
    spec = OptimiserSpec(
        kind="radam", learning_rate=1e-2, weight_decay=9.495e-5, epsilon=1.28947e-7
    )  # fmt: skip
    for ours in (False, True):
        model = torch.nn.Linear(8, 4, bias=False)
        with torch.no_grad():
            model.weight.copy_(vectors(4, 8).float())
        if ours:
            optimiser = make_optimiser(model, spec)
        else:
            optimiser = peer(model.parameters(), lr=1e-2, weight_decay=9.495e-5, eps=1.28947e-7)
        for _ in range(200):
            optimiser.zero_grad()
            (model.weight**2).sum().backward()
            optimiser.step()
        kept.append(model.weight.detach().numpy())
    return Row.of("CODER", "RAdam, weights after 200 steps", *kept)


def _mrr(peer: Any) -> Row:
    import pytrec_eval

    rng = np.random.default_rng(3)
    qrels = {f"q{q}": {f"d{d}": int(rng.random() < 0.1) for d in range(50)} for q in range(30)}
    run = {f"q{q}": {f"d{d}": float(rng.random()) for d in range(50)} for q in range(30)}
    found = peer(qrels, run, [10])["MRR@10"]
    cut = {q: dict(sorted(docs.items(), key=lambda pair: -pair[1])[:10]) for q, docs in run.items()}
    ours = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(cut)
    return Row.of("CODER", "MRR@10", found, np.mean([row["recip_rank"] for row in ours.values()]))


if __name__ == "__main__":
    main()
