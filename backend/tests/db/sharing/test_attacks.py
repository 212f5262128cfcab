"""Whoever has a share link tries to get anything else with it."""

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from backend.errors import Forbidden
from backend.identity.guard import HOW
from backend.records import experiments_queries, runs_queries
from backend.records.runs import Trial
from backend.records.sharing.rows import seen_through
from backend.records.sharing.view import View
from backend.sharing.opening import GONE
from backend.sharing.requests import OUTSIDE
from backend.sharing.scope import EVERYWHERE
from backend.tests.db import builders
from backend.tests.db.identity.people import browser
from backend.tests.db.sharing.readers import Reader, everything, shared

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture
def ids(client: TestClient, session: Session) -> dict[str, str]:
    """Two experiments alike; what is shared is always of the first."""
    found = {}
    for prefix in ("", "other_"):
        bed = builders.a_testbed(session, f"{prefix}bed")
        made, runs = builders.article_c(session, bed=bed, name=f"{prefix}name", notes=f"{prefix}notes")
        first, second, *_ = runs.values()
        trial = session.scalars(select(Trial.id).where(Trial.run_id == first.id)).first() or ""
        found |= {f"{prefix}{k}": v for k, v in {
            "experiment": made.id, "run": first.id, "second": second.id, "trial": trial,
        }.items()}  # fmt: skip
        state = {"a": first.id, "b": second.id}
        saved = client.post("/api/v1/comparisons", json={"name": f"{prefix}saved", "state": state}).json()
        found[f"{prefix}comparison"] = saved["id"]
    found["other_trial_here"] = (
        session.scalars(select(Trial.id).where(Trial.run_id == found["second"])).first() or ""
    )
    return found


def reader_of(client: TestClient, ids: dict[str, str], of: str, **more: object) -> Reader:
    return Reader(client, shared(client, kind=of, id=ids[of], **more)[0])


def others(ids: dict[str, str]) -> dict[str, str]:
    return {name.removeprefix("other_"): i for name, i in ids.items() if name.startswith("other_")}


@pytest.mark.parametrize(
    "of",
    [
        "experiment",
        pytest.param("run", marks=pytest.mark.exhaustive),
        pytest.param("comparison", marks=pytest.mark.exhaustive),
    ],
)
def test_nothing_of_another_experiment_is_shown(client: TestClient, ids: dict[str, str], of: str) -> None:
    """The same addresses with the ids of an experiment that is not shared."""
    reader = reader_of(client, ids, of)
    asked = [path for kind in ("experiment", "comparison") for path in everything(kind, others(ids))]
    got = {path: reader.get(path) for path in asked if path not in EVERYWHERE}
    assert {path: a.json()["detail"] for path, a in got.items()} == dict.fromkeys(got, OUTSIDE)


def test_a_link_to_a_run_shows_this_run_alone(client: TestClient, ids: dict[str, str]) -> None:
    reader = reader_of(client, ids, "run")
    assert reader.get(f"runs/{ids['run']}").status_code == 200
    assert reader.get(f"trials/{ids['trial']}/output").status_code == 200
    for path in (
        f"runs/{ids['second']}",
        f"trials/{ids['other_trial_here']}/output",
        f"experiments/{ids['experiment']}",
        f"experiments/{ids['experiment']}/export.csv",
        f"compare?a={ids['run']}&b={ids['second']}",
        f"runs/{ids['run']}/samples?trial={ids['other_trial_here']}",
    ):
        assert reader.get(path).status_code == 404, path


def test_a_comparison_shows_its_runs_and_compares_no_others(client: TestClient, ids: dict[str, str]) -> None:
    own = {"a": ids["run"], "b": ids["second"]}
    reader = Reader(client, shared(client, kind="comparison", state=own)[0])
    assert reader.get("compare", params=own).status_code == 200
    assert reader.get("compare", params={"a": own["b"], "b": own["a"]}).status_code == 200
    for query in (
        {"a": own["a"], "b": ids["other_run"]},
        {"a": own["a"], "b": f"{own['b']},{ids['other_run']}"},
        {"a": own["a"], "b": own["b"], "c": ids["other_run"]},
        {"experiment": ids["experiment"], "factor": "pin"},
        {"a": own["a"], "b": own["b"], "unknown": "1"},
    ):
        for rest in ("", "/report", "/export.json", "/charts/delta.svg", "/card.png"):
            assert reader.get(f"compare{rest}", params=query).status_code == 404, query
    assert reader.get(f"experiments/{ids['experiment']}").status_code == 404
    assert reader.get(f"comparisons/{ids['comparison']}").status_code == 404


def test_a_comparison_by_one_factor_shows_no_other(client: TestClient, session: Session) -> None:
    """What is not said would be chosen: the experiment's first factor, and its first levels."""
    made, _ = builders.article_c(session)
    own = {"experiment": made.id, "factor": "log", "level_a": "off", "level_b": "memory"}
    reader = Reader(client, shared(client, kind="comparison", state=own)[0])
    assert reader.get("compare", params=own).status_code == 200
    for left_out in ("factor", "level_a", "level_b"):
        less = {name: value for name, value in own.items() if name != left_out}
        for query in (less, {**less, left_out: ""}):
            assert reader.get("compare", params=query).status_code == 404, query


def test_a_report_is_all_that_a_link_to_a_report_shows(client: TestClient, ids: dict[str, str]) -> None:
    reader, own = reader_of(client, ids, "experiment", as_report=True), f"experiments/{ids['experiment']}"
    for rest in ("report", "export.html", "export.md", "charts/delta.svg", "card.png"):
        assert reader.get(f"{own}/{rest}").status_code == 200, rest
    for path in (own, f"{own}/export.json", f"{own}/export.csv", f"{own}/trials", f"runs/{ids['run']}"):
        assert reader.get(path).status_code == 404, path


OPEN = (
    "/api/v1/shared",
    "/api/v1/session",
    "/api/v1/join",
    "/api/v1/agent",
    "/agent/",
    "/healthz",
    "/readyz",
    "/docs",
)
"""What strangers may ask too; its own tests say what for."""
IDS = {"experiment_id": "experiment", "run_id": "run", "trial_id": "trial", "comparison_id": "comparison"}


def operations(client: TestClient, ids: dict[str, str]) -> Iterator[tuple[str, str]]:
    """(method, path) of all of the API, about what is shared."""
    paths = client.app.openapi()["paths"]  # pyright: ignore[reportAttributeAccessIssue, reportFunctionMemberAccess]
    for template, methods in paths.items():
        path = re.sub(r"\{(\w+)\}", lambda part: ids[IDS[part[1]]] if part[1] in IDS else "x", template)
        yield from ((method, path) for method in methods.keys() & set(METHODS))


def test_every_other_operation_of_the_api_refuses_through_the_link(
    client: TestClient, ids: dict[str, str]
) -> None:
    reader = reader_of(client, ids, "experiment")
    inside = {path.partition("?")[0] for path in everything("experiment", ids)}
    asked = {(method, path.removeprefix("/api/v1/")) for method, path in operations(client, ids)}
    for method, path in asked - {("get", path) for path in inside}:
        answer = reader.browser.request(method, f"/api/v1/shared/{reader.id}/{path}", json={})
        assert answer.status_code == (404 if method == "get" else 401), (method, path)
        assert answer.json()["detail"] == (OUTSIDE if method == "get" else HOW)


def test_what_is_shown_is_only_read(client: TestClient, ids: dict[str, str]) -> None:
    reader = reader_of(client, ids, "experiment")
    for path in (f"experiments/{ids['experiment']}", f"runs/{ids['run']}", "metrics"):
        for method in ("post", "put", "patch", "delete"):
            answer = reader.browser.request(method, f"/api/v1/shared/{reader.id}/{path}", json={})
            assert answer.status_code == 401, (method, path)


def test_every_operation_refuses_the_token_in_other_places(client: TestClient, ids: dict[str, str]) -> None:
    """As a bearer, and as the cookie of a session."""
    token = reader_of(client, ids, "experiment").token
    stranger = browser(client, "http://127.0.0.1:8080", address="127.0.0.1")
    stranger.cookies.set("dyno_session", token)
    for method, path in operations(client, ids):
        if not path.startswith(OPEN):
            for headers in ({"Authorization": f"Bearer {token}"}, {}):
                answer = stranger.request(method, path, json={}, headers=headers)
                assert answer.status_code in (401, 403, 429), (method, path)


def test_no_event_stream_is_opened(client: TestClient, ids: dict[str, str]) -> None:
    reader = reader_of(client, ids, "experiment")
    assert reader.get("events").status_code == 404
    assert reader.get(f"events?experiment={ids['experiment']}").status_code == 404


TRICKS = (
    "../experiments",
    "../../v1/hosts",
    "..%2f..%2fhosts",
    "%2e%2e/hosts",
    "./hosts",
    "/hosts",
    "experiments/{experiment}/../{other_experiment}",
    "experiments/{experiment}/..%2f{other_experiment}",
    "experiments/{experiment}%2f..%2f{other_experiment}",
    "experiments/{experiment}/;/../../hosts",
    "experiments/{experiment}/",
    "experiments/{experiment}%00",
    "experiments/{experiment}%0a",
    "EXPERIMENTS/{experiment}",
    "experiments/{experiment}/cancel",
    "experiments/{experiment}/notes",
    "experiments/{experiment}/reproduce",
    "experiments/{experiment}/retest",
    "experiments?limit=5",
    "share-links",
    "session",
    "sessions",
    "shared/x/metrics",
    "openapi.json",
    "agent/ca",
    "",
)


def test_tricks_with_paths_lead_nowhere(client: TestClient, ids: dict[str, str]) -> None:
    reader = reader_of(client, ids, "experiment")
    for path in (trick.format_map(ids) for trick in TRICKS):
        # sent as it is: a client would tidy it up
        answer = reader.browser.get(
            f"http://127.0.0.1:8080/api/v1/shared/{reader.id}/x",
            extensions={"target": f"/api/v1/shared/{reader.id}/{path}".encode()},
        )
        assert answer.status_code in (401, 404), path
        assert "other_name" not in answer.text, path


def test_a_cookie_opens_its_own_link_only(client: TestClient, ids: dict[str, str]) -> None:
    one, two = (reader_of(client, ids, of) for of in ("experiment", "run"))
    for mine, theirs in ((one, two), (two, one)):
        thief = browser(client, "http://127.0.0.1:8080")
        thief.cookies.set("dyno_share", mine.token)
        answer = thief.get(f"/api/v1/shared/{theirs.id}/runs/{ids['run']}")
        assert (answer.status_code, answer.json()["detail"]) == (404, GONE)
    nobody = browser(client, "http://127.0.0.1:8080").get(f"/api/v1/shared/{one.id}/runs/{ids['run']}")
    assert (nobody.status_code, nobody.json()["detail"]) == (404, GONE)


def test_neither_a_session_nor_the_dashboards_token_opens_a_link(
    client: TestClient, ids: dict[str, str]
) -> None:
    """Who is signed in sees what the link shows, and not more, because the link's cookie decides alone."""
    reader = reader_of(client, ids, "run")
    assert client.get(f"/api/v1/shared/{reader.id}/runs/{ids['run']}").status_code == 404
    both = reader.browser.get(
        f"/api/v1/shared/{reader.id}/experiments/{ids['experiment']}", headers=dict(client.headers)
    )
    assert both.status_code == 404


def test_another_sites_page_gets_nothing_with_a_readers_cookie(
    client: TestClient, ids: dict[str, str]
) -> None:
    reader = reader_of(client, ids, "run")
    answer = reader.get(f"runs/{ids['run']}", headers={"Sec-Fetch-Site": "same-site"})
    assert (answer.status_code, answer.json()["detail"]) == (404, GONE)


def test_a_share_token_signs_nobody_in(client: TestClient, ids: dict[str, str]) -> None:
    reader = reader_of(client, ids, "experiment")
    for body in ({"token": reader.token}, {"code": reader.token}):
        assert reader.browser.post("/api/v1/session", json=body).status_code == 401
    assert not [name for name in reader.browser.cookies if "session" in name]


def test_behind_the_table_there_are_no_other_rows_and_nothing_is_written(
    client: TestClient, ids: dict[str, str], session: Session
) -> None:
    """The second wall, for the day that the first has a hole."""
    session.expunge_all()
    shown, other = ids["experiment"], ids["other_experiment"]
    with seen_through(View(frozenset([shown]), None)):
        assert set(experiments_queries.experiments_by_id(session, [shown, other])) == {shown}
        assert experiments_queries.experiment(session, other) is None
        assert runs_queries.run(session, ids["other_run"]) is None
        assert runs_queries.trial(session, ids["other_trial"]) is None
        assert {t.experiment_id for t in runs_queries.trial_rows_of(session, [shown, other])} == {shown}
        with pytest.raises(Forbidden):
            session.execute(delete(Trial))
        experiments_queries.existing(session, shown).name = "changed"
        with pytest.raises(Forbidden):
            session.flush()
