"""POST /api/v1/imports: outputs and tables from other sources become a finished experiment."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.definition.parse import parse_definition
from backend.tests.db.import_bodies import a_trial, article_c, tool_outputs


def post(client: TestClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/v1/imports", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_published_trials_become_a_grid_with_deltas(client: TestClient) -> None:
    made = post(client, article_c())
    assert (made["origin"], made["state"], made["testbed"]) == ("imported", "finished", None)
    assert made["factors"]["log"] == ["off", "memory", "disk"]
    assert len(made["run_list"]) == 10
    first = made["run_list"][0]
    assert first["is_baseline"]
    assert first["knobs"] == {"nginx.worker_processes": 16, "nginx.access_log": "off"}
    deltas = client.get(f"/api/v1/experiments/{made['id']}/deltas").json()
    best = max(deltas, key=lambda d: d["change"])
    assert best["method"] == "welch"
    assert best["name"] == "workers 22 · cores · log off"
    assert best["candidate_mean"] == pytest.approx(347540.6)


def test_reports_inside_of_a_text_become_trials(client: TestClient) -> None:
    made = post(client, tool_outputs())
    tuned, default = made["run_list"]
    assert tuned["described"] == {"listen": "deferred"}
    assert tuned["knobs"] == {"nginx.worker_processes": 4}
    assert (tuned["trials_done"], tuned["trials_invalid"]) == (1, 0)
    assert (default["trials_done"], default["trials_invalid"]) == (0, 1)
    run = client.get(f"/api/v1/runs/{tuned['id']}").json()
    assert run["conf"] == ""
    trial = run["trials"][0]
    assert trial["argv"] == ["ab", "-n", "200", "http://a/"]
    output = client.get(f"/api/v1/trials/{trial['id']}/output").json()
    assert output["stdout"].startswith("This is ApacheBench")
    assert output["stdout"].count("Complete requests") == 1


@pytest.mark.parametrize(
    ("change", "place", "part"),
    [
        ({"baseline": "nothing"}, "baseline", "there is no variant"),
        ({"runs": [{"variant": "x", "trials": [{"text": 7}]}]}, "runs[0].trials[0].text", "no text 7"),
        ({"runs": [{"variant": "x", "trials": [{"text": 0, "report": 9}]}]}, "runs[0].trials[0]", "no 9"),
        ({"runs": [{"variant": "x", "trials": [{}]}]}, "runs[0].trials[0]", "either"),
        ({"runs": [{"trials": [a_trial(requests_per_s=1)]}]}, "runs[0].variant", "name"),
        ({"workloads": [{"tool": "wrk", "duration_s": 1, "name": "a\0"}]}, "workloads[0].name", "one line"),
        ({"texts": [{"text": "hello"}]}, "runs[0].trials[0]", "no report"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    client: TestClient, change: dict[str, Any], place: str, part: str
) -> None:
    answer = client.post("/api/v1/imports", json=tool_outputs() | change)
    assert answer.status_code == 422
    found = {e["place"]: e["message"] for e in answer.json()["errors"]}
    assert part in found[place]


@pytest.mark.parametrize("body", [article_c(), tool_outputs()], ids=lambda body: body["name"])
def test_an_import_can_be_cloned(client: TestClient, body: dict[str, Any]) -> None:
    """Its YAML is a definition that can be launched: knobs as knobs, other reported settings as a note."""
    definition = parse_definition(post(client, body)["yaml"])
    assert len(definition.workloads) == 1
    notes = " ".join(variant.note or "" for variant in definition.variants)
    assert ("listen deferred" in notes) == (body["name"] == "Two outputs of ab")


def test_every_page_of_an_import_answers(client: TestClient) -> None:
    made = post(client, tool_outputs())
    one, other = (r["id"] for r in made["run_list"])
    for path in (
        "/api/v1/experiments",
        f"/api/v1/experiments/{made['id']}",
        f"/api/v1/experiments/{made['id']}/trials",
        f"/api/v1/experiments/{made['id']}/definition.yaml",
        f"/api/v1/runs/{one}/samples",
        f"/api/v1/compare?a={one}&b={other}",
    ):
        assert client.get(path).status_code == 200, path
    assert client.post(f"/api/v1/experiments/{made['id']}/cancel").status_code == 200
    compared = client.get(f"/api/v1/compare?a={one}&b={other}").json()
    assert compared["b_argv"] == []
    assert compared["conf_a"] == ""
    assert {"kind": "described", "name": "listen", "a": "deferred", "b": None} in compared["differs"]
    assert client.delete(f"/api/v1/experiments/{made['id']}").status_code == 204
    assert client.get(f"/api/v1/experiments/{made['id']}").status_code == 404
