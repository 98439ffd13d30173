"""A hundred million and a billion papers on paper: bytes, hours, machines. The tables of docs/scale.md.

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
    for table in (storage(), hours(), memory(), cost()):
        print(table.markdown())


if __name__ == "__main__":
    main()
