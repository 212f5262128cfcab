"""Interruptions of an experiment: spans in which nothing is measured and its hosts are free for other_hosts.

One begins when a host is away for too long, or when an experiment has ended early; it ends when the
experiment takes its hosts again. An experiment whose last one is open is paused, or has not been resumed.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from backend.execution.orchestration.rows import ExperimentRows
from backend.records.experiments import Experiment
from backend.records.facts_flat import FactChange, changes
from backend.records.testbeds import facts_of

MAX_NAMED = 5
REBOOT = "restarted"
"""A change that a resumed experiment allows: a host that was away has often been rebooted."""


def begin(experiment: Experiment, failure: Failure, at: datetime | None = None) -> None:
    """Open one at a moment, now unless given."""
    entry = {
        "began_at": (at or datetime.now(UTC)).isoformat(),
        "ended_at": None,
        "failure": failure.model_dump(mode="json"),
    }
    experiment.interruptions = [*experiment.interruptions, entry]


def end(experiment: Experiment) -> None:
    """Close the open one, if any."""
    if experiment.is_interrupted:
        *earlier, last = experiment.interruptions
        experiment.interruptions = [*earlier, last | {"ended_at": datetime.now(UTC).isoformat()}]


def changed_facts(session: Session, experiment: Experiment) -> str:
    """Describe how its hosts changed since trials were measured: “proxy: kernel 6.1 → 6.2”; else empty."""
    rows = ExperimentRows(session, experiment)
    hosts = {place: rows.host(host_id) for place, host_id in rows.places.items()}
    other_hosts = [
        f"{place} is another host now: {hosts[place].name} instead of {facts['host']}"
        for place, facts in experiment.facts.items()
        if place in hosts and facts["host_id"] != hosts[place].id
    ]
    facts = [change for change in changes(experiment.facts, facts_of(hosts)) if change.name != REBOOT]
    return "; ".join([*other_hosts, *_sentences(facts)])


def _sentences(facts: Sequence[FactChange]) -> list[str]:
    sentences = [f"{f.host}: {f.name} {_text(f.before)} → {_text(f.after)}" for f in facts[:MAX_NAMED]]
    more = len(facts) - MAX_NAMED
    return [*sentences, f"and {more} more facts"] if more > 0 else sentences


def _text(value: object) -> str:
    return "not there" if value is None else str(value)[:80]
