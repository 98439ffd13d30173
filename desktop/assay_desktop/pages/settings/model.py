"""What the settings page shows of a library, read in one go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay import __version__
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay.library.watched import WatchedFolder
    from assay.lookup import SentRequest
    from assay.types import Fusion
    from assay.workspace import Workspace
    from assay_desktop.actions.suggesting import SuggestionLine
    from assay_desktop.key_table import Action

VERSION = __version__


@dataclass(frozen=True, slots=True)
class LibraryFacts:
    """Where the library is, what searches it, which folders are watched."""

    folder: Path
    n_papers: int
    model: str
    max_length: int
    fusion: Fusion
    watched: tuple[WatchedFolder, ...] = ()
    passages: bool = False  # whether passages of full texts have vectors


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An action with its keys as they are shown; `usual` where they are others, else ""."""

    action: Action
    keys: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """`key` was pressed for an action while others (`holders`, in words) have it."""

    name: str
    title: str
    key: str
    holders: tuple[str, ...]
    adding: bool
    may_swap: bool


@dataclass(frozen=True, slots=True)
class HostLine:
    """One host: its name for the program, its title, where it is, whether it may be asked."""

    name: str
    title: str
    domain: str
    on: bool


@dataclass(frozen=True, slots=True)
class LookUpFacts:
    """All that the group shows; `requests` come the latest first."""

    hosts: tuple[HostLine, ...] = ()
    contact: str = ""
    requests: tuple[SentRequest, ...] = ()
    suggestions: tuple[SuggestionLine, ...] = ()

    @property
    def on(self) -> tuple[str, ...]:
        """The titles of the hosts that are on."""
        return tuple(host.title for host in self.hosts if host.on)


def read_facts(workspace: Workspace) -> LibraryFacts:
    """Return a fresh look at the library, also at a model that another process gave it."""
    workspace.reload()
    return LibraryFacts(
        folder=workspace.folder,
        n_papers=workspace.library.papers.count(),
        model=workspace.config.model,
        max_length=workspace.config.max_length,
        fusion=workspace.config.fusion,
        watched=tuple(workspace.library.watched.all()),
        passages=workspace.config.passages,
    )


def join_by(workspace: Workspace, fusion: Fusion) -> LibraryFacts:
    """Let hybrid search make one ranking of two so from now on. Raises BadInput."""
    from assay.searching.weights import use_fusion

    use_fusion(workspace, fusion)
    return read_facts(workspace)


def watch_folder(workspace: Workspace, folder: str) -> LibraryFacts:
    """Watch a folder from now on; return the facts with it. Raises BadInput."""
    from assay.ingest.watched_folders import watch

    watch(workspace.library, folder)
    return read_facts(workspace)


def zotero_libraries(_workspace: Workspace) -> dict[str, str]:
    """Ask a running Zotero for its groups: the name of each library that can be watched -> its title.

    The title of the user's own is "". Raises ZoteroAway.
    """
    from assay.ingest.zotero.client import ZoteroLibrary, groups_of

    own = ZoteroLibrary()
    groups = groups_of(own)
    return {str(own): "", **{str(ZoteroLibrary(number)): name for number, name in groups.items()}}


def let_go(workspace: Workspace, folder: str) -> LibraryFacts:
    """Watch a folder no more; return the facts without it."""
    workspace.library.watched.remove(folder)
    return read_facts(workspace)


def size_in_words(size: int) -> str:
    """ "4.2 MB"; bytes in powers of ten, as file dialogs count them."""
    if size < 1_000_000:
        return f"{numeral(size / 1000)} kB"
    return f"{numeral(size / 1_000_000, 1)} MB" if size < 1_000_000_000 else f"{numeral(size / 1e9, 1)} GB"
