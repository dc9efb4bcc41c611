"""Answers as they come, model by model: when all of a model are there, it is judged, and told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from penstock.budget import Activity, Progress, Watch
from penstock.project.expectations import ModelUnderTest
from penstock.project.jobs import JobAnswer
from penstock.project.judging import Met
from penstock.project.planned import PlannedJob
from penstock.project.tested import TestedModel, tested


@dataclass(slots=True)
class Tally:
    """`found` are the answers by the numbers of their jobs; an answer that comes again changes nothing."""

    planned: Sequence[PlannedJob]
    watch: Watch
    found: dict[int, JobAnswer] = field(default_factory=dict)
    tested: dict[ModelUnderTest, TestedModel] = field(default_factory=dict)
    _own: dict[ModelUnderTest, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, one in enumerate(self.planned):
            self._own.setdefault(one.model, []).append(number)

    def note(self, number: int, answer: JobAnswer) -> None:
        if number in self.found:
            return
        self.found[number] = answer
        self.watch.tell(Progress(Activity.TESTING, done=len(self.found), total=len(self.planned)))
        model = self.planned[number].model
        if all(job in self.found for job in self._own[model]):
            self.tested[model] = tested(model, [self.found[job] for job in self._own[model]])
            self.watch.finished(self.tested[model])

    @property
    def failed(self) -> bool:
        return any(model.met is not Met.YES for model in self.tested.values())

    def figures(self, seconds: float) -> dict[str, Any]:
        """The fields of an outcome that tells of all models, in the order of the plan."""
        models = tuple(self.tested[model] for model in self._own if model in self.tested)
        expectations = [one for model in models for one in model.expectations]
        return {
            "met": all(model.met is Met.YES for model in models) and len(models) == len(self._own),
            "models": models,
            "expectations": len(expectations),
            "unmet": sum(one.met is not Met.YES for one in expectations),
            "stored": sum(model.stored for model in models),
            "confirmed": sum(model.confirmed for model in models),
            "seconds": round(seconds, 3),
            "stopped": len(models) < len(self._own),
        }
