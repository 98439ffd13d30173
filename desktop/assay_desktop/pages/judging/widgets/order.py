"""The line below the head, of one's own queue: its order, what was found of the query, and when to stop."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy

from assay.campaign_types import QueueOrder
from assay.campaigns.types import QueueRanking
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S4, S6, Theme
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.controls.key_hints import hint, key_label
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_ENOUGH = 5
"""Grades of a query from which an estimate says something."""


class OrderBar(QFrame):
    """Text that does not fit is cut; its tip says it all."""

    next_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setFixedHeight(40)
        self._menu = MenuButton(theme, self.tr("Order"), most=240)
        self.chosen, self.left = self._menu.chosen, self._menu.closed
        self._words = label(role="muted")
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._stop = label(self.tr("80 % found: you may stop"), "strong")
        self._stop.setToolTip(
            self.tr(
                "With 95 % confidence, at least 80 % of this query's relevant papers in the queue are "
                "found. The rest comes back at the end."
            )
        )
        self._next = button(self.tr("Next query"), self.next_wanted.emit, kind="link")
        hint(self._next, self.tr("Show the next query ({0})"), "judging.query")
        parts = (self._menu, key_label("judging.order"), (self._words, 1), self._stop)
        hbox(*parts, self._next, key_label("judging.query"), on=self, gap=S2, margins=(S4, 0, S6, 0))
        self.show_order(QueueOrder.RANDOM)
        self.show_ranking(None)

    def show_order(self, order: QueueOrder) -> None:
        names = {
            QueueOrder.LIKELY: self.tr("Likely relevant first"),
            QueueOrder.RANDOM: self.tr("Shuffled"),
            QueueOrder.POOL: self.tr("As pooled"),
        }
        self._menu.show_entries([(text, value, True) for value, text in names.items()], order)
        self._menu.show_text(names[order])

    def open_menu(self) -> None:
        self._menu.setFocus()
        self._menu.open_menu()

    def show_ranking(self, ranking: QueueRanking | None) -> None:
        """Say how much was found, and how much may be left; nothing where that is not known."""
        self._stop.setVisible(ranking is not None and ranking.may_stop and bool(ranking.doc_ids))
        if ranking is None:
            self._say("")
            return
        tip = again = self.tr("Re-ranked after each grade, starting with the next paper")
        if ranking.n_judged < _ENOUGH:
            self._say(again if ranking.doc_ids else "")
            return
        text = self.tr("{0} of {1} judged are relevant")
        text = text.format(numeral(ranking.n_found), numeral(ranking.n_judged))
        if ranking.doc_ids:
            most = numeral(ranking.most)
            if ranking.expected is None:
                text += " · " + self.tr("at most {0} relevant left").format(most)
            else:
                about = numeral(round(ranking.expected))
                text += " · " + self.tr("about {0} relevant left (at most {1})").format(about, most)
            tip = self.tr(
                "With 95 % confidence, at most {1} of the {0} {0:paper|papers} left to judge {1:is|are} "
                "relevant."
            )
            tip = "\n".join((tip.format(numeral(len(ranking.doc_ids)), most), again))
        if ranking.by_words:
            text += " · " + self.tr("by keyword, without vectors")
        self._say(text, tip)

    def show_failure(self, message: str) -> None:
        self._stop.hide()
        self._say(self.tr("Not ranked yet. {0}").format(message))

    def _say(self, text: str, tip: str = "") -> None:
        self._words.setText(text)
        self._words.setToolTip(escape_markup("\n".join(filter(None, (text, tip)))))
