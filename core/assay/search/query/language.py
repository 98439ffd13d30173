"""What is typed into the search box: words, exact phrases, and fields that restrict.

    author:cohan year:2019..2022 -venue:arxiv tag:"graph learning" has:pdf "exact phrase" -word rest

Values of one field are alternatives, different fields must all hold, and "-" leaves out what follows it. Any
text is a query: what cannot be understood is searched for as words, or left aside, and a sentence says which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from assay.errors import suggestions
from assay.search.query.fields import (
    FIELDS,
    LISTS,
    MEANT,
    NO_FILTERS,
    PHRASES,
    FieldValues,
    InvalidValue,
    filters_of,
)
from assay.types import Filters, SearchRequest

MOST = 100
"""Values that restrict one search; further ones are searched for as words. A database limits how many."""

_QUOTES = '"“”„'
_TOKEN = re.compile(
    rf"""(?P<sign>-?)
    (?: (?P<name>[A-Za-z]+):(?P<value> [{_QUOTES}][^{_QUOTES}]*(?:[{_QUOTES}]|$) | \S* )
      | (?P<phrase> [{_QUOTES}][^{_QUOTES}]*(?:[{_QUOTES}]|$) )
      | (?P<word> \S+ ) )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A typed text, understood. `text` is what fields, phrases and what is left out leave of it.

    `filters` hold the rest, phrases among them. `faults` are sentences on what was not understood.
    """

    text: str = ""
    filters: Filters = NO_FILTERS
    faults: tuple[str, ...] = field(default=(), compare=False)
    ends_in_word: bool = field(default=False, compare=False)  # the last thing typed is a word of `text`

    @property
    def phrases(self) -> tuple[str, ...]:
        """The exact phrases, which every paper has in its title or abstract."""
        return self.filters.phrases

    @property
    def ranked_text(self) -> str:
        """What papers are ranked by: the words, and those of the phrases."""
        return " ".join(filter(None, (*self.phrases, self.text)))


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    taken: FieldValues = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    ends_in_word: bool = False

    @property
    def n_values(self) -> int:
        return sum(len(values) for (name, _), values in self.taken.items() if name in LISTS)

    def say(self, fault: str) -> None:
        if fault not in self.faults:
            self.faults.append(fault)

    def restrict(self, sign: str, name: str, value: object, token: str) -> None:
        """Keep the value; beyond the most that fit, what was typed is searched for as words."""
        key = (name, bool(sign))
        if value in self.taken.get(key, ()):
            return
        if name in LISTS and self.n_values >= MOST:
            self.say(f"Only {MOST} fields, phrases and words to leave out count; the others are words.")
            self.words.append(token)
        else:
            self.taken.setdefault(key, []).append(value)


def parse(text: str, *, unfinished: bool = False) -> ParsedQuery:
    """Parse any text; never raise.

    With `unfinished` the text is still being typed: a quotation mark that nothing closes yet restricts
    nothing, its words are words. Otherwise it is closed at the end.
    """
    reading = _Reading()
    for match in _tokens(text):
        reading.ends_in_word = False
        if match["name"] is not None and match["name"].lower() in FIELDS:
            _read_field(match, reading)
        elif match["phrase"] is not None:
            _read_phrase(match, reading, unfinished=unfinished)
        else:
            _read_word(match, reading)
    ends = reading.ends_in_word and not text[-1:].isspace()
    words = " ".join(reading.words)
    return ParsedQuery(words, filters_of(reading.taken), tuple(reading.faults), ends)


def parse_request(request: SearchRequest, *, prefix: bool = False) -> tuple[SearchRequest, bool, ParsedQuery]:
    """The request with its typed text understood, and whether the last word may still be unfinished.

    The fields that were typed restrict next to the request's own filters, which are those of a filter panel.
    """
    parsed = parse(request.text, unfinished=prefix)
    given, typed = request.filters, parsed.filters
    filters = replace(typed, also=given) if typed and given else typed or given
    return replace(request, text=parsed.ranked_text, filters=filters), prefix and parsed.ends_in_word, parsed


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        else:
            match = _TOKEN.match(text, at)
            assert match is not None  # noqa: S101 - a word is anything but a blank
            yield match
            at = match.end()


def _read_field(match: re.Match[str], reading: _Reading) -> None:
    name, read = match["name"].lower(), FIELDS[match["name"].lower()].read
    value = _bare(match["value"])
    if not _says_something(value):
        reading.say(f"{name}: has no value yet, so it restricts nothing. Type {FIELDS[name].example}.")
        return
    _restrict(name, read, value, match, reading)


def _restrict(
    name: str, read: Callable[[str], object], value: str, match: re.Match[str], reading: _Reading
) -> None:
    try:
        reading.restrict(match["sign"], name, read(value), _as_typed(match))
    except InvalidValue as fault:
        shown = value if len(value) <= 40 else f"{value[:40]}…"
        reading.say(f"{name}:{shown} restricts nothing: {fault} Type {FIELDS[name].example}.")


def _read_phrase(match: re.Match[str], reading: _Reading, *, unfinished: bool) -> None:
    phrase, typed = _bare(match["phrase"]), match["phrase"]
    is_open = len(typed) == 1 or typed[-1] not in _QUOTES
    if is_open and _says_something(phrase) and not unfinished:
        reading.say("The quotation mark that was left open is closed at the end.")
    if is_open and unfinished:
        if not match["sign"]:
            reading.words += phrase.split()
            reading.ends_in_word = True
    elif _says_something(phrase):
        reading.restrict(match["sign"], PHRASES, phrase, _as_typed(match))
    elif phrase:
        reading.words.append(_as_typed(match))


def _read_word(match: re.Match[str], reading: _Reading) -> None:
    token = match[0]
    name, word = match["name"], token[1:] if match["sign"] else token
    if name is not None and _says_something(match["value"]) and not match["value"].startswith("//"):
        near = suggestions(name, FIELDS, MEANT)
        hint = (
            f"Did you mean {near[0]}:?" if near else f"Fields are {', '.join(f'{each}:' for each in FIELDS)}."
        )
        reading.say(f"“{name}:” isn't a search field, so it was searched as text. {hint}")
    if match["sign"] and _says_something(word) and word[0] != "-":
        reading.restrict("-", PHRASES, _bare(word), token)
    else:
        reading.words.append(token)
        reading.ends_in_word = True


def _as_typed(match: re.Match[str]) -> str:
    """The token, its blanks run together and its quotation mark closed, so that it is read as the same."""
    quoted = match["phrase"] or match["value"]
    if quoted is None or quoted[:1] not in tuple(_QUOTES):
        return match[0]
    name = f"{match['name']}:" if match["name"] is not None else ""
    return f'{match["sign"]}{name}"{_inside(quoted)}"'


def _bare(value: str) -> str:
    """Return a value without quotation marks and what separates values in a list."""
    return _inside(value).strip(",; ")


def _inside(value: str) -> str:
    return " ".join("".join(c for c in value if c not in _QUOTES).split())


def _says_something(value: str) -> bool:
    return any(c.isalnum() for c in value)
