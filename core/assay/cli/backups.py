"""Commands for the library's backups: made, listed, looked at, restored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, app, argument, command, option
from assay.cli.output import Printed, table
from assay.location import Location, Server, folder_of, parsed

if TYPE_CHECKING:
    from assay.library import BackupFacts, RestorePreview
    from assay.library.upkeep.backup_preview import Difference

SHOWN = 10
_KINDS = {"backup": "backup", "replaced": "replaced by a restore"}


@command(app, "backup")
def backup(current: Session) -> None:
    """Back the library up now."""
    with current.open() as workspace:
        path = workspace.library.backup()
    current.answer({"backup": str(path)}, f"Backed up to {path}")


@command(app, "backups")
def backups(current: Session) -> None:
    """List the library's backups, and what restores have replaced, with what each holds."""
    from assay.library import backup_facts

    found = backup_facts(current.location)
    rows = [{**asdict(each), "path": str(each.path), "made_at": each.made_at.isoformat()} for each in found]
    current.answer({"backups": rows}, _show_backups(found))


@command(app, "restore")
def restore(
    current: Session,
    file: Annotated[Path, argument("A backup: its path, or its name in the library's backups.")],
    *,
    preview: Annotated[bool, option("Only say what would change.", "--preview")] = False,
) -> None:
    """Put a backup in the library's place. What was there is kept aside, not deleted."""
    from assay.library import preview_restore, restore_backup

    chosen = _backup_file(current.location, file)
    if preview:
        found = preview_restore(current.location, chosen)
        payload = {**asdict(found), "backup": str(found.backup)}
        current.answer(payload, _show_preview(found))
        return
    aside = restore_backup(current.location, chosen)
    kept = f"; what was there is now {aside}" if aside else ""
    payload = {"restored": str(chosen), "aside": str(aside) if aside else None}
    current.answer(payload, f"Restored {chosen}{kept}")


def _backup_file(location: Location, file: Path) -> Path:
    """The file itself where there is one, else the one of that name among the library's backups."""
    if file.exists() or len(file.parts) > 1 or isinstance(parsed(location), Server):
        return file
    return folder_of(location) / "backups" / file


def _show_backups(found: list[BackupFacts]) -> Iterator[Printed]:
    if not found:
        yield "There are no backups. One is made on each day of use; `assay backup` makes one now."
        return
    rows = []
    for each in found:
        held = each.holdings
        counts = ("?",) * 3 if held is None else (held.papers, held.judgements, held.campaigns)
        made_at = f"{each.made_at.astimezone():%Y-%m-%d %H:%M}"
        kind = _KINDS[each.kind] if held is not None else f"unreadable: {each.fault}"
        shown = (n if isinstance(n, str) else f"{n:,}" for n in counts)
        rows.append((made_at, f"{each.size / 1e6:,.1f} MB", *shown, kind, each.path.name))
    yield table(("made at", "#size", "#papers", "#judgements", "#campaigns", "", "name"), rows)
    yield f"In {found[0].path.parent}. `assay restore NAME --preview` says what one would change."


def _show_preview(found: RestorePreview) -> Iterator[Printed]:
    if found.now is None:
        yield f"The library cannot be read now: {found.fault}."
    else:
        for name, now in asdict(found.now).items():
            yield f"{name}: {now:,} now, {asdict(found.then)[name]:,} in the backup"
    differences = {"papers": found.papers, "judgements": found.judgements, "campaigns": found.campaigns}
    for name, difference in differences.items():
        yield from _show_difference(name, difference)
    if all(each.is_none for each in differences.values()):
        yield "Papers, judgements and campaigns are the same."
    yield "Nothing was changed."


def _show_difference(name: str, difference: Difference) -> Iterator[Printed]:
    for sign, verb, n, lines in (
        ("+", "would come", difference.come, difference.coming),
        ("-", "would go", difference.go, difference.going),
        ("~", "would be others", difference.differ, difference.differing),
    ):
        if not n:
            continue
        yield f"{name} that {verb}: {n:,}"
        for line in lines[:SHOWN]:
            yield f"  {sign} {line}"
        if n > SHOWN:
            yield f"    and {n - SHOWN:,} more"
