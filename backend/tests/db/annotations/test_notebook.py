"""Notes, tags, star, archive; finding experiments by all that they have, alone and combined."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.tests.db import builders


def _change(client: TestClient, id_: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.patch(f"/api/v1/experiments/{id_}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def _named(client: TestClient, **query: Any) -> list[str]:
    answer = client.get("/api/v1/experiments", params=query)
    assert answer.status_code == 200, answer.text
    return [e["name"] for e in answer.json()]


@pytest.fixture
def id_(session: Session) -> str:
    made = builders.experiment(session)
    session.commit()
    return made.id


def test_notes_are_kept_as_written_and_count_their_versions(client: TestClient, id_: str) -> None:
    text = "# Größe\n<script>alert(1)</script> 🙂\n"
    assert _change(client, id_, notes=text, notes_version=0)["notes_version"] == 1
    assert _change(client, id_, notes=text, notes_version=0)["notes_version"] == 1  # the same again
    assert _change(client, id_, notes="", notes_version=1)["notes_version"] == 2
    found = client.get(f"/api/v1/experiments/{id_}").json()
    assert (found["notes"], found["notes_version"]) == ("", 2)


def test_notes_that_somebody_changed_meanwhile_are_not_overwritten(client: TestClient, id_: str) -> None:
    _change(client, id_, notes="theirs", notes_version=0)
    problem = _change(client, id_, 409, notes="mine", notes_version=0, starred=True)
    assert problem["code"] == "notes_changed"
    assert problem["more"] == {"notes": "theirs", "notes_version": 1, "yours": "mine"}
    found = client.get(f"/api/v1/experiments/{id_}").json()
    assert (found["notes"], found["starred"]) == ("theirs", False)  # all of it or nothing
    assert _change(client, id_, notes="theirs\nmine", notes_version=1)["notes_version"] == 2


def test_of_two_who_save_notes_at_once_one_is_told(client: TestClient, id_: str) -> None:
    def save(text: str) -> int:
        body = {"notes": text, "notes_version": 0}
        return client.patch(f"/api/v1/experiments/{id_}", json=body).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(save, ["one", "other"])) == [200, 409]


def test_two_who_tag_at_once_both_succeed(client: TestClient, id_: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda tag: _change(client, id_, add_tags=[tag]), "abcd"))
    assert sorted(client.get(f"/api/v1/experiments/{id_}").json()["tags"]) == ["a", "b", "c", "d"]


def test_tags_have_one_spelling(client: TestClient, id_: str) -> None:
    tags = ["  Nightly ", "nightly", "two   words", "", "Gro\u0308ße", "größe", "日本"]
    assert _change(client, id_, tags=tags)["tags"] == ["nightly", "two words", "größe", "日本"]
    assert _change(client, id_, add_tags=["NIGHTLY", "new"])["tags"][-1] == "new"
    assert _change(client, id_, remove_tags=["Two Words", "unknown"])["tags"] == [
        "nightly",
        "größe",
        "日本",
        "new",
    ]


@pytest.mark.parametrize(
    ("body", "place", "said"),
    [
        ({"tags": ["a" * 41]}, "tags[0]", "at most 40 characters"),
        ({"tags": ["ok", "a\u0007b"]}, "tags[1]", "one line of printable"),
        ({"add_tags": [f"t{i}" for i in range(21)]}, "add_tags", "at most 20 tags; these are 21"),
        ({"tags": "nightly"}, "tags", "list"),
        ({"notes": "x"}, "notes_version", "give notes_version"),
        ({"notes": "x" * 100_001, "notes_version": 0}, "notes", "100,000 characters"),
        ({"notes": "a\u0000b", "notes_version": 0}, "notes", "NUL"),
        ({"name": "  "}, "name", "must not be empty"),
        ({"name": "x" * 201}, "name", "at most 200"),
        ({"name": "a\nb"}, "name", "one line"),
        ({"starred": "perhaps"}, "starred", "true or false"),
        ({"stared": True}, "stared", "not known here"),
    ],
)
def test_what_cannot_be_kept_is_said_with_its_place(
    client: TestClient, id_: str, body: dict[str, Any], place: str, said: str
) -> None:
    problem = _change(client, id_, 422, **body)
    assert any(e["place"] == place and said in e["message"] for e in problem["errors"]), problem


def test_name_star_and_archive(session: Session, client: TestClient, id_: str) -> None:
    done = _change(client, id_, name="  Renamed ", starred=True, archived=True)
    assert (done["name"], done["starred"], done["archived"]) == ("Renamed", True, True)
    assert _named(client) == []
    assert _named(client, archived="only") == _named(client, archived="include") == ["Renamed"]
    assert _named(client, q="is:archived") == ["Renamed"]
    assert _change(client, id_, archived=False)["archived"] is False
    assert _named(client, starred=True) == ["Renamed"]
    running = builders.experiment(session, builders.a_testbed(session, "b"), state=ExperimentState.RUNNING)
    session.commit()
    assert "when it has ended" in _change(client, running.id, 409, archived=True)["detail"]
    assert client.patch("/api/v1/experiments/nothing", json={}).status_code == 404


def test_tags_are_counted(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    builders.experiment(session, bed, tags=["nightly", "slow"])
    builders.experiment(session, bed, tags=["nightly"])
    builders.experiment(session, bed, tags=["nightly", "old"], archived_at=builders.START)
    session.commit()
    found = client.get("/api/v1/tags").json()
    assert found == [{"tag": "nightly", "count": 2}, {"tag": "slow", "count": 1}]


@pytest.fixture
def library(session: Session) -> Callable[..., list[str]]:
    """Four experiments, a day apart; a function that names those that a search finds."""
    lab, other = builders.a_testbed(session, "lab"), builders.a_testbed(session, "other")
    day = {n: datetime(2026, 11, n, 23, 30, tzinfo=UTC) for n in (1, 2, 3, 4)}
    one = builders.experiment(
        session,
        lab,
        name="Pinned 100%_sure",
        created_at=day[1],
        tags=["nightly"],
        verdicts=["better", "same"],
        recipe="pinned-against-unpinned",
        definition={"description": "Cores of Ärger", "source": "https://example.org/article"},
    )
    two = builders.experiment(
        session,
        other,
        name="Workers",
        created_at=day[2],
        tags=["nightly", "slow"],
        starred=True,
        notes="Émile",
    )
    three = builders.experiment(
        session, lab, name="Imported", created_at=day[3], origin="imported", facts={}, derived_from=one.id
    )
    builders.experiment(
        session, lab, name="Failed", created_at=day[4], state=ExperimentState.FAILED, verdicts=["worse"]
    )
    builders.run(session, one, 0, "16 workers", knobs={"nginx.worker_processes": 16, "nginx.sendfile": True})
    builders.run(session, one, 1, "pinned", knobs={"nginx.worker_processes": 2, "pin.load": "0-1"})
    builders.run(session, two, 0, "default", knobs={"nginx.worker_processes": 2})
    gone = builders.run(session, two, 1, "gone", knobs={"nginx.gzip": True})
    gone.deleted_at = builders.START
    builders.run(session, three, 0, "as told", described={"worker_processes": "8", "isolcpus": "1-3"})
    session.commit()

    def found(client: TestClient, query: str | dict[str, Any]) -> list[str]:
        asked = {"q": query} if isinstance(query, str) else query
        return [name.split()[0] for name in _named(client, **asked)]

    return found


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["Failed", "Imported", "Workers", "Pinned"]),
        ("WORKERS", ["Workers", "Pinned"]),  # a name, and a run's
        ("ÉMILE", ["Workers"]),
        ("ärger", ["Pinned"]),
        ("example.org/article", ["Pinned"]),
        ("https://example.org/article", ["Pinned"]),
        ("100%_sure", ["Pinned"]),
        ("100_", []),
        ('"of Ärger"', ["Pinned"]),
        ('"Ärger of"', []),
        ("' OR 1=1 --", []),
        ("tag:Nightly", ["Workers", "Pinned"]),
        ("tag:nightly tag:slow", ["Workers"]),
        ("host:LAB-proxy", ["Failed", "Pinned"]),
        ("host:lab", []),
        ("knob:nginx.worker_processes", ["Workers", "Pinned"]),
        ("knob:nginx.worker_processes=2", ["Workers", "Pinned"]),
        ("knob:worker_processes=2", ["Workers", "Pinned"]),
        ("knob:nginx.worker_processes=2 knob:pin.load", ["Pinned"]),
        ("knob:nginx.worker_processes=16 knob:pin.load", []),  # no run has both
        ("knob:nginx.sendfile=on", ["Pinned"]),
        ("knob:sendfile=off", []),
        ("knob:pin.load=0-1", ["Pinned"]),
        ("knob:gzip=on", []),  # only of a run that was deleted
        ("knob:worker_processes=8", ["Imported"]),
        ("knob:isolcpus", ["Imported"]),
        ("verdict:better", ["Pinned"]),
        ("verdict:better verdict:worse", []),
        ("after:2026-11-03", ["Failed", "Imported"]),
        ("before:2026-11-02", ["Pinned"]),
        ("until:2026-11-02", ["Workers", "Pinned"]),
        ("after:2026-11-02 until:2026-11-02", ["Workers"]),
        ("after:2026-11", ["Failed", "Imported", "Workers", "Pinned"]),
        ("after:2026-11-02T23:30Z before:2026-11-03T23:30Z", ["Workers"]),
        ("is:starred", ["Workers"]),
        ("is:imported", ["Imported"]),
        ("is:failed", ["Failed"]),
        ("state:finished origin:measured", ["Workers", "Pinned"]),
        ("recipe:pinned-against-unpinned", ["Pinned"]),
        ({"tag": ["nightly", "slow"]}, ["Workers"]),
        ({"host": "other-load"}, ["Workers"]),
        ({"knob": ["worker_processes=2", "pin.load"]}, ["Pinned"]),
        ({"verdict": "worse"}, ["Failed"]),
        ({"since": "2026-11-03"}, ["Failed", "Imported"]),
        ({"since": "2026-11-03", "tz": "Asia/Tokyo"}, ["Failed", "Imported", "Workers"]),
        ({"until": "2026-11-02", "tz": "Asia/Tokyo"}, ["Pinned"]),
        ({"until": "2026-11-02", "tz": "+0900"}, ["Pinned"]),
        ({"state": ["failed", "queued"]}, ["Failed"]),
        ({"origin": "imported"}, ["Imported"]),
        ({"starred": False, "q": "tag:nightly"}, ["Pinned"]),
        ({"q": "tag:nightly", "verdict": "same", "knob": "pin.load", "host": "lab-load"}, ["Pinned"]),
        ({"recipe": ["pinned-against-unpinned", "stepwise"]}, ["Pinned"]),
    ],
)
def test_each_way_to_find_experiments(
    client: TestClient, library: Callable[..., list[str]], query: str | dict[str, Any], names: list[str]
) -> None:
    assert library(client, query) == names


def test_what_was_made_from_an_experiment(client: TestClient, library: Callable[..., list[str]]) -> None:
    source = client.get("/api/v1/experiments", params={"q": "Pinned"}).json()[0]["id"]
    assert library(client, f"from:{source}") == library(client, {"made_from": source}) == ["Imported"]
    assert client.get(f"/api/v1/experiments/{source}").json()["made_from_this"] == 1


@pytest.mark.parametrize(
    ("query", "place", "said"),
    [
        ({"q": "a verdct:better"}, "q", "did you mean verdict:?"),
        ({"q": "after:soon"}, "q", "must be a date"),
        ({"since": "soon"}, "since", "must be a date"),
        ({"tz": "Mars/Olympus"}, "tz", "there is no time zone"),
        ({"tz": "../etc/passwd"}, "tz", "there is no time zone"),
        ({"q": "a\u0000b"}, "q", "NUL"),
        ({"q": "a" * 2001}, "q", "2,000"),
        ({"verdict": "good"}, "verdict", "better"),
        ({"tags": "x"}, "tags", "no such parameter"),
    ],
)
def test_a_search_that_cannot_be_read_says_why(
    client: TestClient, session: Session, query: dict[str, Any], place: str, said: str
) -> None:
    answer = client.get("/api/v1/experiments", params=query)
    assert answer.status_code == 422
    assert any(place in e["place"] and said in e["message"] for e in answer.json()["errors"]), answer.text


def test_pages_of_a_search_follow_each_other(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    for i in range(7):  # launched in the same moment: the id decides
        tags = ["odd"] if i % 2 else ["even"]
        builders.experiment(session, bed, name=str(i), tags=tags, created_at=builders.START)
    session.commit()
    seen: list[str] = []
    before: dict[str, str] = {}
    while page := client.get("/api/v1/experiments", params={"q": "tag:even", "limit": 3, **before}).json():
        seen += [e["name"] for e in page]
        before = {"before": page[-1]["id"]}
    assert sorted(seen) == ["0", "2", "4", "6"]


def test_headlines_and_verdicts_are_kept_and_renewed_where_older_code_made_them(
    session: Session, client: TestClient
) -> None:
    made, runs = builders.article_c(session)
    made.headline, made.verdicts, made.kept_version = None, None, 0
    session.commit()
    assert _named(client, q="verdict:better") == []
    assert client.get("/api/v1/experiments").json()[0]["headline"] is None
    stored_headlines.keep_stale()
    stored_headlines.keep_stale()
    session.expire_all()
    assert session.get_one(Experiment, made.id).verdicts == ["better", "unclear"]
    assert len(_named(client, q="verdict:better")) == 1
    sentence = client.get("/api/v1/experiments").json()[0]["headline"]["sentence"]
    assert sentence.startswith("pin cores raises throughput against none (+14.5% [+8.3, +21.0])")
    for cell, run in runs.items():
        if cell[:2] == ("22", "cores"):
            client.delete(f"/api/v1/runs/{run.id}")
    session.expire_all()
    assert session.get_one(Experiment, made.id).verdicts == ["unclear"]
    assert _named(client, q="verdict:better") == []


def test_a_host_is_found_under_the_name_that_it_had(session: Session, client: TestClient, id_: str) -> None:
    host = session.query(Host).filter_by(name="s2500-loopback-proxy").one()
    host.name = "renamed"
    session.commit()
    assert len(_named(client, q="host:s2500-loopback-proxy")) == 1
    assert _named(client, q="host:renamed") == []


def test_a_definition_with_text_that_cannot_be_kept_is_refused(session: Session, client: TestClient) -> None:
    builders.a_testbed(session)
    session.commit()
    workload = {"name": "short", "tool": "wrk", "threads": 1, "connections": 2, "duration": "1s"}
    shared = {
        "name": "x",
        "topology": "proxy_only",
        "workloads": [workload],
        "variants": [{"name": "default"}],
    }
    for field in ("description", "source", "note"):
        answer = client.post("/api/v1/experiments", json={"definition": shared | {field: "a\u0000b"}})
        assert answer.status_code == 422, answer.text
        assert (answer.json()["errors"][0]["place"], "without NUL" in answer.text) == (field, True)
    knobs = {"nginx.server_tokens": "a\u0000b"}
    wrong = client.post("/api/v1/experiments", json={"definition": shared | {"set": knobs}})
    assert wrong.status_code == 422
