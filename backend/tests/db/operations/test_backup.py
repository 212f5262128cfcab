"""A backup taken while a server works, restored into an empty one: everything is there, and nothing hangs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, HostCondition, JobState, TrialState
from backend.hosts.enrolment import tokens
from backend.operations.backup.archive import open_backup
from backend.operations.backup.manifest import LEFT_OUT
from backend.operations.backup.restoring import Restored, restore
from backend.operations.backup.taking import take_to_file
from backend.presentation.exports import experiment_files
from backend.records.access.enrolment import EnrolmentToken
from backend.records.access.sessions import BrowserSession
from backend.records.access.signing_keys import SigningKey
from backend.records.experiments import Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.runs import Run, Trial
from backend.records.tables import Base
from backend.tests.db import builders
from backend.tests.db.commands import until

NOW = datetime.now(UTC)


@contextmanager
def rows_of(url: str) -> Iterator[Session]:
    engine = sqlalchemy.create_engine(url)
    with Session(engine, expire_on_commit=False) as session:
        yield session
    engine.dispose()


def counts(url: str) -> dict[str, int]:
    with rows_of(url) as session:
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in Base.metadata.sorted_tables
        }


def report(url: str, experiment_id: str) -> str:
    with rows_of(url) as session:
        return "".join(map(str, experiment_files.markdown_of(session, experiment_id, None, "http://a").parts))


def at_work(session: Session) -> Experiment:
    """An experiment in the middle of its second trial, with its hosts held."""
    made = builders.experiment(session, builders.a_testbed(session, "busy"), ExperimentState.RUNNING)
    run = builders.run(session, made, 0, "one")
    builders.trial(session, run, 1, {"requests_per_s": 100.0})
    open_trial = builders.trial(session, run, 2, {}, state=TrialState.MEASURING, ended_at=None)
    for host in session.scalars(select(Host).where(Host.name.like("busy-%"))):
        session.add(Lease(host_id=host.id, experiment_id=made.id, instance="i"))
        session.add(
            JobRow(
                id=f"job-{host.name}",
                experiment_id=made.id,
                host_id=host.id,
                trial_id=open_trial.id,
                kind="watch",
                purpose="watch",
                work={},
                timeout_s=10,
                state=JobState.SENT,
            )
        )
    return made


def a_server(url: str) -> tuple[str, str]:
    """Ids of an experiment that is finished and of one at work, beside keys and sessions."""
    with rows_of(url) as session:
        finished, _ = builders.article_c(session, notes="tab\t, line\n, backslash \\ and ☃")
        working = at_work(session)
        session.add(SigningKey(id="k" * 16, private_key=bytes(range(32)), created_at=NOW))
        session.add(
            BrowserSession(
                id="s",
                secret_hash="h",
                token_mark="m",
                came_from="link",
                browser="curl",
                created_at=NOW,
                last_used_at=NOW,
            )
        )
        tokens.make(session, tokens.for_host("load", "load"))
        session.commit()
        return finished.id, working.id


def restored(url: str, path: Path, replace: bool = False) -> Restored:
    with path.open("rb") as file, open_backup(file) as backup:
        return restore(url, backup, replace)


@contextmanager
def writing(url: str, experiment_id: str) -> Iterator[None]:
    """Somebody adds a run with its trial, in one transaction each, for as long as the block lasts."""
    stop, written = threading.Event(), threading.Semaphore(0)

    def write() -> None:
        with rows_of(url) as session:
            experiment, position = session.get_one(Experiment, experiment_id), 10
            while not stop.is_set():
                run = builders.run(session, experiment, position, "more", knobs={"pad": "x" * 2000})
                builders.trial(session, run, 1, {"requests_per_s": 1.0})
                session.commit()
                position += 1
                written.release()

    thread = threading.Thread(target=write)
    thread.start()
    for _ in range(20):
        written.acquire(timeout=30)
    try:
        yield
        for _ in range(3):  # it went on meanwhile
            written.acquire(timeout=30)
    finally:
        stop.set()
        thread.join()


def test_a_backup_taken_during_a_run_is_one_moment_and_restores(old: str, new: str, tmp_path: Path) -> None:
    finished, working = a_server(old)
    path = tmp_path / "server.dyno"
    with writing(old, working):
        manifest = take_to_file(old, path, {})
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]
    assert manifest.rows("runs") > 20

    assert restored(new, path).interrupted == 1
    there = counts(new)
    kept = {part.name: part.rows for part in manifest.tables} | {"leases": 0}
    kept["audit"] += 1  # says that it was restored
    assert {name: n for name, n in there.items() if name not in LEFT_OUT} == kept
    assert {there[name] for name in LEFT_OUT} == {0}
    assert report(new, finished) == report(old, finished)
    with rows_of(new) as session:
        lonely = select(Run.id).where(Run.name == "more", Run.id.not_in(select(Trial.run_id)))
        assert session.scalars(lonely).all() == []  # no run without the trial of its transaction
        assert session.get_one(SigningKey, "k" * 16).private_key == bytes(range(32))


def test_what_was_at_work_has_ended_with_the_reason(old: str, new: str, tmp_path: Path) -> None:
    _, working = a_server(old)
    take_to_file(old, tmp_path / "b", {})
    restored(new, tmp_path / "b")
    with rows_of(new) as session:
        experiment = session.get_one(Experiment, working)
        assert experiment.state == ExperimentState.FAILED
        assert experiment.failure
        assert experiment.failure["code"] == "restored"
        assert "backup" in experiment.failure["message"]
        trials = select(Trial.state).where(Trial.experiment_id == working).order_by(Trial.round)
        assert session.scalars(trials).all() == [TrialState.DONE, TrialState.CANCELLED]
        assert set(session.scalars(select(JobRow.state))) == {JobState.LOST}
        held = session.scalars(select(Host).where(Host.name.like("busy-%"))).all()
        assert {(host.condition, host.online) for host in held} == {(HostCondition.NEEDS_RESTORE, False)}
        idle = session.scalars(select(Host.condition).where(Host.name.not_like("busy-%")))
        assert set(idle) == {HostCondition.CLEAN}
        # whoever has an enrolment token from before does not get in with it
        assert session.scalars(select(EnrolmentToken.expires_at)).one() <= datetime.now(UTC)


def test_a_file_that_is_there_is_never_written_over(old: str, tmp_path: Path) -> None:
    path = tmp_path / "server.dyno"
    path.write_text("precious")
    with pytest.raises(Exception, match="already exists"):
        take_to_file(old, path, {})
    assert path.read_text() == "precious"


def test_nothing_is_left_of_a_backup_that_fails(new: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="has schema none"):
        take_to_file(new, tmp_path / "server.dyno", {})
    assert list(tmp_path.iterdir()) == []


def test_queued_experiments_stay_queued(old: str, new: str, tmp_path: Path) -> None:
    with rows_of(old) as session:
        made = builders.experiment(session, state=ExperimentState.QUEUED, created_at=NOW - timedelta(days=1))
        session.commit()
    take_to_file(old, tmp_path / "b", {})
    assert restored(new, tmp_path / "b").interrupted == 0
    with rows_of(new) as session:
        assert session.get_one(Experiment, made.id).state == ExperimentState.QUEUED


def test_the_file_waits_for_nobody(old: str, tmp_path: Path) -> None:
    """A row that somebody changes and keeps holds no backup up."""
    a_server(old)
    with rows_of(old) as session:
        session.execute(select(Experiment).with_for_update()).all()
        done = threading.Event()

        def take() -> None:
            take_to_file(old, tmp_path / "b", {})
            done.set()

        threading.Thread(target=take, daemon=True).start()
        until(done.is_set)
