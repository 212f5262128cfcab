"""What the rows of an experiment say: its trials, what it must keep, when it went on."""

from agents.contract.states import TrialState
from e2e.faults.judge import Trial
from e2e.faults.lab import Lab

# Work that brings an experiment forward; to cancel, finish or watch is not.
_WORK = ["prepare_backend", "prepare_proxy", "apply", "applied", "cool", "warm", "warm_trial", "measure"]
_ENDING = ["restore", "facts"]


def trials(lab: Lab, experiment_id: str) -> list[Trial]:
    """In the order in which they were planned."""
    found = lab.query(
        "select run_id, round, position, repeat, attempt, state, coalesce(failure ->> 'code', ''), "
        "extract(epoch from started_at)::float8, extract(epoch from ended_at)::float8 "
        "from trials where experiment_id = %s order by round, position, attempt",
        experiment_id,
    )
    return [
        Trial(tuple(place), attempt, TrialState(state), failure, started, ended)
        for *place, attempt, state, failure, started, ended in found
    ]


def with_figures(lab: Lab, experiment_id: str) -> dict[str, str]:
    """Trials that have their figures → digest of everything in their rows."""
    return dict(
        lab.query(
            "select id, md5(row_to_json(trials)::text) from trials "
            "where experiment_id = %s and state in ('done', 'invalid')",
            experiment_id,
        )
    )


def failure(lab: Lab, experiment_id: str) -> str:
    """Why the experiment failed: a code and a text; empty when it did not."""
    (found,) = lab.query("select failure from experiments where id = %s", experiment_id)
    return f"{found[0]['code']}: {found[0]['message']}" if found[0] else ""


def went_on(lab: Lab, experiment_id: str, since: float) -> float | None:
    """Seconds from a moment to the next piece of work that was done, or to the end; None before that."""
    (found,) = lab.query(
        "select extract(epoch from least("
        "  (select min(reported_at) from jobs where experiment_id = experiments.id and state = 'done'"
        "   and purpose = any(%s) and reported_at > to_timestamp(%s)), finished_at))::float8 "
        "from experiments where id = %s",
        _WORK + _ENDING,
        since,
        experiment_id,
    )
    return max(0.0, found[0] - since) if found[0] else None
