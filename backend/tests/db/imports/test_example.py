"""The example on an empty home: a whole result, made once, and again after it was deleted."""

from fastapi.testclient import TestClient


def test_the_example_is_one_result_with_intervals_however_often_it_is_opened(client: TestClient) -> None:
    first = client.post("/api/v1/imports/example").json()["id"]
    assert client.post("/api/v1/imports/example").json()["id"] == first
    made = client.get(f"/api/v1/experiments/{first}").json()
    assert (made["origin"], made["tags"], made["runs"]) == ("imported", ["example"], 10)
    deltas = client.get(f"/api/v1/experiments/{first}/deltas").json()
    assert {delta["verdict"] for delta in deltas} >= {"better", "unclear"}
    assert client.delete(f"/api/v1/experiments/{first}").status_code < 300
    assert client.post("/api/v1/imports/example").json()["id"] != first
