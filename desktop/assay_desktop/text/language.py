"""The language of the window: which one, and how Qt comes to speak it."""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple, TypeAlias
from xml.etree import ElementTree

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

log = logging.getLogger(__name__)

LanguageChoice: TypeAlias = Literal["system", "en", "de"]

CHOICES: Final[tuple[LanguageChoice, ...]] = ("system", "en", "de")
TRANSLATED: Final = ("de",)
"""Those with texts in `assay_resources/translations`; English is what the source is written in."""

_LOCALES: Final = {"en": QLocale("en_US"), "de": QLocale("de_DE")}


class Text(NamedTuple):
    """A text of the source, and the context in which Qt looks for it: a class, or the `_tr` of a module."""

    context: str
    source: str


class _Texts(QTranslator):
    """The window's texts as translators write them; compiled they would be a second file to keep."""

    def __init__(self, language: str, parent: QObject) -> None:
        super().__init__(parent)
        self._texts = _texts_of(language)

    def isEmpty(self) -> bool:
        return not self._texts

    def translate(self, context: str, text: str, *_note_and_number: object) -> str | None:
        """Return the text in this language; None lets Qt ask the next translator."""
        return self._texts.get(Text(context, text)) or None


def choice_of(text: str) -> LanguageChoice:
    """Return the choice that a setting or an option names; "system" for anything unknown."""
    return text if text in CHOICES else "system"


def language_of(choice: LanguageChoice) -> str:
    """Return the two letters of the language: for "system" its first one if we have it, else English."""
    if choice != "system":
        return choice
    wanted = QLocale.system().uiLanguages()
    first = wanted[0].partition("-")[0].partition("_")[0] if wanted else ""
    return first if first in TRANSLATED else "en"


def speak(app: QCoreApplication, choice: LanguageChoice) -> str:
    """Put texts, numbers and dates in this language for all made from now on; return its two letters.

    Call it before the first widget: a widget keeps the text that it was created with.
    """
    language = language_of(choice)
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    QLocale.setDefault(_locale(language))
    if language in TRANSLATED:
        _install(app, language)
    return language


def _locale(language: str) -> QLocale:
    """Return the system's locale if it is of the language, as in Austria; else the usual one."""
    system = QLocale.system()
    same = system.language() == _LOCALES[language].language()
    return system if same else _LOCALES[language]


def read_ts(words: str) -> dict[Text, str]:
    """Read a `.ts` file of ours: text -> its translation, "" where it is unfinished."""
    known = {}
    for context in ElementTree.fromstring(words).iter("context"):  # noqa: S314 - comes with the program
        name = context.findtext("name", "")
        for message in context.iter("message"):
            is_finished = message.find("translation[@type='unfinished']") is None
            text = Text(name, message.findtext("source", ""))
            known[text] = message.findtext("translation", "") if is_finished else ""
    return known


@cache
def _texts_of(language: str) -> dict[Text, str]:
    path = files("assay_resources") / "translations" / f"assay_{language}.ts"
    return read_ts(path.read_text(encoding="utf-8"))


def _install(app: QCoreApplication, language: str) -> None:
    """Install Qt's own texts below ours."""
    qt = QTranslator(app)
    if not qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        log.warning("this Qt has no texts for %s: its own buttons and dialogs stay English", language)
    app.installTranslator(qt)
    app.installTranslator(_Texts(language, app))
