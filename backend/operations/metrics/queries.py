"""SQL of /metrics: a few counts over small tables and the trials of the last hour."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, case, func, or_, select, text
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.records.experiments import OPEN_JOBS, UNFINISHED, Experiment, JobRow
from backend.records.hosts import Host
from backend.records.notifications.notices import Delivery, Notice
from backend.records.runs import Trial

AT_WORK = (TrialState.PREPARING, TrialState.WARMING, TrialState.MEASURING)
QUANTILES = (0.5, 0.9, 1.0)
MAX_CODES = 20
CODE = r"^[a-z][a-z0-9_]{0,39}$"
"""Codes may come from agents: what does not look like one of ours is counted as `other`."""


@dataclass(frozen=True)
class Counts:
    experiments: dict[str, int]
    agents: dict[str, int]
    jobs: dict[str, int]
    trials_now: int
    trials: dict[str, int]  # of the last hour, by state
    trial_s: Sequence[float]  # at QUANTILES; empty where none ended
    failures: dict[str, int]  # experiments of the last hour, by code
    deliveries: dict[str, int]  # of notices of the last day, by state
    database_bytes: int


def counts(session: Session, since: datetime) -> Counts:
    """Everything that /metrics says of the rows. `since`: beginning of the last hour."""
    session.execute(text("SET LOCAL statement_timeout = '5s'"))  # a scraper asks again
    recent = or_(Experiment.state.in_(UNFINISHED), Experiment.finished_at > since)
    of_recent = Trial.experiment_id.in_(select(Experiment.id).where(recent))
    has_ended = (of_recent, Trial.ended_at > since)
    length = func.extract("epoch", Trial.ended_at - Trial.started_at)
    quantiles = func.percentile_cont(list(QUANTILES)).within_group(length)
    state = case((Host.online, Host.condition), else_="offline")
    code = Experiment.failure["code"].as_string()
    code_label = case((code.regexp_match(CODE), code), else_="other")
    failures = select(code_label, func.count()).where(
        Experiment.finished_at > since, Experiment.failure.is_not(None)
    )
    deliveries = (
        select(Delivery.state, func.count())
        .join(Notice, Notice.id == Delivery.notice_id)
        .where(Notice.created_at > since - timedelta(hours=23))
    )
    return Counts(
        experiments=_by(session, select(Experiment.state, func.count()).group_by(Experiment.state)),
        agents=_by(session, select(state, func.count()).where(Host.removed_at.is_(None)).group_by(state)),
        jobs=_by(
            session,
            select(JobRow.state, func.count()).where(JobRow.state.in_(OPEN_JOBS)).group_by(JobRow.state),
        ),
        trials_now=session.scalar(select(func.count()).where(of_recent, Trial.state.in_(AT_WORK))) or 0,
        trials=_by(session, select(Trial.state, func.count()).where(*has_ended).group_by(Trial.state)),
        trial_s=session.scalar(select(quantiles).where(*has_ended)) or (),
        failures=_by(session, failures.group_by(code_label).limit(MAX_CODES)),
        deliveries=_by(session, deliveries.group_by(Delivery.state)),
        database_bytes=session.scalar(select(func.pg_database_size(func.current_database()))) or 0,
    )


def _by(session: Session, query: Select[Any, int]) -> dict[str, int]:
    return {str(name): number for name, number in session.execute(query)}
