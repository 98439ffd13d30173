"""What a command that was stopped has done, and how it is resumed: for every command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.errors import BadInput
from assay.location import Server, parsed

_WHOLE = "A change is made whole or not at all"
_DONE = {
    "import": "The papers that were read before are in the library",
    "add": "The papers that were found before are in the library",
    "sample": "The papers that were added before are in the library",
    "watch look": "The files that were read before are in the library",
    "index": "What was indexed by then is searched; the vectors that were computed are kept",
    "encode": "Nothing was written",
    "run": "The runs that were finished before are kept",
    "export": "Nothing was written",
    "qrels export": "Nothing was written",
    "campaign export": "Nothing was written",
    "model export": "The new folder is unfinished, if there is one; delete it",
    "backup": "No backup was made, and those that are there stay",
    "restore": "The library is as it was, or restored as a whole",
    "train": "The checkpoints and finished stages of the run are kept",
    "sweep": "The runs that were finished before are kept",
    "replicate": "The runs that were finished before are kept",
    "improve": "What was prepared and trained before is kept",
    "lists prepare": "The lists of what was finished before are kept",
    "lists effects": "The trainings that were finished before are kept",
    "bench run": "The results that were finished before are kept",
    "bench fetch": "The files that were fetched before are kept",
    "lookup run": "The answers that came before are kept",
    "map": "The map from before stays, if there is one",
    "predict train": "What was learned before stays active",
    "duplicates find": "Nothing was changed",
    "desktop": "Trainings continue; grades and papers are kept",
    "tour": "The folder of the tour is unfinished; the next tour starts afresh",
    **dict.fromkeys(
        (f"formats {what}" for what in ("matrix", "relatedness", "partition", "efficiency", "seeds")),
        "The trainings and scores that were finished before are kept",
    ),
}
"""What holds after a command was stopped, by its name."""
_CHANGES = (
    "remove", "restore-papers", "edit", "judge", "undo", "redo", "pool", "add", "delete", "rename",
    "move", "make", "merge", "mark-distinct", "link", "mark-reviewed", "trust",
    "enable", "disable", "contact", "accept", "decline", "create", "guideline", "open", "close",
    "queries", "assign", "grade", "adjudicate", "release", "import", "deactivate", "activate",
    "ensemble", "promote", "rollback", "pause", "resume", "cancel", "seen", "withdraw", "reassign",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Interrupted:
    """`command` is its name, such as "bench run"; `resume` the command line that resumes it.

    `reached` is how far it came, such as "encoding, 1,200 of 3,000"; "" where it counts nothing.
    """

    command: str
    done: str
    resume: str
    reached: str = ""

    @property
    def message(self) -> str:
        if f"`{self.resume}`" in self.done:
            return self.done
        at = f" at {self.reached}" if self.reached else ""
        return f"Cancelled{at}. {self.done}. To resume, run `{self.resume}`."


def interrupted(
    arguments: Sequence[str], names: Sequence[str], message: str = "", reached: str = ""
) -> Interrupted:
    """Return what to tell of the command in `arguments`; `names` are those of all commands.

    `message` is what the command itself reported as it stopped. The command to resume is the given one,
    without the password of a server.
    """
    command = _name(arguments, frozenset(names))
    if message:
        resume = re.findall(r"`(assay [^`]+)`", message)
        return Interrupted(command, message, resume[-1] if resume else _again(arguments, command), reached)
    done = _DONE.get(command) or (_WHOLE if command.rpartition(" ")[2] in _CHANGES else "Nothing was changed")
    return Interrupted(command, done, _again(arguments, command), reached)


def _again(arguments: Sequence[str], command: str) -> str:
    """Return the command line as it was given, with the program's own options last."""
    own: list[str] = []
    others: list[str] = []
    left = iter(arguments)
    for word in left:
        if word == "--library":
            own += [word, _shown(next(left, ""))]
        elif word.startswith("--library="):
            own += ["--library", _shown(word.partition("=")[2])]
        elif word == "--json":
            own.append(word)
        else:
            others.append(word)
    if command == "train" and "--resume" not in others and "--out" in others:
        run = Path(others[others.index("--out") + 1 :][0]) if others[-1] != "--out" else Path()
        others += ["--resume"] if run.is_dir() else []
    split = others.index("--") if "--" in others else len(others)
    return shlex.join(["assay", *others[:split], *own, *others[split:]])


def _shown(location: str) -> str:
    """Show a location without its password."""
    try:
        place = parsed(location)
    except BadInput:
        return "LIBRARY"
    return place.shown if isinstance(place, Server) else location


def _name(arguments: Sequence[str], names: frozenset[str]) -> str:
    """Return the longest command name in the words; "" for none. The library's place is skipped."""
    words = [
        word
        for number, word in enumerate(arguments)
        if not word.startswith("-") and (not number or arguments[number - 1] != "--library")
    ]
    pair, single = " ".join(words[:2]), " ".join(words[:1])
    return next((name for name in (pair, single) if name in names), "")
