"""What a job may be: a kind by name, with typed fields, and the command line that each stands for.

A queue on the disk holds kinds and fields, never words of a command. Only this table turns one into the
other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from assay.codec import from_json

_OF: Final = "option"
Words = tuple[str, ...]


def _option(name: str, default: Any = "") -> Any:
    """Return a field that is written as this option: text, a number, a flag, or several texts."""
    return field(default=default, metadata={_OF: name})


@dataclass(frozen=True, slots=True)
class Work:
    """A job without fields. Fields without an option are the words behind the command."""

    command: ClassVar[Words] = ()
    writes: ClassVar[bool] = False  # changes the library, whatever its fields are

    def arguments(self) -> Words:
        """Return the words of the command line."""
        plain: list[str] = []
        named: list[str] = []
        for each in fields(self):
            value, option = getattr(self, each.name), each.metadata.get(_OF)
            values = value if isinstance(value, tuple) else (value,) if value else ()
            if option is None:
                plain += values
            elif value is True:
                named.append(option)
            else:
                named += [word for one in values for word in (option, str(one))]
        return (*self.command, *plain, *named)


@dataclass(frozen=True, slots=True)
class ImportPapers(Work):
    command: ClassVar[Words] = ("import",)
    writes: ClassVar[bool] = True
    paths: Words = ()


@dataclass(frozen=True, slots=True)
class AddIdentifiers(Work):
    command: ClassVar[Words] = ("add",)
    writes: ClassVar[bool] = True
    identifiers: Words = ()
    keep: bool = _option("--keep", default=False)


@dataclass(frozen=True, slots=True)
class IndexLibrary(Work):
    command: ClassVar[Words] = ("index",)
    writes: ClassVar[bool] = True
    model: str = _option("--model")
    keyword_only: bool = _option("--keyword-only", default=False)
    passages: bool = _option("--passages", default=False)
    no_passages: bool = _option("--no-passages", default=False)


@dataclass(frozen=True, slots=True)
class LookThroughFolders(Work):
    command: ClassVar[Words] = ("watch", "look")
    writes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ReadFilesAgain(Work):
    command: ClassVar[Words] = ("files", "read-again")
    writes: ClassVar[bool] = True
    sha256s: Words = ()
    failed: bool = _option("--failed", default=False)


@dataclass(frozen=True, slots=True)
class AttachPdf(Work):
    command: ClassVar[Words] = ("files", "attach")
    writes: ClassVar[bool] = True
    doc_id: str = ""
    path: str = ""
    replace: bool = _option("--replace", default=False)


@dataclass(frozen=True, slots=True)
class FindPdf(Work):
    command: ClassVar[Words] = ("files", "find")
    writes: ClassVar[bool] = True
    doc_id: str = ""


@dataclass(frozen=True, slots=True)
class AnnotateCopy(Work):
    command: ClassVar[Words] = ("highlights", "annotate")
    doc_id: str = ""
    path: str = ""
    force: bool = _option("--force", default=False)


@dataclass(frozen=True, slots=True)
class CheckLibrary(Work):
    command: ClassVar[Words] = ("check",)
    repair: bool = _option("--repair", default=False)


@dataclass(frozen=True, slots=True)
class ExportPapers(Work):
    command: ClassVar[Words] = ("export",)
    path: str = ""
    ids: str = _option("--ids")
    key_rule: str = _option("--key-rule")
    new_keys: bool = _option("--new-keys", default=False)
    notes: bool = _option("--notes", default=False)
    force: bool = _option("--force", default=False)


@dataclass(frozen=True, slots=True)
class MakePool(Work):
    command: ClassVar[Words] = ("pool",)
    writes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RankQueries(Work):
    command: ClassVar[Words] = ("run",)
    writes: ClassVar[bool] = True
    mode: str = _option("--mode")
    tag: str = _option("--tag")
    model: str = _option("--model")


@dataclass(frozen=True, slots=True)
class RunBenchmarks(Work):
    command: ClassVar[Words] = ("bench", "run")
    systems: Words = ()
    resume: str = _option("--resume")
    data: str = _option("--data")
    files: Words = field(default=(), metadata={_OF: "--tasks"})
    tasks: Words = field(default=(), metadata={_OF: "--task"})
    similarity: str = _option("--similarity")
    intercept: bool = _option("--intercept", default=False)
    device: str = _option("--device")


@dataclass(frozen=True, slots=True)
class FindOverlap(Work):
    command: ClassVar[Words] = ("bench", "overlap")
    training: str = ""
    run: str = _option("--run")
    figures: bool = _option("--figures", default=False)
    split: str = _option("--split")
    data: str = _option("--data")
    files: Words = field(default=(), metadata={_OF: "--tasks"})


@dataclass(frozen=True, slots=True)
class EvaluateModel(Work):
    command: ClassVar[Words] = ("model", "evaluate")
    model: str = ""
    campaign: str = _option("--campaign")
    beir: str = _option("--beir")


@dataclass(frozen=True, slots=True)
class PromoteModel(Work):
    command: ClassVar[Words] = ("model", "promote")
    writes: ClassVar[bool] = True
    model: str = ""
    index: bool = _option("--index", default=False)


@dataclass(frozen=True, slots=True)
class RollBackModel(Work):
    command: ClassVar[Words] = ("model", "rollback")
    writes: ClassVar[bool] = True
    index: bool = _option("--index", default=False)


@dataclass(frozen=True, slots=True)
class MeasureSpeed(Work):
    command: ClassVar[Words] = ("model", "speed")
    model: str = ""


@dataclass(frozen=True, slots=True)
class ImproveSearch(Work):
    command: ClassVar[Words] = ("improve",)
    judgements: str = ""
    encoder: bool = _option("--encoder", default=False)
    weights: bool = _option("--no-encoder", default=False)
    model: str = _option("--model")
    out: str = _option("--out")


@dataclass(frozen=True, slots=True)
class UseWeights(Work):
    command: ClassVar[Words] = ("weights", "use")
    writes: ClassVar[bool] = True
    version: str = ""


@dataclass(frozen=True, slots=True)
class DropWeights(Work):
    command: ClassVar[Words] = ("weights", "drop")
    writes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class FindDuplicates(Work):
    command: ClassVar[Words] = ("duplicates", "find")


@dataclass(frozen=True, slots=True)
class MergeDuplicates(Work):
    command: ClassVar[Words] = ("duplicates", "merge")
    writes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class LearnPredictions(Work):
    command: ClassVar[Words] = ("predict", "train")
    writes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class MapPapers(Work):
    command: ClassVar[Words] = ("map",)


@dataclass(frozen=True, slots=True)
class LookPapersUp(Work):
    command: ClassVar[Words] = ("lookup", "run")
    writes: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RunCampaign(Work):
    command: ClassVar[Words] = ("campaign", "run")
    writes: ClassVar[bool] = True
    campaign: str = ""
    tag: str = ""
    mode: str = _option("--mode")
    text: str = _option("--text")
    model: str = _option("--model")
    k: int = _option("-k", default=0)


KINDS: Final[Mapping[str, type[Work]]] = {kind.__name__: kind for kind in Work.__subclasses__()}


def work_of(words: Sequence[str]) -> Work:
    """Return the job that these words of a command line stand for. Raises ValueError for any other words."""
    kind = next((each for each in KINDS.values() if tuple(words[: len(each.command)]) == each.command), None)
    if kind is None:
        raise ValueError(f"'{' '.join(words[:2])}' is not a kind of job")
    options = {each.metadata[_OF]: each for each in fields(kind) if _OF in each.metadata}
    values: dict[str, object] = {}
    plain: list[str] = []
    rest = list(words[len(kind.command) :])
    while rest:
        word = rest.pop(0)
        if word not in options:
            plain.append(word)
            continue
        each = options[word]
        if isinstance(each.default, bool):
            values[each.name] = True
        elif isinstance(each.default, tuple):
            before = values.get(each.name, ())
            values[each.name] = (*(before if isinstance(before, tuple) else ()), rest.pop(0))
        else:
            values[each.name] = int(rest.pop(0)) if isinstance(each.default, int) else rest.pop(0)
    for each in (each for each in fields(kind) if _OF not in each.metadata):
        taken = len(plain) if isinstance(each.default, tuple) else min(1, len(plain))
        values[each.name] = (
            tuple(plain[:taken]) if isinstance(each.default, tuple) else "".join(plain[:taken])
        )
        del plain[:taken]
    if plain:
        raise ValueError(f"'{' '.join(words)}' has words that belong to no field")
    return work_from(kind.__name__, values)


def work_from(name: str, values: Mapping[str, object]) -> Work:
    """Return the job of a kind with these fields.

    Raises:
        ValueError: the kind or a field is unknown, or a word would be read as an option.
        BadInput: a field has another type.
    """
    kind = KINDS.get(name)
    if kind is None:
        raise ValueError(f"'{name}' is not a kind of job")
    known = {each.name: each for each in fields(kind)}
    for key in values:
        if key not in known:
            raise ValueError(f"a job {name} has no field '{key}'")
    made = from_json(values, kind, what=name)
    for key, each in known.items():
        value = getattr(made, key)
        texts = value if isinstance(value, tuple) else (value,)
        if _OF not in each.metadata and any(text.startswith("-") for text in texts):
            raise ValueError(f"the field '{key}' of a job {name} begins with a dash")
    return made
