"""GET /experiments/{id}/diagnostics: what the diagnostics of an experiment came to."""

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.diagnostics import SystemCalls
from agents.contract.states import TrialState
from backend.records.diagnostics import profiles_queries
from backend.statistics.rules import RULES_2
from backend.tests.db import builders

PREPARED = {"proxy": {"key": "a"}}


def test_what_looks_came_to(client: TestClient, session: Session) -> None:
    bed = builders.a_testbed(session)
    experiment = builders.experiment(session, bed)
    host = bed.roles[0].host_id
    runs = [builders.run(session, experiment, n, name, is_baseline=not n) for n, name in enumerate("ab")]
    for run, extra in zip(runs, (1, 0), strict=True):
        for number, rate in enumerate((1000.0, 1010.0, 990.0), start=1):
            builders.trial(session, run, number, {"requests_per_s": rate})
        figures = {"requests": 500.0, "requests_per_s": 100.0}
        diagnostic = builders.diagnostic(
            session, run, 4, "system_calls", figures=figures, missing={host: "<b>no</b>"}
        )
        counts = {"writev": 500, "openat": 500 * extra or 1}
        calls = SystemCalls(subject="k", counts=counts, requests=500.0)
        profiles_queries.keep_system_calls(session, diagnostic, host, "proxy", calls)
    faster = {"requests_per_s": 1300.0}
    builders.diagnostic(session, runs[1], 5, "same_load", figures={"requests_per_s": 1000.0})
    builders.diagnostic(session, runs[1], 5, "more_connections", figures=faster, connections=125)
    failed = {"code": "tool_failed", "message": "it broke"}
    builders.diagnostic(session, runs[1], 5, "fewer_connections", state=TrialState.FAILED, failure=failed)
    session.commit()

    found = client.get(f"/api/v1/experiments/{experiment.id}/diagnostics").json()
    assert [(one["kind"], one["state"]) for one in found["diagnostics"]] == [
        ("system_calls", "done"),
        ("system_calls", "done"),
        ("same_load", "done"),
        ("more_connections", "done"),
        ("fewer_connections", "failed"),
    ]
    assert found["diagnostics"][4]["failure"]["message"] == "it broke"
    assert found["diagnostics"][0]["missing"][0]["reason"] == "<b>no</b>"
    first, second = found["runs"]
    assert first["baseline"] is None
    (table,) = second["calls"]
    assert (second["baseline"], table["role"], table["is_exact"]) == ("a", "proxy", True)
    assert table["rows"] == [
        {"name": "openat", "value": 0.002, "baseline": 1.0, "difference": -0.998},
        {"name": "writev", "value": 1.0, "baseline": 1.0, "difference": 0.0},
    ]
    assert "10.0 times slower" in second["calls_cost"]
    assert [one["kind"] for one in second["probes"]] == ["more_connections"]
    assert second["conclusion"] == "The connections were a limit: a quarter more of them gave +30.0% req/s."


def test_system_calls_stand_beside_those_of_the_run_that_verdicts_compare_with(
    client: TestClient, session: Session
) -> None:
    experiment = builders.experiment(session, builders.a_testbed(session), rules_version=RULES_2)
    knobs = [{"origin.body_bytes": size} | pin for pin in ({}, {"pin.proxy": "1"}) for size in (615, 35_312)]
    names = ["default · small", "default · large", "pinned · small", "pinned · large"]
    for n, (name, of_run) in enumerate(zip(names, knobs, strict=True)):
        run = builders.run(session, experiment, n, name, is_baseline=not n, knobs=of_run)
        builders.diagnostic(session, run, 4, "system_calls", figures={"requests": 500.0})
    session.commit()

    answer = client.get(f"/api/v1/experiments/{experiment.id}/diagnostics").json()
    references = {run["name"]: run["baseline"] for run in answer["runs"]}
    assert references == {
        "default · small": None,
        "default · large": "default · small",
        "pinned · small": "default · small",
        "pinned · large": "default · large",
    }


def test_an_experiment_without_looks_has_none(client: TestClient, session: Session) -> None:
    made, _ = builders.article_c(session)
    assert client.get(f"/api/v1/experiments/{made.id}/diagnostics").json() == {"diagnostics": [], "runs": []}
    assert client.get("/api/v1/experiments/none/diagnostics").status_code == 404


def test_the_path_of_the_first_release_answers_as_it_did(client: TestClient, session: Session) -> None:
    experiment = builders.experiment(session)
    run = builders.run(session, experiment, 0, "a", is_baseline=True)
    builders.diagnostic(session, run, 4, "same_load")
    session.commit()
    answer = client.get(f"/api/v1/experiments/{experiment.id}/looks").json()
    assert [(row["kind"], row["round"]) for row in answer["looks"]] == [("same_load", 4)]
    assert set(answer) == {"looks", "runs"}
