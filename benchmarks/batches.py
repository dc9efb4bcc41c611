"""Many small models by `bound`: what it costs to have them done by processes, or on a Dask cluster."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

from penstock.budget import UNWATCHED
from penstock.project.jobs import job_of
from penstock.project.working.places import place_for
from penstock.project.working.processes import Processes
from penstock.project.working.workplace import Workplace
from penstock.reading.source import Source
from penstock.tasks.bound import bound
from penstock.tasks.requests.bound import BoundRequest

MODELS = 1000
WORKERS = 2


def small_model(number: int) -> BoundRequest:
    """A client that may have a few requests open, and a server; no two models are the same."""
    text = f"""chan requests = [{number % 7 + 1}] of {{ byte }};
chan answers = [{number % 5 + 1}] of {{ byte }};
active proctype client() {{
  byte x = {number % 250};
  do
  :: requests!x; {"requests!x; " * (number % 3)}answers?x{"; answers?x" * (number % 3)}
  od
}}
active proctype server() {{ byte x; do :: requests?x; answers!x od }}
/* {number} */
"""
    return BoundRequest(Source(text=text))


def loop(requests: list[BoundRequest]) -> None:
    for request in requests:
        bound(request)


def elsewhere(place: Workplace) -> Callable[[list[BoundRequest]], None]:
    def work(requests: list[BoundRequest]) -> None:
        jobs = [job_of("bound", request) for request in requests]
        answers = dict(place.answers(jobs, UNWATCHED))
        assert len(answers) == len(requests) and all(answer.decided for answer in answers.values())

    return work


def measured(work: Callable[[list[BoundRequest]], None], requests: list[BoundRequest]) -> tuple[float, float]:
    """Seconds of the clock, and of all processors: the latter say something on a busy machine, too."""
    begin, used = time.perf_counter(), processor_time()
    work(requests)
    return time.perf_counter() - begin, processor_time() - used


def processor_time() -> float:
    """Of this process, and of those that it started and that have ended."""
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def main() -> None:
    """What a model costs more than in the loop is the time of all workers, their start included."""
    requests = [small_model(number) for number in range(MODELS)]
    loop(requests[:10])
    print(f"\nbound: {MODELS} small models")
    alone, alone_used = measured(loop, requests)
    print(f"  {'a loop in one process':24} {MODELS / alone:6.0f} models/s")
    for name, place in places().items():
        taken, used = measured(elsewhere(place), requests)
        more, more_used = ((WORKERS * taken - alone) * 1000 / MODELS, (used - alone_used) * 1000 / MODELS)
        print(
            f"  {name:24} {MODELS / taken:6.0f} models/s, overhead per model {more:5.1f} ms"
            f" (processor time: {more_used:4.1f} ms; goal: below 10)"
        )


def places() -> dict[str, Workplace]:
    return {
        f"{WORKERS} processes": Processes(WORKERS),
        f"Dask, {WORKERS} local workers": place_for(f"local:{WORKERS}", None),
    }


if __name__ == "__main__":
    main()
