"""An experiment of equal runs: what its page says, and what plans on its testbed make of it."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.tests.db import builders
from backend.tests.db.calibrations import BETWEEN, calibrated

SMALL = {"cpus": 2, "online_cpus": "0-1", "nofile": 1024, "tools": {"wrk": "4.1.0"}}


@pytest.fixture
def bed(session: Session) -> Testbed:
    found = builders.a_testbed(session, **SMALL)
    session.commit()
    return found


def page(client: TestClient, of: Experiment) -> dict[str, Any]:
    answer = client.get(f"/api/v1/experiments/{of.id}/calibration")
    assert answer.status_code == 200, answer.text
    return answer.json()


def plan(client: TestClient, **changes: Any) -> dict[str, Any]:
    definition = {
        "name": "Workers",
        "workloads": [{"name": "short", "tool": "wrk", "threads": 1, "connections": 16, "duration": "5s"}],
        "trials": 12,
        "variants": [{"name": "one"}, {"name": "two", "set": {"nginx.worker_processes": 2}}],
    }
    answer = client.post("/api/v1/plans", json={"definition": definition | changes})
    assert answer.status_code == 200, answer.text
    return answer.json()


# ---- the page ------------------------------------------------------------------------------------


def test_the_page_says_spreads_lengths_equals_needs_and_what_disturbs(
    session: Session, client: TestClient, bed: Testbed
) -> None:
    of = calibrated(session, bed)
    found = page(client, of)
    assert found["between_range"][0] <= BETWEEN <= found["between_range"][1]
    assert (found["trials"], found["starts"], found["rounds"]) == (120, 60, 20)
    assert [one["seconds"] for one in found["lengths"]] == [1, 2, 3, 5]
    assert [one["measured"] for one in found["lengths"]] == [False, False, False, True]
    assert found["equals"]["pairs"] == 15
    assert [one["effect"] for one in found["needs"]] == [0.01, 0.02, 0.05]
    assert [one["name"] for one in found["disturbances"]] == ["backup"]
    assert len(found["timeline"]["at_s"]) == 120
    detail = client.get(f"/api/v1/experiments/{of.id}").json()
    assert detail["is_calibration"] is True
    assert detail["headline"]["sentence"].startswith("Starts of a server differ by ")


def test_a_cancelled_calibration_says_what_can_be_said(
    session: Session, client: TestClient, bed: Testbed
) -> None:
    of = calibrated(session, bed, rounds=6, state=ExperimentState.CANCELLED)
    found = page(client, of)
    assert found["equals"] is None
    assert found["within"] is not None
    assert found["cautions"][0].startswith("It was cancelled after 6 of 20 rounds")
    assert plan(client)["noise"] is None, "a plan does not count with it"


def test_a_calibration_without_any_trial_has_a_page(
    session: Session, client: TestClient, bed: Testbed
) -> None:
    found = page(client, calibrated(session, bed, rounds=0, state=ExperimentState.CANCELLED))
    assert (found["trials"], found["needs"], found["timeline"]["at_s"]) == (0, [], [])
    assert "too few trials" in found["sentence"]


def test_other_experiments_are_none(session: Session, client: TestClient, bed: Testbed) -> None:
    of = builders.experiment(session, bed)
    session.commit()
    answer = client.get(f"/api/v1/experiments/{of.id}/calibration")
    assert answer.status_code == 409
    assert "its runs are not equal" in answer.json()["detail"]
    assert client.get("/api/v1/experiments/nothing/calibration").status_code == 404
    assert client.get("/api/v1/testbeds/nothing/noise").status_code == 404


# ---- the launch ----------------------------------------------------------------------------------


def launched(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/experiments", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_recipe_is_a_calibration_also_by_hand_and_other_experiments_are_not(
    client: TestClient, bed: Testbed
) -> None:
    made = launched(client, recipe="calibration", form="full")
    assert made["is_calibration"] is True
    assert len(made["run_list"]) == 6
    assert not any(run["is_control"] for run in made["run_list"])
    again = launched(client, yaml=made["yaml"].replace("Calibration", "By hand"))
    assert again["is_calibration"] is True
    other = {"variants.equal 2.nginx.worker_processes": "2"}
    assert launched(client, recipe="calibration", form="full", set=other)["is_calibration"] is False


@pytest.mark.parametrize("overrides", [{"trials": "1"}, {"trials": "0"}, {"workload.connections": "many"}])
def test_what_cannot_be_calibrated_is_refused(
    client: TestClient, bed: Testbed, overrides: dict[str, str]
) -> None:
    body = {"recipe": "calibration", "form": "full", "set": overrides}
    answer = client.post("/api/v1/experiments", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_an_offline_host_is_named(session: Session, client: TestClient, bed: Testbed) -> None:
    session.get_one(Host, bed.roles[0].host_id).online = False
    session.commit()
    answer = client.post("/api/v1/experiments", json={"recipe": "calibration", "form": "full"})
    assert answer.status_code == 422
    assert "is offline" in answer.text


# ---- plans ---------------------------------------------------------------------------------------


def test_a_plan_counts_with_the_calibration_and_says_so(
    session: Session, client: TestClient, bed: Testbed
) -> None:
    before = plan(client)
    assert before["smallest_effect"] is None
    assert before["noise_sentence"].endswith("calibrate this testbed.")
    builders.article_c(session, bed=bed)
    assert "A calibration tells" in plan(client)["noise_sentence"]
    of = calibrated(session, bed, finished_at=builders.START)
    found, measured = plan(client), page(client, of)
    noise = found["noise"]
    assert noise["calibration"]["id"] == of.id
    assert noise["cv"] == pytest.approx((measured["within"] ** 2 + measured["between"] ** 2) ** 0.5)
    assert noise["between_starts"] == measured["between"]
    assert found["noise_sentence"].startswith("From the calibration of 20 November 2026: starts differ by ")
    assert found["smallest_effect"] is not None
    once = plan(client, servers={"fresh": "once"})
    assert once["noise"]["cv"] == pytest.approx(measured["within"])
    assert "Starts differ by about" in once["servers"]
    short = [{"name": "short", "tool": "wrk", "threads": 1, "connections": 16, "duration": "1s"}]
    one_second = plan(client, workloads=short, servers={"fresh": "once"})
    assert one_second["noise"]["trial_s"] == 1
    assert one_second["noise"]["cv"] == pytest.approx(measured["lengths"][0]["within"])


def test_the_newest_calibration_counts(session: Session, client: TestClient, bed: Testbed) -> None:
    calibrated(session, bed, created_at=builders.START)
    newer = calibrated(session, bed, created_at=builders.START + timedelta(days=1))
    assert plan(client)["noise"]["calibration"]["id"] == newer.id


def test_an_old_calibration_and_a_changed_host_are_said(
    session: Session, client: TestClient, bed: Testbed
) -> None:
    calibrated(session, bed, finished_at=builders.START - timedelta(days=90))
    proxy = session.get_one(Host, next(role.host_id for role in bed.roles if role.role == "proxy"))
    proxy.facts = proxy.facts | {"kernel": "6.9.0", "nginx": {"path": "/usr/sbin/nginx", "version": "1.28.0"}}
    session.commit()
    found = client.get(f"/api/v1/testbeds/{bed.id}/noise").json()
    outdated = found["noise"]["calibration"]["outdated"]
    assert outdated[0].endswith(" days old")
    assert f"kernel of {proxy.name} was 6.1.0, is 6.9.0" in outdated
    assert f"nginx of {proxy.name} was 1.22.1, is 1.28.0" in outdated
    assert found["sentence"].endswith("Calibrate again.")
    assert plan(client)["noise_sentence"] == found["sentence"]


def test_a_testbed_of_which_nothing_is_known_says_so(client: TestClient, bed: Testbed) -> None:
    found = client.get(f"/api/v1/testbeds/{bed.id}/noise").json()
    assert found["noise"] is None
    assert "calibrate this testbed" in found["sentence"]
