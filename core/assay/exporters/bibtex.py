"""Papers as BibTeX: citation keys, LaTeX, and entries."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator

from assay.errors import BadInput
from assay.exporters.collections import Grouping, groups_comment, with_groups
from assay.exporters.kinds import Kind, kind_of, type_of
from assay.exporters.lists import joined_keywords, one_line, written_id
from assay.exporters.names import is_body, parted
from assay.importers.bibtex.record import THESES
from assay.importers.bibtex.values import balanced
from assay.importers.entries.ids import is_hashed
from assay.importers.originals import Kept, kept
from assay.items import Original
from assay.items.dates import MONTHS, parts
from assay.items.item import Value, aliases_of
from assay.items.readable import readable
from assay.items.table import NAMES, type_name, written_name
from assay.types import Paper

_UNSAFE = re.compile(r"[^A-Za-z0-9_:.+/-]+")


_FUNCTION_WORDS = frozenset({
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "nor", "of", "on", "onto",
    "or", "over", "so", "than", "that", "the", "to", "until", "up", "via", "with", "das", "der", "des",
    "die", "ein", "eine", "et", "la", "le", "les", "un", "une",
})  # fmt: skip
_PIECE = re.compile(r"\[([^\[\]:]*)((?::[^\[\]:]*)*)\]|([^\[\]]+)")


class KeyRule:
    """How citation keys are made: "[auth][year][veryshorttitle]", as Better BibTeX writes its patterns."""

    def __init__(self, text: str) -> None:
        """Raises BadInput for an unknown word in brackets, and for brackets that do not match."""
        self.text = text.strip()
        pieces = list(_PIECE.finditer(self.text))
        if "".join(piece[0] for piece in pieces) != self.text or not pieces:
            raise BadInput("A key rule needs words in brackets, such as {0}.", "[auth][year][veryshorttitle]")
        self._pieces = [(piece[1] or "", (piece[2] or "").split(":")[1:], piece[3] or "") for piece in pieces]
        for name, changes, literal in self._pieces:
            if not literal:
                _require_one_of(name, _KEY_PARTS)
                for change in changes:
                    _require_one_of(change, _KEY_CHANGES)

    def stem(self, paper: Paper) -> str:
        """Return the paper's key, before it differs from those of others; "" where nothing of it is known."""
        return "".join(literal or self._part(paper, name, changes) for name, changes, literal in self._pieces)

    def _part(self, paper: Paper, name: str, changes: list[str]) -> str:
        part = "".join(filter(str.isalnum, _bare(_KEY_PARTS[name](paper))))
        for change in changes:
            part = _KEY_CHANGES[change](part)
        return part


def _bare(text: str) -> str:
    """Return the text in plain letters: Müller becomes Muller, Ł L."""
    letters = unicodedata.normalize("NFKD", text.translate(_STROKED))
    return "".join(letter for letter in letters if letter.isascii())


_STROKED = str.maketrans(
    {"ß": "ss", "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "æ": "ae", "Æ": "Ae", "œ": "oe"}
)


def _families(paper: Paper, most: int) -> str:
    return "".join(parted(author)[0] for author in paper.authors[:most])


def _title_words(paper: Paper, most: int) -> str:
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", readable(paper.title))
    telling = [word for word in words if word.casefold() not in _FUNCTION_WORDS and _bare(word)] or words
    return "".join(telling[:most])


_KEY_PARTS: dict[str, Callable[[Paper], str]] = {
    "auth": lambda paper: _families(paper, 1),
    "authors2": lambda paper: _families(paper, 2),
    "authors": lambda paper: _families(paper, len(paper.authors)),
    "year": lambda paper: str(paper.year or ""),
    "shortyear": lambda paper: str(paper.year or "")[-2:],
    "veryshorttitle": lambda paper: _title_words(paper, 1),
    "shorttitle": lambda paper: _title_words(paper, 3),
    "title": lambda paper: _title_words(paper, len(paper.title)),
    "journal": lambda paper: paper.venue,
}
"""What may stand in brackets."""
_KEY_CHANGES: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "capitalize": lambda part: part[:1].upper() + part[1:],
}
"""What may follow it behind a colon."""


def _require_one_of(word: str, known: Iterable[str]) -> None:
    if word not in known:
        raise BadInput("A key rule cannot use '{0}'. It can use {1}.", word, ", ".join(known))


_USUAL = KeyRule("[auth:lower][year][veryshorttitle:lower]")


class CiteKeys:
    """Hands out the keys of one file. BibTeX does not tell capitals in keys from small letters."""

    def __init__(self, rule: KeyRule | None = None, *, renew: bool = False) -> None:
        """Make keys by the `rule`, where there is one; `renew`: those that sources gave too."""
        self._rule, self._renew = rule, renew
        self._given: set[str] = set()
        self.originals: set[str] = set()
        self.renamed: list[tuple[str, str]] = []  # (key of a source, key that was written instead)

    def keep(self, key: str) -> str:
        """Return a source's own key, byte for byte; with a number only where the file has it already."""
        kept, number = key, 1
        while kept in self.originals:
            number += 1
            kept = f"{key}-{number}"
        if kept != key:
            self.renamed.append((key, kept))
        self.originals.add(kept)
        self._given.add(kept.casefold())
        return kept

    def also(self, keys: Iterable[str]) -> list[str]:
        """Keys of a paper next to its own, less those that an entry of the file has."""
        others = [key for key in keys if key not in self.originals]
        self._given |= {key.casefold() for key in others}
        return others

    def made(self, paper: Paper, *, has_own: bool) -> str:
        """Return a key by the rule; "" where there is none, or where the paper keeps its own key.

        Papers of one key differ by a letter: moss2020owls, moss2020owlsb.
        """
        return self._by(None if has_own and not self._renew else self._rule, paper)

    def usual(self, paper: Paper) -> str:
        """Return a key like nakamoto2009bitcoin, for a paper whose id says nothing; "" as for `made`."""
        return self._by(_USUAL, paper)

    def _by(self, rule: KeyRule | None, paper: Paper) -> str:
        stem = rule.stem(paper) if rule is not None else ""
        if not stem:
            return ""
        key = self._new(_UNSAFE.sub("", stem), lambda n: chr(ord("a") + n - 1) if n <= 26 else str(n))
        self.originals.add(key)
        return key

    def key_of(self, doc_id: str) -> str:
        """Return the id if it can be a key; else without accents, with _ for what keys cannot hold."""
        letters = unicodedata.normalize("NFKD", doc_id)
        bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
        return self._new(_UNSAFE.sub("_", bare).strip("_") or "paper", lambda n: f"-{n}")

    def _new(self, stem: str, ending: Callable[[int], str]) -> str:
        """Return the key, with the ending of the second, third, … where the file has it already."""
        key, number = stem, 1
        while key.casefold() in self._given:
            number += 1
            key = f"{stem}{ending(number)}"
        self._given.add(key.casefold())
        return key


_ESCAPES = {
    "\\": "\\textbackslash{}",
    # Not \{ and \}: BibTeX itself counts these as braces, and a single one would end the file's sense.
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "@": "{@}",  # parsers of BibTeX take @word before a brace for the next entry
}
_APART = (r"-(?=-)", r"`(?=`)", r"'(?=')", r"[?!](?=`)", r",(?=,)", r"<(?=<)", r">(?=>)")
"""Characters that TeX would draw as one with the next: -- becomes a dash."""

_TO_ENCODE = re.compile("|".join((r"[\\{}$&%#_~^@]", *_APART)))


def encode_latex(text: str) -> str:
    """The text with LaTeX's special characters escaped, and with those kept separate that it would join."""
    return _TO_ENCODE.sub(_encoded, text)


def encode_title(title: str) -> str:
    """As `encode_latex`, with braces around words whose capitals must stay where a style lowers a title.

    The first letter of the title needs none: styles keep it.
    """
    words = title.split(" ")
    return " ".join(_protected(word, first=number == 0) for number, word in enumerate(words))


def _encoded(match: re.Match[str]) -> str:
    char = match[0]
    if char in _ESCAPES:
        return _ESCAPES[char]
    return f"\\{char}" if char in "$&%#_" else f"{char}{{}}"


def _protected(word: str, *, first: bool) -> str:
    encoded = encode_latex(word)
    if not any(char.isupper() for char in (word[1:] if first else word)):
        return encoded
    # A brace with a backslash right after it is an accented letter to BibTeX, whose case it changes.
    return f"{{{{{encoded}}}}}" if encoded.startswith("\\") else f"{{{encoded}}}"


_FIRST = (
    "author", "editor", "title", "container-title", "collection-title", "publisher", "publisher-place",
    "issued", "volume", "issue", "number", "page", "DOI", "URL", "arxiv", "PMID", "keyword", "abstract",
)  # fmt: skip
_PARTS_NAMES = re.compile(r"(?:^|\s)and(?:\s|$)", re.IGNORECASE)
_MOST_COMMAS = 2  # "von Last, Jr, First"
_UNSAFE_IN_ADDRESS = re.compile(r"[{}\\]")
_ACTIVE = re.compile(
    r"\\(?:input|include|write|immediate|open(?:in|out)|read|catcode|[egx]?def|let|csname|special|directlua|latelua"
    r"|newcommand|renewcommand|usepackage|ShellEscape|lstinputlisting|verbatiminput|loop)(?![a-z])|\^\^",
    re.IGNORECASE,
)
_MASTERS = re.compile(r"\b(?:master|m\.?\s?sc|m\.?a\b|diplom|bachelor|b\.?\s?sc)", re.IGNORECASE)


def lines(
    papers: Iterable[Paper], keys: CiteKeys | None = None, grouping: Grouping | None = None
) -> Iterator[str]:
    """Yield the lines of a file, with an empty one after each entry.

    Macros stand before the first entry that uses them; entries that others refer to, and that are not among
    the papers, at the end, and behind them the tree of the groups.
    """
    given, groups = keys or CiteKeys(), grouping or Grouping()
    macros: dict[str, str] = {}
    parents: dict[str, Original] = {}
    for paper in papers:
        one = kept(paper, "bibtex")
        key = _key(paper, one, given)
        parents.pop(key, None)
        if one.original is None:
            fields = list(with_groups(_fields(paper, one), paper.doc_id, groups))
            yield from _entry(_kind(type_of(paper, one.type), one), key, fields)
            continue
        strings: dict[str, str] = one.original.more.get("strings", {})
        clash = [name for name, text in strings.items() if macros.get(name.casefold(), text) != text]
        for name, text in strings.items():
            if name.casefold() not in macros:
                macros[name.casefold()] = text
                yield f"@string{{{name} = {{{text}}}}}"
                yield ""
        fields = list(with_groups(_changed(paper, one, clash), paper.doc_id, groups))
        yield from _entry(_kind(one.type, one), key, _with_ids(fields, aliases_of(one.original), given))
        for kind, parent, fields in one.original.more.get("parents", ()):
            if parent not in given.originals:
                parents[parent] = type(one.original)(kind, parent, tuple(map(tuple, fields)))
    for parent in parents.values():
        if parent.key not in given.originals:
            yield from _entry(parent.kind, parent.key, parent.fields)
    yield from groups_comment(groups)


def _entry(kind: str, key: str, fields: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Write an entry: values come raw, with their braces; names without any, which would close it."""
    yield f"@{kind}{{{key},"
    for name, raw in fields:
        yield f"  {re.sub('[{}]', '', name)} = {_inert(raw)},"
    yield "}"
    yield ""


def _with_ids(fields: list[tuple[str, str]], aliases: list[str], keys: CiteKeys) -> Iterator[tuple[str, str]]:
    """The fields with biblatex's `ids`: other keys of the paper, less those of entries that were written."""
    own = next((raw for name, raw in fields if name.lower() == "ids"), "{}")
    known = [key.strip() for key in own.strip('{}"').split(",") if key.strip()]
    others = keys.also(key for key in aliases if key not in known and "," not in key)
    yield from (pair for pair in fields if pair[0].lower() != "ids" or not others)
    if others:
        yield "ids", f"{{{', '.join([*known, *others])}}}"


def _inert(raw: str) -> str:
    """Write out what TeX would run, and drop the braces of a value that would close its entry."""
    if _ACTIVE.search(raw):
        return "{" + encode_latex(raw.strip('{}"')) + "}"
    return raw if balanced(raw) else "{" + re.sub(r"[{}]", "", raw).strip('"').rstrip("\\") + "}"


def keys_by(rule: str, *, renew: bool = False) -> CiteKeys:
    """Return keys by a rule as it is written; "" for none. Raises BadInput as KeyRule does."""
    return CiteKeys(KeyRule(rule) if rule.strip() else None, renew=renew)


def cite_key(paper: Paper, keys: CiteKeys | None = None) -> str:
    """Return the key of a paper that is exported on its own."""
    return _key(paper, kept(paper, "bibtex"), keys or CiteKeys())


def _key(paper: Paper, one: Kept, keys: CiteKeys) -> str:
    own = one.original is not None and bool(one.original.key)
    if made := keys.made(paper, has_own=own):
        return made
    if one.original is not None and one.original.key:
        return keys.keep(one.original.key)
    known = next(
        (other.key for other in one.item.originals.values() if other.key and "citekey" in other.more), ""
    )
    usual = keys.usual(paper) if not known and is_hashed(paper.doc_id) else ""
    return usual or keys.key_of(known or written_id(paper.doc_id))


def _kind(type_: str, one: Kept) -> str:
    if one.original is not None and "type" not in one.changed:
        return one.original.kind
    kind = type_name("bibtex", type_)
    if kind == "phdthesis" and _MASTERS.search(str(one.values.get("genre", ""))):
        return "mastersthesis"
    return kind


def _changed(paper: Paper, one: Kept, clash: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the entry's own fields, with those of other values now written again, and what came since."""
    original = one.original or Original()
    given = {name.lower() for name, _ in original.fields}
    done: set[str] = set()
    resolved = {one.read[name] for name in given & one.read.keys()} if clash else set()
    rewritten = one.changed | resolved
    for name, raw in original.fields:
        variable = one.read.get(name.lower(), "")
        if variable not in rewritten or (variable not in one.came and variable != "arxiv"):
            yield name, raw
        elif variable not in done:
            done.add(variable)
            fresh = [
                (other, raw if other == name and text.strip("{}") == raw.strip('{}"') else text)
                for other, text in _written(variable, paper, one, name)
            ]
            given |= {written for written, _ in fresh}
            yield from fresh
    for variable in _ordered(one):
        if variable not in one.came and variable not in done and variable in one.changed:
            yield from (
                (name, raw) for name, raw in _written(variable, paper, one) if name.lower() not in given
            )


def _fields(paper: Paper, one: Kept) -> Iterator[tuple[str, str]]:
    for variable in _ordered(one):
        yield from _written(variable, paper, one)


def _ordered(one: Kept) -> list[str]:
    rest = [name for name in one.values if name not in _FIRST]
    return [name for name in _FIRST if name in one.values or name == "arxiv"] + rest


def _written(variable: str, paper: Paper, one: Kept, name: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a variable, under `name` where the entry has one already."""
    type_ = type_of(paper, one.type)
    value = one.values.get(variable, "")
    if variable == "arxiv":
        if paper.arxiv_id:
            yield "archiveprefix", "{arXiv}"
            yield "eprint", f"{{{_address(paper.arxiv_id)}}}"
    elif not value or (variable == "genre" and value in THESES.values() and type_ == "thesis"):
        return
    elif variable == "issued":
        yield from _date(str(value), whole=name.lower() == "date")
    else:
        if not one.type and variable == "container-title" and kind_of(paper) is Kind.PREPRINT:
            name = "howpublished"
        found = name or written_name(variable, "bibtex", type_) or variable.lower()
        yield found, f"{{{_text(variable, value)}}}"


def _date(text: str, *, whole: bool) -> Iterator[tuple[str, str]]:
    numbers = parts(text)
    if whole or (not numbers and text[:4].isdigit()):
        yield "date", f"{{{encode_latex(text)}}}"
    elif not numbers:
        yield "year", f"{{{encode_latex(one_line(text))}}}"
    else:
        yield "year", f"{{{numbers[0]}}}"
        if numbers[1:]:
            yield "month", MONTHS[numbers[1] - 1]
        if numbers[2:]:
            yield "day", f"{{{numbers[2]}}}"


def _text(variable: str, value: Value) -> str:
    if isinstance(value, list):
        if variable in NAMES:
            return " and ".join(map(_name, value))
        return encode_latex(joined_keywords([one_line(word) for word in value]))
    if variable == "title":
        return encode_title(one_line(value))
    if variable in ("DOI", "URL", "PMID"):
        return _address(value)
    if variable == "page":
        return (
            re.sub(r"(?<=\w)-(?=\w)", "--", one_line(value)) if value.count("-") == 1 else encode_latex(value)
        )
    if variable in ("note", "annote"):  # their lines say something
        return "\n".join(encode_latex(one_line(line)) for line in value.split("\n"))
    return encode_latex(one_line(value))


def _name(name: str) -> str:
    """Keep a name whole, in braces, that BibTeX would part: of a body, or with "and" or many commas."""
    name = one_line(name)
    encoded = encode_latex(name)
    whole = is_body(name) or _PARTS_NAMES.search(name) or name.count(",") > _MOST_COMMAS
    return f"{{{encoded}}}" if whole or name.casefold() == "others" else encoded


def _address(text: str) -> str:
    """Return an address or id, which styles print as it is; what would end the field is percent-encoded."""
    return _UNSAFE_IN_ADDRESS.sub(lambda match: f"%{ord(match[0]):02X}", one_line(text))
