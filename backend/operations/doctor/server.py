"""What the doctor says of the server itself. Every look ends within seconds, whatever is away."""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import redis
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from agents.contract.reports import Facts, UnrestoredSetting
from agents.contract.space import Level, in_words
from agents.contract.undo import undo_command
from backend import __version__
from backend.broker import access
from backend.disk_space import watch_of
from backend.health import crash_loops
from backend.health.troubles import SILENT_AFTER_S, log_of, restart_of
from backend.identity.oidc import provider
from backend.identity.oidc.settings import Oidc
from backend.liveness_keys import PARTS, key_of
from backend.operations.doctor import notices
from backend.operations.doctor.agents import Agent, look_at
from backend.operations.doctor.finding import Finding, State, fails, note, well
from backend.planning.missing_programs import missing
from backend.records import hosts_queries
from backend.records.host_availability import why_unavailable
from backend.records.hosts import Host
from backend.schema_version import WrongSchema, check_schema, known_revisions
from backend.settings import Settings
from backend.task_queue import CONTROL_QUEUE

WITHIN_S = 5
PRIVATE_FOLDERS = ("secrets", "tls", "agents")


def database(url: str, logs: Path | None = None) -> Iterator[Finding]:
    """The database, its schema, and what it knows of agents. `logs`: folder of a `dyno up`."""
    begin = time.perf_counter()
    try:
        with _session(url) as session:
            session.connection()
            took_ms = (time.perf_counter() - begin) * 1000
            yield well("database", f"answers within {took_ms:.0f} ms")
            schema = _schema(session)
            yield schema
            if schema.state is State.WELL:
                yield from _agents(session, logs)
                yield from notices.receivers(session)
    except SQLAlchemyError as error:
        message = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        then = f"{restart_of('database')} Or correct DYNO_DATABASE_URL; its own log says why it ended"
        yield fails("database", f"does not answer: {message}", then)


def _schema(session: Session) -> Finding:
    try:
        check_schema(session)
    except WrongSchema as error:
        return fails("schema", error.problem, error.action)
    return well("schema", f"revision {known_revisions()[0]}, the one of this version")


def _agents(session: Session, logs: Path | None) -> Iterator[Finding]:
    hosts = hosts_queries.all_hosts(session)
    if not hosts:
        yield note("agents", "there are none", "“Add a host” on the Hosts page, or `dyno enrol-token`")
    for host in hosts:
        yield from look_at(_agent(host, logs), __version__, datetime.now(UTC))


def _agent(host: Host, logs: Path | None) -> Agent:
    facts = Facts.model_validate(host.facts)
    skew = facts.more.get("clock_offset_s")
    log = logs / f"agent-{host.name}.log" if logs else None
    return Agent(
        name=host.name,
        roles=host.roles,  # pyright: ignore[reportArgumentType]
        version=host.version,
        online=host.online,
        condition=host.condition,
        last_seen=host.last_seen,
        unavailable=why_unavailable(host),
        missing=missing(facts, host.roles),  # pyright: ignore[reportArgumentType]
        restore_commands=[
            undo_command(UnrestoredSetting.model_validate(setting)) for setting in host.unrestored_settings
        ],
        log=str(log) if log and log.exists() else "",
        facts=facts,
        skew_s=float(skew) if isinstance(skew, int | float) else None,
    )


def broker(url: str, settings: Settings) -> Iterator[Finding]:
    """Redis, and whom it has heard of."""
    try:
        with redis.Redis.from_url(
            url, socket_timeout=WITHIN_S, socket_connect_timeout=WITHIN_S, **settings.redis_tls
        ) as client:
            client.ping()
            if problem := access.problem(client):
                yield fails("broker", "agents cannot be isolated from each other", problem)
            else:
                yield well("broker", "answers, takes writes and isolates agents")
            yield _queue(client)
            for part in PARTS:
                yield _check_heartbeat(client, part)
    except (redis.RedisError, ValueError, OSError) as error:
        yield fails("broker", f"does not answer: {error}", f"{restart_of('Redis')} Or correct DYNO_REDIS_URL")


def _queue(client: redis.Redis) -> Finding:
    waiting = int(client.llen(CONTROL_QUEUE))  # pyright: ignore[reportArgumentType]
    if waiting > 100:
        return note("queue", f"{waiting} messages wait for the worker", "Is it running? Several can share it")
    return well("queue", f"{waiting} messages wait for the worker")


def _check_heartbeat(client: redis.Redis, part: str) -> Finding:
    last_beat = client.get(key_of(part))  # pyright: ignore[reportArgumentType]
    then = f"If it ended, it is started again by itself; if it hangs, end it. Its log: {log_of(part)}"
    if not last_beat:
        return fails(part, "has never reported", then)
    silent_s = max(0.0, time.time() - float(last_beat))  # pyright: ignore[reportArgumentType]
    if silent_s > SILENT_AFTER_S:
        return fails(part, f"has not reported for {silent_s:.0f} s", then)
    return well(part, f"reported {silent_s:.0f} s ago")


def sign_in(oidc: Oidc) -> Iterator[Finding]:
    """The OpenID provider, where one signs people in."""
    if not oidc.issuer:
        return
    begin = time.perf_counter()
    try:
        provider.keys_of(oidc, provider.discover(oidc))
    except provider.ProviderAway as away:
        then = "Correct DYNO_OIDC_ISSUER, or the network; until then people sign in by password or link"
        yield fails("provider", away.detail, then)
        return
    took_ms = (time.perf_counter() - begin) * 1000
    yield well("provider", f"{oidc.issuer} answers within {took_ms:.0f} ms, and has keys")


def disk(folder: Path, settings: Settings) -> Finding:
    reading = watch_of(folder, settings).look()
    if reading.level is Level.FINE:
        return well(
            "disk", f"{in_words(reading.disk.free)} of {in_words(reading.disk.size)} free in {folder}"
        )
    then = "Make room there; docs/install.md, “When the disk is full”, says how"
    return (fails if reading.level is Level.OUT else note)("disk", reading.sentence(), then)


def supervision(root: Path) -> Iterator[Finding]:
    """Parts that the `dyno up` of this directory starts again and again."""
    for loop in crash_loops.read(root):
        trouble = crash_loops.trouble_of(loop)
        yield fails(loop.part, trouble.text, trouble.help)


def rights(root: Path) -> Finding:
    """Whether others of this machine can read what is secret in a data directory."""
    folders = [root / name for name in PRIVATE_FOLDERS if (root / name).is_dir()]
    secrets = [path for path in (root / "secrets").glob("*") if path.is_file()]
    open_ones = [path for path in (*folders, *secrets) if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]
    if open_ones:
        names = " ".join(map(str, open_ones))
        return fails("rights", f"other users of this machine can read {names}", f"chmod go= {names}")
    if not os.access(root, os.W_OK):
        return fails("rights", f"{root} cannot be written", "Run it as the user that runs `dyno up`")
    return well("rights", f"secrets in {root} are readable by their owner only")


@contextmanager
def _session(url: str) -> Iterator[Session]:
    options = {"connect_timeout": WITHIN_S, "options": f"-c statement_timeout={WITHIN_S}s"}
    engine = create_engine(url, poolclass=NullPool, connect_args=options)
    with Session(engine) as session:
        yield session
