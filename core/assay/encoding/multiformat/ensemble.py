"""Several multi-format models that answer as one, as a folder: each member whole, and how they are combined.

SciRepEval's ensemble is the mean of the vectors of its control codes and its adapters; side by side they are
as good and twice as long. The vectors are taken as the members yield them, none is normalised first: the one
with the longer vectors weighs more. `ensemble.json` has the rule and each member's max length in
tokens; `members/1`, `members/2` and so on hold them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from assay.encoding.model_files.folder import read_settings
from assay.encoding.multiformat.folder import FormatFolder, is_multiformat, read_folder, read_spec, vector_dim
from assay.encoding.multiformat.shapes import check_parts
from assay.encoding.multiformat.spec import FormatSpec, side_of_format
from assay.errors import ModelError
from assay.types import TaskFormat


class How(StrEnum):
    """The rule by which the members' vectors become one."""

    MEAN = "mean"
    CONCAT = "concat"


HOWS: Mapping[How, str] = {
    How.MEAN: "the mean of the members' vectors",
    How.CONCAT: "the members' vectors side by side",
}
"""how -> what it is, in words"""

SETTINGS, MEMBERS = "ensemble.json", "members"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Member:
    """One model of an ensemble."""

    name: str  # as it was called where the ensemble was made
    folder: Path
    max_length: int  # tokens that it reads at most, special ones included


@dataclass(frozen=True, slots=True)
class Ensemble:
    """What a folder says, before anything of torch is loaded."""

    how: How
    members: tuple[Member, ...]

    @property
    def max_length(self) -> int:
        """Beyond it no member reads on."""
        return max(member.max_length for member in self.members)

    def specs(self) -> tuple[FormatSpec, ...]:
        """Of the members, in their order. Raises ModelError."""
        return tuple(read_spec(member.folder) for member in self.members)


def is_ensemble(folder: Path) -> bool:
    return (folder / SETTINGS).is_file()


def ensemble_identity(digests: Mapping[str, str], max_length: int) -> str:
    """Identify the ensemble: differs whenever a vector may; the members' files are among the digests."""
    return json.dumps(["ensemble-1", dict(digests), max_length], sort_keys=True)


def shared_formats(specs: Sequence[FormatSpec]) -> tuple[TaskFormat, ...]:
    """The formats that every member has vectors for, in the order of the first one's."""
    return tuple(each for each in specs[0].formats if all(each in spec.formats for spec in specs))


def ensemble_side(specs: Sequence[FormatSpec], format: TaskFormat) -> str:
    """Name the way a format is read: formats share a vector where they do so in every member."""
    return joined_sides([side_of_format(spec, format) for spec in specs])


def joined_sides(sides: Sequence[str]) -> str:
    return "+".join(sides) if any(sides) else ""


def read_ensemble(folder: Path) -> Ensemble:
    """Raise ModelError for a folder that does not say whole what it is, and for a member that is missing."""
    path = folder / SETTINGS
    settings = read_settings(path)
    if settings.get("format") != FORMAT:
        raise ModelError("{0} is of another format. A newer Assay may have written it.", path)
    how, rows = str(settings.get("how")), settings.get("members")
    if how not in {*How}:
        raise ModelError("{0}: 'how' must be one of {1}, not {2}.", path, ", ".join(How), repr(how))
    if not isinstance(rows, list) or len(rows) < 2 or not all(map(_is_member, rows)):
        raise ModelError("{0} does not list two or more members. Make the ensemble again.", path)
    members = tuple(
        Member(row["name"], folder / MEMBERS / f"{place}", row["max_length"])
        for place, row in enumerate(rows, start=1)
    )
    for member in members:
        if not is_multiformat(member.folder):
            raise ModelError(
                "The ensemble in {0} is incomplete: its member '{1}' is missing in {2}. Make the ensemble "
                "again.",
                folder,
                member.name,
                member.folder,
                advice="`assay model ensemble` makes it.",
            )
    return Ensemble(How(how), members)


def _is_member(row: object) -> bool:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        return False
    return type(row.get("max_length")) is int and row["max_length"] >= 3


def check_ensemble(folder: Path, *, allow_network: bool = False) -> int:
    """Return the columns of its vectors. Raises ModelError for members that are not whole or do not fit."""
    found = read_ensemble(folder)
    members = {
        member.name: read_folder(member.folder, allow_network=allow_network) for member in found.members
    }
    for member in members.values():
        check_parts(member)
    return fitting_dim(found.how, members)


def fitting_dim(how: How, members: Mapping[str, FormatFolder]) -> int:
    """The columns of an ensemble of these models, by their names. Raises ModelError where they do not fit."""
    dims = {name: vector_dim(found) for name, found in members.items()}
    if not shared_formats([found.spec for found in members.values()]):
        listed = "; ".join(f"{name} has {', '.join(f.spec.formats)}" for name, f in members.items())
        raise ModelError("There is no format that all members have vectors for: {0}.", listed)
    if how is How.CONCAT:
        return sum(dims.values())
    if len({*dims.values()}) > 1:
        listed = ", ".join(f"{name} has {dim}" for name, dim in dims.items())
        raise ModelError(
            "The mean needs vectors of as many dimensions from each member: {0}. Take models of one size, "
            "or combine them with 'concat'.",
            listed,
        )
    return next(iter(dims.values()))


def write_ensemble(folder: Path, members: Sequence[Member], *, how: How) -> int:
    """Copy the members into a new folder and return the columns of the ensemble's vectors. Raises OSError.

    Raises ModelError for members that are no multi-format models, fewer than two, or do not fit together.
    """
    for member in members:
        if is_ensemble(member.folder):
            raise ModelError("'{0}' is an ensemble itself. Name its members instead.", member.name)
        if not is_multiformat(member.folder):
            raise ModelError(
                "'{0}' has one vector for all formats. An ensemble is made of models with a vector for "
                "each; train one with a table [formats].",
                member.name,
            )
    by_name = {member.name: read_folder(member.folder) for member in members}
    if len(by_name) < 2 or len(by_name) < len(members):
        raise ModelError("An ensemble needs two or more models, each named once.")
    dim = fitting_dim(how, by_name)
    for place, member in enumerate(members, start=1):
        _copy(member.folder, folder / MEMBERS / f"{place}")
    rows: list[dict[str, object]] = [{"name": one.name, "max_length": one.max_length} for one in members]
    settings = {"format": FORMAT, "how": how, "members": rows}
    (folder / SETTINGS).write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    return dim


def _copy(source: Path, target: Path) -> None:
    """Copy what a model needs: its settings, its parts, and its base where that was trained too.

    Links stay links: what is behind one may be anybody's file, and the registry looks at each.
    """
    left_out = shutil.ignore_patterns(".*", "*.md", "model_card.json", "card.json")
    shutil.copytree(source, target, symlinks=True, ignore=left_out)
