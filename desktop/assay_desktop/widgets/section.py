"""Parts of a page that holds several things: a heading with its buttons, a framed table, two columns."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S2, repolish
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel

HEAD_PX = 34
_ICON_PX = 44
_USUAL = "usualTip"  # a dynamic property: what a control's tooltip says while it can be used


class GivingButton(QPushButton):
    """A button of which only the icon is left where its words have no room."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # layouts may narrow it

    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        return QSize(min(_ICON_PX, whole.width()), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        if self.width() < self.sizeHint().width():
            option.text = ""
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


class Section(QWidget):
    """A small heading, at its right what can be done, below it the content that is added."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__()
        self.title = ElidedLabel("section")
        self.title.show_text(title)
        self.head = hbox(self.title, STRETCH, gap=S2)
        for button in buttons:
            self.head.addWidget(button)
        holder = QWidget()
        holder.setLayout(self.head)
        self.head.setContentsMargins(0, 0, 0, 0)
        holder.setFixedHeight(HEAD_PX)
        self.column = vbox(holder, on=self, gap=S2)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        self.column.addWidget(widget, stretch)


def framed(widget: QWidget) -> QFrame:
    """Return a table or list with a hairline around it."""
    frame = QFrame()
    frame.setProperty("role", "raised")
    vbox(widget, on=frame, margins=(1, 1, 1, 1))
    return frame


class _Column(QScrollArea):
    def minimumSizeHint(self) -> QSize:
        """As wide as what it holds, which would be cut else."""
        bar, held = self.verticalScrollBar().sizeHint().width(), self.widget()
        width = max(held.minimumWidth(), held.minimumSizeHint().width()) if held is not None else 0
        return QSize(width + bar, super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def scrolled(widget: QWidget, name: str = "") -> QScrollArea:
    """Scroll up and down where the window is too low; never sideways.

    One with a `name`, for assistive tools, can have the focus and be scrolled by keys.
    """
    area = _Column()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if name:
        area.setAccessibleName(name)
    else:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area


def allow(widget: QWidget, *, but: str = "") -> None:
    """Enable a control; one that must fail is disabled, and its tooltip says why instead of what it does."""
    usual = widget.property(_USUAL)
    if usual is None:
        usual = widget.toolTip()
        widget.setProperty(_USUAL, usual)
    widget.setEnabled(not but)
    widget.setToolTip(escape_markup(but) or str(usual))
    widget.setAccessibleDescription(but)


def put_forward(button: QPushButton, *, primary: bool) -> None:
    """Give the button the page's accent, or take it."""
    kind = "primary" if primary else ""
    if (button.property("kind") or "") != kind:
        button.setProperty("kind", kind)
        repolish(button)


def button(
    text: str, call: Callable[[], object], *, kind: str = "", hint: str = "", gives: bool = False
) -> QPushButton:
    """Return a push button of the theme's `kind` ("primary", "link" or "" for the plain one).

    One that `gives` keeps only its icon where there is no room for its words.
    """
    made = GivingButton(text) if gives else QPushButton(text)
    if kind:
        made.setProperty("kind", kind)
    made.setToolTip(hint)
    made.clicked.connect(lambda _checked=False: call())
    return made


class ButtonRow(QWidget):
    """Buttons in one line; those that have no room there are in the menu of the last."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self._buttons, self._menu = buttons, QMenu(self)
        self.more = button("…", self._open_menu, hint=self.tr("More"))
        self.more.setAccessibleName(self.tr("More"))
        hbox(*buttons, self.more, STRETCH, on=self, gap=S2)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        first = self._buttons[0].sizeHint()
        return QSize(first.width() + S2 + self.more.sizeHint().width(), first.height())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._fit()
        return done

    def _fit(self) -> None:
        widths = list(accumulate(each.sizeHint().width() + S2 for each in self._buttons))
        folds = widths[-1] - S2 > self.width()
        room = self.width() - (self.more.sizeHint().width() if folds else -S2)
        for each, width in zip(self._buttons, widths, strict=True):
            each.setVisible(width <= room)
        self.more.setVisible(folds)

    def _open_menu(self) -> None:
        self._menu.clear()
        for each in self._buttons:
            if each.isHidden():
                self._menu.addAction(each.text(), each.click)
        self._menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))
