"""The command line's root: how commands are declared, and what every one of them has."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import platformdirs
import typer
from typer.core import TyperGroup

from assay import __version__, config
from assay.cli.names import PANELS
from assay.cli.output import Output, Printed, ProgressKind, harmless
from assay.errors import BadInput
from assay.files import LogFile, log_folder
from assay.location import VARIABLE, Location, Server, parsed
from assay.progress import Cancelled, Progress

if TYPE_CHECKING:
    from assay.library import Library
    from assay.workspace import Workspace


notices = logging.getLogger("assay.notices")
Command = TypeVar("Command", bound=Callable[..., None])


def option(about: str, *names: str, **settings: Any) -> Any:
    """Return an option of a command; `about` is its help, the rest as `typer.Option` takes it."""
    return typer.Option(*names, help=about, **settings)


def argument(about: str, **settings: Any) -> Any:
    """Return an argument of a command; `about` is its help, the rest as `typer.Argument` takes it."""
    return typer.Argument(help=about, **settings)


class ReaderLeft(Exception):
    """The reader of the answer has closed the pipe, as `head` does."""


class Group(TyperGroup):
    """A group whose help lists its commands in panels, in the order of use."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each panel; the names of all take the same width."""
        panels = PANELS.get(self.name or "", {"Commands": tuple(self.list_commands(ctx))})
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
    help="A workbench for a researcher's own papers: import, search, judge, train, evaluate.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Json = Annotated[bool, option("Answer with one JSON object on standard output.", "--json")]
Force = Annotated[bool, option("Replace files that are there already.", "--force")]
Report = Annotated[ProgressKind, option("Where long work reports its progress.", "--progress")]


@dataclass
class Session:
    """What one call of the command line works on, and how it answers."""

    context: typer.Context
    location: Location
    output: Output
    progress_kind: ProgressKind = ProgressKind.AUTO

    def open(self, *, create: bool = False) -> Workspace:
        """The library of this call. The database is loaded only here: `assay desktop` paints before it."""
        from assay.workspace import Workspace

        workspace = Workspace.open(self.location, create=create)
        note_read_only(workspace.library)
        return workspace

    def progress(self) -> AbstractContextManager[Progress]:
        """A callable that long work reports to, and that raises Cancelled when the work should stop."""
        return self.output.progress(self.progress_kind)

    def note(self, text: str) -> None:
        """Write a line for a person to standard error, apart from the answer."""
        typer.echo(f"assay: {harmless(text)}", err=True)

    def answer(self, payload: object, shown: Printed | Iterable[Printed]) -> None:
        """End the command: `payload` as one JSON object, or what is `shown` to a person."""
        self.output.result(payload, shown)


def command_group(name: str, about: str) -> typer.Typer:
    """Add a group of commands to the command line; `about` is its help."""
    made = typer.Typer(cls=Group, help=about, no_args_is_help=True)
    app.add_typer(made, name=name)
    return made


def command(
    parent: typer.Typer, name: str, *, progress: bool = False, lenient: bool = False
) -> Callable[[Command], Command]:
    """Register a function as a command: its parameters are the options, and --json is added.

    Args:
        progress: whether it works long, and so has --progress.
        lenient: whether "-1" is an argument, to be refused as one, and no option.
    """
    settings = {"ignore_unknown_options": True} if lenient else None

    def register(function: Command) -> Command:
        parent.command(name, context_settings=settings)(as_typer_reads(function, progress=progress))
        return function

    return register


def as_typer_reads(function: Callable[..., None], *, progress: bool = False) -> Callable[..., None]:
    """Return the command as Typer reads it: each field of a dataclass of options becomes an option."""
    hints = get_type_hints(function, include_extras=True)
    groups = {
        name: kind
        for name, kind in hints.items()
        if isinstance(kind, type) and is_dataclass(kind) and kind is not Session
    }
    options = [_option("context", typer.Context)]
    for each in signature(function).parameters.values():
        if each.name in groups:
            kind = groups[each.name]
            of_kind = get_type_hints(kind, include_extras=True)
            options += [_option(one.name, of_kind[one.name], _default(one)) for one in fields(kind)]
        elif hints[each.name] is not Session:
            options.append(_option(each.name, hints[each.name], each.default))
    options.append(_option("json", Json, False))
    options += [_option("progress", Report, ProgressKind.AUTO)] if progress else []

    def called(
        context: typer.Context, *, json: bool, progress: ProgressKind = ProgressKind.AUTO, **given: Any
    ) -> None:
        current: Session = context.find_root().obj
        current.output.as_json = current.output.as_json or json
        current.progress_kind, current.context = progress, context
        for name, kind in groups.items():
            given[name] = kind(**{one.name: given.pop(one.name) for one in fields(kind)})
        function(current, **given)

    called.__name__, called.__doc__ = function.__name__, function.__doc__
    called.__annotations__ = {option.name: option.annotation for option in options}
    vars(called)["__signature__"] = Signature(options)
    return called


def _option(name: str, kind: object, default: object = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _default(one: Field[Any]) -> object:
    return Parameter.empty if one.default is MISSING else one.default


def note_read_only(library: Library) -> None:
    """One line on standard error where nothing can be written."""
    if library.read_only:
        notices.warning("%s is read-only because %s.", library.location, library.read_only)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"assay {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    library: Annotated[
        str | None,
        option(
            "The library: a folder, or a server's postgresql+psycopg://user@host/database. "
            "The personal library if not given.",
            envvar=VARIABLE,
        ),
    ] = None,
    json: Json = False,
    version: Annotated[  # noqa: ARG001 - handled by its callback
        bool, option("Show the version.", "--version", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A workbench for a researcher's own papers: import, search, judge, train, evaluate."""
    if library is not None and not library.strip():
        raise BadInput("--library needs the path of a folder, or the address of a server.")
    location: Location = config.default_library()
    if library is not None:
        place = parsed(library)
        location = library if isinstance(place, Server) else place
    context.obj = Session(context, location, Output(as_json=json))


MAX_BYTES = 2_000_000
KEPT = 3


def log_to_file(arguments: Sequence[str]) -> None:
    """Send INFO and above to a rotating file in the user's log folder; nowhere if it cannot be written."""
    root = logging.getLogger()
    if root.handlers:
        return
    # One file a kind of process: Windows cannot rotate a file that another process holds open.
    name = "engine.log" if "engine" in arguments else "job.log" if "jsonl" in arguments else "assay.log"
    try:
        folder = platformdirs.user_log_path("assay", appauthor=False)
        log_folder(folder)
        handler: logging.Handler = LogFile(
            folder / name, maxBytes=MAX_BYTES, backupCount=KEPT, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.INFO)
