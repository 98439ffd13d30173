"""The line above: what is judged and by whom, how far it is, how fast it goes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar

from assay.campaigns.types import JudgingPlaces, JudgingSetting, JudgingView
from assay_desktop.pages.judging.model import duration
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1, S3, S4, S6, Theme
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.form_dialog import ask_field
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.reading import label

_OWN = ("own",)  # values of the menu that are no campaign's name
_RUN = ("run",)
_MORE = ("more",)  # campaigns, or somebody new
_BAR_PX = (48, 200)


class JudgingHead(QFrame):
    """Campaign, assessor, guideline, progress and pace."""

    assessor_named = Signal(str)
    campaign_chosen = Signal(object)  # its name, None for the library's own queries
    campaigns_requested = Signal()
    left = Signal()  # the focus may go back to judging

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._setting = JudgingSetting()
        self._places = JudgingPlaces("", (), (), ())
        self.setProperty("role", "sidebar")
        self.setFixedHeight(48)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(S4, 0, S6, 0)
        row.setSpacing(S3)
        self._campaign = MenuButton(theme, self.tr("Campaign to judge"), strong=True, most=280)
        self._campaign.chosen.connect(self._choose)
        self._campaign.closed.connect(self.left)
        row.addWidget(self._campaign)
        caption = label(self.tr("assessor"), "muted")
        row.addWidget(caption)
        self._person = MenuButton(theme, self.tr("Assessor of these judgements"), most=180)
        self._person.chosen.connect(self._choose_person)
        self._person.closed.connect(self.left)
        caption.setBuddy(self._person)
        row.addWidget(self._person)
        self._version = label(role="muted")
        row.addWidget(self._version)
        row.addStretch(1)
        self._build_progress(row)
        self.show_setting(self._setting)

    def _build_progress(self, row: QHBoxLayout) -> None:
        self._states = label(role="muted")
        self._count = label(role="muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMinimumWidth(_BAR_PX[0])
        self._bar.setMaximumWidth(_BAR_PX[1])
        self._bar.setAccessibleName(self.tr("Judged so far"))
        self._pace = label(role="muted")
        for widget in (self._states, self._count):
            row.addWidget(widget)
        row.addWidget(self._bar, 1)
        row.addSpacing(S1)
        row.addWidget(self._pace)

    def show_assessor(self, name: str) -> None:
        self._person.show_text(name)
        self._show_people()

    def show_places(self, places: JudgingPlaces) -> None:
        self._places = places
        self._show_campaign()
        self._show_people()

    def show_setting(self, setting: JudgingSetting) -> None:
        """Show where the pair belongs."""
        self._setting = setting
        if setting.place.campaign is not None:
            self._person.show_text(setting.place.assessor)
        self._show_people()
        version = setting.guideline.version if setting.guideline is not None else 0
        self._version.setText(self.tr("guideline v{0}").format(version))
        self._version.setVisible(bool(version))
        self._show_campaign()

    def edit_assessor(self) -> None:
        self._person.setFocus()
        self._person.open_menu()

    def show_view(self, view: JudgingView) -> None:
        if view.setting is not self._setting:
            self.show_setting(view.setting)
        known = view.n_total > 0
        for widget in (self._count, self._bar, self._pace):
            widget.setVisible(known)
        states = self._state_words(view)
        self._states.setText(" · ".join(states))
        self._states.setVisible(bool(states) and known)
        if not known:
            return
        self._count.setText(self.tr("{0} of {1}").format(numeral(view.n_done), numeral(view.n_total)))
        self._bar.setRange(0, view.n_total)
        self._bar.setValue(view.n_done)
        self._pace.setText(" · ".join(self._paces(view)))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    # --- inner

    def _show_campaign(self) -> None:
        chosen = self._setting.place.campaign
        names = [*self._places.open]
        if chosen is not None and chosen not in names:
            names.append(chosen)
        own = self.tr("This library's own queries")
        entries: list[tuple[str, object, bool]] = [(own, _OWN, True)]
        value, text = (_OWN, own) if chosen is None else (chosen, chosen)
        if run := self._setting.place.run:
            value, text = _RUN, self.tr("Unjudged results of {0}").format(run)
            entries.append((text, value, True))
        entries += [(name, name, True) for name in names]
        entries += [("", None, False), (self.tr("Campaigns…"), _MORE, True)]
        self._campaign.show_entries(entries, value)
        self._campaign.show_text(text)

    def _show_people(self) -> None:
        """Offer a campaign's assessors; for the library's own queries everyone, and somebody new."""
        now, entries = self._person.text(), list[tuple[str, object, bool]]()
        if self._setting.place.campaign is not None:
            gone = self.tr("{0} (deactivated)")
            for each in self._setting.roster:
                entries.append(
                    (each.handle if each.active else gone.format(each.handle), each.handle, each.active)
                )
        else:
            known = dict.fromkeys([*self._places.people, *([now] if now else [])])
            entries += [(name, name, True) for name in known]
            entries += [("", None, False), (self.tr("New assessor…"), _MORE, True)]
        self._person.show_entries(entries, now)

    def _choose_person(self, value: object) -> None:
        if value != _MORE:
            self.assessor_named.emit(str(value))
            return
        name = text_field(self.tr("Name"))
        dialog = ask_field(
            self,
            self.tr("New assessor"),
            name,
            lambda: self.assessor_named.emit(name.text()),
            action=self.tr("Judge"),
        )
        dialog.show_note(self.tr("New judgements are saved under this name."))
        dialog.finished.connect(self.left)

    def _choose(self, value: object) -> None:
        if value == _MORE:
            self.campaigns_requested.emit()
        elif value != _RUN:
            self.campaign_chosen.emit(None if value == _OWN else value)

    def _make_room(self) -> None:
        """Let the states go where the line is short, then the pace; the tip of the count says it all."""
        parts = [self._states.text(), self._pace.text()]
        self._count.setToolTip(escape_markup(" · ".join(part for part in parts if part)))
        wanted = [self._states, self._pace] if not self._count.isHidden() else []
        for widget in wanted:
            widget.setVisible(bool(widget.text()))
        for widget in wanted:
            if self._row.minimumSize().width() > self.width():
                widget.hide()
        self._row.activate()

    def _state_words(self, view: JudgingView) -> list[str]:
        counts = (
            (view.n_unsure, self.tr("{0} unsure")),
            (view.n_later, self.tr("{0} for later")),
            (view.n_conflicts, self.tr("{0} {0:conflict|conflicts}")),
        )
        return [words.format(numeral(count)) for count, words in counts if count]

    def _paces(self, view: JudgingView) -> list[str]:
        paces = []
        if view.median_seconds is not None:
            paces.append(self.tr("{0} s median").format(numeral(view.median_seconds, 1)))
        if view.minutes_left is not None and view.n_left:
            paces.append(self.tr("{0} left").format(duration(view.minutes_left)))
        return paces
