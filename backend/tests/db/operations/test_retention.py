"""What is old goes, and nothing that anybody wants: starred, compared, at work, or needed by what stays."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, func, select, text, update
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.cli.operations.place import Place
from backend.database import transaction
from backend.ids import new_id
from backend.operations.retention import service
from backend.operations.retention.policy import Policy, What
from backend.records.access.share_links import ShareLink
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment, Lease
from backend.records.hosts import Host
from backend.records.runs import Run, Trial
from backend.records.samples import SampleSeries
from backend.settings import get_settings
from backend.tests.db import builders
from backend.tests.db.commands import dyno

OLD = datetime.now(UTC) - timedelta(days=100)
YOUNG = datetime.now(UTC) - timedelta(days=1)
ALL = Policy(outputs=30, samples=30, experiments=30)


class Shelf:
    """Experiments on one testbed, each with a trial, its output and its readings."""

    def __init__(self, session: Session) -> None:
        self.session, self.bed = session, builders.a_testbed(session)
        self.host = session.scalars(select(Host.id)).first()

    def add(self, name: str, ended: datetime = OLD, **columns: Any) -> Experiment:
        state = columns.pop("state", ExperimentState.FINISHED)
        made = builders.experiment(
            self.session, self.bed, state, name=name, finished_at=ended if state.is_final else None, **columns
        )
        made.created_at = ended
        run = builders.run(self.session, made, 0, "one")
        trial = builders.trial(self.session, run, 1, {"requests_per_s": 1.0}, stdout="o" * 500)
        self.session.add(
            SampleSeries(
                trial_id=trial.id,
                host_id=self.host,
                series="cpu.0",
                seq=1,
                times=[1.0] * 99,
                values=[0.5] * 99,
            )
        )
        self.session.commit()
        return made

    def run_of(self, experiment: Experiment) -> str:
        return self.session.scalars(select(Run.id).where(Run.experiment_id == experiment.id)).one()

    def names(self) -> set[str]:
        self.session.rollback()
        return set(self.session.scalars(select(Experiment.name)))


@pytest.fixture
def shelf(session: Session) -> Shelf:
    return Shelf(session)


def test_only_what_is_old_and_wanted_by_nobody_goes(shelf: Shelf) -> None:
    shelf.add("old")
    shelf.add("old and failed", state=ExperimentState.FAILED)
    shelf.add("young", YOUNG)
    shelf.add("starred", starred=True)
    shelf.add("running", state=ExperimentState.RUNNING)
    shelf.add("queued", state=ExperimentState.QUEUED)
    shelf.add("older calibration", OLD - timedelta(days=1), is_calibration=True)
    shelf.add("newest calibration", is_calibration=True)
    source = shelf.add("made from, by a young one")
    shelf.add("made again", YOUNG, derived_from=source.id, derived_how="reproduce")
    compared, split = shelf.add("a side"), shelf.add("split by a factor")
    baseline = shelf.add("the baseline of a comparison")
    state = {"a": shelf.run_of(baseline), "b": f"{shelf.run_of(compared)},gone", "metric": "requests_per_s"}
    shelf.session.add(Comparison(id="c1", name="saved", state=state))
    shelf.session.add(Comparison(id="c2", name="saved too", state={"experiment": split.id, "factor": "pin"}))
    shelf.session.commit()
    before = shelf.names()

    gone = service.carry_out(Policy(experiments=30))

    assert before - shelf.names() == {"old", "old and failed", "older calibration"}
    assert [(one.what, one.experiments) for one in gone] == [(What.EXPERIMENTS, 3)]
    assert service.carry_out(Policy(experiments=30))[0].experiments == 0


def link(kind: str, **columns: Any) -> ShareLink:
    known = {"id": new_id(), "token_hash": new_id(), "title": "t", "with_hosts": False, "made_by": "m"}
    return ShareLink(**known, kind=kind, created_at=OLD, **columns)


def test_what_is_kept_was_made_from_stays_however_many_steps_back(shelf: Shelf) -> None:
    first = shelf.add("the first", OLD - timedelta(days=2))
    again = shelf.add("measured again", OLD - timedelta(days=1), derived_from=first.id, derived_how="retest")
    shelf.add("and again", starred=True, derived_from=again.id, derived_how="retest")
    shelf.add("a side line", derived_from=first.id, derived_how="retest")

    service.carry_out(ALL)

    assert shelf.names() == {"the first", "measured again", "and again"}


def test_what_is_shared_stays(shelf: Shelf) -> None:
    by_run, by_itself, in_view = (shelf.add(f"shared {n}") for n in range(3))
    expired, revoked = shelf.add("its link expired"), shelf.add("its link was revoked")
    shelf.session.add_all(
        (
            link("run", subject_id=shelf.run_of(by_run)),
            link("experiment", subject_id=by_itself.id, expires_at=datetime.now(UTC) + timedelta(days=1)),
            link("comparison", state={"a": shelf.run_of(in_view), "b": "gone"}),
            link("experiment", subject_id=expired.id, expires_at=YOUNG),
            link("experiment", subject_id=revoked.id, revoked_at=YOUNG),
        )
    )
    shelf.session.commit()
    service.carry_out(ALL)
    assert shelf.names() == {"shared 0", "shared 1", "shared 2"}
    assert shelf.session.scalar(select(func.count()).where(Trial.stdout.is_not(None))) == 3


def test_outputs_and_readings_go_and_figures_stay(shelf: Shelf, client: TestClient) -> None:
    old, young = shelf.add("old"), shelf.add("young", YOUNG)
    gone = service.carry_out(Policy(outputs=30, samples=30))
    assert [(one.what, one.experiments) for one in gone] == [(What.OUTPUTS, 1), (What.SAMPLES, 1)]
    assert all(one.bytes > 100 for one in gone)
    shelf.session.rollback()
    kept = shelf.session.execute(select(Trial.experiment_id, Trial.stdout)).all()
    assert sorted(kept) == sorted([(old.id, None), (young.id, "o" * 500)])
    assert shelf.session.scalar(select(func.count()).select_from(SampleSeries)) == 1
    figures = shelf.session.scalars(select(Trial.figures).where(Trial.experiment_id == old.id)).one()
    assert figures == {"requests_per_s": 1.0}
    trials = {t.experiment_id: t.id for t in shelf.session.scalars(select(Trial))}
    shown = {e: client.get(f"/api/v1/trials/{trials[e]}/output").json() for e in (old.id, young.id)}
    assert (shown[old.id]["is_gone"], shown[young.id]["is_gone"]) == (True, False)
    again = service.carry_out(Policy(outputs=30, samples=30))
    assert [one.experiments for one in again] == [0, 0], "what has nothing more to lose is not counted again"


def test_what_an_import_stands_on_stays(shelf: Shelf) -> None:
    made = shelf.add("imported")
    shelf.session.execute(update(Trial).where(Trial.experiment_id == made.id).values(exit_code=None))
    shelf.session.commit()
    assert service.carry_out(Policy(outputs=30))[0].experiments == 0


def test_a_look_changes_nothing_and_says_what_then_goes(shelf: Shelf) -> None:
    shelf.add("old")
    shelf.add("older", OLD - timedelta(days=9))
    with transaction() as session:
        would = service.look(session, ALL)
    assert shelf.names() == {"old", "older"}
    went = service.carry_out(Policy(outputs=30))
    assert would[0] == went[0]
    assert [one.experiments for one in would] == [2, 2, 2]
    assert would[2].bytes > would[1].bytes


def test_one_that_is_starred_in_the_last_moment_stays(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    old = shelf.add("old")
    size_of = service.queries.bytes_of

    def star_meanwhile(session: Session, *more: Any) -> int:
        with transaction() as other:
            other.execute(update(Experiment).where(Experiment.id == old.id).values(starred=True))
        return size_of(session, *more)

    monkeypatch.setattr(service.queries, "bytes_of", star_meanwhile)
    assert service.carry_out(Policy(experiments=30))[0].experiments == 0
    assert shelf.names() == {"old"}


def test_the_worker_waits_while_something_is_measured(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.add("old")
    running = shelf.add("running", state=ExperimentState.RUNNING)
    monkeypatch.setattr(get_settings(), "keep_experiments_days", 30)
    shelf.session.add(Lease(host_id=shelf.host, experiment_id=running.id, instance="i"))
    shelf.session.commit()
    service.tend()
    assert shelf.names() == {"old", "running"}
    shelf.session.execute(Lease.__table__.delete())  # pyright: ignore
    shelf.session.commit()
    service.tend()
    assert shelf.names() == {"running"}


def test_by_default_nothing_ever_goes(shelf: Shelf) -> None:
    shelf.add("old")
    service.tend()
    assert shelf.names() == {"old"}
    done = dyno("retention", "--dry-run")
    assert done.exit_code == 2
    assert "DYNO_KEEP" in done.output


def test_the_command_says_it_then_does_it(shelf: Shelf) -> None:
    shelf.add("old")
    said = dyno("retention", "--experiments", "30", "--outputs", "30", "--dry-run")
    assert said.output.splitlines()[1].startswith("whole experiments: 1 experiments, ")
    assert said.output.rstrip().endswith("would go")
    assert shelf.names() == {"old"}
    done = dyno("retention", "--experiments", "30", "--json")
    assert json.loads(done.output)["going"][0]["experiments"] == 1
    assert shelf.names() == set()
    assert dyno("retention", "--samples", "0").exit_code == 2


def test_the_transactions_of_a_command_share_one_engine(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each experiment that goes has two of them, and to make an engine takes longer than to delete it."""
    made: list[sqlalchemy.Engine] = []

    def create(*arguments: Any, **options: Any) -> sqlalchemy.Engine:
        made.append(create_engine(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(sqlalchemy, "create_engine", create)
    place = Place(old, get_settings())
    for _ in range(3):
        with place.transaction() as session:
            session.execute(text("select 1"))
    assert len(made) == 1
