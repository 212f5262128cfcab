"""“Start from my nginx.conf” over the API."""

from pathlib import Path

from fastapi.testclient import TestClient

FIXTURES = Path(__file__).parents[2] / "fixtures" / "own_conf"
PATH = "/api/v1/definitions/from-nginx-conf"


def test_the_answer_is_a_definition_that_can_be_planned(client: TestClient) -> None:
    text = (FIXTURES / "h5bp.txt").read_text("utf-8")
    answer = client.post(PATH, json={"text": text}).json()
    assert answer["counts"]["knob"] > 10
    assert all(row["reason"] for row in answer["differences"])
    assert [server["serves"] for server in answer["servers"]] == [False, False, True]
    plan = client.post("/api/v1/plans", json={"yaml": answer["yaml"]}).json()
    assert [error["place"] for error in plan["errors"]] == ["testbed"]  # there is none here


def test_a_mistake_has_its_file_and_line(client: TestClient) -> None:
    answer = client.post(PATH, json={"text": "http {\n  gzip 'on;\n}"})
    assert answer.status_code == 422
    error = answer.json()["errors"][0]
    assert (error["place"], error["line"]) == ("nginx.conf", 2)


def test_too_much_is_refused(client: TestClient) -> None:
    assert client.post(PATH, json={"text": "#" * 600_000}).status_code == 422
    assert client.post(PATH, json={"text": "#" * 3_000_000}).status_code == 413
    assert client.post(PATH, json={"text": "server {}", "server": 7}).status_code == 422
