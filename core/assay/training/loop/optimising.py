"""One optimiser step: forward and backward over some batches, then the mean of their gradients."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import TrainingFailed
from assay.messages import Message, message
from assay.training.loop.batches import Batch
from assay.training.loop.distributed import ONE_PROCESS, Processes
from assay.training.loop.memory import with_room
from assay.training.loop.schedule import learning_rate
from assay.training.loop.task_losses import BatchLoss, heads_of, scorer_of
from assay.training.model.forward import Forward
from assay.training.model.precision import LossScale
from assay.training.model.sharding import whole
from assay.training.recipe.recipe import OptimiserSpec, Stage
from assay.training.runs.events import EventSink, Note

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module
    from torch.optim import Optimizer


Words = Callable[[], Sequence[float]]
"""What the processes have to say to each other, asked for when a step is computed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step saw, over all processes."""

    loss: float
    losses: dict[str, float]  # objective -> mean over its examples; those that had none are left out
    examples: int
    tokens: int
    learning_rate: float
    words: list[float]  # what the processes had to say to each other besides, summed


class Optimising:
    """The optimiser of a stage."""

    def __init__(
        self,
        forward: Forward,
        stage: Stage,
        *,
        processes: Processes,
        seed: int,
        steps: int,
        head_rate: float = 1.0,
    ) -> None:
        self.forward = forward
        self.stage = stage
        self.processes = processes
        self.seed = seed
        self.steps = steps
        self.optimiser = make_optimiser(forward.model, stage.optimiser, head_rate=head_rate)
        self.factor = 1.0  # of the learning rate, where a plateau lowers it
        self.scale = LossScale(forward.numbers, processes.device)
        self._has_warned = False
        self._names = [objective.name for objective in stage.objectives]

    def step(self, batches: Sequence[Batch], *, done: int, words: Words, on_event: EventSink) -> Outcome:
        """Make step number `done` + 1 of the stage. `words` are summed over the processes by the way.

        They are asked for once the gradients are there: a step may take a minute.

        Raises TrainingFailed if a loss or a gradient is not a number, before any weight is changed by it, and
        if the memory does not hold a single text. In fp16 a gradient beyond its range costs this step, but
        not without end: at some time the loss can be scaled down no further.
        """
        rows = with_room(
            self.forward,
            [batch.tokens for batch in batches],
            lambda: self._gradients(batches, done),
            on_event,
        )
        outcome = self._outcome(batches, rows, done, words)
        self._check_losses(outcome, done)
        self._step(outcome.learning_rate, done, on_event)
        return outcome

    def _gradients(self, batches: Sequence[Batch], done: int) -> list[Tensor]:
        """Leave the mean of the batches' gradients in the weights; return each batch's losses (batch,)."""
        self.optimiser.zero_grad(set_to_none=True)
        rows = []
        among = self.processes if self.stage.loss.gather_across_devices else ONE_PROCESS
        for place, batch in enumerate(batches):
            loss = BatchLoss(
                self.stage.loss,
                batch.names,
                batch.examples,
                device=self.forward.device,
                by_task=self.stage.mixing == "tasks",
                heads=heads_of(self.forward.model),
                scorer=scorer_of(self.forward.model),
                among=among,
            )
            with among.together() as agree:

                def share(
                    vectors: Tensor, loss: BatchLoss = loss, agree: Callable[[], None] = agree
                ) -> Tensor:
                    agree()
                    return self.scale.scaled(loss(vectors) / len(batches))

                of = self.processes.share
                rank = of.rank + of.world * (place % of.each)
                vectors = self.forward.backward(
                    batch.tokens, share, seed=(self.seed, done, place // of.each, rank)
                )
            rows.append(loss.rows(vectors))
        return rows

    def _outcome(self, batches: Sequence[Batch], rows: Sequence[Tensor], done: int, words: Words) -> Outcome:
        sums, counts = dict.fromkeys(self._names, 0.0), Counter[str]()
        for batch, losses in zip(batches, rows, strict=True):
            for name, loss in zip(batch.names, losses.tolist(), strict=True):
                sums[name] += loss
                counts[name] += 1
        tokens = sum(int(batch.tokens.lengths.sum()) for batch in batches)
        own = [*sums.values(), *(counts[name] for name in self._names), tokens, *words()]
        totals = self.processes.total(own)
        n = len(self._names)
        examples = sum(totals[n : 2 * n])
        return Outcome(
            loss=sum(totals[:n]) / examples,
            losses={name: totals[i] / totals[n + i] for i, name in enumerate(self._names) if totals[n + i]},
            examples=int(examples),
            tokens=int(totals[2 * n]),
            learning_rate=self.factor * learning_rate(self.stage.optimiser, done=done, steps=self.steps),
            words=totals[2 * n + 1 :],
        )

    def _check_losses(self, outcome: Outcome, done: int) -> None:
        wrong = [name for name, loss in outcome.losses.items() if not math.isfinite(loss)]
        if wrong:
            raise TrainingFailed(
                "The loss of {0} is not a number in step {1} of stage '{2}'. {3}",
                " and ".join(wrong),
                done + 1,
                self.stage.name,
                self.advice(),
            )

    def _step(self, rate: float, done: int, on_event: EventSink) -> None:
        from torch.nn.utils import clip_grad_norm_

        if self.forward.agree is None:  # or else they are means already
            self.processes.average_gradients(self.forward.model.parameters())
        self.scale.unscale(self.optimiser)
        total = clip_grad_norm_(
            self.forward.model.parameters(), self.stage.optimiser.max_grad_norm or math.inf
        )
        norm = float(whole({"": total})[""])
        sound = math.isfinite(norm)
        if not sound and not self.scale.forgives_overflow:
            raise TrainingFailed("{0} {1}", self._no_gradient(done), self.advice())
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group["times"]
        self.scale.step(self.optimiser)
        if not sound:
            self._skipped(done, on_event)

    def _skipped(self, done: int, on_event: EventSink) -> None:
        """Tell that a step in fp16 has lowered the scale instead of changing weights."""
        if self.scale.exhausted:
            raise TrainingFailed(
                "{0} It was so in many steps before, though the loss was scaled down each time; the model "
                "learns nothing like this. {1}",
                self._no_gradient(done),
                self.advice(),
            )
        if not self._has_warned:
            self._has_warned = True
            on_event(
                Note.of(
                    message(
                        "{0} The step is left out and the loss scaled down, as is usual with fp16 now and "
                        "then; later ones are not reported.",
                        self._no_gradient(done),
                    )
                )
            )

    def _no_gradient(self, done: int) -> Message:
        name = self.stage.name
        return message("The gradient is not a number in step {0} of stage '{1}'.", done + 1, name)

    def advice(self) -> Message:
        """Return what to do about numbers that are none: a resumed run would only meet them again."""
        spec = self.stage.optimiser
        ways = message("a lower learning_rate than {0}", f"{spec.learning_rate:g}")
        if not 0 < spec.max_grad_norm <= 1:
            ways = message("{0} or {1}", ways, message("a max_grad_norm of 1"))
        if self.forward.numbers != "fp32":
            ways = message("{0} or {1}", ways, message("precision fp32"))
        return message(
            "Resuming would fail again: start a new run in another folder with {0}. If it fails in the "
            "first steps, try another base model.",
            ways,
        )


def make_optimiser(model: Module, spec: OptimiserSpec, *, head_rate: float = 1.0) -> Optimizer:
    """Optimise all weights that learn; heads learn `head_rate` times as fast. No bias or norm decays.

    RAdam's decay is decoupled, as AdamW's is (Liu et al., On the Variance of the Adaptive Learning Rate and
    Beyond, 2020).
    """
    from torch.optim import AdamW, RAdam

    heads = {id(weights) for _, head in heads_of(model).values() for weights in head.parameters()}
    weights = [parameter for parameter in model.parameters() if parameter.requires_grad]
    groups = [
        {
            "params": [p for p in weights if (p.ndim >= 2) == decays and (id(p) in heads) == of_head],
            "weight_decay": spec.weight_decay if decays else 0.0,
            "times": head_rate if of_head else 1.0,
        }
        for of_head in (False, True)
        for decays in (True, False)
    ]
    known = [group for group in groups if group["params"]]
    if spec.kind == "radam":
        return RAdam(known, lr=spec.learning_rate, eps=spec.epsilon, decoupled_weight_decay=True)
    return AdamW(known, lr=spec.learning_rate, eps=spec.epsilon)
