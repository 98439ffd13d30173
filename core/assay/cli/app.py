"""The command line's root: the options that come before the command, and what every command starts with."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from assay import __version__, config
from assay.cli.names import PANELS
from assay.cli.output import Output, ProgressKind
from assay.errors import BadInput
from assay.location import VARIABLE, Location, Server, parsed
from assay.progress import Cancelled

if TYPE_CHECKING:
    from assay.library import Library
    from assay.workspace import Workspace


notices = logging.getLogger("assay.notices")


class ReaderLeft(Exception):
    """The reader of the answer has closed the pipe, as `head` does."""


class Group(TyperGroup):
    """A group whose help lists its commands in panels, in the order of use."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each panel; the names of all take the same width."""
        panels = PANELS.get(self.name or "", {"Commands": self.list_commands(ctx)})
        width = max(map(len, self.commands))
        for panel, names in panels.items():
            shown = [(name, self.commands[name]) for name in names if not self.commands[name].hidden]
            with formatter.section(panel):
                limit = formatter.width - 6 - width
                formatter.write_dl(
                    [(name.ljust(width), each.get_short_help_str(limit)) for name, each in shown]
                )


class Root(Group):
    """The command line, which handles Ctrl+C and broken pipes itself: Typer would end silently."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Raises Cancelled where the user stops it, ReaderLeft where nobody reads on."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Cancelled from error
        except BrokenPipeError as error:
            raise ReaderLeft from error


app = typer.Typer(
    name="assay",
    cls=Root,
    help="A workbench for a researcher's own papers: import, search, judge, evaluate.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON object on standard output.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there already.")]
Report = Annotated[ProgressKind, typer.Option("--progress", help="Where long work reports its progress.")]


@dataclass
class Session:
    """What one call of the command line works on."""

    location: Location
    output: Output = field(default_factory=Output)

    def open(self, *, create: bool = True) -> Workspace:
        """The library of this call. The database is loaded only here: `assay desktop` paints before it."""
        from assay.workspace import Workspace

        workspace = Workspace.open(self.location, create=create)
        note_read_only(workspace.library)
        return workspace


def note_read_only(library: Library) -> None:
    """One line on standard error where nothing can be written."""
    if library.read_only:
        notices.warning("%s is open for reading only, since %s.", library.location, library.read_only)


def session(context: typer.Context, *, json: bool = False) -> Session:
    """The call's session, from the command's own `--json` or the one before the command."""
    found: Session = context.find_root().obj
    found.output.as_json = found.output.as_json or json
    return found


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"assay {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    library: Annotated[
        str | None,
        typer.Option(
            envvar=VARIABLE,
            help="The library: a folder, or a server's postgresql+psycopg://user@host/database. "
            "The personal library if not given.",
        ),
    ] = None,
    json: Json = False,
    version: Annotated[  # noqa: ARG001 - handled by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A workbench for a researcher's own papers: import, search, judge, evaluate."""
    if library is not None and not library.strip():
        raise BadInput("--library needs the path of a folder, or the address of a server.")
    location: Location = config.default_library()
    if library is not None:
        place = parsed(library)
        location = library if isinstance(place, Server) else place
    context.obj = Session(location=location, output=Output(as_json=json))
