"""Linear support vector machines of squared hinge, many at once: scikit-learn's answer in less time.

For rows with at least as many of them as columns, scikit-learn's `LinearSVC` minimises

    |w|² / 2 + C Σ max(0, 1 - y w·x)²

by a trust region Newton method (Lin, Weng and Keerthi 2008; Steihaug's conjugate gradients inside), one
class and one C after the other, with the rows as lists of numbered cells. The same steps are made here, with
the same constants and the same end, but every machine over the same rows goes along with the others: the two
products with the rows, nearly all of the work, are then two large matrix products for all machines together.
What differs from scikit-learn is the order in which sums are rounded, as if its rows came in another order:
where a fit ends by a hair at one step or the next, that moves weights in their fourth digit, as there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

TOLERANCE = 1e-4  # both are those of scikit-learn's LinearSVC
MOST_STEPS = 1000
_CELLS = 1 << 23  # float64 numbers of products with all rows at once, twice: 128 MiB

_WORTH = 1e-4  # of the promised gain, what a step must give at least to be taken
_POOR, _GOOD = 0.25, 0.75  # shares of the promised gain below and above which the region changes
_SHRINK, _HALVE, _GROW = 0.25, 0.5, 4.0
_CLOSE = 0.1  # of the gradient's length, the residual at which conjugate gradients end
_NO_GAIN = 1e-12  # of the value: below it nothing more is to be had


@dataclass(frozen=True, slots=True)
class Machine:
    """One machine to fit: which rows lie on which side, and C."""

    signs: Floats  # (n,) of 1 and -1
    cost: float


@dataclass(frozen=True, slots=True)
class _Ask:
    """A product that a fit waits for: of `vector` (d,) with every row, or of `vector` (n,) across them."""

    vector: Floats
    across: bool


_Fit: TypeAlias = "Generator[_Ask, Floats, Floats]"


def fit_machines(
    rows: Floats, machines: Sequence[Machine], *, threads: int = 1, alive: Callable[[], None] = lambda: None
) -> Floats:
    """(machines, d): the weights of each over `rows` (n, d).

    `alive` is called often, in the caller's thread, and may raise, which ends all fits.
    """
    from threadpoolctl import threadpool_limits

    found = np.zeros((len(machines), rows.shape[1]))
    ended = Event()

    def work(part: int, heard: Callable[[], None]) -> None:
        own = range(part, len(machines), threads)
        most = max(1, _CELLS // max(1, len(rows)) // threads)
        for at in range(0, len(own), most):
            some = own[at : at + most]
            found[some] = _fit_together(rows, [machines[place] for place in some], heard)

    def check_interest() -> None:
        if ended.is_set():
            raise _Ended

    # A BLAS of one thread: its own threads wait for each other too eagerly for products of this size.
    with (
        threadpool_limits(limits=1, user_api="blas"),  # type: ignore[no-untyped-call]  # it has no types
        ThreadPoolExecutor(max(1, threads - 1)) as pool,
    ):
        others = [pool.submit(work, part, check_interest) for part in range(1, threads)]
        try:
            work(0, alive)
            for other in others:
                other.result()
        finally:
            ended.set()
    return found


class _Ended(Exception):
    """The caller's thread has raised: nobody waits for this fit."""


def _fit_together(rows: Floats, machines: Sequence[Machine], alive: Callable[[], None]) -> Floats:
    n, width = rows.shape
    weights = np.zeros((len(machines), width))
    fits = [_fit(machine, width) for machine in machines]
    asks = {place: next(fit) for place, fit in enumerate(fits)}
    given, along = np.empty((len(machines), n)), np.empty((len(machines), n))
    while asks:
        alive()
        for across in (False, True):
            places = [place for place, ask in asks.items() if ask.across is across]
            if not places:
                continue
            vectors = [asks[place].vector for place in places]
            if across:
                products = np.stack(vectors, out=given[: len(places)]) @ rows
            else:
                products = np.matmul(np.stack(vectors), rows.T, out=along[: len(places)])
            for place, product in zip(places, products, strict=True):
                try:
                    asks[place] = fits[place].send(product)
                except StopIteration as end:
                    weights[place] = end.value
                    del asks[place]
    return weights


def _fit(machine: Machine, width: int) -> _Fit:
    """Yield one machine's way to its weights (d,). What is sent to it holds until the next answer only."""
    signs, cost = machine.signs, machine.cost
    weights = np.zeros(width)
    short = np.ones(len(signs))  # by how much each row falls short of its margin
    value = cost * len(signs)
    gradient = -2 * cost * (yield _Ask(signs * short, across=True))
    radius = start = _length(gradient)
    fewer = min(int(np.count_nonzero(signs > 0)), int(np.count_nonzero(signs < 0)))
    enough = TOLERANCE * max(fewer, 1) / len(signs) * start
    taken = 0
    inside = short > 0
    while taken < MOST_STEPS and _length(gradient) > enough:
        step, residual = yield from _step(gradient, radius, inside, cost)
        slope = float(gradient @ step)
        promised = -0.5 * (slope - float(step @ residual))
        there = weights + step
        short = np.maximum(1 - signs * (yield _Ask(there, across=False)), 0)
        new_value = float(there @ there) / 2 + cost * float(short @ short)
        gained = value - new_value
        if not taken:
            radius = min(radius, _length(step))
        radius = _next_radius(radius, _length(step), slope, gained, promised)
        if gained > _WORTH * promised:
            taken += 1
            weights, value, inside = there, new_value, short > 0
            gradient = weights - 2 * cost * (yield _Ask(signs * short, across=True))
        if max(abs(gained), abs(promised)) <= _NO_GAIN * abs(value) or (gained == 0 and promised <= 0):
            break
    return weights


def _step(
    gradient: Floats, radius: float, inside: npt.NDArray[np.bool_], cost: float
) -> Generator[_Ask, Floats, tuple[Floats, Floats]]:
    """The step within the region that the quadratic model asks for, and what is left of the gradient."""
    step, residual = np.zeros(len(gradient)), -gradient
    direction = residual.copy()
    square = float(residual @ residual)
    enough = _CLOSE * _length(gradient)
    while _length(residual) > enough:
        along = yield _Ask(direction, across=False)
        curved = direction + 2 * cost * (yield _Ask(along * inside, across=True))
        far = square / float(direction @ curved)
        if _length(step + far * direction) > radius:
            far = _to_the_edge(step, direction, radius)
            return step + far * direction, residual - far * curved
        step, residual = step + far * direction, residual - far * curved
        last, square = square, float(residual @ residual)
        direction = residual + square / last * direction
    return step, residual


def _to_the_edge(step: Floats, direction: Floats, radius: float) -> float:
    """How often `direction` leads from `step`, inside the region, to its edge: a root of a quadratic."""
    both, far, wide = float(step @ direction), float(step @ step), float(direction @ direction)
    root = math.sqrt(both * both + wide * (radius * radius - far))
    # Of the two equal forms the one without a difference of near numbers.
    return (radius * radius - far) / (both + root) if both >= 0 else (root - both) / wide


def _next_radius(radius: float, length: float, slope: float, gained: float, promised: float) -> float:
    """Return the region's radius after a step of `length`, by what it gained and what the model promised."""
    bent = -gained - slope
    scale = _GROW if bent <= 0 else max(_SHRINK, -0.5 * slope / bent)
    if gained < _WORTH * promised:
        return min(max(scale, _SHRINK) * length, _HALVE * radius)
    if gained < _POOR * promised:
        return max(_SHRINK * radius, min(scale * length, _HALVE * radius))
    if gained < _GOOD * promised:
        return max(_SHRINK * radius, min(scale * length, _GROW * radius))
    return max(radius, min(scale * length, _GROW * radius))


def _length(vector: Floats) -> float:
    return math.sqrt(float(vector @ vector))
