"""PDF: papers out of PDF files. Title, authors, abstract, year and identifiers, and the text by page.

`read_pdfs` reads files in processes of their own, which a file may hang, crash or flood; `passages` cuts the
text into pieces. Nothing here loads the library that reads PDFs into the caller's process.
"""

from assay.pdf.limits import Limits
from assay.pdf.paper import DOUBTFUL, Fact, PdfFault, PdfPaper
from assay.pdf.passages import Passage, passages
from assay.pdf.pool import read_pdfs

__all__ = ["DOUBTFUL", "Fact", "Limits", "Passage", "PdfFault", "PdfPaper", "passages", "read_pdfs"]
