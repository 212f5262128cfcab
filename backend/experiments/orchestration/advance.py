"""The driver of one experiment: load, step, apply, until nothing is left to do; then send the jobs."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.alive import api_up_since
from backend.database import transaction
from backend.events import publish_after_commit
from backend.experiments.jobs import service
from backend.experiments.orchestration.apply_effects import Applier
from backend.experiments.orchestration.effects import SENDING
from backend.experiments.orchestration.load_view import load_view
from backend.experiments.orchestration.step import step
from backend.experiments.results import verdicts
from backend.records.experiments import UNFINISHED, Experiment
from backend.records.hosts import Host
from backend.records.hosts_queries import set_silent_offline
from backend.settings import get_settings

MAX_ROUNDS = 10_000  # effects that lead to effects; far above anything real


def advance(experiment_id: str) -> None:
    """Bring one experiment as far as it goes now. Safe to call at any time, any number of times."""
    with transaction() as session:
        experiment = session.get(Experiment, experiment_id, with_for_update=True)
        if experiment is None or experiment.state not in UNFINISHED:
            return
        if _run(session, experiment):
            publish_after_commit(session, {"type": "experiment", "experiment_id": experiment.id})
        ended = experiment.state not in UNFINISHED
        if ended:
            service.wake_all(session)
    if ended:
        verdicts.keep_of(experiment_id)


def _run(session: Session, experiment: Experiment) -> bool:
    """Whether anything changed."""
    applier = Applier(session, experiment)
    changed = False
    for _ in range(MAX_ROUNDS):
        effects = step(load_view(session, experiment))
        applier.apply(effects)
        changed = changed or bool(effects)
        if all(isinstance(effect, SENDING) for effect in effects):
            break  # nothing more to do before a report
    service.send(session, applier.new_jobs)
    return changed


def sweep() -> None:
    """Every few seconds: hosts that went silent, jobs that got lost, experiments that wait for the clock."""
    settings = get_settings()
    with transaction() as session:
        _notice_silence(session, settings.host_silent_after_s)
        service.lose_overdue(session)
        service.wake_all(session)
    with transaction() as session:
        service.send(session, service.to_send_again(session, settings.job_resend_after_s))
    verdicts.keep_missing()


def _notice_silence(session: Session, silent_after_s: float) -> None:
    """A host is lost when it was silent while the API could have heard it; a silent API proves nothing."""
    since = api_up_since()
    limit = datetime.now(UTC) - timedelta(seconds=silent_after_s)
    if since is None or datetime.fromtimestamp(since, UTC) > limit:
        return
    for host_id in set_silent_offline(session, limit):
        host = session.get_one(Host, host_id)
        text = f"{host.name} has not been heard of for {silent_after_s:.0f} s"
        service.lose_jobs_of(session, host, service.OPEN, "host_lost", text)
        publish_after_commit(session, {"type": "host", "host_id": host_id})
