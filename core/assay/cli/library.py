"""`assay library`: whether the library is the user's own."""

from __future__ import annotations

from assay.cli.app import Session, command, command_group

commands = command_group("library", "The library itself.")


@command(commands, "trust")
def trust(current: Session) -> None:
    """Trust a library that was made elsewhere: its watched folders are looked through from now on."""
    with current.open() as workspace:
        workspace.library.trust()
        location = workspace.library.location
        folders = [folder.path for folder in workspace.library.watched.all()]
        trusted = workspace.library.is_trusted
    said = f"{location} is trusted." if trusted else f"{location} could not be noted as trusted; see the log."
    watched = f" Watched folders: {', '.join(folders)}" if folders else ""
    current.answer({"library": location, "trusted": trusted, "watched": folders}, said + watched)
