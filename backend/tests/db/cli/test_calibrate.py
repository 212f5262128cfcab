"""`dyno calibrate` against the API on a real port, and what `dyno show` prints of a calibration."""

import json

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.records.experiments import Experiment
from backend.records.testbeds import Testbed
from backend.tests.db import builders
from backend.tests.db.calibrations import calibrated
from backend.tests.db.commands import dyno, end_next


@pytest.fixture
def bed(session: Session) -> Testbed:
    found = builders.a_testbed(session, "local", cpus=2, online_cpus="0-1")
    session.commit()
    return found


def test_it_launches_six_equal_runs(server: str, bed: Testbed, session: Session) -> None:
    found = dyno("calibrate", "--testbed", "local", "--set", "workload.duration=2s")
    assert found.exit_code == 0, found.output
    assert f"Launched “Calibration (A/A)”: {server}/experiments/" in found.output
    made = session.scalars(select(Experiment)).one()
    assert made.is_calibration
    assert made.definition["workloads"][0]["duration_s"] == 2


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--testbed", "elsewhere"), 1, "There is no testbed “elsewhere”; there is: local"),
        (("--set", "variants.equal 2.nginx.worker_processes=2"), 2, "would make runs differ"),
        (("--set", "trials"), 2, "NAME=VALUE"),
        (("--set", "trials=1"), 1, "rounds"),
    ],
)
def test_what_cannot_be_calibrated_is_refused(
    server: str, bed: Testbed, session: Session, arguments: tuple[str, ...], status: int, said: str
) -> None:
    found = dyno("calibrate", *arguments)
    assert found.exit_code == status, found.output
    assert said in found.output
    assert session.scalars(select(Experiment)).all() == []


def test_waiting_for_one_that_is_cancelled_ends_with_status_3(server: str, bed: Testbed) -> None:
    ending = end_next(ExperimentState.CANCELLED)
    found = dyno("calibrate", "--wait")
    ending.join()
    assert found.exit_code == 3, found.output
    assert "It was cancelled after 0 of 20 rounds" in found.output


def test_show_prints_the_noise(server: str, bed: Testbed, session: Session) -> None:
    of = calibrated(session, bed)
    found = dyno("show", of.id)
    assert found.exit_code == 0, found.output
    text = " ".join(found.output.split())
    assert "Starts of a server differ by " in text
    assert "Rounds needed here" in text
    assert "Noise by length of a trial" in text
    assert "Disturbs: backup on local-proxy: " in text
    assert "Stop backup while measuring" in text
    assert "unclear" not in text, "the noise, not verdicts"
    data = json.loads(dyno("show", of.id, "--json").stdout)
    assert data["is_calibration"] is True
