"""What a person typed, or a paper, as a BM25 query. Built from words: no text is ever parsed as syntax."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

import tantivy

from assay.index.analysis import Word, telling, words

TEXT = "text"
"""Title, abstract and keywords as one field: one length and one rarity of each word."""

TITLE = "title"
NOTES = "notes"
"""The reader's own notes. They find a paper, and order those that nothing else finds."""

AUTHORS = "authors"
VENUE = "venue"
EXACT = "exact"
"""Title and abstract again, word for word and in order."""

TITLE_BOOST = 0.25
"""Above 0 a word of the title counts a little more. Measured on SciFact, Cranfield, CISI and CACM: 0.25 adds
0.011, 0.019, 0.015 and -0.008 nDCG@10; two fields of equal weight lose 0.018 on SciFact."""

NAME_BOOST = 0.5
NOTE_BOOST = 0.0001
"""So little that no paper goes ahead of one whose text has the word."""

STEM_FIELDS = ((TEXT, 1.0), (TITLE, TITLE_BOOST), (NOTES, NOTE_BOOST))
NAME_FIELDS = ((AUTHORS, NAME_BOOST), (VENUE, NAME_BOOST))
"""What is searched for a word by its stem, and as it is; each counts times its boost."""

COMPLETIONS = 12
"""How many words of the library an unfinished last word may stand for."""

_LONGEST_ENDING = 5  # letters that a stem may lack: "retrieva" is on its way to "retrieval", stem "retriev"
_SHORTEST_STEM = 3


def typed_query(
    text: str, *, searcher: tantivy.Searcher, schema: tantivy.Schema, prefix: bool
) -> tantivy.Query | None:
    """Any of the words; None if there is none. With `prefix` the last word may be unfinished."""
    found = words(text)
    last = found.pop() if prefix and found and found[-1].end == len(text) else None
    kept = telling(found) if last is None or last.is_stop else [word for word in found if not word.is_stop]
    counted = Counter((word.folded, word.stem) for word in kept if not _is_lone(word))
    queries = [_word_query(word, count, schema) for word, count in counted.items()]
    queries += [
        _unfinished_query(word, searcher=searcher, schema=schema)
        for word in (*filter(_is_lone, kept), *([] if last is None else [last]))
    ]
    return _any_of(queries) if queries else None


def weighted_query(
    weights: Mapping[str, float], *, typed: tantivy.Query | None = None, schema: tantivy.Schema
) -> tantivy.Query | None:
    """Any of these stems, each counting as much as its weight, or what `typed` finds; None if nothing finds.

    A stem with a weight below 0 finds nothing: it lowers what has it. tantivy leaves out what cannot reach
    the best ones only where all parts are plain words, and so not here, where scores may fall.
    """
    finding = [_stem_query(stem, weight, schema) for stem, weight in weights.items() if weight > 0]
    finding += [] if typed is None else [typed]
    lowering = [_stem_query(stem, weight, schema) for stem, weight in weights.items() if weight < 0]
    if not finding:
        return None
    found = finding[0] if len(finding) == 1 else _any_of(finding)
    if not lowering:
        return found
    return tantivy.Query.boolean_query(
        [(tantivy.Occur.Must, found), *((tantivy.Occur.Should, each) for each in lowering)]
    )


def word_queries(
    text: str, stems: Mapping[str, float], *, schema: tantivy.Schema
) -> Iterator[tuple[str, tantivy.Query]]:
    """Yield the parts of a query, whose scores add up to its own: (stem, query of that word alone)."""
    for (folded, stem), count in Counter((word.folded, word.stem) for word in telling(words(text))).items():
        yield stem, _word_query((folded, stem), count, schema)
    for stem, weight in stems.items():
        if weight:
            yield stem, _stem_query(stem, weight, schema)


def phrase_query(phrase: str, *, schema: tantivy.Schema) -> tantivy.Query | None:
    """Return all words one behind the other; None if there is none."""
    found = words(phrase)
    terms = [word.folded for word in found]
    if any(map(_is_lone, found)):  # at an end it may be half of a pair
        if _is_lone(found[0]):
            terms[0] = f".?{terms[0]}"
        if _is_lone(found[-1]):
            terms[-1] = f"{terms[-1]}.?"
        if len(terms) == 1:
            return tantivy.Query.regex_query(schema, EXACT, terms[0])
        return tantivy.Query.regex_phrase_query(schema, EXACT, terms)  # type: ignore[arg-type]  # likewise
    if not terms:
        return None
    if len(terms) == 1:
        return tantivy.Query.term_query(schema, EXACT, terms[0], "basic")
    return tantivy.Query.phrase_query(schema, EXACT, terms)  # type: ignore[arg-type]  # a list of texts will do


def informative_stems(text: str, n: int, *, searcher: tantivy.Searcher) -> dict[str, float]:
    """The `n` stems that tell this text from the others, by tf * idf, scaled so that the best has weight 1.

    Stems that no paper of the index has are left out.
    """
    counts = Counter(word.stem for word in words(text) if not word.is_stop)
    n_papers = searcher.num_docs
    weights: dict[str, float] = {}
    for stem, count in counts.items():
        holding = searcher.doc_freq(TEXT, stem)
        if holding:
            weights[stem] = count * math.log(1 + (n_papers - holding + 0.5) / (holding + 0.5))
    best = sorted(weights, key=lambda stem: (-weights[stem], stem))[:n]
    return {stem: weights[stem] / weights[best[0]] for stem in best}


def _word_query(word: tuple[str, str], count: int, schema: tantivy.Schema) -> tantivy.Query:
    """Return a finished word: its stem in the text, the word itself among names."""
    folded, stem = word
    names = [_term(field, folded, boost * count, schema) for field, boost in NAME_FIELDS]
    return _any_of([_stem_query(stem, count, schema), *names])


def _stem_query(stem: str, weight: float, schema: tantivy.Schema) -> tantivy.Query:
    return _any_of([_term(field, stem, boost * weight, schema) for field, boost in STEM_FIELDS])


def _unfinished_query(word: Word, *, searcher: tantivy.Searcher, schema: tantivy.Schema) -> tantivy.Query:
    """The word as it stands, or the best of what it may become; rarer completions count for less."""
    choices = [_word_query((word.folded, word.stem), 1, schema)]
    for stem, share in _completions(TEXT, word.folded, searcher):
        if stem != word.stem:
            choices.append(_stem_query(stem, share, schema))
    for field in (AUTHORS, VENUE):
        choices += [
            _term(field, name, NAME_BOOST * share, schema)
            for name, share in _completions(field, word.folded, searcher)
            if name != word.folded
        ]
    if _is_lone(word):  # which ends pairs, too
        for field, boost in ((TEXT, NAME_BOOST), (NOTES, NOTE_BOOST)):
            ending = tantivy.Query.regex_query(schema, field, f".{word.folded}")
            choices.append(tantivy.Query.boost_query(ending, boost))
    return tantivy.Query.disjunction_max_query(choices)


def _is_lone(word: Word) -> bool:
    return word.is_cjk and len(word.folded) == 1


def _completions(field: str, prefix: str, searcher: tantivy.Searcher) -> list[tuple[str, float]]:
    """Indexed words that begin so, with their share of the papers of the most frequent one, in (0, 1].

    Stems are shorter than words, so where nothing begins so, a stem that the prefix begins with is taken.
    """
    known = searcher.terms_with_prefix(field, prefix, limit=COMPLETIONS)
    if not known and field == TEXT:
        known = searcher.terms_with_prefix(NOTES, prefix, limit=COMPLETIONS)
    if not known and field == TEXT:
        shorter = [prefix[:-cut] for cut in range(1, _LONGEST_ENDING + 1)]
        stems = [stem for stem in shorter if len(stem) >= _SHORTEST_STEM and searcher.doc_freq(TEXT, stem)]
        known = [(stem, 1) for stem in stems[:1]]
    most = max((count for _, count in known), default=1)
    return [(word, count / most) for word, count in known]


def _term(field: str, term: str, boost: float, schema: tantivy.Schema) -> tantivy.Query:
    return tantivy.Query.boost_query(tantivy.Query.term_query(schema, field, term, "freq"), boost)


def _any_of(queries: list[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])
