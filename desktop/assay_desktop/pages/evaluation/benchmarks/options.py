"""What was ticked of tasks and systems, and how it is to be scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.benchmarks.types import SystemOption
from assay_desktop.background.job_kinds import RunBenchmarks, Words

if TYPE_CHECKING:
    from assay.benchmarks.types import BenchOptions


@dataclass(frozen=True, slots=True)
class Choice(RunBenchmarks):
    """A run as the user chose it, also tasks that are not there; it is kept between sessions."""

    similarity: str = "l2"
    device: str = "auto"
    more: Words = ()  # systems that are no options: "hybrid:MODEL", or a model's folder

    @property
    def as_published(self) -> bool:
        """Whether scores may be compared with those of papers."""
        return self.similarity == "l2" and not self.intercept

    def systems_of(self, options: BenchOptions) -> list[SystemOption]:
        """Return what there is to tick: the options, then what was added to them."""
        known = {each.name for each in options.systems}
        own = [
            SystemOption(name, "hybrid" if name.startswith("hybrid:") else "folder")
            for name in self.more
            if name not in known
        ]
        return [*options.systems, *own]

    def words(self, options: BenchOptions) -> Words:
        """Return `bench run ...` of what is ticked and there; () where that is nothing."""
        faulty = {fault.file for fault in options.faults}
        run = RunBenchmarks(
            systems=tuple(each.name for each in self.systems_of(options) if each.name in self.systems),
            data=self.data,
            files=tuple(file for file in self.files if file not in faulty),
            tasks=tuple(task.id for task in options.tasks if task.present and task.id in self.tasks),
            similarity=self.similarity if self.similarity != "l2" else "",
            intercept=self.intercept,
            device=self.device if self.device != "auto" else "",
        )
        return run.arguments() if run.systems and run.tasks else ()
