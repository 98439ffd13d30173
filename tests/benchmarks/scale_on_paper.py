"""A hundred million and a billion papers, and 64 cards, on paper: bytes, hours, machines, what is full first.

The tables of docs/scale.md.

    python tests/benchmarks/scale_on_paper.py

Nothing is run: every row is a rate that was measured at a smaller size (where, says docs/scale.md) times a
number of papers. What nobody measured, a card's share of its peak and what an hour costs, is assumed, stands
at the top of this file, and is said to be so in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from measuring import parser_of

from assay.table import Cell, Table

SIZES = (1_000_000, 10_000_000, 100_000_000, 1_000_000_000)

# Measured. Bytes of a paper: 20,000 of `ai_papers` imported (title, abstract, authors, venue, year).
RECORD, KEYWORDS = 2_636, 685
COLUMNS = 640  # of the shipped model
LINKS = 300  # of HNSW with 32 neighbours: 2,860 bytes a paper less the vector (bench_index_growth.py)
# Seconds of one core: bench_encode.py (267 tokens a text), tokenizers on 4,000 abstracts,
# bench_index_growth.py (a million in an HNSW index: 1,976 s on a quarter of two cores),
# bench_duplicates.py (124,872 papers).
ENCODE, TOKENISE, LINK, COMPARE = 43.2 * 1.96 / 1000, 1 / 2_500, 1_976 * 0.5 / 1_000_000, 28.7 / 124_872

# Counted: multiplications and additions of a text of 250 tokens, GFLOP (MiniLM-L6; SciBERT's size).
SMALL, LARGE = 5.88, 44.8

# Assumed. A card of 989 TFLOP/s in bf16 (the H100's data sheet), of which MiniLM, whose products are small,
# reaches 15 % and SPECTER2 40 %; a machine's memory for an index; prices in dollars.
CARD = 989_000  # GFLOP/s
SECONDS = {"MiniLM": SMALL / (CARD * 0.15), "SPECTER2": LARGE / (CARD * 0.40)}  # of a card, a paper
MEMORY = 200e9  # bytes
CORE_HOUR, CARD_HOUR, MACHINE_HOUR = 0.05, 3.0, 1.5
HOURS_OF_A_MONTH = 730

# Many cards. Counted: operations a token forwards, attention included, and bytes of weights in float32; a
# step of the paper is 24,576 tokens, and backwards takes twice what forwards does. Measured here: tokens that
# a core reads in a second, papers that one driver writes in a second to a fast disk, bytes of a text.
# Assumed: texts of 256 tokens; bytes a second each way between 8 cards of a machine, and between machines.
TOKENS, STEP, PASSES, PEERS = 256, 24_576, 3, 8
CORE_TOKENS, DRIVER, TEXT = 562_000, 80_000, 1_150
BESIDE = 350e9
BETWEEN = {"50 GB/s a card": 50e9 * PEERS, "12.5 GB/s a machine": 12.5e9, "1.25 GB/s a machine": 1.25e9}
PROCESSES, PAIRS, LARGE_PAIRS = 64, 16, 1_024  # each process has so many triples: a query, two documents


@dataclass(frozen=True, slots=True)
class Base:
    """A model to train or to encode with: `share` of the card's peak is what it is assumed to reach."""

    name: str
    operations: float  # of a token, forwards
    weights: float  # bytes
    columns: int
    share: float

    def seconds(self, tokens: float, passes: int = 1) -> float:
        """Return how long a card computes."""
        return passes * tokens * self.operations / (CARD * 1e9 * self.share)

    def exchange(self, between: float = 0.0) -> float:
        """Seconds in which gradients go round: among 8 cards, then 8 machines, `between` bytes a second."""
        ring = 2 * (PEERS - 1) / PEERS * self.weights
        return ring / BESIDE + (ring / between if between else 0.0)


BASES = (Base("MiniLM-L6", 23.6e6, 91e6, 384, 0.15), Base("BERT-base", 179.5e6, 440e6, 768, 0.40))


@dataclass(frozen=True, slots=True)
class Form:
    """How vectors lie in memory: `bytes_each` a column, or `fixed` a paper; links of a graph or none."""

    name: str
    bytes_each: float = 0.0
    fixed: float = 0.0
    links: float = LINKS

    @property
    def paper(self) -> float:
        """Return the bytes of a paper in memory."""
        return self.bytes_each * COLUMNS + self.fixed + self.links


FORMS = (
    Form("HNSW, float32", 4),
    Form("HNSW, float16 (pgvector's halfvec)", 2),
    Form("HNSW, 8 bits (LanceDB's IVF_HNSW_SQ)", 1),
    Form("IVF_PQ, 80 bytes a paper, refined from disk", fixed=80, links=8),
)


def storage() -> Table:
    """Bytes on the disk: the records, the keyword index, vectors of one format."""
    rows = {
        "records (SQLite)": RECORD,
        "keyword index": KEYWORDS,
        "vectors, float32": COLUMNS * 4,
        "vectors, float16": COLUMNS * 2,
    }
    return _table(
        "Storage", "on the disk", {name: [n * each for n in SIZES] for name, each in rows.items()}, _bytes
    )


def hours() -> Table:
    """Core hours and card hours of building everything once."""
    cards = {
        f"encoding, {name}, card hours (assumed)": [n * each / 3600 for n in SIZES]
        for name, each in SECONDS.items()
    }
    cores = {
        "encoding, MiniLM, core hours": ENCODE,
        "encoding, SPECTER2, core hours": ENCODE * LARGE / SMALL,
        "tokenising alone, core hours": TOKENISE,
        "linking an HNSW graph, core hours": LINK,
        "finding duplicates, core hours": COMPARE,
    }
    counted = {name: [n * each / 3600 for n in SIZES] for name, each in cores.items()}
    return _table("Hours", "once", counted | cards, _number)


def memory() -> Table:
    """Memory of the vectors' index, and how many machines hold it."""
    values = {form.name: [n * form.paper for n in SIZES] for form in FORMS}
    return _table("Memory", "of the index", values, lambda value: f"{_bytes(value)}, {_machines(value)}")


def cost() -> Table:
    """Dollars: encoding once, and keeping the index in memory for a month."""
    small = FORMS[2].paper
    values = {
        "encoding once, MiniLM on cores": [n * ENCODE / 3600 * CORE_HOUR for n in SIZES],
        "encoding once, MiniLM on cards": [n * SECONDS["MiniLM"] / 3600 * CARD_HOUR for n in SIZES],
        "encoding once, SPECTER2 on cards": [n * SECONDS["SPECTER2"] / 3600 * CARD_HOUR for n in SIZES],
        "index of 8 bits in memory, a month": [
            _count(n * small) * MACHINE_HOUR * HOURS_OF_A_MONTH for n in SIZES
        ],
    }
    return _table("Cost, dollars", "assumed prices", values, _number)


def training() -> Table:
    """A step on one card, and what the gradients' way adds; in brackets, the share that is computing."""
    ways = {"8 cards, ms": 0.0} | {f"64 cards, {name}, ms": rate for name, rate in BETWEEN.items()}
    rows: list[tuple[Cell, ...]] = []
    for base in BASES:
        own, added = base.seconds(STEP, PASSES), [base.exchange(rate) for rate in ways.values()]
        shown = [f"+ {1000 * more:,.1f} ({own / (own + more):.0%})" for more in added]
        rows.append((base.name, f"{1000 * own:,.1f}", *shown))
    return Table("Training", ("base", "compute, ms", *ways), tuple(rows))


def negatives() -> Table:
    """Bytes of a process where negatives of 64 are gathered, a batch of 16 triples and one of 1,024."""
    rows: list[tuple[Cell, ...]] = []
    for base in BASES:
        for n in (PAIRS, LARGE_PAIRS):
            all_of = 2 * n * PROCESSES * base.columns * 4
            own, scores = all_of / PROCESSES, n * 2 * n * PROCESSES * 4
            rows.append((base.name, f"{n:,}", *map(_bytes, (own, all_of, scores, base.weights))))
    columns = ("base", "triples a process", "sent", "documents of 64", "scores", "gradients a step")
    return Table("Negatives of all processes", columns, tuple(rows))


def encoding() -> Table:
    """What one card of a model asks for, and how many of them one driver, or 10 Gb/s, serves."""
    rows: list[tuple[Cell, ...]] = []
    for base in BASES:
        papers = 1 / base.seconds(TOKENS)
        sent = papers * (TEXT + 4 * base.columns)
        cores, cards, linked = (
            papers * TOKENS / CORE_TOKENS,
            DRIVER / papers,
            BETWEEN["1.25 GB/s a machine"] / sent,
        )
        shown = (f"{papers:,.0f}", f"{cores:.1f}", f"{cards:.1f}", _bytes(sent), f"{linked:.0f}")
        rows.append((base.name, *shown))
    columns = ("model", "papers/s of a card", "cores that tokenise for it", "cards a driver serves",
               "network a second", "cards that 10 Gb/s serve")  # fmt: skip
    return Table("Encoding", columns, tuple(rows))


def _table(
    title: str, first: str, rows: Mapping[str, Sequence[float]], shown: Callable[[float], str]
) -> Table:
    body: list[tuple[Cell, ...]] = [(name, *map(shown, values)) for name, values in rows.items()]
    return Table(title, (first, *(f"{n:,}" for n in SIZES)), tuple(body))


def _number(value: float) -> str:
    return f"{value:,.2f}" if value < 10 else f"{value:,.0f}"


def _bytes(value: float) -> str:
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if value >= size:
            return f"{value / size:,.1f} {unit}"
    return f"{value:,.0f} B"


def _count(value: float) -> int:
    return max(1, -int(-value // MEMORY))


def _machines(value: float) -> str:
    count = _count(value)
    return "1 machine" if count == 1 else f"{count} machines"


def main() -> None:
    """Print all tables as Markdown."""
    parser_of(__doc__).parse_args()
    for table in (storage(), hours(), memory(), cost(), training(), negatives(), encoding()):
        print(table.markdown())


if __name__ == "__main__":
    main()
