"""What has to be asked about a project, for others to do: one job a line."""

from __future__ import annotations

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.diagnostics.record import counted
from penstock.project.planned import PlannedJob, plan_text, planned_jobs
from penstock.project.requests.plan import PlanRequest
from penstock.records import record
from penstock.tasks.outcome import Outcome


@record
class PlanOutcome(Outcome):
    jobs: tuple[PlannedJob, ...]

    @property
    def text(self) -> str:
        """One job a line, as JSON."""
        return plan_text(self.jobs)

    @property
    def summary(self) -> str:
        models = len({one.model for one in self.jobs})
        return f"{counted(len(self.jobs), 'job')} for {counted(models, 'model')}"


def plan(request: PlanRequest, watch: Watch = UNWATCHED) -> PlanOutcome:
    with Budget(watch=watch):
        return PlanOutcome(tuple(planned_jobs(request.directory, request.paths, request.only)))
