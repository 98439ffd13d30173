"""SciRepEval's data through the `datasets` library, where the user allows the network."""

from __future__ import annotations

import importlib
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.suites.files import absence, locate
from assay.errors import EvaluationError
from assay.evaluation.files import write_lines
from assay.progress import Item, Progress, silent

_OWNER = "allenai"
TRAINING = (
    "cite_count", "cite_prediction", "cite_prediction_new", "fos", "high_influence_cite", "mesh_descriptors",
    "pub_year", "same_author", "search",
)  # fmt: skip
_TALKERS = ("datasets", "fsspec", "huggingface_hub", "httpx", "urllib3")
_NO_NETWORK = ("ConnectError", "ConnectTimeout", "ConnectionError", "MaxRetryError", "OfflineModeIsEnabled",
               "ProxyError", "ReadTimeout", "LocalEntryNotFoundError", "gaierror")  # fmt: skip
_REVISIONS = {"scirepeval": None, "scirepeval_test": "refs/convert/parquet"}
"""set -> the branch to read: of the labels the main one holds a script, which the library no longer runs"""


def fetch(
    task: BenchTask, folder: Path, *, allow_network: bool = False, progress: Progress = silent
) -> tuple[Path, ...]:
    """Write the splits that the folder lacks as .jsonl.gz, each whole or not at all; return the new files.

    Only SciRepEval's own configurations can be fetched. Raises EvaluationError where the network is not
    allowed, the library is not installed, or a split cannot be had; what was written before stays.
    """
    files = locate(task, folder)
    if not files.missing:
        return ()
    if task.layout != "scirepeval" or task.unscored:
        raise EvaluationError("Assay cannot fetch it. {0}", absence(task, files, folder))
    if not allow_network:
        raise EvaluationError(
            "{0} Allow the network, or put the files there yourself.", absence(task, files, folder)
        )
    written = []
    for done, (data_set, config, split) in enumerate(_splits(files.missing)):
        progress("fetching", done, len(files.missing), Item((config, split)))
        path = folder / data_set / config / f"{split}.jsonl.gz"
        _write(path, data_set, config, split)
        written.append(path)
    return tuple(written)


def fetch_training(
    name: str, folder: Path, *, allow_network: bool = False, progress: Progress = silent
) -> tuple[Path, ...]:
    """Write train and validation of one of SciRepEval's training sets, where the folder lacks them.

    As scirepeval/NAME/train.jsonl.gz, which an objective's path may name. Raises as `fetch`.
    """
    config = name.removeprefix("scirepeval/")
    if config not in TRAINING:
        raise EvaluationError("{0} is none of SciRepEval's training sets: {1}.", name, ", ".join(TRAINING))
    place = folder / "scirepeval" / config
    missing = [
        path for split in ("train", "validation") if not (path := place / f"{split}.jsonl.gz").exists()
    ]
    if missing and not allow_network:
        raise EvaluationError("{0} is not there. Allow the network, or put it there yourself.", missing[0])
    for done, path in enumerate(missing):
        split = path.name.split(".")[0]
        progress("fetching", done, len(missing), Item((config, split)))
        _write(path, "scirepeval", config, split)
    return tuple(missing)


def _write(path: Path, data_set: str, config: str, split: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EvaluationError("{0}: cannot be made ({1}).", path.parent, error.strerror or error) from error
    write_lines(path, _rows(data_set, config, split))


def _splits(missing: list[str]) -> Iterator[tuple[str, str, str]]:
    """(set, configuration, split) of "scirepeval/fos/evaluation.parquet (or .jsonl)"."""
    for name in missing:
        data_set, config, file = name.split("/")
        yield data_set, config, file.split(".")[0]


def _rows(data_set: str, config: str, split: str) -> Iterator[str]:
    """Yield the rows as they come: no other split is loaded, and nothing is kept in the library's cache."""
    try:
        library: Any = importlib.import_module("datasets")
    except ImportError as error:
        raise EvaluationError(
            "Benchmarks are fetched by the library datasets, which is missing. Install Assay with the extra "
            "bench, or download {0}/{1} by hand.",
            _OWNER,
            data_set,
        ) from error
    try:
        with _unheard():
            rows = library.load_dataset(
                f"{_OWNER}/{data_set}", config, split=split, revision=_REVISIONS[data_set], streaming=True
            )
            for row in rows:
                yield json.dumps(row, ensure_ascii=False)
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        if _is_cut_off(error):
            raise EvaluationError(
                "{0}/{1}, {2}, {3}: the hub cannot be reached. Check that this computer has a network, "
                "and run the same again: what was fetched is kept.",
                _OWNER,
                data_set,
                config,
                split,
            ) from error
        raise EvaluationError(
            "{0}/{1}, {2}, {3}: it cannot be fetched ({4}). Try again later, or download it by hand.",
            _OWNER,
            data_set,
            config,
            split,
            f"{error!s:.160}",
        ) from error


@contextmanager
def _unheard() -> Iterator[None]:
    """The libraries tell of each try in lines of their own, where one sentence says it all."""
    loggers = [logging.getLogger(name) for name in _TALKERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _is_cut_off(error: BaseException | None) -> bool:
    """Return whether no connection came about, which the libraries wrap in errors of their own."""
    while error is not None:
        if isinstance(error, ConnectionError | TimeoutError):
            return True
        if type(error).__name__ in _NO_NETWORK:
            return True
        error = error.__cause__ or error.__context__
    return False
