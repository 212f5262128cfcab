"""Noise known of a testbed: by its newest calibration, else by its newest experiments."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES, Role
from backend.analysis.calibration.calibrate import Noise, one_trial
from backend.analysis.calibration.lengths import OfLength, at_length
from backend.analysis.calibration.loading import calibrated_noise
from backend.analysis.precision_schemas import CalibrationRef, KnownNoiseOut, NoiseOut
from backend.definition.fresh_servers import per_start
from backend.definition.model import Definition
from backend.execution.launching.noise import between_starts_of, noise_of, trial_seconds_of
from backend.presentation.figures import short_percent, span
from backend.presentation.words import plural
from backend.records import experiments_queries, testbeds_queries
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.testbeds import service as testbeds

OLD = timedelta(days=30)
NOTHING = "Nothing is known of the noise here yet, so no plan says what rounds show: calibrate this testbed."
BY_EXPERIMENTS = (
    "By the newest experiments here. A calibration tells starts and trials apart, and says what disturbs."
)
_FACTS = {"kernel": "kernel", "cpu_model": "CPU", "cpus": "number of CPUs", "nginx": "nginx"}


def of_testbed(session: Session, testbed_id: str) -> KnownNoiseOut:
    """NotFound for an unknown testbed; one that was retired still has what was known of it."""
    testbed = testbeds.existing(session, testbed_id)
    hosts = testbeds_queries.hosts_of(session, testbed).by_role
    return known_noise(session, testbed.id, hosts, None)


def known_noise(
    session: Session,
    testbed_id: str,
    hosts: Mapping[Role, Host],
    definition: Definition | None,
) -> KnownNoiseOut:
    """For a definition: of its length of trials and its way of starting servers."""
    experiment = experiments_queries.newest_calibration(session, testbed_id)
    measured_noise = calibrated_noise(session, experiment) if experiment else None
    if experiment is None or measured_noise is None or measured_noise.spread.within is None:
        return _by_experiments(session, testbed_id)
    ref = _ref(experiment, hosts)
    length = _nearest(measured_noise, definition)
    within = length.within if length else measured_noise.spread.within
    fresh = definition is None or per_start(definition) == 1
    noise = NoiseOut(
        cv=one_trial(measured_noise.spread, within) if fresh else within,
        trial_s=length.seconds if length else None,
        between_starts=measured_noise.spread.between,
        within_starts=within,
        calibration=ref,
    )
    return KnownNoiseOut(noise=noise, sentence=_sentence(noise, ref))


def _by_experiments(session: Session, testbed_id: str) -> KnownNoiseOut:
    cv = noise_of(session, testbed_id)
    if cv is None:
        return KnownNoiseOut(noise=None, sentence=NOTHING)
    length, between = trial_seconds_of(session, testbed_id), between_starts_of(session, testbed_id)
    return KnownNoiseOut(
        noise=NoiseOut(cv=cv, trial_s=length, between_starts=between), sentence=BY_EXPERIMENTS
    )


def _nearest(noise: Noise, definition: Definition | None) -> OfLength | None:
    """The length of trials that is known and nearest to the definition's shortest; else the measured one."""
    if not noise.lengths:
        return None
    lengths = [w.duration_s for w in definition.workloads if w.duration_s] if definition else []
    return at_length(noise.lengths, min(lengths)) if lengths else noise.lengths[-1]


# ---- how far it still holds ----------------------------------------------------------------------


def _ref(experiment: Experiment, hosts: Mapping[Role, Host]) -> CalibrationRef:
    at = experiment.finished_at or experiment.created_at
    facts_now = {role: {"host": host.name, "facts": host.facts} for role, host in hosts.items()}
    reasons = list(_changes(experiment.facts, facts_now))
    if (age := datetime.now(UTC) - at) > OLD:
        reasons.insert(0, f"it is {plural(age.days, 'day')} old")
    return CalibrationRef(id=experiment.id, name=experiment.name, at=at, outdated=reasons)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield what makes a machine another one; once for hosts that are one machine."""
    told_changes: set[tuple[str, Any, Any]] = set()
    for role in ROLES:
        if role not in before or role not in after:
            continue
        host, then, now = after[role]["host"], _facts(before[role]), _facts(after[role])
        for name, label in _FACTS.items():
            change = (label, then[name], now[name])
            if then[name] != now[name] and change not in told_changes:
                told_changes.add(change)
                yield f"{label} of {host} was {then[name] or 'not there'}, is {now[name] or 'not there'}"


def _facts(of: Mapping[str, Any]) -> dict[str, Any]:
    facts = of["facts"]
    return {**{name: facts.get(name) for name in _FACTS}, "nginx": (facts.get("nginx") or {}).get("version")}


def _sentence(noise: NoiseOut, ref: CalibrationRef) -> str:
    between = noise.between_starts or 0.0
    length = f"trials of {span(noise.trial_s)}" if noise.trial_s else "trials"
    within = f"{length} of one start by {short_percent(noise.within_starts or 0.0)}"
    starts = f"starts differ by {short_percent(between)}" if between else "starts differ no more than trials"
    text = f"From the calibration of {ref.at.day} {ref.at:%B %Y}: {starts}, {within}."
    if not ref.outdated:
        return text
    return f"{text} It may no longer hold: {'; '.join(ref.outdated)}. Calibrate again."
