"""Where the files of a task lie below a folder: as they were published, or as downloads of them are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from assay.benchmarks.suites.describe import BenchTask, Layout
from assay.benchmarks.tasks.tables import FORMS
from assay.errors import EvaluationError
from assay.evaluation.beir import jsonl_path, qrels_path
from assay.messages import message

EXPERTISE_FILES = {"papers": "corpus.jsonl", "reviewers": "profiles.jsonl", "test": "expertise.tsv"}
"""role -> file, of the gold standard of reviewer assignment"""
_NAMED, _MOST_NAMES = 6, 1000  # names of a folder
_OTHER_SPLITS = {
    "test": ("test_qrel",),
    "test_hard": ("test_hard_qrel",),
    "test_soft": ("test_soft_qrel",),
    "metadata": ("reviewer_metadata",),
}
"""split -> what its file is called where the benchmark's own download was unpacked"""


@dataclass(slots=True)
class TaskFiles:
    """role -> file, a folder of shards, or the first of several; what is not there is in `missing`."""

    found: dict[str, Path] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)  # names below the user's folder

    def add(self, role: str, path: Path | None, name: str) -> None:
        if path is None:
            self.missing.append(name)
        else:
            self.found[role] = path


def locate(task: BenchTask, folder: Path) -> TaskFiles:
    """Return the task's files below the folder. Nothing in them is read."""
    return _LOCATORS[task.layout](task, folder)


def files_of(task: BenchTask, folder: Path) -> dict[str, Path]:
    """role -> file. Raises EvaluationError that names what is missing, and where the user gets it."""
    if task.unscored:
        raise EvaluationError("The task '{0}' cannot be scored. {1}", task.name, task.unscored)
    if not folder.is_dir():
        raise EvaluationError(message("{0}: there is no such folder.", folder))
    files = locate(task, folder)
    if files.missing:
        raise EvaluationError("{0}: {1}", folder, absence(task, files, folder))
    return files.found


def absence(task: BenchTask, files: TaskFiles, folder: Path) -> str:
    """Return what is missing, what is there instead, and where the user gets it."""
    n_more = len(files.missing) - 1
    rest = f" and {n_more} more that are not there" if n_more else ", which is not there"
    return (
        f"'{task.name}' needs {files.missing[0]}{rest}; {what_is_there(folder, files.missing[0])}. "
        f"Its data: {task.source}."
    )


def what_is_there(folder: Path, name: str) -> str:
    """Return what the nearest folder holds in which the file should be."""
    near = (folder / name).parent
    while near != folder and not near.is_dir():
        near = near.parent
    try:
        names = sorted(path.name for path in islice(near.iterdir(), _MOST_NAMES))
    except OSError as error:
        return f"{near} cannot be read ({error.strerror or error})"
    if not names:
        return f"{near} is empty"
    n_more = len(names) - _NAMED
    more = f" and {n_more:,} more" if n_more > 0 else ""
    return f"{near} holds {', '.join(names[:_NAMED])}{more}"


def _first(folders: Iterable[Path], there: Callable[[Path], bool]) -> Path | None:
    return next((folder for folder in folders if there(folder)), None)


def split_file(folder: Path, split: str) -> Path | None:
    """A folder of the split's name, its first shard, or one file: "test", "test-00000-of-00002.parquet"."""
    if (folder / split).is_dir():
        return folder / split
    for name in (split, *_OTHER_SPLITS.get(split, ())):
        for end in FORMS:
            first = sorted(folder.glob(f"{name}-00000-of-?????{end}"))
            one = [folder / f"{name}{end}{gz}" for gz in ("", ".gz")]
            found = next((path for path in (*first, *one) if path.is_file()), None)
            if found is not None:
                return found
    return None


def plain_file(folder: Path, name: str) -> Path | None:
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.is_file()), None)


# --- each layout


def _scirepeval(task: BenchTask, folder: Path) -> TaskFiles:
    files = TaskFiles()
    splits: tuple[str, ...] = ("test",)
    if task.kind in ("classification", "regression"):
        splits = ("train", "test")
    wanted = [("papers", "scirepeval", "meta", "evaluation")]
    splits = tuple(f"test_{name}" for name in task.judgements) or splits
    wanted += [(split, "scirepeval_test", "test", split) for split in splits]
    if "reviewers" in task.where:
        wanted.append(("reviewers", "scirepeval_test", "reviewers", "metadata"))
    for role, data_set, key, split in wanted:
        configs = task.where[key]
        roots = (folder / data_set, folder / "allenai" / data_set, folder)
        tried = (split_file(root / config, split) for root in roots for config in configs)
        found = next((file for file in tried if file is not None), None)
        files.add(role, found, f"{data_set}/{next(iter(configs), '?')}/{split}.parquet (or .jsonl)")
    return files


def _scidocs(task: BenchTask, folder: Path) -> TaskFiles:
    files = TaskFiles()
    root = _root(task, folder, lambda place: plain_file(place, task.where["papers"][0]) is not None)
    names = {"papers": task.where["papers"][0]}
    part = task.where["test"][0]
    if task.kind == "classification":
        names |= {"train": f"{part}/train.csv", "test": f"{part}/{task.split}.csv"}
    elif task.kind == "clicks":
        names |= {role: f"{part}/{split}.csv" for role, split in _SPLIT_FILES.items()}
        names["propensity"] = f"{part}/propensity_scores.json"
    else:
        names["test"] = f"{part}/{task.split}.qrel"
    for role, name in names.items():
        files.add(role, plain_file(root, name), _below(folder, root, name))
    return files


def _beir(task: BenchTask, folder: Path) -> TaskFiles:
    files = TaskFiles()
    root = _root(task, folder, lambda place: plain_file(place, "corpus.jsonl") is not None)
    names = {(folder / name).name for name in task.where["folder"]}
    if root == folder and folder.name not in names:
        root = folder / task.where["folder"][0]  # some other set lies in the folder itself
    for role, find in _BEIR_FILES.items():
        try:
            files.found[role] = find(root, task.split)
        except EvaluationError:
            files.missing.append(_below(folder, root, role))
    return files


_BEIR_FILES: Mapping[str, Callable[[Path, str], Path]] = {
    "corpus.jsonl": lambda root, _: jsonl_path(root, "corpus"),
    "queries.jsonl": lambda root, _: jsonl_path(root, "queries"),
    "qrels": qrels_path,
}


def _mdcr(task: BenchTask, folder: Path) -> TaskFiles:
    files = TaskFiles()
    root = _root(task, folder, lambda place: plain_file(place, task.where["test"][0]) is not None)
    for role in ("papers", "test"):
        name = task.where[role][0]
        files.add(role, plain_file(root, name), _below(folder, root, name))
    return files


def _s2and(task: BenchTask, folder: Path) -> TaskFiles:
    files = TaskFiles()
    root = _root(task, folder, lambda place: any((place / part).is_dir() for part in task.parts))
    for part in task.parts:
        for role in ("signatures", "papers", "clusters"):
            names = (f"{part}/{part}_{role}.json", f"{part}/{role}.json")
            found = next((path for name in names if (path := plain_file(root, name)) is not None), None)
            files.add(f"{part}/{role}", found, _below(folder, root, names[0]))
        blocks = {"blocks": f"{task.where['blocks'][0]}/block_sigs_{part}.json"}
        if plain_file(root, f"{part}/train_blocks.json") is not None:  # a file for each split
            blocks = {role: f"{part}/{name}_blocks.json" for role, name in _SPLIT_FILES.items()}
        for role, name in blocks.items():
            files.add(f"{part}/{role}", plain_file(root, name), _below(folder, root, name))
    return files


def _expertise(task: BenchTask, folder: Path) -> TaskFiles:
    files = TaskFiles()
    root = folder / task.where["folder"][0]
    for role, name in EXPERTISE_FILES.items():
        files.add(role, plain_file(root, name), _below(folder, root, name))
    return files


_SPLIT_FILES = {"train": "train", "validation": "val", "test": "test"}


def _root(task: BenchTask, folder: Path, there: Callable[[Path], bool]) -> Path:
    """Return the folder below that holds the task, or the folder itself; where neither, the first name."""
    places = [folder / name for name in task.where["folder"]]
    return _first((*places, folder), there) or places[0]


def _below(folder: Path, root: Path, name: str) -> str:
    return (root / name).relative_to(folder).as_posix()


_LOCATORS: Mapping[Layout, Callable[[BenchTask, Path], TaskFiles]] = {
    "scirepeval": _scirepeval,
    "scidocs": _scidocs,
    "beir": _beir,
    "release": _beir,
    "mdcr": _mdcr,
    "s2and": _s2and,
    "expertise": _expertise,
}
