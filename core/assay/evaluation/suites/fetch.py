"""SciRepEval's data through the `datasets` library, where the user allows the network."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.errors import EvaluationError
from assay.evaluation.files import write_lines
from assay.evaluation.suites.describe import BenchTask
from assay.evaluation.suites.files import absence, locate
from assay.progress import Progress, silent

_OWNER = "allenai"
_REVISIONS = {"scirepeval": None, "scirepeval_test": "refs/convert/parquet"}
"""set -> the branch to read: of the labels the main one holds a script, which the library no longer runs"""


def fetch(
    task: BenchTask, folder: Path, *, allow_network: bool = False, progress: Progress = silent
) -> tuple[Path, ...]:
    """Writes the splits that the folder lacks as .jsonl.gz, each whole or not at all; returns the new files.

    Only SciRepEval's own configurations can be fetched. Raises EvaluationError where the network is not
    allowed, the library is not installed, or a split cannot be had; what was written before stays.
    """
    files = locate(task, folder)
    if not files.missing:
        return ()
    if task.layout != "scirepeval" or task.unscored:
        raise EvaluationError(f"Assay cannot fetch it. {absence(task, files)}")
    if not allow_network:
        raise EvaluationError(f"{absence(task, files)} Allow the network, or put the files there yourself.")
    written = []
    for done, (data_set, config, split) in enumerate(_splits(files.missing)):
        progress(f"fetching {config}, {split}", done, len(files.missing))
        path = folder / data_set / config / f"{split}.jsonl.gz"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise EvaluationError(f"{path.parent}: cannot be made ({error.strerror or error}).") from error
        write_lines(path, _rows(data_set, config, split))
        written.append(path)
    return tuple(written)


def _splits(missing: list[str]) -> Iterator[tuple[str, str, str]]:
    """(set, configuration, split) of "scirepeval/fos/evaluation.parquet (or .jsonl)"."""
    for name in missing:
        data_set, config, file = name.split("/")
        yield data_set, config, file.split(".")[0]


def _rows(data_set: str, config: str, split: str) -> Iterator[str]:
    """The rows as they come: no other split is loaded, and nothing is kept in the library's cache."""
    try:
        library: Any = importlib.import_module("datasets")
    except ImportError as error:
        raise EvaluationError(
            "Benchmarks are fetched by the library datasets, which is not installed. Install it, or download "
            f"{_OWNER}/{data_set} by hand."
        ) from error
    try:
        rows = library.load_dataset(
            f"{_OWNER}/{data_set}", config, split=split, revision=_REVISIONS[data_set], streaming=True
        )
        for row in rows:
            yield json.dumps(row, ensure_ascii=False)
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        raise EvaluationError(
            f"{_OWNER}/{data_set}, {config}, {split}: it cannot be fetched ({error!s:.160}). Try again "
            "later, or download it by hand."
        ) from error
