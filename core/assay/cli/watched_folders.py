"""`assay watch`: folders whose papers are imported automatically; `assay files`: what was read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.lookups import in_words
from assay.cli.output import Printed
from assay.cli.papers import show_import, take_up_words
from assay.codec import to_json
from assay.errors import BadInput
from assay.ingest.types import ImportReport

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.ingest.watched_folders import Looked
    from assay.library import StoredFile
    from assay.lookup import Suggestion


watch_commands = command_group("watch", "Folders whose papers are imported automatically.")
files_commands = command_group("files", "The PDFs of the library's papers.")


Folder = Annotated[Path, argument("A folder.")]


@command(watch_commands, "add")
def add(current: Session, folder: Folder) -> None:
    """Watch a folder from now on. `assay watch look` brings in what is there."""
    from assay.ingest.watched_folders import watch

    with current.open(create=True) as workspace:
        path = watch(workspace.library, folder)
    current.answer({"folder": path}, f"Watching {path}")


@command(watch_commands, "list")
def list_folders(current: Session) -> None:
    """List the watched folders."""
    with current.open() as workspace:
        found = workspace.library.watched.all()
    rows = [
        {"folder": one.path, "looked_at": one.looked_at.isoformat() if one.looked_at else None}
        for one in found
    ]

    def show() -> Iterator[Printed]:
        for one in found:
            last = f"{one.looked_at:%Y-%m-%d %H:%M} UTC" if one.looked_at else "never"
            yield f"{one.path}  looked through: {last}"
        if not found:
            yield "No folder is watched. Add one: assay watch add FOLDER"

    current.answer({"folders": rows}, show())


@command(watch_commands, "remove")
def remove(current: Session, folder: Folder) -> None:
    """Stop watching a folder. Its papers stay."""
    path = str(folder.expanduser().absolute())
    with current.open() as workspace:
        if workspace.library.watched.remove(path) is None:
            raise BadInput(f"{path} is not watched. `assay watch list` shows the folders that are.")
    current.answer({"folder": path}, f"No longer watching {path}")


@command(watch_commands, "look", progress=True)
def look(current: Session) -> None:
    """Look through the watched folders: import what is new, note what was moved or is gone."""
    from assay.ingest.watched_folders import look_through

    with current.open() as workspace, current.progress() as report_progress:
        found = look_through(workspace.library, progress=report_progress)
        take_up_words(workspace, report_progress)
    total = sum((one.report for one in found), ImportReport())
    rows = [{"folder": one.folder, "missing": one.missing, "away": one.away} for one in found]
    current.answer({**to_json(total), "folders": rows}, _show_looks(found))


def _show_looks(found: list[Looked]) -> Iterator[Printed]:
    for one in found:
        if one.away:
            yield f"{one.folder}: left alone: {one.away}"
            continue
        first, *others = show_import(one.report)
        yield f"{one.folder}: {one.missing} missing, {first}"
        yield from others


@command(files_commands, "list")
def list_files(
    current: Session, *, needs_review: Annotated[bool, option("Only those that need review.")] = False
) -> None:
    """List the files of papers, and what was read out of them how surely."""
    from assay.ingest.lookups import LookUps

    with current.open() as workspace:
        found = workspace.library.files.doubtful() if needs_review else workspace.library.files.all()
        suggested: dict[str | None, list[Suggestion]] = {}
        for one in LookUps(workspace.library).suggestions():
            suggested.setdefault(one.doc_id, []).append(one)
    rows = [_file_row(one, suggested.get(one.doc_id, ())) for one in found]
    current.answer({"files": rows}, _show_files(found, suggested))


def _file_row(one: StoredFile, suggested: Sequence[Suggestion]) -> dict[str, object]:
    return {
        "sha256": one.file.sha256,
        "doc_id": one.doc_id,
        "paths": [place.path for place in one.places if not place.missing],
        "missing": [place.path for place in one.places if place.missing],
        "pages": one.file.n_pages,
        "fault": one.file.fault,
        "doubtful": one.file.doubtful,
        "found": {
            name: {"text": text, "confidence": sure, "origin": origin}
            for name, (text, sure, origin) in one.file.found.items()
        },
        "suggestions": suggested,
    }


def _show_files(
    found: list[StoredFile], suggested: Mapping[str | None, Sequence[Suggestion]]
) -> Iterator[Printed]:
    for one in found:
        place = one.places[0].path if one.places else "(nowhere)"
        state = one.file.fault or ("needs review" if one.file.doubtful else "")
        gone = "missing " if one.places and one.places[0].missing else ""
        yield f"{one.file.sha256[:12]}  {one.doc_id or '-'}  {gone}{place}  {state}"
        if one.file.doubtful:
            for name, (text, sure, origin) in one.file.found.items():
                yield f"    {name} ({sure:.2f}, {origin}): {text[:100]}"
        for each in suggested.get(one.doc_id, ()):
            value = in_words(each.after)[:100]
            yield f"    {each.field}, {each.host} suggests: {value}"
    if not found:
        yield "There are no such files."


@command(files_commands, "mark-reviewed")
def mark_reviewed(
    current: Session, sha256: Annotated[str, argument("The file's checksum, or its beginning.")]
) -> None:
    """Mark a file as reviewed."""
    with current.open() as workspace:
        files = workspace.library.files
        found = [one for one in files.doubtful() if one.file.sha256.startswith(sha256)]
        if len(found) != 1:
            raise BadInput(
                f"{len(found)} files that need review begin with '{sha256}': "
                "see `assay files list --needs-review`."
            )
        files.settle(found[0].file.sha256)
    current.answer({"sha256": found[0].file.sha256}, "Marked as reviewed.")


@command(files_commands, "read-again", progress=True)
def read_again(
    current: Session,
    files: Annotated[
        list[str] | None,
        argument("Files: their path, their checksum or its beginning, or the id of their paper."),
    ] = None,
    *,
    failed: Annotated[bool, option("All files that could not be read.", "--failed")] = False,
) -> None:
    """Read PDFs again, whatever went wrong before. Fields that a paper has already stay as they are."""
    from assay.ingest.pdfs import read_again as read

    if bool(files) == failed:
        raise BadInput("Name the files to read again, or give --failed for all that could not be read.")
    with current.open() as workspace, current.progress() as report_progress:
        known = workspace.library.files.all()
        chosen = [one for one in known if one.file.fault] if failed else []
        for name in files or ():
            chosen += _named_file(name, known)
        sha256s = [one.file.sha256 for one in chosen]
        report = read(workspace.library, sha256s, progress=report_progress)
        take_up_words(workspace, report_progress)

    def show() -> Iterator[Printed]:
        yield from show_import(report)
        if report.missing:
            yield f"{report.missing} files are nowhere to be found. Import them from where they are now."

    current.answer(to_json(report), show())


def _named_file(name: str, known: Sequence[StoredFile]) -> list[StoredFile]:
    """The files that a path, a checksum's beginning or a paper's id means. Raises BadInput for none."""
    path = str(Path(name).expanduser().absolute())
    found = [one for one in known if one.doc_id == name or any(place.path == path for place in one.places)]
    found = found or [one for one in known if one.file.sha256.startswith(name)]
    if not found:
        raise BadInput(f"No file of this library is '{name}'. `assay files list` shows those there are.")
    return found
