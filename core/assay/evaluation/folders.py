"""A folder of exported files that appears whole or not at all, and what may be overwritten by one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from assay.errors import BadInput, EvaluationError
from assay.evaluation.files import write_lines
from assay.files import move, require_free, sha256_of

MANIFEST = "manifest.json"
_KIND = "assay-release"


@contextmanager
def prepared_folder(path: Path, *, overwrite: bool = True) -> Iterator[Path]:
    """An empty draft folder next to `path` that takes its place at the end of the block, unless that raised.

    What lies at `path` is replaced only if it is an empty folder or, with `overwrite`, one that `seal` signed
    and nobody has touched since; else BadInput is raised and nothing is changed. OSError becomes
    EvaluationError.
    """
    path = path.resolve()
    mark = uuid4().hex[:8]
    draft, old = (path.with_name(f".{path.name}.{mark}.{kind}") for kind in ("draft", "old"))
    try:
        _check_replaceable(path, overwrite=overwrite)
        draft.mkdir(parents=True)
        yield draft
        _swap(path, draft, old)
    except OSError as error:
        raise EvaluationError(
            "{0}: cannot be written ({1}); nothing was changed. Check the folder, its permissions and the "
            "space on the disk.",
            path,
            error.strerror or error,
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        if path.exists():  # else the old folder is all there is
            shutil.rmtree(old, ignore_errors=True)


def _swap(path: Path, draft: Path, old: Path) -> None:
    if path.exists():
        move(path, old)
    try:
        move(draft, path)
    except OSError:
        if old.exists():
            move(old, path)
        raise


def seal(folder: Path, facts: Mapping[str, object]) -> None:
    """Write the folder's manifest: the facts, and the SHA-256 of every file in it."""
    body = {"format": _KIND, **facts, "files": _digests(folder)}
    write_lines(folder / MANIFEST, [json.dumps(body, ensure_ascii=False, indent=1)])


def _check_replaceable(path: Path, *, overwrite: bool) -> None:
    if not path.name:
        raise BadInput("{0} cannot be overwritten. Give the name of a new folder.", path)
    if path.is_file():
        raise BadInput("{0} is a file. Give the name of a new folder.", path)
    if not path.is_dir() or not any(path.iterdir()):
        return
    if not overwrite:
        require_free(path)
    if not _is_ours(path):
        raise BadInput(
            "{0} holds files that this program did not write, or that were changed since. Nothing was "
            "overwritten. Give the name of a new folder.",
            path,
        )


def _is_ours(folder: Path) -> bool:
    try:
        body = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(body, dict) and body.get("format") == _KIND and body.get("files") == _digests(folder)


def _digests(folder: Path) -> dict[str, str]:
    """Path within the folder -> SHA-256 of the file, for every file but the manifest."""
    files = sorted(path for path in folder.rglob("*") if not path.is_dir() and path != folder / MANIFEST)
    return {path.relative_to(folder).as_posix(): sha256_of(path) for path in files}
