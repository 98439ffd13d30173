"""The style of references and the rule for citation keys: tried on a paper of the library, then kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.types import Paper

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.settings.widgets.references import References

_SAMPLE = Paper(
    "sample", "The origin of species", authors=("Charles Darwin",), year=1859, venue="John Murray"
)
"""Stands for a paper where the library has none."""


class ReferencesPresenter(QObject):
    """What cannot be used is said and not kept."""

    def __init__(self, view: References, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context

    def refresh(self) -> None:
        """Show what is chosen, and what it makes of a paper."""
        settings = self._context.settings
        self._show()
        self._try_style(settings.citation_style)
        self.try_rule(settings.key_rule)

    def set_style(self, name: str) -> None:
        self._try_style(name, keep=True)

    def try_rule(self, text: str, *, keep: bool = False) -> None:
        """Show the key that a rule makes as it is being typed."""
        done = partial(self._keep_rule, text, keep)
        show = lambda error: self._view.show_key(str(error))  # noqa: E731 - as short as it is
        self._context.lane.submit(lambda ws: _key(ws, text), done, show, key="settings-key-rule")

    def set_rule(self, text: str) -> None:
        self.try_rule(text, keep=True)

    def set_renewal(self, renew: bool) -> None:
        self._context.settings.set_renews_keys(renew)
        self.refresh()

    def _try_style(self, name: str, *, keep: bool = False) -> None:
        done, show = partial(self._keep_style, name, keep), self._say_style
        self._context.lane.submit(lambda ws: _reference(ws, name), done, show, key="settings-style")

    def _keep_style(self, name: str, keep: bool, reference: str) -> None:
        if keep:
            self._context.settings.set_citation_style(name)
            self._show()
        self._view.show_reference(reference)

    def _say_style(self, error: AssayError) -> None:
        self._show()  # the style of before
        self._view.show_reference(str(error))

    def _keep_rule(self, text: str, keep: bool, key: str) -> None:
        if keep:
            self._context.settings.set_key_rule(text)
            self._show()
        self._view.show_key(self.tr("For example: {0}").format(key))

    def _show(self) -> None:
        settings = self._context.settings
        self._view.show_choices(
            style=settings.citation_style, rule=settings.key_rule, renew=settings.renews_keys
        )


def _paper(workspace: Workspace) -> Paper:
    papers = workspace.library.papers
    return next(iter(papers.get(papers.ids(sort="year", descending=True)[:1])), _SAMPLE)


def _reference(workspace: Workspace, style: str) -> str:
    from assay.exporters import citation_style, references

    return references([_paper(workspace)], citation_style(style))[0]


def _key(workspace: Workspace, rule: str) -> str:
    from assay.exporters.bibtex import cite_key, keys_by

    return cite_key(_paper(workspace), keys_by(rule, renew=True))
