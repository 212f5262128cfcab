"""Failure as an outcome: attempts of runs, their shares of failures, and the words that these allow."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import log1p
from typing import TypeVar

from agents.catalog.metrics import MAIN, Metric
from agents.catalog.tools import LOAD_TOOLS
from agents.contract.reports import NGINX_DIED, TOOL_FAILED, UNREACHABLE
from agents.contract.states import TrialState
from backend.analysis.candidates.stages import counted_round, planned_analyses
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.failures.reasons import OWN_FINDINGS
from backend.analysis.failures.schemas import Failures, FailureShare
from backend.analysis.trial_values import MeasuredTrial
from backend.presentation.changes import difference, percent
from backend.presentation.words import capital, plural
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import is_attempt
from backend.statistics.failures import Attempt, FailureGroup, FailureTest, compare_failures
from backend.statistics.rules import RULES_2
from backend.statistics.tails import far_rounds

OWN_FAILURES = frozenset({NGINX_DIED, TOOL_FAILED, UNREACHABLE})
"""Codes of attempts that failed for reasons of the run: its server died or did not answer, its load hung."""
MAX_DROPPED_SHARE = 0.1
"""Where a threshold drops larger shares of all runs, always the slow attempts, a run that is three times as
noisy is called better in 5% of experiments."""
_WITHOUT_ANSWER = ("connect", "read", "write", "timeout")


T = TypeVar("T", bound=MeasuredTrial)


class RunAttempts:
    """Attempts of one run that ended, without those that lost contact or that the host spoiled."""

    def __init__(self, tool: str, trials: Iterable[MeasuredTrial]) -> None:
        self.omits_unanswered = tool in LOAD_TOOLS and LOAD_TOOLS[tool].omits_unanswered
        self.trials = [trial for trial in trials if trial.state == TrialState.DONE or is_own_failure(trial)]

    def __iter__(self) -> Iterator[Attempt]:
        """Yield attempts as the statistics take them."""
        for t in self.trials:
            yield Attempt(t.round, t.repeat, t.attempt, t.start, self._loss(t), t.state != TrialState.DONE)

    @cached_property
    def share(self) -> FailureShare:
        counts = [self._counts(trial) for trial in self.trials]
        return FailureShare(
            attempts=len(self.trials),
            dropped_attempts=sum(trial.state != TrialState.DONE for trial in self.trials),
            failed_requests=sum(failures for failures, _ in counts),
            requests=sum(total for _, total in counts),
        )

    def mean(self, metric: Metric) -> float | None:
        """Mean of a metric over all attempts that have it; failed requests are no throughput."""
        values = [
            value * (1 - self._request_loss(trial) if metric.name == MAIN.name else 1)
            for trial in self.trials
            if (value := trial.figures.get(metric.name)) is not None
        ]
        return sum(values) / len(values) if values else None

    def _loss(self, trial: MeasuredTrial) -> float:
        loss = self._request_loss(trial)
        return 1.0 if trial.state != TrialState.DONE and not loss else loss

    def _request_loss(self, trial: MeasuredTrial) -> float:
        failures, total = self._counts(trial)
        return failures / total if total else 0.0

    def _counts(self, trial: MeasuredTrial) -> tuple[float, float]:
        """Failed requests, and all that were begun: some tools leave out those without an answer."""
        failures, total = (trial.figures.get(name) or 0.0 for name in ("failed_requests", "requests"))
        if self.omits_unanswered:
            total += sum((trial.errors or {}).get(kind) or 0 for kind in _WITHOUT_ANSWER)
        return failures, max(failures, total)


def attempts_by_run(runs: Sequence[Run], trials: Iterable[MeasuredTrial]) -> dict[str, RunAttempts]:
    """Run id → its attempts."""
    by_run: dict[str, list[MeasuredTrial]] = {run.id: [] for run in runs}
    for trial in trials:
        by_run.setdefault(trial.run_id, []).append(trial)
    return {
        run.id: RunAttempts(run.workload.get("tool", ""), begun_trials(run, by_run[run.id])) for run in runs
    }


def begun_trials(run: Run, trials: Iterable[T]) -> list[T]:
    """The trials that were begun: one that never was says nothing of a server under load."""
    return [trial for trial in trials if is_attempt(trial, run.failure)]


Workload = tuple[Run, Sequence[Run], int | None]
"""Baseline, candidates, and which of these is the control."""


class FailureOutcome:
    """Attempts of an experiment's runs, and the test of each candidate against its baseline."""

    def __init__(
        self, workloads: Sequence[Workload], trials: Iterable[MeasuredTrial], is_interleaved: bool,
        analyses: Sequence[int],
    ) -> None:  # fmt: skip
        runs = [run for baseline, candidates, _ in workloads for run in (baseline, *candidates)]
        self.attempts = attempts_by_run(runs, trials)
        groups = [
            FailureGroup(
                self._attempt_list(baseline), [self._attempt_list(run) for run in candidates], control
            )
            for baseline, candidates, control in workloads
        ]
        tests = compare_failures(groups, is_interleaved, analyses)
        candidate_ids = [run.id for _, candidates, _ in workloads for run in candidates]
        self.tests = dict(zip(candidate_ids, (test for group in tests for test in group), strict=True))

    def _attempt_list(self, run: Run) -> list[Attempt]:
        return list(self.attempts[run.id])

    def apply(self, delta: DeltaOut, metric: Metric, baseline: Run, run: Run) -> DeltaOut:
        """The delta with what failures and far rounds say of it."""
        attempts = self.attempts[baseline.id], self.attempts[run.id]
        return with_failures(with_tails(delta, metric), metric, *attempts, self.tests[run.id])


def counts_failures(experiment: Experiment) -> bool:
    """Whether failures count by the rules of an experiment."""
    return (experiment.rules_version or 1) >= RULES_2


def failure_outcome(
    experiment: Experiment,
    workloads: Sequence[Workload],
    trials: Iterable[MeasuredTrial],
    is_interleaved: bool,
) -> FailureOutcome | None:
    """None where the experiment's rules are older than this outcome."""
    if not counts_failures(experiment):
        return None
    last_round = counted_round(experiment)
    counted_trials = [t for t in trials if last_round is None or t.round <= last_round]
    return FailureOutcome(workloads, counted_trials, is_interleaved, planned_analyses(experiment, last_round))


def is_own_failure(trial: MeasuredTrial) -> bool:
    """Whether an attempt was dropped for reasons of the run itself."""
    if trial.state == TrialState.FAILED:
        return (trial.failure or {}).get("code") in OWN_FAILURES
    codes = {f.get("code") for f in trial.findings if f.get("level") == "invalid"}
    return trial.state == TrialState.INVALID and bool(codes) and codes <= OWN_FINDINGS


def with_failures(
    delta: DeltaOut, metric: Metric, baseline: RunAttempts, run: RunAttempts, test: FailureTest
) -> DeltaOut:
    """The delta with the shares of failures. Better and same are withheld where the run drops more attempts
    than the baseline, drops more than a tenth of them or fails more; same where it fails less."""
    failures = Failures(run=run.share, baseline=baseline.share)
    if delta.verdict in ("interim", "left_out"):
        return delta.model_copy(update={"failures": failures})
    failures.p, failures.p_adjusted, failures.word = test.p, test.p_adjusted, test.word
    is_worse_off = (
        failures.word == "fails more"
        or failures.run.dropped_share > failures.baseline.dropped_share
        or failures.run.dropped_share > MAX_DROPPED_SHARE
    )
    withheld = ("better", "same") if is_worse_off else ("same",) if failures.word else ()
    if not (is_worse_off or failures.word):
        return delta.model_copy(update={"failures": failures})
    failures.mean_change = _mean_change(metric, baseline, run)
    failures.withholds = delta.verdict in withheld
    update = {"verdict": "unclear", "size": None} if failures.withholds else {}
    reason = f"{delta.reason} {_sentence(failures, metric)}".strip()
    return delta.model_copy(update={**update, "failures": failures, "reason": reason})


def _mean_change(metric: Metric, baseline: RunAttempts, run: RunAttempts) -> float | None:
    before, after = baseline.mean(metric), run.mean(metric)
    if before is None or after is None:
        return None
    if metric.can_be_zero:
        return after - before
    return after / before - 1 if before > 0 else None


def _sentence(failures: Failures, metric: Metric) -> str:
    run, baseline = failures.run, failures.baseline
    dropped_text = (
        f"dropped for reasons of its own: {run.dropped_attempts} of {plural(run.attempts, 'attempt')}, "
        f"baseline {baseline.dropped_attempts} of {baseline.attempts}"
    )
    parts = [capital(failures.word) + f": {failures.shares}"] if failures.word else []
    if run.dropped_attempts or baseline.dropped_attempts:
        parts.append(dropped_text)
    if failures.mean_change is not None:
        change = failures.mean_change
        text = difference(change, metric.unit) if metric.can_be_zero else percent(change)
        parts.append(f"the mean of all attempts is {text}")
    if failures.withholds:
        parts.append("so it is neither better nor the same")
    return capital("; ".join(parts)) + "."


def with_tails(delta: DeltaOut, metric: Metric) -> DeltaOut:
    """The delta with the mean of all rounds beside it, where a few rounds lie far out."""
    if metric.can_be_zero or delta.mean_change is not None or delta.by_start:
        return delta
    tails = far_rounds([(dot.round, dot.change) for dot in delta.dots])
    if tails is None:
        return delta
    mean, numbers = tails
    if delta.change is None or abs(log1p(mean) - log1p(delta.change)) < log1p(delta.min_effect):
        return delta  # a typical round tells the mean
    rounds = f"{'round' if len(numbers) == 1 else 'rounds'} {', '.join(map(str, numbers))}"
    reason = f"{delta.reason} The mean of all rounds is {percent(mean)}: {rounds} far from the others."
    return delta.model_copy(update={"mean_change": mean, "far_rounds": list(numbers), "reason": reason})
