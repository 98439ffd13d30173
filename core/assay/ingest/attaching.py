"""A PDF for a paper: one that a person names, or one that is free to read at the hosts that are on."""

from __future__ import annotations

import hashlib
import os
import ssl
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from assay.errors import BadInput
from assay.files import make_folder, write_bytes
from assay.ingest.lookups import FOLDER
from assay.ingest.pdfs import import_pdfs, is_pdf, shares_title
from assay.ingest.types import AttachReport, FoundPdf
from assay.library import Library
from assay.library.history.actions import Recording
from assay.library.transaction import together
from assay.lookup import HOSTS, Answers, Asker, Consent, Host, Journal, questions
from assay.lookup.hosts import pdf_question
from assay.progress import Progress, silent
from assay.types import ActionArgs, Paper

PDF_FOLDER = "pdfs"
"""Within the library's folder: what was fetched."""


def attach_pdf(
    library: Library, doc_id: str, path: Path, *, replace: bool = False, progress: Progress = silent
) -> AttachReport:
    """Give a paper this PDF, next to those that it has; the reader shows the one that came last.

    It fills what the paper lacks, unless it does not show the paper's title.

    With `replace` in their place, unless it cannot be read; no file on the disk is touched. One action, which
    can be undone. Raises BadInput for an unknown paper and for what is no PDF.
    """
    paper = _paper(library, doc_id)
    if not path.is_file() or not is_pdf(path):
        raise BadInput("{0} is not a PDF. Choose another file.", path)
    record = Recording("import", ActionArgs(names=(path.name,)))
    report = import_pdfs(library, [path], owners={path: paper.doc_id}, record=record, progress=progress)
    place = os.path.abspath(path)  # noqa: PTH100 - links stay links
    with together(library) as whole:
        sha256, _ = whole.files.at([place]).get(place, ("", None))
        read = whole.files.get([sha256])[sha256].file if sha256 else None
        is_read = read is not None and not read.fault
        if replace and is_read:
            record.add(whole.actions, [whole.files.leave(paper.doc_id, sha256)])
    values = {each.name: getattr(report, each.name) for each in fields(report)} | {"action": record.pk}
    other_title = read is not None and is_read and not shares_title(paper, read)
    return AttachReport(**values, other_title=other_title)


def find_pdf(
    library: Library,
    doc_id: str,
    *,
    consent: Consent | None = None,
    hosts: Mapping[str, Host] = HOSTS,
    trust: ssl.SSLContext | None = None,
    progress: Progress = silent,
) -> FoundPdf:
    """Look for a PDF of the paper at arXiv, and by what OpenAlex knows of free copies; attach it if there.

    Only hosts that are on are asked. A copy elsewhere is given as a link, for a person to open. Raises
    BadInput for an unknown paper, where no host is on, and where nothing names the paper.
    """
    paper = _paper(library, doc_id)
    allowed = consent or Consent.load()
    if not {"arxiv", "openalex"} & set(allowed.hosts):
        raise BadInput(
            "arXiv and OpenAlex are both off, so nothing was looked up. Turn one on in Settings.",
            advice="`assay lookup enable openalex` does so.",
        )
    folder = library.folder / FOLDER
    answers = Answers(folder)
    asker = Asker(allowed, answers, Journal(folder), hosts=hosts, trust=trust)

    def tick() -> None:
        progress("looking up", 0, 1)

    known = next((each for each in questions(paper) if each.host == "openalex"), None)
    question, link = pdf_question(paper), ""
    if question is None and known is None:
        raise BadInput("The paper has no DOI, arXiv id or PubMed id to look up.")
    body = asker.fetch_pdf(question, paper.doc_id, tick=tick) if question is not None else b""
    if not body and known is not None and asker.ask(known, paper.doc_id, tick=tick):
        link = answers.pdf_address(known)
        at_arxiv = pdf_question(Paper("", ""), link)
        if at_arxiv is not None and at_arxiv != question:
            body = asker.fetch_pdf(at_arxiv, paper.doc_id, tick=tick)
    if not body:
        return FoundPdf(paper.doc_id, link=link, n_sent=asker.n_sent)
    path = library.folder / PDF_FOLDER / f"{hashlib.sha256(body).hexdigest()[:16]}.pdf"
    make_folder(path.parent)
    write_bytes(path, body)
    report = attach_pdf(library, paper.doc_id, path, progress=progress)
    return FoundPdf(paper.doc_id, str(path), n_sent=asker.n_sent, other_title=report.other_title)


def _paper(library: Library, doc_id: str) -> Paper:
    found = library.papers.get([doc_id])
    if not found:
        raise BadInput("No paper '{0}' in this library.", doc_id, advice="`assay search` finds its id.")
    return found[0]
