"""Watched folders, the PDFs of papers, and what hosts say of them: watch, files, lookup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.history import act
from assay.cli.output import Printed, count
from assay.cli.papers import show_import, take_up_words
from assay.codec import to_json
from assay.errors import BadInput
from assay.ingest.types import ImportReport
from assay.types import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assay.ingest.lookups import LookUps
    from assay.ingest.types import LookupReport
    from assay.ingest.watched_folders import FolderReport
    from assay.library import Action, Library, StoredFile
    from assay.lookup import Consent, SentRequest, Suggestion


watch_commands = command_group(
    "watch", "Folders, and a running Zotero, whose papers are imported automatically."
)
files_commands = command_group("files", "The PDFs of the library's papers.")
Folder = Annotated[Path, argument("A folder, `zotero:`, or `zotero:` and a group's name.")]


@command(watch_commands, "add")
def add(current: Session, folder: Folder) -> None:
    """Watch a folder from now on, or a running Zotero. `assay watch look` brings in what is there."""
    from assay.ingest.watched_folders import watch

    with current.open(create=True) as workspace:
        path = watch(workspace.library, folder.as_posix())
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
    from assay.ingest.watched_folders import watched_name

    path = watched_name(folder.as_posix())
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


def _show_looks(found: list[FolderReport]) -> Iterator[Printed]:
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
        found = workspace.library.files.to_review() if needs_review else workspace.library.files.all()
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


_TAKES_NOTHING = ". It does not show this paper's title, so the paper's fields stay as they are"


@command(files_commands, "attach", progress=True)
def attach(
    current: Session,
    doc_id: Annotated[str, argument("The paper.")],
    pdf: Annotated[Path, argument("Its PDF.", metavar="PDF")],
    *,
    replace: Annotated[
        bool, option("Take the place of the PDFs that it has; those stay on the disk.")
    ] = False,
) -> None:
    """Give a paper a PDF, which is read. The file stays where it is."""
    from assay.ingest.attaching import attach_pdf

    with current.open() as workspace, current.progress() as report_progress:
        report = attach_pdf(workspace.library, doc_id, pdf, replace=replace, progress=report_progress)
    failed = "; ".join(str(one) for one in (*report.failed, *report.incomplete))
    done = f"{pdf.name} is attached to {doc_id}{_TAKES_NOTHING if report.other_title else ''}"
    current.answer(to_json(report), failed or done)


@command(files_commands, "find", progress=True)
def find(current: Session, doc_id: Annotated[str, argument("The paper.")]) -> None:
    """Look for a free PDF of a paper at arXiv and OpenAlex, as far as they are enabled, and attach it."""
    from assay.ingest.attaching import find_pdf

    with current.open() as workspace, current.progress() as report_progress:
        found = find_pdf(workspace.library, doc_id, progress=report_progress)
    elsewhere = f"It is free to read at {found.link}" if found.link else "No free PDF was found"
    done = f"{found.path} is attached{_TAKES_NOTHING if found.other_title else ''}"
    current.answer(to_json(found), done if found.path else elsewhere)


@command(files_commands, "mark-reviewed")
def mark_reviewed(
    current: Session, sha256: Annotated[str, argument("The file's checksum, or its beginning.")]
) -> None:
    """Mark a file as reviewed."""
    with current.open() as workspace:
        files = workspace.library.files
        found = [one for one in files.to_review() if one.file.sha256.startswith(sha256)]
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
    """Return the files of a path, a checksum's beginning or a paper's id. Raises BadInput for none."""
    path = str(Path(name).expanduser().absolute())
    found = [one for one in known if one.doc_id == name or any(place.path == path for place in one.places)]
    found = found or [one for one in known if one.file.sha256.startswith(name)]
    if not found:
        raise BadInput(f"No file of this library is '{name}'. `assay files list` shows those there are.")
    return found


HostName = Annotated[str, argument("crossref, arxiv, pubmed, openalex or openlibrary.", metavar="HOST")]
Papers = Annotated[list[str] | None, argument("Only suggestions for these papers.", metavar="[DOC_ID...]")]
Fields = Annotated[list[str] | None, option("Only this field, such as abstract; repeatable.", "--field")]
Every = Annotated[bool, option("All suggestions that are open.", "--all")]
lookup_commands = command_group(
    "lookup",
    "Ask Crossref, arXiv, PubMed and others what a PDF does not say. Each is off until it is enabled.",
)


@command(lookup_commands, "list")
def list_hosts(current: Session) -> None:
    """List the hosts, and which of them are on."""
    from assay.lookup import Consent

    _show_consent(current, Consent.load())


@command(lookup_commands, "enable")
def enable(current: Session, host: HostName) -> None:
    """Let `assay lookup run` ask this host, in all libraries of yours. Nothing is sent by this alone."""
    _keep_host(current, host, on=True)


@command(lookup_commands, "disable")
def disable(current: Session, host: HostName) -> None:
    """Stop asking this host."""
    _keep_host(current, host, on=False)


@command(lookup_commands, "contact")
def contact(
    current: Session, address: Annotated[str, argument("Your e-mail address; an empty text for none.")]
) -> None:
    """Send your e-mail address with each request, so that a host can contact you before blocking you."""
    from assay.lookup import Consent

    consent = Consent.load().with_contact(address)
    consent.save()
    _show_consent(current, consent)


def _keep_host(current: Session, host: str, *, on: bool) -> None:
    from assay.lookup import Consent

    consent = Consent.load().with_host(host, on=on)
    consent.save()
    _show_consent(current, consent)


def _show_consent(current: Session, consent: Consent) -> None:
    from assay.lookup import HOSTS

    rows = [
        {"host": host.name, "title": host.title, "address": host.domain, "on": host.name in consent.hosts}
        for host in HOSTS.values()
    ]

    def show() -> Iterator[Printed]:
        for row in rows:
            yield f"{row['host']:11} {'on ' if row['on'] else 'off'}  {row['address']}"
        yield f"contact     {consent.contact or 'none'}"

    current.answer({"hosts": rows, "contact": consent.contact}, show())


@command(lookup_commands, "run", progress=True)
def run(
    current: Session,
    *,
    needs_review: Annotated[bool, option("Only papers of PDFs that need review.")] = False,
    ids: Annotated[
        list[str] | None, option("Only this paper, also without a PDF; repeatable.", "--ids")
    ] = None,
) -> None:
    """Ask the hosts that are on about papers with a PDF that lack something. A stopped run resumes later."""
    if needs_review and ids:
        raise BadInput("--needs-review and --ids each say which papers to look up. Give one of them.")
    with current.open() as workspace, current.progress() as report:
        done = _look_ups(workspace.library).run(ids, needs_review=needs_review, progress=report)
    current.answer(to_json(done), _show_run(done))


def _show_run(done: LookupReport) -> Iterator[Printed]:
    yield (
        f"{count(done.n_papers, 'paper')} looked up by {count(done.n_requests, 'request')}; "
        f"{count(done.n_suggestions, 'suggestion')}: `assay lookup suggestions`"
    )
    for sentence in done.away:
        yield one_line(sentence)


@command(lookup_commands, "log")
def log(
    current: Session,
    *,
    show: Annotated[int, option("How many requests, the latest first.", "--show", min=0)] = 50,
) -> None:
    """Show what was asked of whom, for which paper, and what came of it."""
    with current.open() as workspace:
        requests = _look_ups(workspace.library).log(limit=show)
    current.answer({"requests": requests}, _show_log(requests))


def _show_log(requests: Sequence[SentRequest]) -> Iterator[Printed]:
    for one in requests:
        came = one.outcome or "no answer is known"
        yield one_line(f"{one.asked_at:%Y-%m-%d %H:%M:%S} UTC  {one.doc_id}  {one.sent}  {came}")
    if not requests:
        yield "Nothing was ever asked for this library."


@command(lookup_commands, "suggestions")
def suggestions(current: Session, doc_ids: Papers = None) -> None:
    """List what the hosts' answers suggest, each field as it is and as it would be."""
    with current.open() as workspace:
        found = _look_ups(workspace.library).suggestions(doc_ids or None)
    current.answer({"suggestions": found}, show_suggestions(found))


@command(lookup_commands, "accept")
def accept(current: Session, doc_ids: Papers = None, *, field: Fields = None, every: Every = False) -> None:
    """Write suggestions into their papers. `assay history undo` takes that back."""

    def write(library: Library) -> Action:
        work = _look_ups(library)
        return work.accept(_chosen(work, doc_ids, field, every=every))

    act(current, write)


@command(lookup_commands, "decline")
def decline(current: Session, doc_ids: Papers = None, *, field: Fields = None, every: Every = False) -> None:
    """Take suggestions off the list for good."""
    with current.open() as workspace:
        work = _look_ups(workspace.library)
        chosen = _chosen(work, doc_ids, field, every=every)
        work.decline(chosen)
    current.answer({"declined": chosen}, f"{count(len(chosen), 'suggestion')} declined")


def show_suggestions(found: Sequence[Suggestion]) -> Iterator[Printed]:
    """Yield each suggestion in two lines."""
    for one in found:
        before = in_words(one.before) or "(nothing)"
        yield f"{one.doc_id}  {one.field}, by {one.host}"
        yield f"    - {before[:200]}\n    + {in_words(one.after)[:200]}"
    if not found:
        yield "There are no suggestions."


def in_words(value: object) -> str:
    """A field as a person reads it."""
    if isinstance(value, tuple):
        return "; ".join(value)
    return "" if value is None else str(value)


def _look_ups(library: Library) -> LookUps:
    from assay.ingest.lookups import LookUps

    return LookUps(library)


def _chosen(
    work: LookUps, doc_ids: Sequence[str] | None, fields: Sequence[str] | None, *, every: bool
) -> list[Suggestion]:
    if not doc_ids and not every:
        raise BadInput("Name papers, or give --all: `assay lookup suggestions` lists what is open.")
    found = work.suggestions(doc_ids or None)
    chosen = [one for one in found if not fields or one.field in fields]
    if not chosen:
        raise BadInput("There is no such suggestion: `assay lookup suggestions` lists what is open.")
    return chosen
