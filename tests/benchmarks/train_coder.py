"""Tuned queries on public collections, before and after, by what found the candidates and by the loss.

    python tests/benchmarks/train_coder.py OUT [--only scifact,apart,cranfield,cisi] [--settings dense,hybrid]

Every training is a run of the preset `coder-small` in OUT, so that an interrupted table goes on where it was.
SciFact's training claims teach for its test claims, of which 104 share no relevant paper with them. `apart`
is SciFact's claims of both splits in five folds, where no claim shares a relevant paper with another fold:
all 1,109 are clean. CISI and Cranfield are five folds by query; their queries share papers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
from measuring import parser_of
from public_sets import shared_data

from assay.encoding import Encoder, FolderCache, load_encoder
from assay.encoding.model_files.folder import find_folder
from assay.evaluation import Collection, compare, evaluate, read_beir, write_run
from assay.models.test_sets import TestSet, read_beir_test_set
from assay.search import retrieve, retrieve_reranked
from assay.training.data.lists.splits import Split, folds
from assay.training.loop.trainer import train
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe import LossKind, Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.candidates import CandidateChoice, prepare_lists
from assay.types import Qrels, Query, Run, SearchMode

MEASURES = ("nDCG@10", "RR@10", "R@10")
BASE = "all-MiniLM-L6-v2"
FOLDS = 5
SEED = 42


@dataclass(frozen=True, slots=True)
class Setting:
    """What found the candidates, what joined them, and what is made small."""

    first: str
    loss: LossKind = "listnet"
    random: int = 0

    @property
    def name(self) -> str:
        return f"{self.first}{f'+{self.random}' if self.random else ''}-{self.loss}"


SETTINGS = {
    "dense": Setting("dense"),
    "keyword": Setting("keyword"),
    "hybrid": Setting("hybrid"),
    "max-margin": Setting("dense", "max-margin"),
    "infonce": Setting("dense", "infonce"),
    "random": Setting("random", random=1000),
    "both": Setting("dense", random=1000),
}


_AGAINST = {"BM25 ->": "BM25 -> MiniLM", "hybrid ->": "hybrid -> MiniLM", "hybrid with": "hybrid"}
"""How a ranking by tuned queries begins -> the untuned one that it is compared with; else MiniLM alone."""


@dataclass(frozen=True, slots=True)
class Part:
    """Queries that teach, and those that are asked then."""

    name: str
    judged: TestSet  # all papers, the queries that teach, and their judgements
    asked: Sequence[Query]


@dataclass(frozen=True, slots=True)
class Task:
    """A row of the table: its parts together ask every query once."""

    name: str
    parts: Sequence[Part]
    qrels: Qrels
    clean: frozenset[str]  # queries that share no relevant paper with what taught them


def main() -> None:
    """Prints the table."""
    parser = parser_of(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="scifact,apart,cranfield,cisi")
    parser.add_argument("--settings", default=",".join(SETTINGS))
    parser.add_argument("--epochs", type=int, default=0)
    args = parser.parse_args()
    out = args.out.resolve()
    base = load_encoder(BASE)
    print("| set | queries | ranking | nDCG@10 | RR@10 | R@10 | change | p |")
    print("|---|---|---|---:|---:|---:|---:|---:|")
    for task in _tasks(shared_data(), args.only.split(",")):
        before = _plain(task, base)
        for name, run in before.items():
            _on_event(task, name, run, before["dense"])
        for name in args.settings.split(","):
            after = _tuned(task, SETTINGS[name], base, out, epochs=args.epochs)
            for tag, run in after.items():
                _on_event(task, tag, run, before[_AGAINST.get(tag.split(" CODER")[0], "dense")])


def _tasks(data: Path, only: Sequence[str]) -> Iterator[Task]:
    scifact = {split: read_beir(data / "scifact", split=split) for split in ("train", "test")}
    if "scifact" in only:
        train_set = read_beir_test_set(data / "scifact", split="train")
        test = scifact["test"]
        learnt = {paper for judged in train_set.qrels.values() for paper in judged}
        clean = frozenset(name for name, judged in test.qrels.items() if learnt.isdisjoint(judged))
        asked = [query for query in test.queries if query.query_id in test.qrels]
        yield Task("scifact", [Part("train", train_set, asked)], test.qrels, clean)
    if "apart" in only:
        both = replace(
            scifact["test"],
            queries=[*scifact["train"].queries, *scifact["test"].queries],
            qrels={**scifact["train"].qrels, **scifact["test"].qrels},
        )
        both = replace(both, queries=list({query.query_id: query for query in both.queries}.values()))
        yield _in_folds("apart", both, read_beir_test_set(data / "scifact"), apart=True)
    for name in ("cranfield", "cisi"):
        if name in only:
            found = read_beir(data / name, split="test")
            yield _in_folds(name, found, read_beir_test_set(data / name), apart=False)


def _in_folds(name: str, found: Collection, like: TestSet, *, apart: bool) -> Task:
    relevant = {key: {d for d, g in judged.items() if g > 0} for key, judged in found.qrels.items()}
    queries = [query for query in found.queries if relevant.get(query.query_id)]
    texts, papers = [query.text for query in queries], [relevant[query.query_id] for query in queries]
    splits = folds(texts, papers, n=FOLDS, seed=SEED, apart=apart)
    parts = [_part(place, split, queries, found.qrels, like) for place, split in enumerate(splits)]
    clean = frozenset(queries[row].query_id for split in splits for row in split.clean)
    return Task(name, parts, {query.query_id: found.qrels[query.query_id] for query in queries}, clean)


def _part(place: int, split: Split, queries: Sequence[Query], qrels: Qrels, like: TestSet) -> Part:
    teach = [queries[row] for row in split.train]
    judged = replace(like, queries=teach, qrels={query.query_id: qrels[query.query_id] for query in teach})
    return Part(f"fold-{place}", judged, [queries[row] for row in split.held_out])


def _plain(task: Task, base: Encoder) -> dict[str, Run]:
    """Without any training, of all queries."""
    asked = [query for part in task.parts for query in part.test]
    modes = {"dense": SearchMode.SEMANTIC, "keyword": SearchMode.KEYWORD, "hybrid": SearchMode.HYBRID}
    found = {name: _ranked(task, asked, base, mode) for name, mode in modes.items()}
    for tag, mode in (("BM25 -> MiniLM", SearchMode.KEYWORD), ("hybrid -> MiniLM", SearchMode.HYBRID)):
        found[tag] = _cascade(task, asked, base, mode)
    return found


def _tuned(task: Task, setting: Setting, base: Encoder, out: Path, *, epochs: int) -> dict[str, Run]:
    """tag -> the run of all queries, each by the model that did not learn from it."""
    source = {"keyword": "BM25"}.get(setting.first, setting.first)
    own = f"CODER(MiniLM, {source})" + ("" if setting == SETTINGS.get(setting.first) else f" {setting.name}")
    runs: dict[str, Run] = {}
    for part in task.parts:
        encoder = _trained(task, part, setting, base, out, epochs=epochs)
        made = {own: _ranked(task, part.test, encoder, SearchMode.SEMANTIC)}
        if setting.loss == "listnet" and not setting.random:
            made[f"BM25 -> {own}"] = _cascade(task, part.test, encoder, SearchMode.KEYWORD)
            made[f"hybrid -> {own}"] = _cascade(task, part.test, encoder, SearchMode.HYBRID)
            made[f"hybrid with {own}"] = _ranked(task, part.test, encoder, SearchMode.HYBRID)
        for tag, run in made.items():
            runs.setdefault(tag, {}).update(run)
    for tag, run in runs.items():
        write_run(run, out / f"{task.name} {tag.replace('->', 'to')}.trec", tag=tag.replace(" ", ""))
    return runs


def _trained(task: Task, part: Part, setting: Setting, base: Encoder, out: Path, *, epochs: int) -> Encoder:
    lists = out / "lists" / f"{task.name}-{part.name}-{setting.first}-{setting.random}"
    if not (lists / "prepared.json").is_file():
        folder = find_folder(BASE, allow_network=False)
        wanted = CandidateChoice(setting.first, 1000, setting.random, SEED)
        prepare_lists(lists, part.judged, base, wanted, model_folder=folder, folder=out)
    run = out / "runs" / f"{task.name}-{part.name}-{setting.name}"
    if not (run / "model_card.json").is_file() and not (run / "card.json").is_file():
        train(
            _recipe(setting, lists, epochs=epochs),
            out=run,
            folder=out,
            resume=(run / "recipe.toml").is_file(),
        )
    card = json.loads(next(path for path in run.glob("*card.json")).read_text(encoding="utf-8"))
    stage = card["stages"][0]
    told = f"best {stage['best_step']} of {stage['steps']}, {stage.get('shares')}"
    print(f"<!-- {run.name}: share {stage.get('share')}, {card['seconds']:.0f} s, {told} -->", flush=True)
    return load_encoder(str(run / "model"))


def _recipe(setting: Setting, lists: Path, *, epochs: int) -> Recipe:
    recipe = parse_recipe(preset("coder-small"))
    (stage,) = recipe.stages
    objective = replace(stage.objectives[0], path=str(lists))
    changed = replace(stage, objectives=(objective,), loss=replace(stage.loss, kind=setting.loss))
    return replace(recipe, stages=(replace(changed, epochs=epochs or stage.epochs),))


def _ranked(task: Task, queries: Sequence[Query], encoder: Encoder, mode: SearchMode) -> Run:
    judged = task.parts[0].judged
    return retrieve(
        judged.papers, queries, mode=mode, k=100, encoder=encoder, cache=FolderCache(judged.vectors)
    )


def _cascade(task: Task, queries: Sequence[Query], encoder: Encoder, mode: SearchMode) -> Run:
    """A thousand candidates of a first stage that knows nothing of the tuning, reordered."""
    judged = task.parts[0].judged
    cache = FolderCache(judged.vectors)
    return retrieve_reranked(judged.papers, queries, encoder=encoder, cache=cache, first=mode, n=1000, k=100)


def _on_event(task: Task, name: str, run: Run, against: Run) -> None:
    groups: Mapping[str, frozenset[str]] = {"all": frozenset(task.qrels)}
    if task.clean and len(task.clean) < len(task.qrels):
        groups = {**groups, "clean": task.clean}
    for group, names in groups.items():
        qrels = {key: task.qrels[key] for key in task.qrels if key in names}
        own, other = ({key: one.get(key, {}) for key in qrels} for one in (run, against))
        found = evaluate(qrels, own, list(MEASURES)).mean
        change = compare(qrels, other, own, "nDCG@10", seed=SEED)
        told = " | ".join(f"{found[measure]:.4f}" for measure in MEASURES)
        print(
            f"| {task.name} | {group}, {len(qrels)} | {name} | {told} | {100 * change.difference:+.2f} "
            f"| {change.p_randomisation:.4f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
