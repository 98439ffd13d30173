"""How tokens become a vector, asked for a folder that does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from assay_desktop.text.translate import translator
from assay_desktop.widgets.controls.question import QuestionDialog
from assay_desktop.widgets.section import put_forward

if TYPE_CHECKING:
    from collections.abc import Callable

_tr = translator("training")


def ask_pooling(parent: QWidget, name: str, chosen: Callable[[str], None]) -> QuestionDialog:
    """Ask how tokens become a vector, and call `chosen` with "cls" or "mean"."""
    more = _tr(
        "SPECTER, SPECTER2's base and SciNCL were trained with the first token, [CLS]. SciBERT and other "
        "plain BERTs were trained for neither: the mean of all tokens is usual."
    )
    text = _tr("{0} does not say how tokens become a vector.").format(name)
    dialog = QuestionDialog(parent, text, more, action=_tr("First token"))
    dialog.on_answer(dialog.action, lambda: chosen("cls"))
    dialog.on_answer(dialog.add_answer(_tr("Mean of all tokens")), lambda: chosen("mean"))
    put_forward(dialog.action, primary=False)  # neither of them is the usual one
    dialog.cancel.setDefault(True)
    dialog.cancel.setFocus()
    dialog.open()
    return dialog
