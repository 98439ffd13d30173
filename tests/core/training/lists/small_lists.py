"""Candidates that a tiny model can learn from: papers of subjects, and queries that ask for one of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from assay.encoding import load_encoder
from assay.encoding.model_files.folder import file_digests, folder_fingerprint
from assay.training.data.lists.prepared import write_prepared
from assay.training.data.objectives.texts import text_key
from assay.training.recipe.objective_spec import ListsSpec
from assay.training.recipe.recipe import LossSpec, OptimiserSpec, Recipe, Stage, StoppingSpec
from assay.training.recipe.tuning_spec import Tuning
from assay.types import TaskFormat
from in_memory_lists import candidate_lists, save

SUBJECTS = ["graphs", "proteins", "planets", "markets", "bridges", "languages", "rivers", "engines"]
VERBS = ["measure", "sort", "predict", "compare", "translate", "simulate"]
PAPERS = [f"{subject} {verb} with few data" for subject in SUBJECTS for verb in VERBS]
QUERIES = {f"q{n}": f"{n} {verb} {subject}" for n, (subject, verb) in
           enumerate((subject, verb) for verb in VERBS[:4] for subject in SUBJECTS)}  # fmt: skip
RELEVANT = {f"q{n}": {f"d{SUBJECTS.index(text.split()[2]) * len(VERBS) + VERBS.index(text.split()[1])}": 2}
            for n, text in ((int(name[1:]), text) for name, text in QUERIES.items())}  # fmt: skip
ROWS = {f"d{row}": row for row in range(len(PAPERS))}


def prepare(folder: Path, base: Path, *, n: int = 30, model: str = "") -> Path:
    """Candidates by chance, and the relevant paper before them, embedded by the model in `base`."""
    encoder = load_encoder(str(base), device="cpu", max_length=48)
    vectors = encoder.encode(PAPERS, format=TaskFormat.PRX)
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    rng = np.random.default_rng(5)
    run = {
        name: {f"d{row}": float(-place) for place, row in enumerate(rng.permutation(len(PAPERS))[:n])}
        for name in QUERIES
    }
    lists = candidate_lists(run, RELEVANT, ROWS, n=n)
    save(lists, folder)
    write_prepared(
        folder,
        vectors=vectors,
        keys=[text_key(text) for text in PAPERS],
        texts=[QUERIES[name] for name in lists.query_ids],
        lists=lists.query_ids,
        model=model or folder_fingerprint(file_digests(base)),
        first="random",
    )
    return folder


def recipe(base: Path, **changes: object) -> Recipe:
    """Six steps of four queries."""
    known: dict[str, object] = {
        "objectives": (ListsSpec(path="lists", validation=0.25),),
        "batch_size": 5,
        "gradient_accumulation_steps": 1,
        "max_steps": 6,
        "loss": LossSpec(kind="listnet", scale=20.0),
        "optimiser": OptimiserSpec(learning_rate=2e-3),
        "stopping": StoppingSpec(interval=3, patience=0, measure="ndcg"),
    }
    tuning = changes.pop("tuning", Tuning())
    return Recipe(
        name="tuned",
        base=str(base),
        device="cpu",
        max_length=48,
        tuning=tuning,  # type: ignore[arg-type]
        stages=(Stage(**(known | changes)),),  # type: ignore[arg-type]
    )
