"""Comparisons under a name: saved, found, renamed, noted on, deleted; nothing of anybody's is lost."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

STATE = {"a": "r1,r2", "b": "r3", "metric": "latency_p99"}
URL = "/api/v1/comparisons"


def _saved(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post(URL, json={"name": "Pins on s2500", "state": STATE} | body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_comparison_is_saved_and_found_again(client: TestClient) -> None:
    made = _saved(client, name="  Pins — 100% “sûr”  ", notes="**why**")
    assert (made["name"], made["notes_version"], made["state"]) == ("Pins — 100% “sûr”", 0, STATE)
    assert client.get(f"{URL}/{made['id']}").json() == made
    other = _saved(client, name="Nightly against last week")
    assert [c["id"] for c in client.get(URL).json()] == [other["id"], made["id"]]
    assert [c["id"] for c in client.get(URL, params={"q": "100% pins"}).json()] == [made["id"]]


def test_only_what_is_given_changes(client: TestClient) -> None:
    made = _saved(client, notes="first")
    url = f"{URL}/{made['id']}"
    named = client.patch(url, json={"name": "Renamed"}).json()
    assert (named["name"], named["notes"], named["state"]) == ("Renamed", "first", STATE)
    moved = client.patch(url, json={"state": {"experiment": "e1", "factor": "pin"}}).json()
    assert (moved["name"], moved["state"]) == ("Renamed", {"experiment": "e1", "factor": "pin"})
    assert moved["updated_at"] > made["updated_at"]


def test_notes_that_changed_meanwhile_are_not_overwritten(client: TestClient) -> None:
    url = f"{URL}/{_saved(client)['id']}"
    first = client.patch(url, json={"notes": "mine", "notes_version": 0})
    assert first.json()["notes_version"] == 1
    late = client.patch(url, json={"notes": "theirs", "notes_version": 0, "name": "Lost?"})
    assert late.status_code == 409
    assert "Another person changed the notes" in late.json()["detail"]
    kept = client.get(url).json()
    assert (kept["notes"], kept["name"]) == ("mine", "Pins on s2500")
    again = client.patch(url, json={"notes": "both", "notes_version": kept["notes_version"]})
    assert (again.json()["notes"], again.json()["notes_version"]) == ("both", 2)
    assert client.patch(url, json={"notes": "both", "notes_version": 0}).status_code == 200


def test_a_deleted_one_is_not_there(client: TestClient) -> None:
    url = f"{URL}/{_saved(client)['id']}"
    assert client.delete(url).status_code == 204
    assert client.delete(url).status_code == 404
    assert "There is no saved comparison" in client.get(url).json()["detail"]
    assert client.get(f"{URL}/%00").status_code == 404


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"state": {}}, "state"),
        ({"state": {"a": "r1"}}, "b"),
        ({"state": {"metric": "requests_per_s"}}, "state"),
        ({"state": {"a": "r1", "b": 7}}, "state.b"),
        ({"state": {"a": "r1", "b": "x" * 20_001}}, "state.b"),
        ({"state": {"a": ",".join(f"r{n}" for n in range(500)), "b": "x"}}, "a"),
        ({"notes": "a\x00b"}, "notes"),
        ({"notes": "\ud800"}, "notes"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_saved_is_explained(client: TestClient, body: dict[str, Any], place: str) -> None:
    text = json.dumps({"name": "A name", "state": STATE} | body)
    answer = client.post(URL, content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert [e["place"] for e in answer.json()["errors"]] == [place]
