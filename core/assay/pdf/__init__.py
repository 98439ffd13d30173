"""PDF: papers out of PDF files. Title, authors, abstract, year and identifiers, and the text by page.

`read_pdfs` reads files in processes of their own, which a file may hang, crash or flood; `passages` cuts the
text into pieces. Nothing here loads the library that reads PDFs into the caller's process.
"""

from assay.pdf.limits import Limits
from assay.pdf.paper import REVIEW_BELOW, Fact, PdfFault, PdfPaper
from assay.pdf.process.pool import read_pdfs
from assay.pdf.text import Passage, passages

__all__ = ["REVIEW_BELOW", "Fact", "Limits", "Passage", "PdfFault", "PdfPaper", "passages", "read_pdfs"]
