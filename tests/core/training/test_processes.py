"""Processes that train together: one training after the other, one that fails, and each on its own card."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from multiprocessing.synchronize import Event
from queue import Queue

import pytest
import torch
from tiny_runs import NEEDS_GLOO, forked

from assay.errors import AssayError, ModelError, TrainingFailed
from assay.training.loop.distributed import Processes, joined, own_device

TWO = {"WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1"}


def free_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return str(taken.getsockname()[1])


def said_by_two(talk: Callable[[int], list[str]]) -> list[list[str]]:
    """What each of two processes says of a talk with the other."""
    context = forked()
    answers, second_done, port = context.Queue(), context.Event(), free_port()
    children = [
        context.Process(target=place, args=(talk, rank, port, answers, second_done)) for rank in range(2)
    ]
    for child in children:
        child.start()
    found = dict(answers.get(timeout=120) for _ in children)
    for child in children:
        child.join()
    return [found[0], found[1]]


def place(
    talk: Callable[[int], list[str]], rank: int, port: str, answers: Queue[object], second_done: Event
) -> None:
    os.environ |= TWO | {"RANK": str(rank), "LOCAL_RANK": str(rank), "MASTER_PORT": port}
    try:
        answers.put((rank, talk(rank)))
        if rank == 0:  # through which the other talks, as through the launcher otherwise
            second_done.wait(timeout=60)
    finally:
        if rank == 1:
            second_done.set()


def in_turn(rank: int) -> list[str]:
    """Five trainings: sound, failing on one, sound after a wait, of different things, failing at once."""
    said = []
    for turn in range(5):
        try:
            if turn == 2 and rank == 0:
                time.sleep(0.3)  # as the first process does while it ranks a test set
            with joined(
                "cpu" if turn < 4 or rank else "cuda:9", what=f"{turn}{rank * (turn == 3)}"
            ) as processes:
                weights = torch.nn.Linear(2, 2, bias=False)
                torch.nn.init.constant_(weights.weight, rank + 1)
                processes.same_weights(weights)
                if turn == 1 and rank == 0:
                    raise TrainingFailed("The disk is full.")
                said.append(f"{processes.total([rank + 1.5, 1.0])} {weights.weight.sum().item()}")
        except AssayError as error:
            said.append(f"{type(error).__name__}: {error}")
    return said


@NEEDS_GLOO
def test_trainings_follow_each_other_and_one_that_fails_is_over_for_all_with_its_reason() -> None:
    first, second = said_by_two(in_turn)
    assert first[0] == second[0] == first[2] == second[2] == "[4.0, 2.0] 4.0"
    assert first[1] == "TrainingFailed: The disk is full."
    assert second[1] == "TrainingFailed: Process 0 of this run ended: The disk is full."
    assert first[3] == second[3]
    assert "different recipes" in first[3]
    assert first[4].startswith("ModelError: ")
    assert "'cuda:9'" in second[4]
    assert second[4].startswith("TrainingFailed: Process 0 of this run ended: ")


def killed(rank: int) -> list[str]:
    """A training of which the second process dies without a word."""
    Processes._say_lost = lambda self, error: None  # type: ignore[method-assign]  # as one that is killed
    try:
        with joined("cpu") as processes:
            processes.total([1.0])
            if rank == 1:
                raise SystemExit
            processes.total([1.0])
    except SystemExit:
        return ["died"]
    except TrainingFailed as error:
        return [str(error)]
    return []


@NEEDS_GLOO
def test_a_process_that_died_without_a_word_ends_the_others_with_advice() -> None:
    first, second = said_by_two(killed)
    assert second == ["died"]
    assert "is gone: it was killed" in first[0]
    assert first[0].endswith("then resume the run.")


def cards(monkeypatch: pytest.MonkeyPatch, count: int, *, rank: int = 0, here: int = 2) -> list[str]:
    """From now on the machine has so many cards; the list of those that are chosen."""
    chosen: list[str] = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: count > 0)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: count)
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    monkeypatch.setenv("LOCAL_RANK", str(rank))
    monkeypatch.setenv("LOCAL_WORLD_SIZE", str(here))
    return chosen


@pytest.mark.parametrize("device", ["auto", "cuda"])
def test_every_process_of_a_machine_has_a_card_of_its_own(
    monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    chosen = cards(monkeypatch, 2, rank=1)
    assert own_device(device) == "cuda:1"
    assert chosen == ["cuda:1"]


def test_one_process_of_each_machine_may_name_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = cards(monkeypatch, 2, here=1)
    assert own_device("cuda:1") == "cuda:1"
    assert chosen == ["cuda:1"]


@pytest.mark.parametrize(
    ("count", "device", "said"),
    [
        (0, "cuda", "no device 'cuda'"),
        (0, "cuda:1", "no device 'cuda:1'"),
        (1, "cuda", r"1 CUDA card\(s\) for 2 processes"),
        (1, "auto", "--nproc-per-node=1"),
        (4, "cuda:1", "cannot share the card 'cuda:1'"),
        (0, "tpu", "Unknown device"),
    ],
)
def test_cards_that_are_absent_or_too_few_are_explained(
    monkeypatch: pytest.MonkeyPatch, count: int, device: str, said: str
) -> None:
    chosen = cards(monkeypatch, count, rank=1)
    with pytest.raises(ModelError, match=said):
        own_device(device)
    assert chosen == []


def test_processes_without_cards_compute_on_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    cards(monkeypatch, 0)
    assert own_device("auto") == own_device("cpu") == "cpu"
