"""A small network that scores rows of features, learned from pairs of which the first is the better.

The settings are those of SciDocs' `train_similar_papers_model.json` (allenai/scidocs at b75344d), with
AllenNLP 0.9's defaults where it has none: batches in a new order each epoch, and the epoch of the least
validation loss.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from assay.progress import Progress, silent

Features: TypeAlias = npt.NDArray[np.float32]
Pairs: TypeAlias = tuple[Features, Features]  # (n, f) the better ones, (n, f) the others

SEED, EPOCHS, BATCH = 7, 5, 128
HIDDEN, DROPOUT, MARGIN, MOST_GRADIENT = 50, 0.4, 0.1, 5.0


def fit_ranker(
    train: Pairs, validation: Pairs, *, weight: float = 1.0, progress: Progress = silent
) -> Callable[[Features], npt.NDArray[np.float64]]:
    """Return what scores rows (n, f) from 0 to 1: (n,).

    Two layers, ReLU and sigmoid; the loss of a pair is max(0, MARGIN - better + other) times `weight`. It is
    drawn from a seed, and leaves torch's own generator as it was.
    """
    import torch

    better, other, better_left, other_left = (torch.from_numpy(each) for each in (*train, *validation))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        network = torch.nn.Sequential(
            torch.nn.Linear(better.shape[1], HIDDEN),
            torch.nn.ReLU(),
            torch.nn.Dropout(DROPOUT),
            torch.nn.Linear(HIDDEN, 1),
            torch.nn.Sigmoid(),
        )
        optimiser = torch.optim.Adadelta(network.parameters(), lr=1.0, rho=0.95, eps=1e-6)
        margin = torch.nn.MarginRankingLoss(MARGIN)

        def loss(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
            first, second = network(left), network(right)  # (batch, 1)
            found: torch.Tensor = weight * margin(first, second, torch.ones_like(first))
            return found

        best, least = copy.deepcopy(network.state_dict()), float("inf")
        for epoch in range(EPOCHS):
            progress("learning from clicks", epoch, EPOCHS)
            network.train()
            order = torch.randperm(len(better))
            for start in range(0, len(order), BATCH):
                batch = order[start : start + BATCH]
                optimiser.zero_grad()
                loss(better[batch], other[batch]).backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_value_(network.parameters(), MOST_GRADIENT)
                optimiser.step()
            network.eval()
            with torch.no_grad():
                losses = [
                    float(loss(better_left[start : start + BATCH], other_left[start : start + BATCH]))
                    for start in range(0, len(better_left), BATCH)
                ]
            now = float(np.mean(losses))
            if now < least:
                best, least = copy.deepcopy(network.state_dict()), now
    network.load_state_dict(best)

    def score(rows: Features) -> npt.NDArray[np.float64]:
        with torch.no_grad():
            found: npt.NDArray[np.float64] = network(torch.from_numpy(rows))[:, 0].double().numpy()
        return found

    return score
