"""Keys named next to what they do, in tooltips and labels: they follow the user's choice of keys."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from assay_desktop.key_table import actions
from assay_desktop.keys import Keys, key_words
from assay_desktop.text.escape_markup import escape_markup

_TEXT, _NAMES = "keyText", "keyNames"  # dynamic properties of a widget that names keys
_ASIDE: Final = " ({0})"


def hint(widget: QWidget, text: str, *names: str, keys: Keys | None = None) -> None:
    """Give a label its text, any other widget its tooltip, with the key of each action in its place.

    `text` has the places {0}, {1}…; a " ({0})" goes where the action has no key. Without `keys` the usual
    ones stand there until `KeyHints` of the page knows better.
    """
    widget.setProperty(_TEXT, text)
    widget.setProperty(_NAMES, list(names))
    if keys is not None:
        _dress(widget, [keys.first(name) for name in names])
        return
    usual = {action.name: action.keys for action in actions()}
    _dress(widget, [next(iter(usual[name]), "") for name in names])


def key_label(name: str) -> QLabel:
    """Return the key of an action, drawn as a key."""
    made = QLabel()
    made.setProperty("role", "key")
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    hint(made, "{0}", name)
    return made


class KeyHints(QObject):
    """Keeps every hint within a widget true."""

    def __init__(self, keys: Keys, root: QWidget) -> None:
        super().__init__(root)
        self._keys, self._root = keys, root
        keys.changed.connect(self.dress_all)
        self.dress_all()

    def dress_all(self) -> None:
        for widget in [self._root, *self._root.findChildren(QWidget)]:
            self.dress(widget)

    def dress(self, widget: QWidget) -> None:
        """Dress a widget again that was given another text since."""
        names = widget.property(_NAMES)
        if names:
            _dress(widget, [self._keys.first(str(name)) for name in names])


def _dress(widget: QWidget, keys: list[str]) -> None:
    text = str(widget.property(_TEXT))
    if not any(keys):
        text = text.replace(_ASIDE, "")
    words = text
    for place, key in enumerate(keys):
        words = words.replace(
            f"{{{place}}}", key_words(key) if key else ""
        )  # a title in it may have braces of its own
    if isinstance(widget, QLabel):
        widget.setText(words or "–")
    else:
        widget.setToolTip(escape_markup(words))
