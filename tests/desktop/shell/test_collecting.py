"""Garbage is collected on the window's thread, whoever makes it."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from assay_desktop.shell.collecting import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


class _Leaf(QObject):
    """Something of Qt's that only a collection can free, as a closed dialog and its presenter are."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[Collector]:
    of_tests = gc.get_threshold()
    gc.set_threshold(700, 10, 10)  # as the window has it
    gc.collect()
    window = QObject()
    yield Collector(window)
    window.deleteLater()
    gc.set_threshold(*of_tests)


def _allocate(n_objects: int) -> None:
    kept = [[n] for n in range(n_objects)]
    assert len(kept) == n_objects


def _elsewhere(n_objects: int) -> None:
    thread = threading.Thread(target=_allocate, args=(n_objects,))
    thread.start()
    thread.join()


def test_another_thread_never_takes_apart_what_the_window_left(collector: Collector, qtbot: QtBot) -> None:
    threads: list[int] = []
    weakref.finalize(_Leaf(), lambda: threads.append(threading.get_ident()))
    _elsewhere(300_000)
    assert threads == []
    kept = [[n] for n in range(11_000)]
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.get_ident()]
    assert len(kept) == 11_000


def test_python_itself_would_have_done_so_on_the_other_thread(qtbot: QtBot) -> None:
    """Else the test before this one proved nothing."""
    threads: list[int] = []
    gc.enable()
    weakref.finalize(_Leaf(), lambda: threads.append(threading.get_ident()))
    _elsewhere(300_000)
    assert threads
    assert threads != [threading.get_ident()]


def test_little_that_is_new_is_not_looked_through(collector: Collector) -> None:
    left = weakref.ref(_Leaf())
    collector.look()
    assert left() is not None


def test_what_outlived_two_collections_goes_with_a_later_one(collector: Collector) -> None:
    leaf = _Leaf()
    left = weakref.ref(leaf)
    gc.collect(0)
    gc.collect(1)  # it is of the oldest generation now
    del leaf
    for _ in range(200):
        kept = [[n] for n in range(11_000)]
        collector.look()
        del kept
    assert left() is None
