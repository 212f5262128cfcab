"""SQL of hosts."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Float, Select, and_, bindparam, case, func, select, text, update
from sqlalchemy.orm import Session

from agents.contract.heartbeat import BEAT_EVERY_S, Heartbeat
from agents.contract.states import ExperimentState, HostCondition, JobState
from backend.records.access.signing_keys_queries import HAS_SIGNING, PRIVATE_KEYS
from backend.records.experiments import IN_THE_WAY, OPEN_JOBS, USES_HOST, Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.runs import Run
from backend.records.testbeds import TestbedRole


def all_hosts(session: Session, condition: HostCondition | None = None) -> Sequence[Host]:
    """Every host that nobody has removed, or those of one condition, by name."""
    query = select(Host).where(Host.removed_at.is_(None)).order_by(Host.name)
    return session.scalars(query.where(Host.condition == condition) if condition else query).all()


def host(session: Session, host_id: str, lock: bool = False) -> Host | None:
    """A host that nobody has removed. `lock`: nobody else changes it; who only refers to it is let do so."""
    query = select(Host).where(Host.id == host_id, Host.removed_at.is_(None))
    return session.scalar(query.with_for_update(key_share=True) if lock else query)


def with_ids(session: Session, ids: Collection[str]) -> dict[str, Host]:
    """These hosts, also removed ones, by id."""
    return {h.id: h for h in session.scalars(select(Host).where(Host.id.in_(ids)))} if ids else {}


def by_name(session: Session, name: str) -> Host | None:
    """The host of a name, also a removed one."""
    return session.scalar(select(Host).where(Host.name == name))


def other_spelling(session: Session, name: str) -> str | None:
    """The name of a host that differs from this one in its capital letters alone."""
    query = select(Host.name).where(
        func.lower(Host.name) == name.lower(), Host.name != name, Host.removed_at.is_(None)
    )
    return session.scalar(query.limit(1))


def hosts_with_servers(session: Session) -> dict[str, list[str]]:
    """Server → names of the hosts that can run it, of those that have declared any."""
    rows = session.execute(
        select(Host.name, Host.facts["servers"])
        .where(Host.removed_at.is_(None), Host.facts.has_key("servers"))
        .order_by(Host.name)
    )
    names: dict[str, list[str]] = {}
    for host_name, servers in rows:
        for server in servers:
            if not server.get("problem"):
                names.setdefault(server["name"], []).append(host_name)
    return names


_BY_TOKEN_HASH = select(Host).where(Host.token_hash == bindparam("digest"))  # every report asks


def by_token_hash(session: Session, digest: str) -> Host | None:
    return session.scalar(_BY_TOKEN_HASH, {"digest": digest})


def knows_token_hash(session: Session, digest: str) -> bool:
    """Whether a host has this token; without its facts, which are long: it is asked before every request."""
    return session.scalar(select(Host.id).where(Host.token_hash == digest)) is not None


def waited_for(session: Session) -> dict[str, int]:
    """Host → how many experiments are queued for it, where any are."""
    query = (
        select(TestbedRole.host_id, func.count(Experiment.id.distinct()))
        .join(Experiment, USES_HOST)
        .where(Experiment.state == ExperimentState.QUEUED, IN_THE_WAY)
        .group_by(TestbedRole.host_id)
    )
    return {row[0]: row[1] for row in session.execute(query)}


def is_asked_to_restore(session: Session, host_id: str) -> bool:
    """Whether it was sent a job to put itself back that it has not reported yet."""
    query = select(JobRow.id).where(
        JobRow.host_id == host_id,
        JobRow.kind == "restore",
        JobRow.state.in_(OPEN_JOBS),
    )
    return session.scalars(query.limit(1)).first() is not None


def applied_since_restored(session: Session, host_id: str) -> list[dict[str, Any]]:
    """What it reported to have applied since it was last put back (AppliedSetting), newest first."""
    conditions = (JobRow.host_id == host_id, JobRow.state == JobState.DONE)
    last_restore = (
        select(func.max(JobRow.created_at)).where(*conditions, JobRow.kind == "restore").scalar_subquery()
    )
    reports = session.scalars(
        select(JobRow.report["applied"])
        .where(
            *conditions,
            JobRow.kind == "apply",
            JobRow.created_at > func.coalesce(last_restore, text("'-infinity'")),
        )
        .order_by(JobRow.created_at.desc())
    )
    return [setting for report in reports for setting in report or ()]


def newest_jobs(session: Session, host_id: str) -> Sequence[JobRow]:
    return session.scalars(
        select(JobRow).where(JobRow.host_id == host_id).order_by(JobRow.created_at.desc()).limit(20)
    ).all()


def hear_all(session: Session, now: datetime) -> None:
    """As if every host had been heard now."""
    session.execute(update(Host).values(last_seen=now))


class Heard(NamedTuple):
    """What a heartbeat is answered with."""

    is_held: bool
    beat_every_s: float
    is_behind_proxies: bool
    """A backend alone, and no run of the experiment that holds it is direct."""
    private_keys: Mapping[str, str] = {}
    """Those of jobs by id, in hexadecimal digits, where nothing but the heartbeat is new."""


_IS_HELD = select(Lease.host_id).where(Lease.host_id == Host.id).correlate(Host).exists()

_HAS_DIRECT_RUN = (
    select(Run.id)
    .join(Lease, Lease.experiment_id == Run.experiment_id)
    .where(Lease.host_id == Host.id, Run.topology == "direct")
    .correlate(Host)
    .exists()
)
_ANSWER = (_IS_HELD, Host.beat_every_s, and_(Host.roles == ["backend"], ~_HAS_DIRECT_RUN))


def _noting(conditions: Sequence[ColumnElement[bool]], **values: Any) -> Any:
    """Put together once, for all heartbeats."""
    held_s, rest_s = bindparam("held_s", type_=Float), bindparam("rest_s", type_=Float)
    statement = (
        update(Host).where(*conditions).values(beat_every_s=case((_IS_HELD, held_s), else_=rest_s), **values)
    )
    return statement.returning(*_ANSWER)


_TOLD = _noting((Host.id == bindparam("its_id"),))
_AS_BEFORE = _noting(
    (
        Host.token_hash == bindparam("its_digest"),
        Host.instance == bindparam("its_instance"),
        Host.online.is_(True),
        Host.condition == bindparam("its_condition"),
        Host.unrestored_settings == [],
        Host.claimed.is_(None),
        Host.dropped_messages == bindparam("its_dropped"),
        func.coalesce(func.jsonb_typeof(Host.duplicate_agent), "null") == "null",  # JSON's own in older rows
        HAS_SIGNING,
    ),
    active_jobs=bindparam("its_jobs"),
    last_seen=bindparam("now"),
).returning(PRIVATE_KEYS)


def heard_as_before(
    session: Session, digest: str, beat: Heartbeat, rest_s: float, held_s: float, retired_after: datetime
) -> Heard | None:
    """Note a heartbeat that brings nothing new, and when the next one is due: `held_s` of a held host.

    None, and nothing noted, where there is more to it: a token that is not known, or anything that changed.
    """
    if beat.unrestored_settings or any(
        new is not None for new in (beat.no_space, beat.claimed, beat.servers)
    ):
        return None
    values = {
        "its_digest": digest,
        "its_instance": beat.instance,
        "its_condition": beat.condition,
        "its_dropped": beat.dropped,
        "its_jobs": beat.active_jobs,
        "retired_after": retired_after,
        "now": datetime.now(UTC),
    }
    return _note_heartbeat(session, _AS_BEFORE, values, rest_s, held_s)


def note_heartbeat(session: Session, host: Host, rest_s: float, held_s: float) -> Heard:
    """Note when the next heartbeat of a host is due: `held_s` if it is held."""
    answer = _note_heartbeat(session, _TOLD, {"its_id": host.id}, rest_s, held_s)
    assert answer
    return answer


def _note_heartbeat(
    session: Session, statement: Any, values: Mapping[str, Any], rest_s: float, held_s: float
) -> Heard | None:
    # by the connection: what the session adds to a statement without entities takes as long again
    row = session.connection().execute(statement, {**values, "rest_s": rest_s, "held_s": held_s}).first()
    return Heard(*row) if row else None


def count(session: Session) -> int:
    """How many hosts there are, but for those that were removed."""
    return session.scalar(select(func.count()).where(Host.removed_at.is_(None))) or 0


def set_silent_offline(
    session: Session, now: datetime, listening_since: datetime, usual_s: float
) -> Sequence[Host]:
    """Mark these offline. A row that is held is left out: its host is being heard right now."""
    silent = are_silent(now, listening_since, usual_s).with_for_update(skip_locked=True)
    return session.scalars(update(Host).where(Host.id.in_(silent)).values(online=False).returning(Host)).all()


def are_silent(
    now: datetime | ColumnElement[datetime], listening_since: datetime, usual_s: float
) -> Select[str]:
    """Ids of online hosts that were silent for `usual_s` and what they were told beyond the usual, while
    somebody listened."""
    late_s = usual_s - BEAT_EVERY_S + Host.beat_every_s
    last_heartbeat = func.greatest(Host.last_seen, listening_since)
    is_silent = last_heartbeat + func.make_interval(0, 0, 0, 0, 0, 0, late_s) < now
    return select(Host.id).where(Host.online, is_silent)
