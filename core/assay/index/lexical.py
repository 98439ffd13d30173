"""BM25 over titles, abstracts, keywords, authors, venues and notes, with tantivy (k1 = 1.2, b = 0.75)."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from hashlib import blake2b
from itertools import compress
from pathlib import Path
from types import MappingProxyType

import tantivy

from assay.errors import DamagedIndex, LibraryError, StaleIndex
from assay.files import temporary_folder
from assay.index.analysis import folding, spaced, stemming, telling, words
from assay.index.generations import (
    CHECKED,
    MANIFEST,
    Manifest,
    carry_over,
    discard,
    new_generation,
    open_current,
    publish,
    saving,
)
from assay.index.index import Ranking, Where
from assay.index.lexical_query import (
    AUTHORS,
    EXACT,
    NOTES,
    TEXT,
    TITLE,
    VENUE,
    informative_stems,
    phrase_query,
    typed_query,
    weighted_query,
    word_queries,
)
from assay.index.papers import FILES, HASH_BYTES, Listed, RowTable, hash_array
from assay.items import notes_of
from assay.messages import message
from assay.types import Paper

FINGERPRINT = "bm25-4"
"""The analysis and the fields; an index of another one is stale."""

INFORMATIVE_STEMS = 25
"""More find no more: on CACM's citations 25 reach the nDCG@10 of all words to within 0.003."""

_LISTS = ("meta.json", ".managed.json")
"""Of segments and of files: what tantivy writes again at each commit. Its other files it writes once."""

_DOC_ID = "doc_id"
_STEMMED = "stemmed"
_FOLDED = "folded"
_HEAP = 100_000_000  # bytes of papers in memory before tantivy writes a segment
_THREADS = 2  # each leaves a segment of its own at a commit
_MANY = 1000
"""Papers at once that are worth two threads. Fewer leave one small segment, and not two: tantivy makes one of
eight segments of like size, all up to 17,000 papers being alike. So a small change writes no large segment
again, and one of a tenth of 125,000 papers at every seventh time."""

_FEW = 5000
"""Allowed papers up to which their ids are part of the query; beyond, hits are sifted, unless those to look
through would be more than the allowed ones. With 200 hits of 100,000 papers: for 1,001 allowed 3 ms against
38, for 5,000 15 ms against 21, for 20,000 37 ms against 6."""

NO_STEMS: Mapping[str, float] = MappingProxyType({})

_TIES = 32  # hits fetched beyond k, so that equal scores at the border are ordered by doc_id


class LexicalIndex(Listed):
    """Papers by their words, in a folder or, without one, in memory.

    Changes are seen by searches, and on the disk, after `commit`, all of them or none. Only one process may
    change an index at a time; any number may read it, each as it was when it opened it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Open the index in `folder`, which is empty if there is none yet.

        Raises `StaleIndex` if another version of Assay built it, `DamagedIndex` if a file has changed, and
        `LibraryError` if nothing can be written there: tantivy locks even to read.
        """
        self.folder = folder
        self.revision = -1
        self.mark = ""
        self._generation: Path | None = None
        self._staged: Path | None = None
        self._writer: tantivy.IndexWriter | None = None
        self._table = RowTable()
        stored = None if folder is None else open_current(folder, self._take)
        self._index = _open(None) if stored is None else stored
        self._searcher = self._index.searcher()

    @classmethod
    def fresh(cls, folder: Path) -> LexicalIndex:
        """An empty index that replaces whatever is in `folder` at its first commit."""
        index = cls()
        index.folder = folder
        return index

    @property
    def fingerprint(self) -> str:
        """What the words were made with."""
        return FINGERPRINT

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    # -- changes ----------------------------------------------------------------------------------------

    def add(self, papers: Sequence[Paper]) -> None:
        """Add papers; one whose doc_id is there already replaces that."""
        if not papers:
            return
        own = list({paper.doc_id: paper for paper in papers}.values())  # an id given twice: the later one
        names = [paper.doc_id for paper in own]
        with self._writing(len(own)) as writer:
            for paper, there in zip(own, self.has(names), strict=True):
                if there:
                    writer.delete_documents_by_term(_DOC_ID, paper.doc_id)
                writer.add_document(_document(paper))
            self._table.place(names, hash_array([text_hash(paper) for paper in own]))

    def remove(self, doc_ids: Collection[str]) -> None:
        """Forget these papers; ids that are not there are ignored."""
        names = [*doc_ids]
        gone = list(compress(names, self.has(names)))
        if not gone:
            return
        with self._writing() as writer:
            for doc_id in gone:
                writer.delete_documents_by_term(_DOC_ID, doc_id)
            self._table.drop(gone)

    def commit(self, *, revision: int = -1, mark: str = "") -> None:
        """Make the changes seen and durable; `revision` and `mark` are as in `Manifest`.

        Raises `LibraryError` if the disk does not take them.
        """
        with self._writing() as writer:
            writer.commit()
            writer.wait_merging_threads()
        self._writer = None
        self.revision, self.mark = revision, mark
        if self._staged is not None:
            with saving(message("keyword index"), self._staged.parent):
                self._table.write(self._staged)
                manifest = Manifest(FINGERPRINT, 0, "bm25", len(self._table), revision=revision, mark=mark)
                publish(self._staged, manifest)
            self._generation, self._staged = self._staged, None
        self._index.reload()
        self._searcher = self._index.searcher()

    def discard(self) -> None:
        """Give up what was not committed, and this object; the index on the disk stays as it was."""
        self._writer = None
        if self._staged is not None:
            discard(self._staged)

    # -- search -----------------------------------------------------------------------------------------

    def search(
        self,
        text: str,
        k: int,
        *,
        where: Where | None = None,
        prefix: bool = False,
        stems: Mapping[str, float] = NO_STEMS,
    ) -> Ranking:
        """Return the k papers that say most of these words: (doc_id, BM25 score), best first, ties by doc_id.

        Any text is safe: nothing in it is syntax. With `prefix` the last word may be unfinished, unless
        something that is not a letter or digit follows it. `stems` are stems with weights, such as
        `informative_stems` gives; one below 0 lowers the papers that have it, and neither finds any nor
        leaves one out.
        """
        schema = self._index.schema
        typed = typed_query(text, searcher=self._searcher, schema=schema, prefix=prefix)
        return self._best(weighted_query(stems, typed=typed, schema=schema), k, where)

    def parts(self, doc_id: str, text: str, *, stems: Mapping[str, float] = NO_STEMS) -> dict[str, float]:
        """Return what each word adds to a paper's score in `search`: stem -> BM25, which may be below 0.

        Words that the paper does not have are not there.
        """
        found: dict[str, float] = {}
        for stem, query in word_queries(text, stems, schema=self._index.schema):
            for _, score in self._best(query, 1, Where({doc_id})):
                found[stem] = found.get(stem, 0.0) + score
        return found

    def holding(self, phrase: str) -> set[str]:
        """The doc_ids of the papers with these words, one behind the other, in the title or the abstract.

        Case, accents and what stands between words do not count. A phrase without words is in every paper.
        """
        query = phrase_query(phrase, schema=self._index.schema)
        if query is None:
            return set(self.doc_ids)
        return {doc_id for doc_id, _ in self._best(query, len(self), None)}

    def typed_stems(self, text: str) -> dict[str, float]:
        """Return the stems of a typed text, each weighing as often as it occurs; no stop words."""
        return {stem: float(n) for stem, n in Counter(word.stem for word in telling(words(text))).items()}

    def informative_stems(self, text: str, n: int = INFORMATIVE_STEMS) -> dict[str, float]:
        """Return the stems that tell this text from the indexed papers: stem -> weight in (0, 1]."""
        return informative_stems(text, n, searcher=self._searcher)

    def paper_stems(self, paper: Paper, n: int = INFORMATIVE_STEMS) -> dict[str, float]:
        """Return the same of a paper. A word of the title counts twice: on CACM's citations 0.003 nDCG@10."""
        return self.informative_stems(f"{paper.title}\n{paper.title}\n{paper.abstract}", n)

    def _best(self, query: tantivy.Query | None, k: int, where: Where | None) -> Ranking:
        n = len(self)
        n_allowed = n
        if where is not None:
            n_allowed = int(self._table.allowed(where).sum()) if where.but else len(where.doc_ids)
        if query is None or k <= 0 or not n or n_allowed <= 0:
            return []
        depth = k + _TIES if where is None else (k + _TIES) * max(1, n // n_allowed) * 2
        if where is not None and not where.but and n_allowed <= max(_FEW, depth):
            query, where, depth = self._among(query, where.doc_ids), None, k + _TIES
        while True:
            hits = self._searcher.search(query, min(depth, n), count=False).hits
            found = [(self._searcher.doc(address)[_DOC_ID][0], float(score)) for score, address in hits]
            if where is not None:
                rows = self._table.find([doc_id for doc_id, _ in found])
                found = list(compress(found, (rows >= 0) & self._table.allowed(where)[rows]))
            # More is to come if k are not full, or a paper beyond the last one seen may tie with the k-th.
            complete = len(found) > k and found[-1][1] < found[k - 1][1]
            if complete or depth >= n or len(hits) < depth:
                return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:k]
            depth *= 4

    def _among(self, query: tantivy.Query, allowed: Set[str]) -> tantivy.Query:
        ids = tantivy.Query.term_set_query(self._index.schema, _DOC_ID, sorted(allowed))
        idle = tantivy.Query.const_score_query(ids, 0.0)
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, idle)])

    # -- files ------------------------------------------------------------------------------------------

    def _take(self, generation: Path, manifest: Manifest) -> tantivy.Index:
        """Read a checked generation, all of it: later another process may sweep it away."""
        if manifest.fingerprint != FINGERPRINT:
            raise StaleIndex(
                "The keyword index in {0} was built by another version of Assay ({1}, not {2}).",
                generation.parent,
                manifest.fingerprint,
                FINGERPRINT,
                advice="Run `assay index` to build it again.",
            )
        try:
            index = _open_to_read(generation)
        except OSError as error:
            raise LibraryError(
                "The keyword index in {0} cannot be opened: nothing can be written there, nor in the "
                "temporary folder ({1}). Free some space, or set TMPDIR to another folder.",
                generation.parent,
                error,
            ) from error
        except ValueError as error:
            # Another version of tantivy wrote it.
            raise DamagedIndex(
                "The keyword index in {0} cannot be read: {1}",
                generation.parent,
                error,
                advice="Run `assay index` to build it again.",
            ) from error
        if index.searcher().num_docs != manifest.n:  # tantivy opens a folder that lost its files as empty
            raise DamagedIndex(
                "The keyword index in {0} has lost papers.",
                generation.parent,
                advice="Run `assay index` to build it again.",
            )
        self._table = RowTable.read(generation)
        self.revision, self.mark = manifest.revision, manifest.mark
        self._generation = generation
        return index

    @contextmanager
    def _writing(self, n_papers: int = 0) -> Iterator[tantivy.IndexWriter]:
        """The writer, on a generation that starts as the current one; tantivy's errors become ours.
        `n_papers` are those that come at once."""
        try:
            if self._writer is None:
                self._stage()
                self._writer = self._index.writer(_HEAP, _THREADS if n_papers >= _MANY else 1)
            yield self._writer
        except (ValueError, OSError) as error:
            raise LibraryError(
                "The keyword index in {0} cannot be written: {1} Free some space or allow writing there "
                "and index again; the index from before is kept.",
                self.folder or "memory",
                error,
            ) from error

    def _stage(self) -> None:
        if self.folder is None:
            return
        self._staged = new_generation(self.folder)
        if self._generation is not None:
            for path in self._generation.iterdir():
                if path.name in _LISTS:
                    shutil.copyfile(path, self._staged / path.name)
                elif path.name not in (MANIFEST, CHECKED, *FILES) and path.suffix != ".lock":
                    carry_over(path, self._staged)
        self._index = _open(self._staged)


def text_hash(paper: Paper) -> bytes:
    """Return 16 bytes of hash of all that is indexed of the paper; the same on every machine."""
    fields = (
        paper.title,
        paper.abstract,
        paper.venue,
        "\x1f".join(paper.authors),
        "\x1f".join(paper.keywords),
        *notes_of(paper),
    )
    content = "\x1e".join(fields).encode("utf-8", errors="surrogatepass")
    return blake2b(content, digest_size=HASH_BYTES).digest()


def field_texts(paper: Paper) -> dict[str, str]:
    """Return what is indexed of a paper, word by word: field -> text."""
    return {
        TEXT: " \n".join((paper.title, paper.abstract, *paper.keywords)),
        NOTES: " \n".join(notes_of(paper)),
        TITLE: paper.title,
        AUTHORS: " \n".join(paper.authors),
        VENUE: paper.venue,
    }


def _document(paper: Paper) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text(_DOC_ID, paper.doc_id)
    for field, text in field_texts(paper).items():
        if text:
            document.add_text(field, spaced(text))
    for text in (paper.title, paper.abstract):  # two values: no phrase goes from one into the other
        document.add_text(EXACT, spaced(text))
    return document


def _open_to_read(generation: Path) -> tantivy.Index:
    """Open a published generation. Raises ValueError where tantivy cannot read it, and OSError.

    Tantivy writes a lock next to its files before it reads them. Where nothing can be written, it gets a
    temporary folder of links to them, which it needs no more once the files are open.
    """
    try:
        return _open(generation)
    except ValueError as error:
        if "Lockfile" not in str(error):
            raise
    with temporary_folder("assay-index") as place:  # threads of tantivy may write into it to the end
        for path in generation.iterdir():
            if path.suffix != ".lock":
                _link(path.absolute(), place / path.name)
        return _open(place)


def _link(path: Path, place: Path) -> None:
    try:
        place.symlink_to(path)
    except OSError:  # Windows keeps links to those who may make them
        shutil.copyfile(path, place)


def _open(folder: Path | None) -> tantivy.Index:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field(_DOC_ID, stored=True, tokenizer_name="raw", index_option="basic")
    for field in (TEXT, TITLE, NOTES):
        builder.add_text_field(field, tokenizer_name=_STEMMED, index_option="freq")
    for field in (AUTHORS, VENUE):
        builder.add_text_field(field, tokenizer_name=_FOLDED, index_option="freq")
    builder.add_text_field(EXACT, tokenizer_name=_FOLDED, index_option="position")
    index = tantivy.Index(builder.build(), str(folder) if folder else None)
    index.register_tokenizer(_STEMMED, stemming())
    index.register_tokenizer(_FOLDED, folding())
    return index
