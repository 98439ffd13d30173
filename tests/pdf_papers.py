"""Made-up papers in the layouts that journals, conferences and preprint servers use."""

from __future__ import annotations

from pathlib import Path

from assay.pdf import Limits, PdfPaper
from assay.pdf.facts import paper_of
from assay.pdf.reading import read_document
from pdf_writing import Type, block, pdf

ABSTRACT = (
    "Gathering moss on rolling stones has long been thought impossible. We place stones of three sizes on a "
    "slope and let them roll for a year, and find that moss grows wherever the stones come to rest for more "
    "than a week. A model of rest times explains most of what we see, and predicts the age of moss on stones "
    "of unknown history. The data suggest that the proverb holds for fast stones only."
)
BODY = (
    "Stones roll, and what they gather has been the subject of many remarks and of few measurements. In this "
    "section we describe the slope, the stones and the weather. Earlier work looked at single stones in the "
    "laboratory, where neither rain nor sheep disturb them; the results are hard to carry over to a slope. "
    "We therefore chose a hill that has both, and marked the stones by paint that no sheep would eat. "
)


def read(folder: Path, content: bytes, name: str = "a.pdf", limits: Limits | None = None) -> PdfPaper:
    """The paper in a file of this content, read in this process."""
    path = folder / name
    path.write_bytes(content)
    return paper_of(path, read_document(path, limits or Limits()))


def columns(y: float = 330) -> list[Type]:
    """Two columns of running text, the left one below the abstract."""
    return [
        Type("1 Introduction", 54, y, 12, "Times-Bold"),
        *block(BODY * 2, 54, y + 22, width=50),
        *block(BODY * 3, 318, 240, width=50),
    ]


def conference() -> list[Type]:
    """Two columns, the abstract in the left one, a title of two lines, the proceedings named at the foot."""
    return [
        Type("Moss on Rolling Stones: A Field Study", 170, 80, 14, "Times-Bold"),
        Type("of Three Hundred Slopes", 220, 97, 14, "Times-Bold"),
        Type("Ada Pebble", 150, 130, 12, "Times-Bold"),
        Type("Department of Slopes", 130, 144, 12),
        Type("ada@hill.example", 140, 158, 12, "Courier"),
        Type("Boris van der Kiesel", 380, 130, 12, "Times-Bold"),
        Type("University of Gravel", 385, 144, 12),
        Type("boris@hill.example", 390, 158, 12, "Courier"),
        Type("Abstract", 150, 190, 12, "Times-Bold"),
        *block(ABSTRACT, 70, 208, width=45, size=9),
        *columns(),
        Type(
            "Proceedings of the 12th Conference on Slopes, pages 1-9, Bergen, June 2016.",
            150,
            760,
            8,
            "Times-Italic",
        ),
    ]


def journal() -> list[Type]:
    """A journal's name larger than the title, a column of dates beside the abstract, a DOI at the foot."""
    return [
        Type("Slope Science 41 (2019) 100-117", 240, 40, 8),
        Type("Contents lists available at HillDirect", 220, 70, 9),
        Type("Slope Science", 230, 100, 20, "Times-Bold"),
        Type("journal homepage: www.slopes.example/science", 210, 125, 8),
        Type("Why moss grows on stones that roll: evidence from", 60, 180, 16),
        Type("a year of watching", 60, 199, 16),
        Type("Carla Schotter a, Daniel O’Flint b,*", 60, 225, 12),
        Type("a Institute of Stones, Bergen, Norway", 60, 245, 8, "Times-Italic"),
        Type("b Gravel College, Kiesdorf, Germany", 60, 255, 8, "Times-Italic"),
        Type("ARTICLE INFO", 60, 290, 9),
        Type("Article history:", 60, 305, 8, "Times-Italic"),
        Type("Received 3 May 2018", 60, 316, 8),
        Type("Accepted 9 January 2019", 60, 327, 8),
        Type("A B S T R A C T", 220, 290, 9),
        *block(ABSTRACT, 220, 306, width=75, size=9),
        Type("1. Introduction", 60, 440, 10, "Times-Bold"),
        *block(BODY * 2, 60, 455, width=50),
        *block(BODY * 2, 318, 455, width=50),
        Type("https://doi.org/10.5555/slope.2019.0117", 60, 745, 8),
        Type("0000-1111/\xa9 2019 Hill Press. All rights reserved.", 60, 756, 8),
    ]


def preprint() -> list[Type]:
    """One column, the server's stamp at the margin, the abstract behind its word."""
    return [
        Type("arXiv:2103.01234v2 [physics.geo-ph] 5 Mar 2021", 30, 560, 20, turned=True),
        Type("ON THE MOSS OF STONES", 190, 110, 17, "Times-Bold"),
        Type("A PREPRINT", 270, 140, 10),
        Type("Eve Quartz", 270, 170, 11, "Times-Bold"),
        Type("Hill University", 265, 183, 10),
        Type("Frank M. Feldspar, Grace H\xf6lder and Henri de la Roche", 170, 205, 11, "Times-Bold"),
        Type("Gravel Institute", 265, 218, 10),
        *block(f"Abstract. {ABSTRACT}", 110, 260, width=80, size=9),
        Type("Keywords: moss, stones, slopes", 110, 340, 9),
        Type("1 Introduction", 90, 370, 12, "Times-Bold"),
        *block(BODY * 3, 90, 390, width=90),
    ]


def made(kind: list[Type], **options: object) -> bytes:
    """The file of one of these papers with a second page of text behind it."""
    return pdf(kind, block(BODY * 4, 54, 80), **options)  # type: ignore[arg-type]
