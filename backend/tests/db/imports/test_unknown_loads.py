"""A load of which the source does not say everything stays unknown where it is shown, and can be cloned."""

from fastapi.testclient import TestClient

BODY = {
    "name": "From a slide",
    "workloads": [{"tool": "wrk", "unknown": ["connections", "length"]}],
    "runs": [
        {"variant": "before", "trials": [{"figures": {"requests_per_s": 100}}]},
        {"variant": "after", "trials": [{"figures": {"requests_per_s": 200}}]},
    ],
}


def test_what_the_source_does_not_say_stays_unknown(client: TestClient) -> None:
    made = client.post("/api/v1/imports", json=BODY)
    assert made.status_code == 201, made.text
    experiment = made.json()
    assert experiment["run_list"][0]["workload"]["unknown"] == ["connections", "length"]
    report = client.get(f"/api/v1/experiments/{experiment['id']}/report").json()
    assert "an unknown number of connections, trials of unknown length" in " ".join(report["tested"])
    clone = client.post("/api/v1/plans", json={"yaml": experiment["yaml"]}).json()
    assert [e["place"] for e in clone["errors"]] in ([], ["testbed"]), clone["errors"]


def test_the_tool_has_to_be_said_and_a_launch_knows_its_load(client: TestClient) -> None:
    short = BODY | {"workloads": [{"tool": "wrk"}]}
    assert "duration" in client.post("/api/v1/imports", json=short).text
