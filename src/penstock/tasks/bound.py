"""How full can each channel get?"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net
from penstock.bounds.certificates.trial import Claims, tried, try_claims
from penstock.bounds.published.comparison import compare
from penstock.bounds.published.iboc import TooMany
from penstock.bounds.refinement import refined
from penstock.bounds.tightening import tightened, with_families
from penstock.bounds.verdict import BoundResult, BoundVerdict, boundedness
from penstock.budget import UNWATCHED, Budget, TimeOver, Watch
from penstock.errors import UsageError
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.tasks.bound_answers import answer_of, answer_published, nothing_known, published_gave_up
from penstock.tasks.bound_outcome import BoundOutcome, MissingExact
from penstock.tasks.exact_lengths import with_exact
from penstock.tasks.length_limits import judged_limits, wanted_limits
from penstock.tasks.models import runnable_model
from penstock.tasks.requests.bound import BoundMethod, BoundRequest, MessageDetail
from penstock.tasks.spin_search import SpinSearch


def bound(request: BoundRequest, watch: Watch = UNWATCHED) -> BoundOutcome:
    """Test, refine and try within the budget; what is known when the time is over, or when it is stopped, is told."""
    if request.exact and request.method is BoundMethod.IBOC:
        raise UsageError("the published method does not find exact numbers: leave one of the two out")
    wanted_limits(request.limits)
    until = time.monotonic() + request.budget
    with Budget(until, watch):
        reading = runnable_model(Wanted(request.source, request.actors))
    budget = Budget(until, watch, partial=True)
    try:
        with budget:
            coarse = request.messages is MessageDetail.COARSE
            result = boundedness(reading.model, reading.automata, coarse, request.process_limit)
    except TimeOver:
        return nothing_known(request, reading, budget.stopped)
    if request.method is BoundMethod.IBOC:
        return _published(request, reading, result, budget)
    return _proved(request, reading, result, budget)


def _proved(request: BoundRequest, reading: Reading, result: BoundResult, budget: Budget) -> BoundOutcome:
    if request.refine:
        result = _refined(request, reading, result, budget)
    # What was proved is tried in any case: this takes a moment more if the time is over.
    result = tried(result, reading.automata, time.monotonic() + budget.left)
    missing: MissingExact | None = None
    if request.exact:
        with budget:
            result, missing = with_exact(reading, result)
    limits = tuple(judged_limits(request, reading, result, budget))
    return answer_of(request, reading, result, missing, limits)


def _refined(request: BoundRequest, reading: Reading, result: BoundResult, budget: Budget) -> BoundResult:
    coarse = request.messages is MessageDetail.COARSE
    rebuild = partial(build_net, coarse=coarse, process_limit=request.process_limit)
    if result.verdict is not BoundVerdict.BOUNDED:
        result = _decided(request, reading, result, budget, rebuild)
    with budget:
        return with_families(tightened(result, reading.automata, rebuild))


def _decided(
    request: BoundRequest,
    reading: Reading,
    result: BoundResult,
    budget: Budget,
    rebuild: Callable[[Analysis], Net],
) -> BoundResult:
    # Runs are looked for with SPIN's limit of 255 processes: they say nothing about another one.
    searching = request.process_limit is None
    # Half of the memory is for SPIN, half for our own searches.
    by_spin = SpinSearch.of(reading, request.memory // 2)
    return refined(result, reading.automata, budget, rebuild, by_spin, searching, request.memory)


def _published(request: BoundRequest, reading: Reading, result: BoundResult, budget: Budget) -> BoundOutcome:
    """The published method: its verdict, its bounds and the figures it reports."""
    try:
        with budget:
            comparison = compare(result, request.refine)
    except (TooMany, TimeOver) as problem:
        return published_gave_up(request, reading, result, str(problem))
    claims = Claims((), comparison.known)
    trial = try_claims(result.net, reading.automata, claims, time.monotonic() + budget.left)
    return answer_published(request, reading, result, comparison, trial)
