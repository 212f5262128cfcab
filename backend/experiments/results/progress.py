"""How far an experiment is, in numbers and one sentence."""

from collections.abc import Sequence
from datetime import UTC, datetime

from agents.contract.states import ExperimentState, RunState, TrialState
from backend.experiments.definition.model import Until
from backend.experiments.definition.stopping_rule import rule_of
from backend.experiments.results.ceiling_result import ceiling_out
from backend.experiments.results.ceiling_schemas import CeilingOut
from backend.experiments.results.schemas import Progress
from backend.records.experiments import Experiment
from backend.records.job_purpose import JobPurpose
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.refs import ExperimentRef

_VERB = {
    TrialState.PREPARING: "preparing",
    TrialState.WARMING: "warming up",
    TrialState.MEASURING: "measuring",
}


def progress_of(
    experiment: Experiment,
    runs: Sequence[Run],
    trials: Sequence[TrialRow],
    ahead: Sequence[ExperimentRef] = (),
    changing: Sequence[tuple[JobPurpose, str]] = (),
    paused: str = "",
    now: datetime | None = None,
) -> Progress | None:
    """None once the experiment has ended. `changing`: (purpose, host) of what comes before the next trial;
    `paused`: where that has to wait for space.
    """
    if ExperimentState(experiment.state).is_final:
        return None
    open_trials = [t for t in trials if not TrialState(t.state).is_final]
    search = ceiling_out(experiment, runs, trials)
    left = sum(r.most_left for r in search.runs) if search else len(open_trials)
    current = next((t for t in open_trials if t.state != TrialState.QUEUED), None)
    at = current or (open_trials[0] if open_trials else None)
    rounds = _most_probes(search) if search else max((t.round for t in trials), default=0)
    done = len(trials) - len(open_trials)
    rule = None if experiment.rounds_ended else rule_of(experiment.definition)
    seconds_left = _seconds_left(experiment, trials, left, now or datetime.now(UTC))
    return Progress(
        done=done,
        total=done + left,
        round=at.round if at else rounds,
        rounds=rounds,
        rounds_least=rule.min if rule else None,
        step=_step(experiment, runs, current, at, _of(rounds, rule), ahead, paused) + _before(changing),
        seconds_left=seconds_left,
        seconds_left_least=_at_least(seconds_left, open_trials, at, rule),
        current_trial_id=current.id if current else None,
        current_run_id=current.run_id if current else None,
    )


def _step(
    experiment: Experiment,
    runs: Sequence[Run],
    current: TrialRow | None,
    at: TrialRow | None,
    of_rounds: str,
    ahead: Sequence[ExperimentRef],
    paused: str,
) -> str:
    waiting = f"waiting for space {paused}"
    if experiment.state == ExperimentState.QUEUED:
        otherwise = waiting if paused else "waiting for its hosts"
        return f"waiting behind “{ahead[0].name}”" if ahead else otherwise
    if experiment.state == ExperimentState.CANCELLING or experiment.cancel_requested:
        return "cancelling: stopping the load and putting the hosts back"
    if at is None:
        return "putting the hosts back"
    names = {r.id: r.name for r in runs}
    where = f"{names[at.run_id]} ({_place(at, of_rounds)})"
    if current is not None:
        return f"{_VERB[TrialState(current.state)]} {where}"
    if paused:
        return waiting
    ready = sum(r.state in (RunState.READY, RunState.FAILED) for r in runs)
    if ready < len(runs):
        return f"preparing the hosts ({ready} of {len(runs)} runs ready)"
    return f"next: {where}"


_BEFORE = {
    JobPurpose.APPLY: "changing {}",
    JobPurpose.COOL: "waiting for closed connections to expire on {}",
}


def _before(changing: Sequence[tuple[JobPurpose, str]]) -> str:
    """“; waiting for closed connections to expire on proxy”."""
    texts = {
        purpose: _BEFORE[purpose].format(" and ".join(h for p, h in changing if p == purpose))
        for purpose, _ in changing
    }
    return "".join(f"; {text}" for text in texts.values())


def _place(at: TrialRow, of_rounds: str) -> str:
    if at.connections is None:
        return f"round {at.round}{of_rounds}"
    return f"{at.connections:,} connections, probe {at.round} of at most{of_rounds.removeprefix(' of')}"


def _of(rounds: int, rule: Until | None) -> str:
    """“ of 12”, or “, at most 20” where intervals decide."""
    return f", at most {rounds}" if rule else f" of {rounds}"


def _at_least(
    seconds_left: float | None, open_trials: Sequence[TrialRow], at: TrialRow | None, rule: Until | None
) -> float | None:
    """The time left if the rounds end as early as they may: after the fewest, or after this one."""
    if seconds_left is None or rule is None:
        return None
    soonest = max(rule.min, at.round if at else 0)
    sooner = sum(t.round <= soonest for t in open_trials)
    return seconds_left * sooner / max(1, len(open_trials))


def _most_probes(search: CeilingOut) -> int:
    """Probes of the longest search, when the rest goes the long way."""
    return max(
        (
            max((p.number for p in r.probes if p.clean is not None), default=0) + r.most_left
            for r in search.runs
        ),
        default=0,
    )


def _seconds_left(
    experiment: Experiment, trials: Sequence[TrialRow], left: int, now: datetime
) -> float | None:
    """By the mean wall time of a trial so far; by the plan's estimate before there is one."""
    if experiment.state == ExperimentState.CANCELLING:
        return None
    ends = [t.ended_at for t in trials if t.ended_at is not None]
    begun = experiment.measuring_at
    if ends and begun is not None:
        last = max(ends)
        each = max(0.0, (last - begun).total_seconds()) / len(ends)
        return max(0.0, each * left - max(0.0, (now - last).total_seconds()))
    since = (now - experiment.started_at).total_seconds() if experiment.started_at else 0.0
    return max(0.0, experiment.estimate_s - since)
