"""Copies references and BibTeX entries of papers to the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext


class Citations(QObject):
    """They are made on the library's thread: what prints references takes a tenth of a second to load."""

    message = Signal(str)  # what was copied, or why nothing was

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def copy(self, doc_ids: Sequence[str]) -> None:
        """Put the references into the clipboard, one a line, in this order."""
        one, many, style = (
            self.tr("Citation copied"),
            self.tr("{0} citations copied"),
            self._context.settings.citation_style,
        )
        self._copy(lambda ws: _references(ws, doc_ids, style), doc_ids, one, many)

    def copy_bibtex(self, doc_ids: Sequence[str]) -> None:
        """Put the BibTeX entries into the clipboard, in this order."""
        one, many = self.tr("BibTeX entry copied"), self.tr("{0} BibTeX entries copied")
        settings = self._context.settings
        rule, renew = settings.key_rule, settings.renews_keys
        self._copy(lambda ws: _bibtex(ws, doc_ids, rule, renew=renew), doc_ids, one, many)

    def copy_key(self, doc_id: str) -> None:
        """Put the citation key that an export of the paper has into the clipboard."""
        settings = self._context.settings
        rule, renew = settings.key_rule, settings.renews_keys
        self._copy(lambda ws: _key(ws, doc_id, rule, renew=renew), [doc_id], self.tr("Key copied: {0}"), "")

    def _copy(self, make: Callable[[Workspace], str], doc_ids: Sequence[str], one: str, many: str) -> None:
        """Copy the last of what is asked for at once, and say so in the words for `one` text or `many`."""

        def take(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            n = len(doc_ids)
            self.message.emit(one.format(text) if n == 1 else many.format(numeral(n)))

        if doc_ids:
            self._context.lane.submit(make, take, lambda error: self.message.emit(str(error)), key="citation")


def _references(workspace: Workspace, doc_ids: Sequence[str], style: str) -> str:
    from assay.exporters import citation_style, references

    papers = workspace.library.papers.get(list(doc_ids))
    return "\n".join(references(papers, citation_style(style)))


def _bibtex(workspace: Workspace, doc_ids: Sequence[str], rule: str, *, renew: bool) -> str:
    from assay.exporters.bibtex import keys_by
    from assay.ingest.exporting import bibtex_of

    return bibtex_of(workspace.library, doc_ids, keys_by(rule, renew=renew))


def _key(workspace: Workspace, doc_id: str, rule: str, *, renew: bool) -> str:
    from assay.exporters.bibtex import cite_key, keys_by

    papers = workspace.library.papers.get([doc_id])
    return cite_key(papers[0], keys_by(rule, renew=renew)) if papers else doc_id
