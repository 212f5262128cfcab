"""Progress of an experiment, in numbers and one sentence."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from threading import Lock

from cachetools import LRUCache, cached

from agents.contract.states import ExperimentState, RunState, TrialState
from backend.analysis.ceiling_schemas import CeilingOut
from backend.analysis.decision import next_analysis
from backend.analysis.schemas import Progress
from backend.definition import explain
from backend.definition.halving import Stage, stages_of_stored
from backend.definition.model import Definition, UntilDecided
from backend.definition.stopping_rule import rule_of
from backend.records.diagnostics.diagnostics_queries import DiagnosticsTally
from backend.records.experiments import Experiment
from backend.records.job_purpose import JobPurpose
from backend.records.lists.tally import Place, Tally
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow

DIAGNOSTIC_WORDS = {
    "same_load": "the same load",
    "fewer_connections": "fewer connections",
    "more_connections": "more connections",
    "more_threads": "more threads",
    "profile": "profile",
    "system_calls": "system calls",
}
_VERB = {
    TrialState.PREPARING: "preparing",
    TrialState.WARMING: "warming up",
    TrialState.MEASURING: "measuring",
}


def tally_of(runs: Sequence[Run], trials: Sequence[TrialRow]) -> Tally:
    """Counted from rows in the order of the plan."""
    names = {r.id: r.name for r in runs}
    open_trials = [t for t in trials if not TrialState(t.state).is_final]
    at = min(open_trials, key=lambda t: t.state == TrialState.QUEUED, default=None)
    place = at and Place(at.id, at.run_id, names[at.run_id], at.state, at.round, at.connections, at.rate)
    return Tally(
        runs=len(runs),
        ready=sum(r.state in (RunState.READY, RunState.FAILED) or r.failure is not None for r in runs),
        trials=len(trials),
        open_in=Counter(t.round for t in open_trials),
        rounds=max((t.round for t in trials), default=0),
        ends=[t.ended_at for t in trials if t.ended_at is not None],
        at=place,
    )


def progress_of(
    experiment: Experiment,
    tally: Tally,
    search: CeilingOut | None = None,
    waiting: str = "",
    changing: Sequence[tuple[JobPurpose, str]] = (),
    paused_at: str = "",
    now: datetime | None = None,
    diagnostics: DiagnosticsTally | None = None,
) -> Progress | None:
    """None once the experiment has ended.

    `waiting`: what holds it up, if anything; `changing`: (purpose, host) of what comes before the next trial;
    `paused_at`: where that has to wait for space.
    """
    if ExperimentState(experiment.state).is_final:
        return None
    if diagnostics:
        return _diagnosing(experiment, tally, diagnostics, _before(changing))
    still_open = sum(tally.open_in.values())
    coming = _coming_stages(experiment, tally)
    trials_left = (
        sum(r.most_left for r in search.runs) if search else still_open + sum(s.trials for s in coming)
    )
    at = tally.at
    current = at if at and at.state != TrialState.QUEUED else None
    rounds = _most_probes(search) if search else coming[-1].last if coming else tally.rounds
    trials_done = tally.trials - still_open
    rule = None if experiment.rounds_ended else rule_of(experiment.definition)
    trials_s = _seconds_left(experiment, tally, trials_left, now or datetime.now(UTC))
    diagnostics_s = 0.0 if search else _diagnostics_seconds(experiment, tally)
    return Progress(
        done=trials_done,
        total=trials_done + trials_left,
        round=at.round if at else rounds,
        rounds=rounds,
        rounds_least=rule.min if rule else None,
        step=_step(experiment, tally, _of(rounds, rule), waiting, paused_at) + _before(changing),
        seconds_left=None if trials_s is None else trials_s + diagnostics_s,
        seconds_left_least=_at_least(trials_s, diagnostics_s, tally, rule),
        current_trial_id=current.trial_id if current else None,
        current_run_id=current.run_id if current else None,
    )


def _diagnosing(experiment: Experiment, tally: Tally, diagnostics: DiagnosticsTally, before: str) -> Progress:
    """Results stand already; what follows says why."""
    number = diagnostics.total - diagnostics.open + 1
    kind = DIAGNOSTIC_WORDS.get(diagnostics.kind, "")
    step = f"diagnosing: {kind} of {diagnostics.run} ({number} of {diagnostics.total}){before}"
    if experiment.state == ExperimentState.CANCELLING:
        step = "cancelling: stopping the load and putting the hosts back"
    diagnostic_s = _diagnostics_seconds(experiment, tally) / max(1, diagnostics.total)
    return Progress(
        done=tally.trials + number - 1,
        total=tally.trials + diagnostics.total,
        round=tally.rounds,
        rounds=tally.rounds,
        rounds_least=None,
        seconds_left_least=None,
        step=step if diagnostics.open else "putting the hosts back",
        seconds_left=diagnostics.open * diagnostic_s,
        current_run_id=diagnostics.run_id if diagnostics.open else None,
    )


def _coming_stages(experiment: Experiment, tally: Tally) -> list[Stage]:
    """Stages of halving whose trials are not planned yet."""
    stages = stages_of_stored(experiment.definition, tally.runs)
    return [stage for stage in stages if stage.first > tally.rounds]


def _step(experiment: Experiment, tally: Tally, of_rounds: str, waiting: str, paused_at: str) -> str:
    if experiment.state == ExperimentState.QUEUED:
        step = waiting or (f"waiting for space {paused_at}" if paused_at else "waiting for its hosts")
        return f"paused, {step}" if experiment.is_interrupted else step
    if experiment.state == ExperimentState.CANCELLING or experiment.cancel_requested:
        return "cancelling: stopping the load and putting the hosts back"
    at = tally.at
    if at is None:
        return "putting the hosts back"
    if waiting:
        return waiting
    place = f"{at.run} ({_place(at, of_rounds)})"
    if at.state != TrialState.QUEUED:
        return f"{_VERB[TrialState(at.state)]} {place}"
    if paused_at:
        return f"waiting for space {paused_at}"
    if tally.ready < tally.runs:
        return f"preparing the hosts ({tally.ready} of {tally.runs} runs ready)"
    return f"next: {place}"


_BEFORE = {
    JobPurpose.APPLY: "changing {}",
    JobPurpose.CEILING: "measuring the baseline's ceiling from {}",
    JobPurpose.COOL: "waiting for closed connections to expire on {}",
}


def _before(changing: Sequence[tuple[JobPurpose, str]]) -> str:
    """“; waiting for closed connections to expire on proxy”."""
    texts = {
        purpose: _BEFORE[purpose].format(" and ".join(h for p, h in changing if p == purpose))
        for purpose, _ in changing
    }
    return "".join(f"; {text}" for text in texts.values())


def _place(at: Place, of_rounds: str) -> str:
    if at.connections is None and at.rate is None:
        return f"round {at.round}{of_rounds}"
    load = f"{at.connections:,} connections" if at.rate is None else f"{at.rate:,} requests/s"
    return f"{load}, probe {at.round} of at most{of_rounds.removeprefix(' of')}"


def _of(rounds: int, rule: UntilDecided | None) -> str:
    """“ of 12”, or “, at most 20” where verdicts decide."""
    return f", at most {rounds}" if rule else f" of {rounds}"


@cached(LRUCache(1_000), key=lambda experiment, tally: (experiment.id, tally.runs), lock=Lock())
def _diagnostics_seconds(experiment: Experiment, tally: Tally) -> float:
    """Return the planned seconds of all diagnostics, which come after the last trial, however early that is.

    Cached: for a wide grid this takes longer than everything else here, and a definition does not change.
    """
    if explain.of_stored(experiment.definition) is None:
        return 0.0
    definition = Definition.model_validate(experiment.definition)
    return explain.seconds(definition, tally.runs // len(definition.workloads))


def _at_least(
    trials_s: float | None, diagnostics_s: float, tally: Tally, rule: UntilDecided | None
) -> float | None:
    """The time left if the rounds end at the next interim analysis."""
    if trials_s is None or rule is None:
        return None
    now = tally.at.round if tally.at else 0
    soonest = next_analysis(rule, now)
    sooner = sum(n for number, n in tally.open_in.items() if number <= soonest)
    return trials_s * sooner / max(1, sum(tally.open_in.values())) + diagnostics_s


def _most_probes(search: CeilingOut) -> int:
    """Probes of the longest search, when the rest goes the long way."""
    return max(
        (
            max((p.number for p in r.probes if p.clean is not None), default=0) + r.most_left
            for r in search.runs
        ),
        default=0,
    )


def _seconds_left(experiment: Experiment, tally: Tally, trials_left: int, now: datetime) -> float | None:
    """Seconds left for the trials: by the mean wall time of one so far; before, by the plan's estimate."""
    if experiment.state == ExperimentState.CANCELLING:
        return None
    if experiment.measuring_at is not None and tally.ends:
        trial_s = _seconds_per_trial(experiment, [experiment.measuring_at, *sorted(tally.ends)])
        under_way_s = experiment.seconds_at_work(max(tally.ends), now)
        return max(0.0, trial_s * trials_left - min(under_way_s, trial_s))
    since = (now - experiment.started_at).total_seconds() if experiment.started_at else 0.0
    return max(0.0, experiment.estimate_s - _diagnostics_seconds(experiment, tally) - since)


def _seconds_per_trial(experiment: Experiment, moments: Sequence[datetime]) -> float:
    """Mean time from the end of a trial to that of the next, without those that an interruption is between.

    Before an interruption a host is waited for, and after it all is prepared anew.
    """
    seconds = [
        (end - start).total_seconds()
        for start, end in pairwise(moments)
        if experiment.seconds_at_work(start, end) == (end - start).total_seconds()
    ]
    if seconds:
        return sum(seconds) / len(seconds)
    return experiment.seconds_at_work(moments[0], moments[-1]) / (len(moments) - 1)
