"""The value of a BibTeX field: `{...}`, `"..."`, a number or a macro, joined by `#`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from assay.errors import AssayError

MONTHS: Mapping[str, str] = {
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
    "jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November",
    "dec": "December",
}  # fmt: skip
"""The macros that every style defines."""

_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTED_PART = re.compile(r"(?<!\\)[{}\"]")
_NAME = re.compile(r"\s*+,?\s*+([A-Za-z][\w+-]*+)\s*+=\s*+")
_WORD = re.compile(r"[^\s#{}\"]+")


MAX_MACRO = 20_000
"""Characters of an `@string`: names of journals and addresses are shorter, chains that double are not."""

MAX_EXPANDED = 50_000_000
"""Characters that all macros and parents of a file may add to what it holds."""


class Expansion(AssayError):
    """A macro or a parent would grow beyond all measure; the message is the reason."""


class Macros(dict[str, str]):
    """The macros of a file, by lower-case name, and what their use has added so far."""

    def __init__(self, defined: Mapping[str, str] = MONTHS) -> None:
        super().__init__(defined)
        self.endless: set[str] = set()  # names whose text was too long to be kept
        self.undefined: dict[str, int] = {}  # names that entries use, and the line of the first with each
        self.n_undefined = 0  # entries with such names
        self._spent = 0

    def note(self, names: Iterable[str], line: int) -> None:
        """Remember which names of the entry on this line nobody defines; numbers are none."""
        known = self.keys() | self.endless
        unknown = [name for name in names if name.casefold() not in known and not name[0].isdigit()]
        self.undefined = dict.fromkeys(unknown, line) | self.undefined
        self.n_undefined += bool(unknown)

    def use(self, name: str) -> str:
        """Return the text of a macro; of an unknown one its name. Raises Expansion."""
        if name.casefold() in self.endless:
            raise Expansion(
                "it uses the @string '{0}', which grows beyond {1} characters", name[:80], f"{MAX_MACRO:,}"
            )
        text = self.get(name.casefold(), name)
        self.spend(len(text) - len(name))
        return text

    def spend(self, characters: int) -> None:
        """Count characters that a macro or a parent adds. Raises Expansion where a file adds too many."""
        if self._spent + characters > MAX_EXPANDED:
            raise Expansion(
                "the macros and parents of this file add over {0} million characters",
                f"{MAX_EXPANDED / 1e6:.0f}",
            )
        self._spent += max(0, characters)

    def define(self, name: str, raw: str) -> None:
        """Keep an `@string`, which may use those before it; one that grows too long is endless."""
        key = name.casefold()
        try:
            self[key] = join_value(raw, self, MAX_MACRO)
            self.endless.discard(key)
        except Expansion:
            self.pop(key, None)
            self.endless.add(key)


def join_value(raw: str, macros: Mapping[str, str], longest: int | None = None) -> str:
    """Return the text of a raw value; an unknown macro stands for its own name.

    Raises Expansion for one that is longer than `longest` characters, before it is joined.
    """
    if raw[:1] == "{" and raw[-1:] == "}" and "{" not in (inner := raw[1:-1]) and "}" not in inner:
        return inner
    joined, length = [], 0
    for text, _ in _parts(raw, macros):
        joined.append(text)
        length += len(text)
        if longest is not None and length > longest:
            raise Expansion("it grows beyond {0} characters", f"{longest:,}")
    return "".join(joined)


def macro_names(raw: str) -> list[str]:
    """Return the macros that a raw value uses."""
    if raw[:1] == "{" and "#" not in raw:
        return []
    seen = _Seen()
    for _ in _parts(raw, seen):
        pass
    return seen.names


class _Seen(dict[str, str]):
    """Notes which macros are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        self.names.append(name)
        return default


def balanced(text: str) -> bool:
    """Return whether the text can stand in braces."""
    depth = 0
    for match in _BRACE.finditer(text):
        depth += 1 if match[0] == "{" else -1
        if depth < 0:
            return False
    return depth == 0 and not text.endswith("\\")


def loose_fields(raw: str) -> Iterator[tuple[str, str]]:
    """Yield the (name, raw value) pairs after a missing comma: `{A title} year = 2020` holds two fields."""
    if "=" not in raw:
        return
    end = _end(raw, 0)
    while end < len(raw) and (match := _NAME.match(raw, end)):
        end = _end(raw, match.end())
        yield match[1].lower(), raw[match.end() : end]


def value_end(raw: str) -> int:
    """Return where the raw value ends that stands at the beginning of `raw`."""
    return _end(raw, 0)


def _end(raw: str, at: int) -> int:
    """Return where the value that begins at `at` ends."""
    return max((end for _, end in _parts(raw, {}, at)), default=len(raw))


def _parts(raw: str, macros: Mapping[str, str], at: int = 0) -> Iterator[tuple[str, int]]:
    """Yield the parts between `#`s with the places where they end; what follows the last one is left out."""
    while (at := _skip(raw, at)) < len(raw):
        text, at = _part(raw, at, macros)
        yield text, at
        following = _skip(raw, at, marks="")
        if following >= len(raw) or raw[following] != "#":
            return


def _skip(raw: str, at: int, marks: str = "#") -> int:
    while at < len(raw) and (raw[at].isspace() or raw[at] in marks):
        at += 1
    return at


def _part(raw: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    if raw[at] in '{"':
        end = _closing(raw, at)
        return raw[at + 1 : end], end + 1
    match = _WORD.match(raw, at)
    if match is None:
        return "", len(raw)
    word = match[0]
    text = macros.use(word) if isinstance(macros, Macros) else macros.get(word.casefold(), word)
    return text, match.end()


def _closing(raw: str, at: int) -> int:
    """Where the brace or quotation mark that opens at `at` is closed; the end of the text if it is not."""
    depth = 0
    quoted = raw[at] == '"'
    for match in (_QUOTED_PART if quoted else _BRACE).finditer(raw, at + quoted):
        mark = match[0]
        if mark == '"':
            if depth <= 0:
                return match.start()
        else:
            depth += 1 if mark == "{" else -1
            if depth == 0 and not quoted:
                return match.start()
    return len(raw)
