"""Independent cropping: two spans of one document belong together, a span of another one does not.

Izacard et al., Unsupervised Dense Information Retrieval with Contrastive Learning (2021); used by Zeta Alpha,
Multi-objective Representation Learning for Scientific Document Retrieval (2022), section 3.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.errors import RecipeError
from assay.messages import translatable
from assay.training.data.examples import Example, Source
from assay.training.data.holdout import drawn, example_rng, held_out, source_rng
from assay.training.data.objectives.files import (
    find,
    form,
    need,
    read_objects,
    read_table,
    title_and_abstract,
)
from assay.training.data.objectives.rows import BEYOND_LIMIT, OVER_LIMIT, source_facts, too_few
from assay.training.data.objectives.texts import NO_TEXT, Texts, TextsWriter, are_same, below, normalised
from assay.training.recipe.objective_spec import CroppingSpec, Variant

SHORTEST = 10  # words; a text of no more is taken whole
DRAWS = 16  # of another text, before all of them are looked at
TEXTLESS = translatable("documents without words")
NAMES = ("corpus_train.tsv", "corpus_train.jsonl")
OWN_VALIDATION = ("corpus_dev.tsv", "corpus_dev.jsonl")


class Cropping:
    """Spans of the given texts ("title abstract"), cut again in every epoch.

    "paper": the example of index i is cut from text i, each text once an epoch, and the negative from another
    text. "released" repeats what the authors' code does: the texts are drawn with replacement whatever the
    index, the negative may come from the same text, and a text's last word is never reached. In both, a
    negative that is the query or the positive word for word is cut again.
    """

    def __init__(
        self, texts: Sequence[str], *, seed: int, name: str = "cropping", variant: Variant = "paper"
    ) -> None:
        """Raise RecipeError for fewer than two different texts, and for one without words, by its place."""
        self.name = name
        self._texts = texts
        self._seed = seed
        self._variant = variant
        if len(texts) < 2:
            raise RecipeError("Objective '{0}' has {1} texts; cropping needs two or more.", name, len(texts))
        for place in range(len(texts)):
            if not texts[place].strip():
                raise RecipeError("Objective '{0}': text {1} has no words. Leave it out.", name, place + 1)
        first = normalised(texts[0])
        if all(normalised(texts[place]) == first for place in range(len(texts))):
            raise RecipeError("Objective '{0}': all texts are the same. Give it different ones.", name)

    def __len__(self) -> int:
        return len(self._texts)

    def example(self, index: int, epoch: int) -> Example:
        rng = example_rng(self._seed, self.name, epoch, index)
        released = self._variant == "released"
        own = self._words(below(rng, len(self._texts)) if released else index)
        query, positive = self._span(own, rng), self._span(own, rng)
        for place in self._others(index, rng):
            other = self._words(place)
            negative = self._span(other, rng)
            if are_same(negative, query) or are_same(negative, positive):
                continue
            if released or not are_same(" ".join(other), " ".join(own)):
                return Example(query, positive, negative)
        raise RecipeError(
            "Objective '{0}': no other text than '{1}' is left. Add some.", self.name, f"{query:.60}"
        )

    def _words(self, place: int) -> list[str]:
        return self._texts[place].split()

    def _others(self, index: int, rng: np.random.Generator) -> Iterator[int]:
        """Places of random texts ("paper": other than the index), then of all from a random one on."""
        n = len(self._texts)
        released = self._variant == "released"
        for _ in range(DRAWS):
            yield below(rng, n) if released else (index + 1 + below(rng, n - 1)) % n
        start = below(rng, n)
        yield from ((start + step) % n for step in range(n))

    def _span(self, words: list[str], rng: np.random.Generator) -> str:
        """Return a run of at least SHORTEST words."""
        if len(words) <= SHORTEST:
            return " ".join(words)
        beyond = len(words) - (self._variant == "released")  # the span's end, exclusive, is at most this
        start = below(rng, beyond - SHORTEST + 1)
        end = start + SHORTEST + below(rng, beyond - SHORTEST - start + 1)
        return " ".join(words[start:end])


class Some(Sequence[str]):
    """Some of the texts, by their numbers, which are looked up when they are asked for."""

    def __init__(self, texts: Texts, numbers: npt.NDArray[np.int64]) -> None:
        self._texts = texts
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: int) -> str:  # type: ignore[override]  # never sliced
        return self._texts[int(self._numbers[place])]


def open_cropping(spec: CroppingSpec, path: Path, *, seed: int) -> Source:
    """Open corpus_train and corpus_dev (.tsv or .jsonl) of a folder, or one file. Raises RecipeError.

    A table's rows are `title<TAB>abstract`; of JSON objects `title` and `abstract` or `text` are read.
    Without a validation file, a share of the documents validates, copies of a document on one side.
    """
    writer, left_out = TextsWriter(), Counter[str]()
    files = [need(path, *NAMES), find(path, *OWN_VALIDATION)] if path.is_dir() else [path, None]
    read = [_documents(file, writer, left_out) if file else [] for file in files]
    texts = writer.finish()
    train, validation = (np.array(numbers, dtype=np.int64) for numbers in read)
    if not len(validation):
        documents = np.unique(texts.keys[train])  # a document and its copies count once
        rng = source_rng(seed, spec.name, "held out")
        held = np.isin(texts.keys[train], documents[held_out(documents, spec.validation, rng, least=2)])
        train, validation = train[~held], train[held]
        if not len(validation):
            raise RecipeError(too_few(len(documents), left_out, least=4))
    found = len(train)
    train = drawn(train, spec.limit, source_rng(seed, spec.name, "limit"))
    left_out[OVER_LIMIT] += found - len(train)
    order = drawn(
        np.arange(len(validation)),
        spec.validation_limit,
        source_rng(seed, spec.name, "validation"),
        shuffled=True,
    )
    left_out[BEYOND_LIMIT] += len(validation) - len(order)
    learned = Cropping(Some(texts, train), seed=seed, name=spec.name, variant=spec.variant)
    tests = Cropping(Some(texts, validation), seed=seed, name=f"{spec.name}/validation", variant=spec.variant)
    examples = tuple(tests.example(int(index), 0) for index in order)
    kept = [file for file in files if file]
    facts = source_facts(
        spec, n_train=len(train), n_validation=len(examples), files=kept, root=path, left_out=left_out
    )
    return Source(learned, examples, facts)


def _documents(path: Path, texts: TextsWriter, left_out: Counter[str]) -> list[int]:
    """Return the numbers of the file's texts, one a row; those without a word are left out and counted."""
    rows = (
        (title_and_abstract(row, path, line) for line, row in read_objects(path))
        if form(path) == "json"
        else ((fields[0], fields[1]) for _, fields in read_table(path, ("title", "abstract")))
    )
    numbers = [texts.add(f"{title} {abstract}") for title, abstract in rows]
    left_out[TEXTLESS] += numbers.count(NO_TEXT)
    return [number for number in numbers if number != NO_TEXT]
