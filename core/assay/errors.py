"""What can go wrong, in words for the person who has to mend it.

Every message says what happened, where, and what to do next. `kind` is the stable name that scripts see in
`{"error": {"kind", "message"}}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from assay.messages import Message, message, plain

MOST = 5


class AssayError(Exception):
    """The base of all errors that are the input's or the machine's fault rather than ours.

    `text` is a pattern where it has values, and so a key to its translations. `advice`, a pattern of the
    same values, is what to type next: commands say it after the text, the window has buttons instead.
    """

    def __init__(self, text: Message | str = "", *values: object, advice: str = "") -> None:
        super().__init__(message(text, *values) if values and isinstance(text, str) else text)
        self.advice = advice.format(*values) if values else advice

    def __str__(self) -> str:
        text, newline, more = super().__str__().partition("\n")
        return f"{text} {self.advice}{newline}{more}" if self.advice else super().__str__()

    @property
    def kind(self) -> str:
        return type(self).__name__

    @property
    def lines(self) -> tuple[str, ...]:
        """What to show, one fault a line."""
        return (" ".join(str(self).split()),)

    @property
    def message(self) -> Message:
        """What it says, in a form that can be translated where it was raised with one."""
        (first, *_) = self.args or ("",)
        return first if isinstance(first, Message) else Message(super().__str__())

    @property
    def fields(self) -> dict[str, object]:
        """What programs learn besides kind and message, for JSON."""
        found = plain(self.message)
        is_apart = self.message in self.args or self.advice
        return found if is_apart and isinstance(found, dict) else {}


class BadInput(AssayError):
    """Something that the user gave cannot be used: an option, an id, a value.

    `problems` are several faults of it, one sentence each, that stand below what is said of the whole.
    `field` is the one of a form's that it is about, "" for none.
    """

    field = ""

    def __init__(
        self, text: Message | str = "", *values: object, problems: Iterable[str] = (), advice: str = ""
    ) -> None:
        super().__init__(text, *values, advice=advice)
        self._problems = tuple(" ".join(line.split()) for line in problems)
        if self._problems:
            self.args = ("\n".join((" ".join(str(self.message).split()), *self._problems)),)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(str(self).split("\n")) if self._problems else super().lines


class LibraryError(AssayError):
    """The library cannot be opened, read or written."""


class LibraryMissing(LibraryError):
    """There is none in that place, and none is to be made."""


class LibraryReadOnly(LibraryError):
    """The library is open for reading only, since its disk is full or cannot be written."""


class LibraryTooNew(LibraryError):
    """The library was written by a later version of Assay."""


class NotInQueue(BadInput):
    """A pair (query_id, doc_id) is not in the assessor's judging queue, or not any more."""

    def __init__(self, pair: tuple[str, str]) -> None:
        self.pair = pair
        super().__init__(message("Query {0} and paper {1} are not in this queue. Pool them first.", *pair))


class NextPairsMissing(LibraryError):
    """The judgement is stored, and only the pairs that come next could not be had. `reason` says why."""

    def __init__(self, cause: AssayError) -> None:
        self.reason = str(cause).replace("; nothing was changed", "")  # something was: the judgement
        super().__init__(
            message(
                "The judgement is saved, but the next pairs could not be loaded. {0} Continue to try again.",
                self.reason,
            )
        )


class ImportFailed(AssayError):
    """A file as a whole cannot be imported. `line` counts from 1; 0 where it concerns the whole file."""

    def __init__(self, path: str, line: int, text: Message | str, *values: object, advice: str = "") -> None:
        what = text if isinstance(text, Message) else message(text, *values)
        pattern = ("{0}:{1}: {2}", path, line, what) if line else ("{0}: {1}", path, what)
        super().__init__(*pattern, advice=advice)
        self.path = path
        self.line = line
        self.reason = str(what)


class StaleIndex(AssayError):
    """The index was built by another model, text or version; it must be built again."""


class DamagedIndex(StaleIndex):
    """The index's files do not match their checksums; it must be built again."""


class DimensionMismatch(AssayError):
    """Vectors of one dimension met an index or a model of another."""

    def __init__(self, *, expected: int, got: int) -> None:
        super().__init__(
            message("Vectors of {0} dimensions were given where {1} are expected.", got, expected)
        )
        self.expected = expected
        self.got = got


class ModelError(AssayError):
    """A model cannot be found, is damaged, or is not what its checksum says."""


class RecipeError(AssayError):
    """A training recipe, or the data that it names, cannot be used.

    Attributes:
        key: The recipe's key that is wrong, as "stages[1].loss.scale" (tables count from 1); "" for none.
        line: The line, from 1, of a text that is no TOML; else 0.
        code: What programs may act on: "batch_too_large", or "".
        sizes: Objective -> its examples, where a batch is too large for them.
    """

    def __init__(
        self,
        text: Message | str = "",
        *values: object,
        key: str = "",
        line: int = 0,
        code: str = "",
        sizes: Mapping[str, int] | None = None,
        advice: str = "",
    ) -> None:
        super().__init__(text, *values, advice=advice)
        self.key = key
        self.line = line
        self.code = code
        self.sizes = dict(sizes or {})

    @property
    def fields(self) -> dict[str, object]:
        fields = {"key": self.key, "line": self.line, "code": self.code, "sizes": self.sizes}
        return super().fields | {name: value for name, value in fields.items() if value}

    def within(self, table: str) -> RecipeError:
        """Return the error of a table's key as one of the whole recipe, which names the table."""
        key = ".".join(filter(None, (table, self.key)))
        text = message("{0}: {1}", table, self.message) if table else self.message
        return RecipeError(
            text, key=key, line=self.line, code=self.code, sizes=self.sizes, advice=self.advice
        )


class TrainingFailed(AssayError):
    """A training run cannot continue: its numbers, its disk, its memory or its checkpoints."""


class WorkersFailed(AssayError):
    """Workers cannot be started, or a shard of the work cannot be done; what was done before is kept."""


class EvaluationError(AssayError):
    """Qrels or a run cannot be read, or do not fit together."""


def suggestions(
    name: str, known: Iterable[str], meanings: Mapping[str, str] = MappingProxyType({}), *, most: int = MOST
) -> list[str]:
    """Return the `most` likely of the known names for an unknown one, the likeliest first; [] for none near.

    `meanings` are words that others use for them: word in lower case -> known name.
    """
    folded = {each.lower(): each for each in known}
    words = {word: meant for word, meant in meanings.items() if meant.lower() in folded} | folded
    typed = name.strip().lower()
    near = [typed] if typed in words else get_close_matches(typed, words, most)
    return list(dict.fromkeys(words[word] for word in near))[:most]
