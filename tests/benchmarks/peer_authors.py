"""S2AND's own script and Assay on the same made names, in the published layout."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import pickle
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from peer_code import Row, stub, theirs

from assay.benchmarks.suites.availability import read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks.authors import pairs
from assay.benchmarks.tasks.authors.features import FEATURES, block_features
from assay.benchmarks.tasks.authors.score import score_authors
from assay.benchmarks.tasks.kinds import ClusterData, PartedData

BLOCKS, WIDTH = 24, 12
TRIED = 4  # of the 25 settings and thresholds, so that both sides take minutes
SCRIPT = "scripts.custom_block_transfer_experiment_seed_paper"
WORDS = (
    "graph", "neural", "search", "citation", "protein", "catalyst", "tensor", "galaxy", "enzyme", "corpus",
)  # fmt: skip
COMMON = ("a", "study", "of", "the", "new", "method", "for", "with", "results", "on", "its", "use")
FIRST = ("Wei", "Wei-Lin", "W.", "Wéi L.", "Dr. Wolf", "William", "Will", "", "O'Wen", "Wenjie")
MIDDLE = ("", "", "L.", "Lin", "Lee K.", "K")


def of_s2and(root: Path) -> Iterator[Row]:
    """Every column of all pairs, then the whole table of their script: six sources, each alone and left out.

    What has to be downloaded is replaced: every text is English to both detectors of languages, and the
    columns of name counts, which need the counts of all of Semantic Scholar, are left out by the script's own
    option. Of 25 settings and thresholds TRIED are tried on both sides. Their models fit with one thread, and
    hyperopt 0.3 is given its generator of random numbers.
    """
    task = task_named("scirepeval/s2and")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known = {source: _written(folder / "s2and", source, n) for n, source in enumerate(task.parts)}
        data = read(task, folder)
        assert isinstance(data, PartedData)
        parts = {source: part for source, part in data.parts.items() if isinstance(part, ClusterData)}
        vectors = {
            source: np.stack([known[source][key] for key in part.papers]) for source, part in parts.items()
        }
        with _their_modules(root) as module:
            yield from _columns(module, folder / "s2and", parts["qian"], vectors["qian"])
            table = _their_table(module, folder / "s2and")
        with _tried():
            found = score_authors(parts, vectors)
        yield from _compared(table, found)


def _compared(table: Mapping[str, Mapping[str, Any]], found: Mapping[str, Any]) -> Iterator[Row]:
    """Compare the mean of each column of their table, then the rows of own models and of all others'."""
    for key, part in (
        ("b3_f1", "mean of 7 models"),
        ("b3_f1_own", "own model"),
        ("b3_f1_others", "of others"),
    ):
        left, right = [], []
        for source, (values, details) in found.items():
            models = {"b3_f1_own": [source], "b3_f1_others": ["union"]}.get(key, [*found, "union"])
            left.append(100 * np.mean([float(table[model][source]) for model in models]))
            right.append({**values, **details.components}[key])
        ours = right if key == "b3_f1" else np.round(right, 1)  # their table has three decimals
        yield Row.of(
            "S2AND", f"B³ F1 of 6 sources, {part}", *([np.mean(each), *each] for each in (left, ours))
        )


@contextlib.contextmanager
def _tried() -> Iterator[None]:
    before, pairs.TRIES = pairs.TRIES, TRIED
    try:
        yield
    finally:
        pairs.TRIES = before


@contextlib.contextmanager
def _their_modules(root: Path) -> Iterator[Any]:
    english = stub("fasttext", load_model=lambda _: stub("model", predict=lambda _: (("__label__en",), (1,))))
    stubs = {
        "fasttext": english,
        "pycld2": stub("pycld2", detect=lambda _: (True, 0, (("ENGLISH", "en", 99, 1.0),))),
        "s2and.file_cache": stub("s2and.file_cache", cached_path=str),
        "genieclust": stub("genieclust", Genie=object),
        "shap": stub("shap"),
        "seaborn": stub("seaborn", set=lambda **_: None),
    }
    logging.disable(logging.WARNING)
    with theirs(root, **stubs) as module, contextlib.redirect_stderr(io.StringIO()):
        yield module
    logging.disable(logging.NOTSET)


def _columns(module: Any, folder: Path, data: ClusterData, vectors: np.ndarray) -> Iterator[Row]:
    """A row for each group of their columns: all pairs of all blocks of a source."""
    featurizer = module("s2and.featurizer")
    counts: dict[str, dict[str, int]] = {
        f"{name}_dict": {} for name in ("first", "last", "first_last", "last_first_initial")
    }
    made = _loaded(module, folder, "qian", counts)
    info = featurizer.FeaturizationInfo()
    blocks = made.get_blocks()
    rows = {key: row for row, key in enumerate(data.papers)}
    left, right = [], []
    for names in blocks.values():
        two = [(a, b, 0) for n, a in enumerate(names) for b in names[n + 1 :]]
        left.append(featurizer.many_pairs_featurize(two, made, info, 1, False, 100)[0])
        own = [data.signatures[name] for name in names]
        right += block_features(own, data.details, vectors[[rows[each.paper_id] for each in own]])
    peer, ours = np.concatenate(left), np.concatenate(right)
    columns = info.get_feature_names()
    for group, places in info.feature_group_to_index.items():
        shared = [columns[place] for place in places if columns[place] in FEATURES]
        if shared:
            sides = (
                np.stack([known[:, [*names].index(column)] for column in shared])
                for known, names in ((peer, columns), (ours, FEATURES))
            )
            shown = (np.append(np.nanmean(side), np.nan_to_num(side, nan=-9.0)) for side in sides)
            yield Row.of(
                "S2AND", f"{group}, {len(shared)} of {len(places)} columns, {len(ours)} pairs", *shown
            )


def _loaded(module: Any, folder: Path, source: str, counts: Mapping[str, Mapping[str, int]]) -> Any:
    at = {
        role: str(folder / source / f"{source}_{role}.json") for role in ("signatures", "papers", "clusters")
    }
    return module("s2and.data").ANDData(
        **at, name=source, specter_embeddings=str(folder / source / f"{source}_made.pkl"),
        load_name_counts=counts, train_blocks=[], block_type="s2", random_seed=1,
    )  # fmt: skip


def _their_table(module: Any, folder: Path) -> dict[str, dict[str, Any]]:
    """Return model -> source -> B-cubed F1, as their script's own table has it."""
    script, modelling = module(SCRIPT), module("s2and.model")
    (folder / "counts.pickle").write_bytes(pickle.dumps(({}, {}, {}, {})))
    least = modelling.fmin
    modelling.fmin = lambda *given, rstate, **named: least(
        *given, **named, rstate=np.random.default_rng(1), show_progressbar=False, verbose=False
    )
    script.DATA_DIR, script.NAME_COUNTS_PATH = str(folder), str(folder / "counts.pickle")
    script.PairwiseModeler = partial(modelling.PairwiseModeler, n_jobs=1)
    script.N_ITER = TRIED
    script.Clusterer = partial(modelling.Clusterer, n_iter=TRIED)
    script.pairwise_eval = lambda *_, **__: {"AUROC": 0.0}
    script.summary_features_analysis = lambda *_: ({"none": 0}, {"none": 0})
    script.plot_facets = lambda *_: None
    with contextlib.redirect_stdout(io.StringIO()):
        grid, _ = script.main(
            "made", dont_use_nameless_model=False, n_jobs=1, dont_use_monotone_constraints=False,
            exclude_medline=True, linkage="average", use_dbscan=False, leave_self_in=False, random_seed=1,
            skip_individual_models=False, skip_union_models=False, n_train_pairs_size=100_000,
            feature_groups_to_skip=["name_counts"], use_linear_pairwise_model=False,
            gender_ethnicity_available=False, use_cache=False, custom_block_path=str(folder / "blocks"),
            embedding_suffix="_made.pkl",
        )  # fmt: skip
    return {row[0]: dict(zip(grid[0][1:], row[1:], strict=True)) for row in grid[1:]}


# --- made names


def _written(folder: Path, source: str, seed: int) -> dict[str, np.ndarray]:
    """Write a source of BLOCKS blocks; returns paper -> vector."""
    rng = np.random.default_rng([9, seed])
    signatures: dict[str, Any] = {}
    papers: dict[str, Any] = {}
    clusters: dict[str, Any] = {}
    vectors: dict[str, np.ndarray] = {}
    for block in range(BLOCKS):
        for person in range(int(rng.integers(1, 4))):
            topic, taste = rng.normal(size=WIDTH), rng.integers(len(WORDS), size=3)
            friends = [
                f"{a}. {b}" for a, b in zip(rng.choice([*"ABCD"], 3), ("Lee", "Núñez", "Ray"), strict=True)
            ]
            names = []
            for _ in range(int(rng.integers(1, 6))):
                key, name = len(papers), f"{source}_{len(signatures)}"
                names.append(name)
                papers[f"{key}"] = _paper(rng, key, taste, friends)
                vectors[f"{key}"] = (topic + 1.5 * rng.normal(size=WIDTH)).astype(np.float32)
                signatures[name] = _signature(rng, name, key, block, person)
            clusters[f"{block}-{person}"] = {
                "cluster_id": f"{block}-{person}", "signature_ids": names, "model_version": -1,
            }  # fmt: skip
    for _ in range(20):  # that are referred to alone
        papers[f"{len(papers)}"] = _paper(rng, len(papers), rng.integers(len(WORDS), size=3), ["Q. Far"])
    for role, value in (("signatures", signatures), ("papers", papers), ("clusters", clusters)):
        (folder / source).mkdir(parents=True, exist_ok=True)
        (folder / source / f"{source}_{role}.json").write_text(json.dumps(value), "utf-8")
    known = [f"w name{block}" for block in range(BLOCKS)]
    splits = {"train": known[: BLOCKS // 2], "dev": known[BLOCKS // 2 : -6], "test": known[-6:]}
    (folder / "blocks").mkdir(exist_ok=True)
    (folder / "blocks" / f"block_sigs_{source}.json").write_text(json.dumps(splits), "utf-8")
    with (folder / source / f"{source}_made.pkl").open("wb") as out:
        pickle.dump((np.stack([*vectors.values()]), np.array([*vectors])), out)
    return vectors


def _paper(rng: np.random.Generator, key: int, taste: Any, friends: list[str]) -> dict[str, Any]:
    words = [*(WORDS[n] for n in rng.choice(taste, 3)), *rng.choice(COMMON, 4)]
    others = [name for name in friends if rng.random() < 0.5]
    return {
        "paper_id": key, "title": " ".join(words).capitalize(),
        "abstract": str(rng.choice(["", "An abstract."])),
        "venue": str(rng.choice(["", "Proceedings of Graph Search", f"{WORDS[taste[0]]} Letters"])),
        "journal_name": [None, "Journal of Enzyme Research", f"{WORDS[taste[1]]} & Co."][rng.integers(3)],
        "year": [None, 0, *range(1990, 2020)][rng.integers(32)],
        "authors": [
            {"position": place, "author_name": author} for place, author in enumerate(["W. Name", *others])
        ],
        "references": [int(n) for n in rng.integers(max(0, key - 9), key + 12, size=rng.integers(4))],
    }  # fmt: skip


def _signature(rng: np.random.Generator, name: str, paper: int, block: int, person: int) -> dict[str, Any]:
    mail = [None, "", f"w{person}@school.edu.", f"w{person}@new.org", f"w{block}"][rng.integers(5)]
    return {
        "signature_id": name, "paper_id": paper, "author_id": person,
        "author_info": {
            "first": FIRST[(person * 3 + rng.integers(4)) % len(FIRST)],
            "middle": MIDDLE[rng.integers(len(MIDDLE))] or None,
            "last": f"Name{block}", "suffix": None, "position": 0, "block": f"w name{block}", "email": mail,
            "affiliations": [f"University of {WORDS[person]}", "Department of Physics"][: rng.integers(3)],
        },
    }  # fmt: skip
