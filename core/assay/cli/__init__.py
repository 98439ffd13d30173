"""Assay's command line: one command a stage. Every command takes --json."""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NoReturn, TextIO

from typer import Abort, TyperException
from typer.core import TyperGroup
from typer.main import get_group

from assay.cli import collections, desktop, duplicates, files, history, library, papers, saved, search, serve
from assay.cli.app import ReaderLeft, app, log_to_file
from assay.cli.evaluation import bench, bench_reports, measure, rankings
from assay.cli.interrupts import interrupted
from assay.cli.judging import campaign_judgements, campaigns, grades
from assay.cli.names import COMMANDS_MEANT, ELSEWHERE
from assay.cli.output import Notices, Output, how_far, reached
from assay.cli.training import experiments, formats, models, predict, query_tuning, train
from assay.errors import AssayError, suggestions
from assay.interpreter import protect_children
from assay.progress import Cancelled

__all__ = ["app", "main"]

MODULES = (
    *(papers, library, collections, files, duplicates, history, search, saved, grades, campaigns),
    *(campaign_judgements, measure, rankings, bench, bench_reports, train, models, experiments, formats),
    *(query_tuning, predict, desktop, serve),
)
"""Each adds its commands where it is imported."""

BAD_INPUT = 2
INTERNAL = 1
CANCELLED = 130

_UNKNOWN = re.compile(r"No such command '(.*?)'")

log = logging.getLogger(__name__)
notices = logging.getLogger("assay.notices")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and leave with its exit status: 0, 2 for bad input, 130 if cancelled, 1 otherwise."""
    protect_children()
    _utf8_streams()
    given = in_order(sys.argv[1:] if arguments is None else arguments)
    log_to_file(given)
    options = given[: given.index("--")] if "--" in given else given
    output = Output(as_json="--json" in options)
    try:
        status = run(given, output)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        status = 0
    except OSError as error:  # standard output is full or closed: the one place left is standard error
        sys.stderr.write(f"assay: the answer could not be written: {error.strerror}\n")
        _silence(sys.stdout)
        status = BAD_INPUT
    sys.exit(status)


def run(arguments: Sequence[str], output: Output) -> int:
    """Run one command and return its exit status. No traceback reaches the user."""
    shown = Notices()
    notices.addHandler(shown)
    reached.clear()
    try:
        status = _command()(in_order(arguments), prog_name="assay", standalone_mode=False)
    except TyperException as error:
        output.error("BadInput", f"{_message(error)} See `assay --help`.")
        return BAD_INPUT
    except AssayError as error:
        output.error(error.kind, *error.lines, fields=error.fields)
        return BAD_INPUT
    except (Cancelled, KeyboardInterrupt, Abort) as error:
        message = str(error) if isinstance(error, Cancelled) else ""
        output.cancelled(interrupted(arguments, command_names(), message, how_far()))
        return CANCELLED
    except (BrokenPipeError, ReaderLeft):
        # The reader of our output went away (`assay search x | head`): that is its right.
        _silence(sys.stdout)
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:  # of a path, or of a model
            output.error("BadInput", f"No file can have so long a name: {error.filename}")
            return BAD_INPUT
        log.exception("internal error")
        output.error("InternalError", f"Internal error, please report it: {type(error).__name__}: {error}")
        return INTERNAL
    finally:
        notices.removeHandler(shown)
    return status if isinstance(status, int) else 0


def in_order(arguments: Sequence[str]) -> list[str]:
    """The arguments with the program's own options first, wherever they stand before a "--".

    Where nothing says what to do, such as after `assay` or `assay GROUP`, `--help` is added.
    """
    own: list[str] = []
    others: list[str] = []
    left = iter(arguments)
    for argument in left:
        if argument == "--":
            others += [argument, *left]
        elif argument == "--library":
            value = list(islice(left, 1))
            if not value:
                return [argument]  # which is refused, and not given the command as its value
            own += [argument, *value]
        elif argument == "--json" or argument.startswith("--library="):
            own.append(argument)
        else:
            others.append(argument)
    group: object = _command()
    for name in others:
        group = group.commands.get(name) if isinstance(group, TyperGroup) else None
    if isinstance(group, TyperGroup) and group.no_args_is_help:
        others.append("--help")
    return own + others


def _message(error: TyperException) -> str:
    """Return what is wrong with the arguments; of an unknown command, what was meant."""
    message = error.format_message()
    unknown = _UNKNOWN.match(message)
    group = getattr(getattr(error, "ctx", None), "command", None)
    if unknown is None or not isinstance(group, TyperGroup):
        return message
    meant = {
        word: next((name for name in (usual, *ELSEWHERE.get(usual, ())) if name in group.commands), usual)
        for word, usual in COMMANDS_MEANT.items()
    }
    near = suggestions(unknown[1], group.commands, meant)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    return f"No such command '{unknown[1]}'.{hint}"


@cache
def _command() -> TyperGroup:
    """The command line made of the modules' functions, once a process: it takes a tenth of a second."""
    return get_group(app)


def command_names() -> list[str]:
    """The names of all commands, such as "import" and "bench run"."""
    names = []
    for name, command in _command().commands.items():
        inner = getattr(command, "commands", None)
        names += [name] if inner is None else [f"{name} {each}" for each in inner]
    return names


def _silence(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that Python's own last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _utf8_streams() -> None:
    """Make titles in every script printable wherever the output goes, pipes on Windows included."""
    # A closed stream (`>&-`) is None in Python, and writing to it would be an error of ours.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
