"""Every text of the window has German words that fit it, and the window says them."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication

from assay.messages import message
from assay_desktop.text.figures import numeral
from assay_desktop.text.language import Text, read_ts, speak
from assay_desktop.text.translating import (
    PACKAGE,
    Untranslatable,
    core_texts,
    merged,
    texts_in,
    texts_of,
    write_ts,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

TS = Path(str(files("assay_resources") / "translations" / "assay_de.ts"))
ADVICE = "run `make translations`, then write what is unfinished in assay_de.ts, then run it again"


@pytest.fixture(scope="module")
def german() -> dict[Text, str]:
    return read_ts(TS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def said() -> set[Text]:
    """What the source says; to read it takes seconds."""
    return texts_of(PACKAGE) | core_texts()


def listed(texts: list[Text]) -> str:
    return "\n".join(f"  {text.context}: {text.source!r}" for text in sorted(texts))


def test_every_text_of_the_window_is_in_german(german: dict[Text, str], said: set[Text]) -> None:
    assert len(said) > 1000
    missing = [text for text in said if not german.get(text)]
    assert not missing, f"{len(missing)} texts are not translated ({ADVICE}):\n{listed(missing)}"


def test_no_translation_outlives_its_text(german: dict[Text, str], said: set[Text]) -> None:
    gone = sorted(german.keys() - said)
    assert not gone, f"{len(gone)} texts are no longer in the source ({ADVICE}):\n{listed(gone)}"


def _shape(text: str) -> tuple[object, ...]:
    """What a translation may not change: places, shortcut marks, what a text ends with, its lines."""
    end = text.rstrip()[-1:]
    return (
        sorted(re.findall(r"\{\d*\}", text)),
        text.count("&"),
        end if end in "….:?" else "",
        text.count("\n"),
        len(text) - len(text.lstrip()),
        len(text) - len(text.rstrip()),
    )


def test_german_texts_keep_places_marks_and_ends(german: dict[Text, str]) -> None:
    wrong = [
        f"{t.source!r}\n    {said!r}"
        for t, said in german.items()
        if said and _shape(t.source) != _shape(said)
    ]
    assert not wrong, "\n".join(wrong)


def test_one_is_called_otherwise_than_many(german: dict[Text, str]) -> None:
    """ "1 paper", "2 papers": what stands in a text for it says something else of one, in both languages."""
    counted = [text for text in german if re.search(r"\{\d:", text.source)]
    assert len(counted) > 60
    for words in (each for text in counted for each in (text.source, german[text])):
        one, many = (words.format(*[numeral(n)] * 9) for n in (1, 2))
        assert one.replace("1", "2") != many or "|" not in words, words
        assert "|" not in one + many
    said = QCoreApplication.translate("StatusBar", "Semantic search finds {0} of {1} {1:paper|papers}")
    assert said.format(numeral(1), numeral(1)) == "Semantic search finds 1 of 1 paper"
    assert said.format(numeral(1), numeral(1094)) == "Semantic search finds 1 of 1,094 papers"
    assert str(message("{0} {0:row has|rows have} it", 1)) == "1 row has it"


def test_a_venue_has_one_german_word(german: dict[Text, str]) -> None:
    said = [words for text, words in german.items() if re.search(r"[Vv]enues?\b(?!:)", text.source)]
    assert len(said) > 10
    assert [words for words in said if "Quelle" not in words] == []


def test_what_code_calls_by_name_keeps_its_name(german: dict[Text, str]) -> None:
    """Measures, file formats and what a recipe's file says are the same in every language."""
    names = re.compile(r"nDCG@\d+|BM25|TREC|BEIR|qrels|TOML|JSON Lines|RRF|arXiv|DOI")
    keys = re.compile(r"^[a-z]+(?=: )")  # what stands in a recipe
    wrong = [
        f"{text.source!r}\n    {said!r}"
        for text, said in german.items()
        if said
        and (
            not set(names.findall(text.source)) <= set(names.findall(said))
            or (text.context.endswith("Form") and keys.findall(text.source) != keys.findall(said))
        )
    ]
    assert not wrong, "\n".join(wrong)


def test_the_window_says_what_stands_in_the_file(qapp: QApplication, german: dict[Text, str]) -> None:
    """Qt's own texts come from Qt, and what nobody has translated stays English."""
    speak(qapp, "de")
    wrong = [text for text, said in german.items() if QCoreApplication.translate(*text) != said]
    of_qt, of_nobody = (
        QCoreApplication.translate(*words) for words in (("QPlatformTheme", "Cancel"), ("no", "words"))
    )
    speak(qapp, "en")
    assert (wrong, of_qt, of_nobody) == ([], "Abbrechen", "words")


def test_german_addresses_nobody(german: dict[Text, str]) -> None:
    """Neither "du" nor "Sie": "sie" is written so within a sentence where it means others."""
    addressed = re.compile(
        r"\b([Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich)\b|\w Sie\b|[\w,] Ihr(e[nmrs]?)?\b|\bIhnen\b(?! andere)"
        r"|(^|[.:;!?] )(Gib|Nimm|Wähle|Beurteile|Bewerte|Importiere|Drücke|Öffne|Prüfe|Starte)\b"
    )
    assert [words for words in german.values() if addressed.search(words)] == []


def test_texts_are_found_with_the_context_in_which_qt_looks_for_them() -> None:
    code = (
        "class Page(QWidget):\n    def f(self): return self.tr('a' 'b')\n"
        "def g(): return _tr('c')\n"
        "def _tr(text): return QCoreApplication.translate('words', text)\n"
    )
    assert list(texts_in(code, "page.py")) == [Text("Page", "ab"), Text("words", "c")]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("class Page:\n    title = self.tr('a')", "before the window knows its language"),
        ("class Page:\n    def f(self): return self.tr(f'{1} a')", "not one plain string"),
        ("def f(): return _tr('a')", "has no context"),
    ],
)
def test_texts_that_nobody_could_translate_are_refused(code: str, why: str) -> None:
    with pytest.raises(Untranslatable, match=f"page.py, line [12].*{why}"):
        list(texts_in(code, "page.py"))


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    said = {Text("Page", "a & <b>\n"): "ä & <b>\n", Text("Page", "c"): "", Text("words", "d"): "„d“"}
    write_ts(tmp_path / "a.ts", "de", said)
    assert read_ts((tmp_path / "a.ts").read_text(encoding="utf-8")) == said


def test_a_text_that_moved_keeps_its_words_and_one_with_two_meanings_waits() -> None:
    known = {Text("A", "open"): "offen", Text("B", "close"): "nah", Text("C", "close"): "schließen"}
    assert merged({Text("D", "open"), Text("D", "close")}, known) == {
        Text("D", "open"): "offen",
        Text("D", "close"): "",
    }
