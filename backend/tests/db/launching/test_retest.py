"""The re-test of a winner: offered, launched on its testbed, and shown beside the first figure."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.records.experiments import Experiment, JobRow
from backend.records.runs import Run
from backend.tests.db import builders
from backend.tests.db.agents import Farm
from backend.tests.db.orchestration.test_precise import rates

VARIANTS = [{"name": "one"}, *({"name": f"w{n}", "set": {"nginx.worker_processes": n}} for n in (2, 3, 4))]


def offered(client: TestClient, experiment_id: str, **query: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/experiments/{experiment_id}/retest", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_article_c_offers_its_winner_with_the_sentence_about_luck(
    session: Session, client: TestClient
) -> None:
    experiment, runs = builders.article_c(session)
    offer = offered(client, experiment.id)
    best = runs["22", "cores", "off"]
    assert offer["why_not"] is None
    assert (offer["first"]["run_id"], offer["candidates"], offer["retests"]) == (best.id, 9, [])
    assert offer["sentence"].startswith(f"“{best.name}” came out best of 9, at +26.")
    assert "the best of several looks better than it is" in offer["sentence"]
    assert offer["definition"]["trials"] == offer["rounds"] == 12
    assert [v["name"] for v in offer["definition"]["variants"]] == [
        "workers 16 · pin none · log off",
        best.name,
    ]
    order = {"definition": offer["definition"], "testbed_id": offer["testbed_id"]}
    plan = client.post("/api/v1/plans", json=order).json()
    assert offer["seconds"] == plan["seconds"] > 12 * 3 * 10, "with its looks"
    p99 = offered(client, experiment.id, metric="latency_p99")
    assert (p99["first"], p99["why_not"]) == (None, "No variant is better than the baseline in p99")
    assert client.get(f"/api/v1/experiments/{experiment.id}/retest?metric=x").status_code == 422
    assert client.get(f"/api/v1/experiments/{experiment.id}/retest?workload=x").status_code == 422
    assert client.get("/api/v1/experiments/nope/retest").status_code == 404


def test_where_a_re_test_makes_no_sense_it_says_why(session: Session, client: TestClient) -> None:
    experiment, _ = builders.article_c(session)
    reasons = {"failed_requests": "can be zero"}
    for metric, part in reasons.items():
        assert part in offered(client, experiment.id, metric=metric)["why_not"]
    experiment.state = ExperimentState.RUNNING
    session.commit()
    assert "the best is known when it has ended" in offered(client, experiment.id)["why_not"]
    experiment.state, experiment.origin, experiment.testbed_id = ExperimentState.FINISHED, "imported", None
    session.commit()
    assert "were imported" in offered(client, experiment.id)["why_not"]
    answer = client.post(f"/api/v1/experiments/{experiment.id}/retest", json={})
    assert answer.status_code == 422
    assert "were imported" in answer.json()["detail"]


def test_without_a_winner_there_is_none(farm: Farm) -> None:
    farm.answers["measure"] = rates(1000.0)
    experiment_id = farm.launch(variants=VARIANTS, trials=2)
    farm.work(experiment_id)
    assert "better than the baseline" in offered(farm.client, experiment_id)["why_not"]


def test_the_winner_is_measured_again_beside_its_first_figure(farm: Farm) -> None:
    first = {"w2": 1000.0, "w3": 1300.0, "w4": 1100.0}
    farm.answers["measure"] = by_variant(first)
    experiment_id = farm.launch(variants=VARIANTS, trials=11)
    farm.work(experiment_id)
    offer = offered(farm.client, experiment_id)
    assert offer["first"]["name"] == "w3"
    until_decided(farm, experiment_id)

    farm.answers["measure"] = by_variant({"w3": 1210.0})
    path, body, headers = (
        f"/api/v1/experiments/{experiment_id}/retest",
        {"trials": 3},
        {"Idempotency-Key": "a"},
    )
    answer = farm.client.post(path, json=body, headers=headers)
    assert farm.client.post(path, json=body, headers=headers).json()["id"] == answer.json()["id"], (
        "launched once"
    )
    assert answer.status_code == 201, answer.text
    again = answer.json()
    assert again["derived"] == {"how": "retest", "experiment": {"id": experiment_id, "name": "workers"}}
    assert [r["name"] for r in again["run_list"]] == ["one", "w3", "control (A/A)"]
    assert retested(farm, again["id"])["sentence"].endswith("at first; the re-test has no figure yet.")
    advance(again["id"])
    farm.work(again["id"])

    result = retested(farm, again["id"])
    assert round(result["first"]["change"], 3) == 0.3
    assert round(result["again"]["change"], 3) == 0.21
    assert result["sentence"].startswith("+30.0% at first, +21.0% [+21.0%, +21.0%] in the re-test: ")
    listed = offered(farm.client, experiment_id)["retests"]
    assert [(r["id"], r["state"]) for r in listed if r["state"] != "cancelled"] == [(again["id"], "finished")]
    assert "best of 3 or more" in offered(farm.client, again["id"])["why_not"]

    assert farm.client.delete(f"/api/v1/experiments/{experiment_id}").status_code == 204
    gone = farm.client.get(f"/api/v1/experiments/{again['id']}/retested")
    assert gone.status_code == 404
    assert "was deleted" in gone.json()["detail"]
    with Session(get_engine()) as session:
        assert session.get_one(Experiment, again["id"]).derived_from is None


def until_decided(farm: Farm, experiment_id: str) -> None:
    """A re-test may itself go on until decided; it is cancelled here."""
    wrong = farm.client.post(f"/api/v1/experiments/{experiment_id}/retest", json={"trials": {"until": "x"}})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["place"] == "trials.until"
    goal = {"min": 3, "max": 5, "until": {"requests_per_s": "1%"}}
    answer = farm.client.post(f"/api/v1/experiments/{experiment_id}/retest", json={"trials": goal})
    assert answer.json()["decision"]["most"] == 5, answer.text
    assert farm.client.post(f"/api/v1/experiments/{answer.json()['id']}/cancel").status_code == 200
    advance(answer.json()["id"])


def by_variant(rates_of: dict[str, float]) -> Any:
    """Each variant's own rate; 1000 for the others."""

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            job = session.get_one(JobRow, report["job_id"])
            variant = session.get_one(Run, job.run_id).variant
        report["load"]["figures"]["requests_per_s"] = rates_of.get(variant, 1000.0)
        return report

    return answer


def retested(farm: Farm, experiment_id: str) -> dict[str, Any]:
    answer = farm.client.get(f"/api/v1/experiments/{experiment_id}/retested")
    assert answer.status_code == 200, answer.text
    return answer.json()
