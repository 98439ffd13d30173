"""Does training help? One objective alone, another alone, both mixed, by turns, and chained, on real data.

    python tests/benchmarks/train_public.py OUT [--steps 40] [--batch 16] [--length 128] [--only NAME ...]

From all-MiniLM-L6-v2, with as many steps each, on abstracts of machine learning (cropping), SciFact's
training claims (claims), and papers of CACM that are linked by citations (links). Every
model is measured on SciFact's test queries, on the 104 of them that share no relevant document with a
training query, on CISI, Cranfield and CACM, and by paper on the citation links of CISI and CACM, beside its
base, with randomisation tests; p is also corrected (Holm) for all tests on sets whose documents the model was
not trained on. In the table, a set that a model was trained on is in brackets.

With --layers 3 the base is the lowest three layers of MiniLM, which were never trained to search by
themselves: whether the same recipes teach where there is much to learn.

The base is given the better of two ways to join title and abstract. What is trained or ranked already in OUT
is not again. About an hour and a quarter on two cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import makers  # noqa: F401 - where public_sets and the like lie
from measuring import parser_of
from public_sets import CLEAN, linked_pairs, sets_to_test, shallow_base, shared_data, training_folders

from assay.evaluation.statistics import holm
from assay.models.scores import ModelAt, SetScore, rank_with, scores_of
from assay.registry.card import Card
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import recipe_of
from assay.training_runs.runs import trained_once
from assay.types import Run

BASE, LAYERS = "all-MiniLM-L6-v2", 6
LEARNT = {"claims": ("scifact",), "CACM": ("cacm",)}
"""A word of a model's name -> what the names of the sets begin with that it was trained on. SciFact's clean
queries share documents of the corpus with the training claims, but no relevant one."""
SEPARATORS = ("[SEP]", " ")
READ = 256  # tokens that every model reads when it is measured


def main() -> None:
    """Trains, measures, and writes OUT/report.md."""
    given = _arguments()
    data, out = shared_data(), given.out.resolve()
    os.environ.setdefault("XDG_CACHE_HOME", str(out / "cache"))
    training_folders(data, out)
    sets = sets_to_test(data, out / "sets")
    base = str(shallow_base(out, layers=given.layers)) if given.layers < LAYERS else BASE
    bases = {
        mark: _ranked(base, mark, out / f"base-{SEPARATORS.index(mark)}.json", sets) for mark in SEPARATORS
    }
    alone = {mark: scores_of(runs, sets) for mark, runs in bases.items()}
    best = max(SEPARATORS, key=lambda mark: sum(score.value for score in alone[mark].values()))
    print(f"base joined by {best!r}", flush=True)
    rows: dict[str, Mapping[str, SetScore]] = {}
    facts: dict[str, str] = {}
    for recipe in _recipes(data, given, base):
        done = trained_once(recipe, out=out / recipe.name, folder=out, library=out / "no-library", add=False)
        if done.status != "finished" or done.card is None:
            sys.exit(f"{recipe.name}: {done.status}, {done.reason}")
        runs = _ranked(
            str(out / recipe.name / "model"), recipe.separator, out / recipe.name / "scores.json", sets
        )
        rows[recipe.name] = scores_of(runs, sets, base=bases[best])
        facts[recipe.name] = _facts(done.card)
        print(_line(recipe.name, rows[recipe.name], {}), facts[recipe.name], flush=True)
    report = _report(alone, best, rows, facts)
    (out / "report.md").write_text(report, encoding="utf-8")
    print(report)


def _arguments() -> argparse.Namespace:
    parser = parser_of(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--length", type=int, default=128, help="tokens that are read in training")
    parser.add_argument("--rate", type=float, default=2e-5)
    parser.add_argument("--layers", type=int, default=LAYERS, help="of the base, the lowest ones")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--only", nargs="*", default=[], help="names of models, such as 'claims alone'")
    return parser.parse_args()


def _recipes(data: Path, given: argparse.Namespace, base: str) -> list[Recipe]:
    objectives: dict[str, dict[str, Any]] = {
        "cropping": {"kind": "cropping", "path": "replication/independent-cropping"},
        "claims": {"kind": "judgements", "path": str(data / "scifact")},
        "CACM's links": {"kind": "pairs", "path": str(linked_pairs(data / "cacm", given.out, least=1))},
    }
    for name, objective in objectives.items():
        objective.update(name=name, validation_limit=128)
    both = [objectives["cropping"], objectives["claims"]]
    n = given.steps

    def stage(chosen: list[dict[str, Any]], steps: int, mixing: str = "mixed") -> dict[str, Any]:
        return {
            "objectives": chosen,
            "max_steps": steps,
            "mixing": mixing,
            "batch_size": given.batch,
            "gradient_accumulation_steps": 1,
            "optimiser": {"learning_rate": given.rate},
            "stopping": {"interval": max(1, steps // 4), "patience": 4},
        }

    stages = {
        "cropping alone": [stage([objectives["cropping"]], n)],
        "CACM's links alone": [stage([objectives["CACM's links"]], n)],
        "claims alone": [stage([objectives["claims"]], n)],
        "cropping and claims mixed": [stage(both, n)],
        "cropping and claims by turns": [stage(both, n, "alternate")],
        "cropping then claims": [stage(both[:1], n // 2), stage(both[1:], n // 2)],
    }
    unknown = set(given.only) - set(stages)
    if unknown:
        sys.exit(f"There is no model {', '.join(sorted(unknown))}; there are {', '.join(stages)}.")
    common = {"preset": "zeta-small", "base": base, "max_length": given.length, "device": given.device}
    return [recipe_of({**common, "name": name, "stages": stages[name]}) for name in given.only or stages]


def _ranked(model: str, separator: str, kept: Path, sets: list[Any]) -> dict[str, Run]:
    return rank_with(ModelAt(model, READ, separator, kept), sets)


def _facts(card: Card) -> str:
    ends = ", ".join(
        f"best at {stage.best_step} of {stage.steps}: "
        f"{stage.validation_curve[0].mean:.3f} to {stage.best_validation:.3f}"
        for stage in card.stage_facts
    )
    return f"{ends}; {card.seconds / 60:.0f} min"


def _was_learnt(model: str, test_set: str) -> bool:
    if test_set == CLEAN:
        return False
    return any(word in model and test_set.startswith(sets) for word, sets in LEARNT.items())


def _line(name: str, scores: Mapping[str, SetScore], corrected: Mapping[str, float]) -> str:
    cells = [_cell(score, corrected.get(key)) for key, score in scores.items()]
    cells = [f"[{c}]" if _was_learnt(name, key) else c for c, key in zip(cells, scores, strict=True)]
    return f"| {name} | " + " | ".join(cells) + " |"


def _cell(score: SetScore, corrected: float | None) -> str:
    if score.difference is None:
        return f"{score.value:.4f}"
    text = f"{score.value:.4f} ({score.difference:+.4f}, p {score.p_randomisation:.4f}"
    return text + (")" if corrected is None else f", Holm {corrected:.3f})")


def _report(
    alone: Mapping[str, Mapping[str, SetScore]],
    best: str,
    rows: Mapping[str, Mapping[str, SetScore]],
    facts: Mapping[str, str],
) -> str:
    cells = [(name, key) for name, scores in rows.items() for key in scores if not _was_learnt(name, key)]
    adjusted = dict(zip(cells, holm([rows[n][k].p_randomisation or 0.0 for n, k in cells]), strict=True))
    sets = [f"{key} ({score.n_queries})" for key, score in alone[best].items()]
    lines = ["| nDCG@10 | " + " | ".join(sets) + " |", "| --- |" + " ---: |" * len(sets)]
    for mark, scores in alone.items():
        lines.append(_line(f"base, joined by `{mark}`" + (" (compared with)" * (mark == best)), scores, {}))
    for name, scores in rows.items():
        lines.append(_line(name, scores, {key: p for (of, key), p in adjusted.items() if of == name}))
    lines += ["", *(f"- {name}: validation loss {text}" for name, text in facts.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
