"""What is asked before something is done that is not easily undone, in the one style of all dialogs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from assay_desktop.theme import repolish
from assay_desktop.widgets.controls.form_dialog import FormDialog


class QuestionDialog(FormDialog):
    """The question, what follows from a yes, and the answers. Cancel and Esc are a no."""

    def __init__(
        self,
        parent: QWidget,
        text: str,
        more: str,
        *,
        action: str,
        danger: bool = False,
        careful: bool = False,
    ) -> None:
        super().__init__(parent, text, action=action)
        self.heading.setWordWrap(True)
        self.show_note(more)
        if danger or careful:  # what cannot be undone is never the key that Return presses
            self.action.setProperty("kind", "danger" if danger else "")
            repolish(self.action)  # the dialog has dressed it already
        if danger or careful:  # nor what nothing speaks for
            self.cancel.setDefault(True)
        (self.cancel if danger or careful else self.action).setFocus()

    def add_answer(self, words: str, *, danger: bool = False) -> QPushButton:
        """Return another button, which Return does not press until it has the focus."""
        button = QPushButton(words)
        if danger:
            button.setProperty("kind", "danger")
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return button

    def on_answer(self, button: QPushButton, call: Callable[[], None]) -> None:
        """Close, then do it."""

        def answer(_checked: bool = False) -> None:
            self.accept()
            call()

        button.clicked.connect(answer)


def ask(
    parent: QWidget,
    text: str,
    more: str,
    *,
    yes: str,
    agreed: Callable[[], None],
    danger: bool = False,
    careful: bool = False,
) -> QuestionDialog:
    """Ask over `parent` and call `agreed` for `yes`; everything else is a no, Return too where `careful`."""
    dialog = QuestionDialog(parent, text, more, action=yes, danger=danger, careful=careful)
    dialog.on_answer(dialog.action, agreed)
    dialog.open()
    return dialog
