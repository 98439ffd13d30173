"""Titles and names as they are compared: case, accents, markup and punctuation set aside."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rapidfuzz import fuzz

_LATEX_COMMAND = re.compile(r"\\[a-zA-Z]+\*?|\\.")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,80}>")
_APOSTROPHES = str.maketrans("", "", "'\u2018\u2019\u02bc`\u00b4{}$^")
_NOT_WORD = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"[^\W\d]*+\d\w*+|[ivx]{1,5}")
_STROKED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_GENERIC = frozenset({
    "abstract", "abstracts", "acknowledgements", "acknowledgments", "addendum", "announcement",
    "announcements", "appendix", "author index", "bibliography", "book review", "book reviews",
    "call for papers", "commentary", "comment", "comments", "conclusion", "conclusions", "contents",
    "copyright", "corrections", "correction", "corrigendum", "discussion", "editor s note", "editorial",
    "editorial board", "editors note", "epilogue", "errata", "erratum", "foreword", "from the editor",
    "from the editors", "front matter", "front cover", "guest editorial", "guest editors introduction",
    "in memoriam", "in this issue", "index", "introduction", "introduction to the special issue",
    "keynote", "letter to the editor", "letters to the editor", "letters", "letter",
    "message from the chairs", "message from the editor", "news", "news and views", "notes", "obituary",
    "organizing committee", "overview", "panel", "poster abstracts", "preface", "preliminary",
    "proceedings", "program committee", "references", "reply", "response", "retraction", "reviewers",
    "review", "reviews", "special issue", "subject index", "summary", "table of contents",
    "the authors reply", "title page", "not available",
    "untitled", "welcome", "welcome message", "no title", "unknown",
    "unknown title", "technical report",
})  # fmt: skip


@lru_cache(maxsize=8192)
def normalised_title(title: str) -> str:
    """Words of letters and digits: NFKC, case and accents folded, LaTeX, markup and punctuation dropped."""
    if "\\" in title:
        title = _LATEX_COMMAND.sub("", title)
    if "<" in title:
        title = _MARKUP.sub("", title)
    return " ".join(_NOT_WORD.sub(" ", _folded(title).translate(_APOSTROPHES)).split())


def _folded(text: str) -> str:
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    return unicodedata.normalize("NFKC", bare).casefold().translate(_STROKED)


def is_short(title: str) -> bool:
    return len(title) < (20 if title.isascii() else 6) and title.count(" ") < 2


def compatible_titles(one: str, two: str) -> bool:
    """Return whether two normalised titles may be of one paper that an identifier says they are."""
    if not one or not two or one == two:
        return True
    if min(len(one), len(two)) >= 8 and (one in two or two in one):
        return True
    return alike(one, two, 75)


def alike(one: str, two: str, percent: int) -> bool:
    """Return whether the words agree to this degree; "part 1" and "part 2" are never alike."""
    return not other_numbers(one, two) and fuzz.token_sort_ratio(one, two) >= percent


def other_numbers(one: str, two: str) -> bool:
    """Return whether each normalised title has a number that the other lacks."""
    numbers, others = (frozenset(filter(_NUMBER.fullmatch, title.split())) for title in (one, two))
    return bool(numbers - others and others - numbers)


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, frozenset[str]]:
    """Return the last word of the family name, and all words: "van der Aalst, W." gives "aalst"."""
    before, comma, _ = name.partition(",")
    words = [word for word in normalised_title(before if comma else name).split() if word not in _SUFFIXES]
    everything = frozenset(normalised_title(name).split())
    full = [word for word in words if len(word) > 2] or words  # "Huaringa-Marcelo J" ends in an initial
    return (full[-1] if full else ""), everything


def is_generic(title: str) -> bool:
    """Return whether a normalised title tells nothing about the paper: "editorial"."""
    return title in _GENERIC
