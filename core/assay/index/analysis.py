"""How text becomes words: one analysis for papers, queries and the words marked in a passage."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import cache, lru_cache
from typing import NamedTuple

import tantivy

LONGEST_WORD = 80  # bytes; longer runs of letters are data, not words

_PLAIN = re.compile(r"[\x00-\u02ff\u0370-\u0482\u2000-\u23ff]*")
"""Latin, Greek and Cyrillic letters and signs: where Python means by a letter what tantivy does."""
_RUN = re.compile(r"[^\W_]+")
_CJK_RUN = re.compile(
    "(?:(?![\\W_])[\u1100-\u11ff\u3005-\u3007\u3041-\u30ff\u3105-\u318e\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff])+"
)
"""Han, kana, bopomofo and Hangul, which are written without spaces between words, or with endings on them."""

_STOP_WORDS = """
a about am an and any are as at be been being but by can could did do does for from had has have he her here
him his how i if in into is it its me my no not of on or our shall she should some such than that the their
them then there these they this those to too us was we were what when where which while who whom whose why
will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing about a paper's subject. Papers keep them; only queries drop them, and only while
another word remains. Against tantivy's list of 33 this one, with its question words, adds 0.004 to 0.02
nDCG@10 on SciFact, Cranfield, CISI and CACM; dropping them from the papers as well changes nothing."""


_LANGUAGES = (
    "danish", "dutch", "finnish", "french", "german", "hungarian", "italian", "norwegian", "portuguese",
    "russian", "spanish", "swedish",
)  # fmt: skip
"""For which tantivy has lists of stop words, English aside."""


class Word(
    NamedTuple
):  # made by the thousand at each keystroke; a frozen dataclass takes three times as long
    """A word of a text: as written but folded to plain lower case, its English stem, and its place."""

    folded: str
    stem: str
    start: int  # characters from the beginning of the cleaned text
    end: int

    @property
    def is_stop(self) -> bool:
        return self.folded in STOP_WORDS

    @property
    def is_cjk(self) -> bool:
        """Return whether it is two Chinese, Japanese or Korean characters, or one alone: see `spaced`."""
        return bool(_CJK_RUN.match(self.folded))


@cache
def stemming() -> tantivy.TextAnalyzer:
    """Runs of letters and digits, lower case, accents folded, stemmed as English (Porter 2)."""
    return _folding().filter(tantivy.Filter.stemmer("english")).build()


@cache
def folding() -> tantivy.TextAnalyzer:
    """Return the same without stemming: for names, which are not English words."""
    return _folding().build()


def _folding() -> tantivy.TextAnalyzerBuilder:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    for step in (
        tantivy.Filter.remove_long(LONGEST_WORD),
        tantivy.Filter.lowercase(),
        tantivy.Filter.ascii_fold(),
    ):
        builder = builder.filter(step)
    return builder


def spaced(text: str) -> str:
    """Return the cleaned text as the index reads it: Chinese, Japanese and Korean in overlapping pairs.

    Nothing tells their words from each other, and most have two characters: a title is found by any of its
    words, and a phrase is its pairs in a row.
    """
    text = clean(text)
    if _PLAIN.fullmatch(text):
        return text
    return _CJK_RUN.sub(lambda run: " " + " ".join(pair for _, pair in _pairs(run.group())) + " ", text)


def _pairs(run: str) -> Iterator[tuple[int, str]]:
    """Yield each two characters in a row and where they stand; a single one as it is."""
    for at in range(max(len(run) - 1, 1)):
        yield at, run[at : at + 2]


def words(text: str) -> list[Word]:
    """Return the words of a text, stop words included, in their order; of `spaced` text, its pairs."""
    text = clean(text)
    if _PLAIN.fullmatch(text):
        return [
            Word(*forms, run.start(), run.end())
            for run in _RUN.finditer(text)
            if (forms := _forms(run.group()))
        ]
    found: list[Word] = []
    at = 0
    for run in _CJK_RUN.finditer(text):
        found += _words_between(text, at, run.start())
        found += [
            Word(pair, pair, run.start() + n, run.start() + n + len(pair)) for n, pair in _pairs(run.group())
        ]
        at = run.end()
    return found + _words_between(text, at, len(text))


def _words_between(text: str, start: int, end: int) -> list[Word]:
    # Both analyses cut and drop alike and differ in the stemmer alone, so their tokens pair up.
    part = text[start:end]
    pairs = zip(folding().pre_tokenize(part).tokens, stemming().analyze(part), strict=True)
    return [
        Word(token.text, stem, start + token.char_offset_from, start + token.char_offset_to)
        for token, stem in pairs
    ]


def words_among(text: str, stems: Set[str], beginning: str = "") -> list[Word]:
    """Return those of `words(text)` that have one of the stems or, with `beginning`, begin so.

    Plain letters are looked through by what the string type does itself: for each of fifty abstracts at each
    keystroke, a fifth of the time of making every word a `Word`.
    """
    text = clean(text)
    chosen = (beginning,) if beginning else ()
    if not _PLAIN.fullmatch(text):
        return [word for word in words(text) if word.stem in stems or word.folded.startswith(chosen)]
    found = []
    for run in set(_RUN.findall(text)):
        forms = _forms(run)
        if forms and (forms[1] in stems or forms[0].startswith(chosen)):
            found += [Word(*forms, start, start + len(run)) for start in _places(text, run)]
    return sorted(found, key=lambda word: word.start)


def _places(text: str, run: str) -> Iterator[int]:
    """Yield where a word stands on its own."""
    at = text.find(run)
    while at >= 0:
        end = at + len(run)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            yield at
        at = text.find(run, end)


@lru_cache(maxsize=50_000)  # most words have been met before
def _forms(run: str) -> tuple[str, str] | None:
    """Return a run of letters and digits folded, and its stem; None where it is too long to be a word."""
    folded = folding().analyze(run)
    return (folded[0], stemming().analyze(run)[0]) if folded else None


def telling(found: list[Word]) -> list[Word]:
    """The words that are not stop words, or all of them where nothing else is left."""
    return [word for word in found if not word.is_stop] or found


def foreign_stop_words(titles: Iterable[str]) -> list[Set[str]]:
    """Return for each title its stop words, in lower case, where it is in a language that is not English.

    A title's language is that of tantivy's lists which has most of its words, English where as many are.
    """
    split = [[run.lower() for run in _RUN.findall(clean(title))] for title in titles]
    vocabulary = " ".join({run for runs in split for run in runs})
    languages = defaultdict(set)
    for language in _LANGUAGES:
        lower, stop = tantivy.Filter.lowercase(), tantivy.Filter.stopword(language)
        analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(lower).filter(stop).build()
        for word in set(vocabulary.split()).difference(analyzer.analyze(vocabulary)):
            languages[word].add(language)
    found: list[Set[str]] = []
    for runs in split:
        known = [run for run in set(runs) if run in languages]
        counts = Counter(language for run in known for language in languages[run])
        english = sum(run in STOP_WORDS for run in set(runs))
        best = max(counts, key=lambda each: (counts[each], each), default="")
        is_foreign = bool(best) and counts[best] > english
        found.append({run for run in known if best in languages[run]} if is_foreign else frozenset())
    return found


def clean(text: str) -> str:
    """The text with accents composed, so that they do not split words, and without what UTF-8 cannot hold.

    A lone surrogate becomes "?". The offsets of `words` count from the beginning of the cleaned text.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).encode("utf-8", errors="replace").decode("utf-8")
