"""What helps at the start and later: the first steps above the pages, the user guide beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from assay_desktop.shell.widgets.first_steps import FirstSteps, StepsStrip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from assay_desktop.context import AppContext
    from assay_desktop.shell.widgets.guide_window import GuideWindow
    from assay_desktop.shell.widgets.toast import Toast


class WindowHelp(QObject):
    """Lives as long as the window."""

    def __init__(self, context: AppContext, window: QWidget, toast: Toast) -> None:
        super().__init__(window)
        self._context, self._window, self._toast = context, window, toast
        self._guide: GuideWindow | None = None
        self.strip = StepsStrip(context.theme)
        self._steps = FirstSteps(self.strip, context, self)
        self.strip.guide_wanted.connect(self.open_guide)
        self.strip.dismissed.connect(self._steps.close)

    def start(self) -> None:
        """Show the first steps where they are open, once their strip is in the window."""
        self._steps.start()

    def open_steps(self) -> None:
        """Brings the first steps back."""
        self._steps.open()

    def open_guide(self) -> None:
        """One guide at a time; it comes to the front where it is open already."""
        if self._guide is None:
            from assay_desktop.shell.widgets.guide_window import GuideWindow
            from assay_desktop.text.guide import guide_text

            try:
                text = guide_text()
            except OSError:
                self._toast.say(self.tr("The guide is missing from this installation; install Assay again."))
                return
            self._guide = GuideWindow(self._context.theme, text, self._window)
            self._guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()
