"""Mistakes in the address of a request are told, and not answered with something else."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders


@pytest.mark.parametrize("path", ["deltas", "steps", "pivot", "main-effects"])
def test_a_misspelt_parameter_is_refused(session: Session, client: TestClient, path: str) -> None:
    experiment = builders.experiment(session)
    session.commit()
    answer = client.get(f"/api/v1/experiments/{experiment.id}/{path}?metrik=latency_p99")
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["place"] == "query.metrik"
    assert "metric" in error["message"].partition("there is: ")[2]


def test_a_route_without_a_query_says_so(client: TestClient) -> None:
    (error,) = client.get("/api/v1/knobs?name=nginx.gzip").json()["errors"]
    assert error["message"] == "there is no such parameter here; there is: none"


def test_the_address_of_a_file_may_have_more(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(session)
    base, run = (builders.run(session, experiment, n, name) for n, name in enumerate(("a", "b")))
    session.commit()
    assert client.get(f"/api/v1/compare/report?a={base.id}&b={run.id}&view=pairs").status_code == 200
    assert client.get(f"/api/v1/experiments/{experiment.id}/card.png?v=1&utm_source=chat").status_code == 200
    assert client.get(f"/api/v1/runs/{run.id}/export.csv?rows=trials").status_code == 200  # dyno export


def test_the_schema_names_the_query_of_a_compared_file(client: TestClient) -> None:
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    names_of = [
        {p["name"] for p in paths[f"/api/v1/compare{path}"]["get"]["parameters"] if p["in"] == "query"}
        for path in ("", "/report", "/export.{kind}", "/charts/{name}.{kind}", "/card.png")
    ]
    assert all(names >= names_of[0] for names in names_of)


def test_the_schema_names_the_type_of_every_text(client: TestClient) -> None:
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    for path in ("experiments/{experiment_id}/definition.yaml", "experiments/{experiment_id}/texts/{number}"):
        assert paths[f"/api/v1/{path}"]["get"]["responses"]["200"]["content"]
    assert {*paths["/api/v1/audit/export.{kind}"]["get"]["responses"]["200"]["content"]} == {
        "text/csv",
        "application/json",
    }


def test_a_method_that_an_address_does_not_take_names_those_that_it_does(client: TestClient) -> None:
    answer = client.put("/api/v1/experiments", json={})
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")
    assert answer.json()["detail"] == "PUT is not possible here; use GET or POST"


def test_an_address_that_the_api_does_not_have_says_where_to_look(client: TestClient) -> None:
    detail = client.get("/api/v1/experimints").json()["detail"]
    assert detail == "There is nothing at /api/v1/experimints; /api/docs lists what the API has"
