"""Receivers are made by admins; what is secret of them is shown once, and who made what is kept."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.identity.principal import Role
from backend.notifications import service
from backend.tests.db.identity.people import person
from backend.tests.db.notifications.conftest import Told

SLACK = "https://hooks.slack.com/services/T0/B0/very-secret"


def test_what_is_secret_is_shown_once(told: Told) -> None:
    made = told.receiver("finished", address=SLACK)
    assert made["secret"].startswith("whsec_")
    told.client.post(f"/api/v1/receivers/{made['id']}/test").raise_for_status()
    shown = [told.client.get(f"/api/v1/{path}").text for path in ("receivers", "deliveries", "audit")]
    assert "https://hooks.slack.com" in shown[0]
    assert not [text for text in shown if made["secret"] in text or "very-secret" in text]


def test_a_test_is_sent_and_listed(told: Told) -> None:
    made = told.receiver("worse")
    told.client.post(f"/api/v1/receivers/{made['id']}/test").raise_for_status()
    told.send()
    (row,) = told.deliveries()
    assert (row["kind"], row["to"], row["state"]) == ("test", "team", "delivered")
    assert told.client.post("/api/v1/receivers/none/test").status_code == 404


def test_one_that_is_switched_off_gets_nothing(told: Told) -> None:
    made = told.receiver("worse")
    told.client.post(f"/api/v1/receivers/{made['id']}/test").raise_for_status()
    off = told.client.patch(f"/api/v1/receivers/{made['id']}", json={"enabled": False})
    assert off.json()["enabled"] is False
    told.send()
    assert told.web.came == []
    assert told.deliveries()[0]["state"] == "given_up"
    assert told.client.post(f"/api/v1/receivers/{made['id']}/test").status_code == 409


def test_the_old_name_of_a_host_that_needs_a_restore_is_accepted_until_0_2_0(told: Told) -> None:
    assert told.receiver("failed", "host_dirty")["kinds"] == ["failed", "needs_restore"]


def test_an_unknown_kind_is_refused_with_those_that_there_are(told: Told) -> None:
    body = {"name": "team", "way": "slack", "address": SLACK, "kinds": ["finishd"]}
    (problem,) = told.client.post("/api/v1/receivers", json=body).json()["errors"]
    kinds = "finished, failed, worse or needs_restore"
    assert problem["place"] == "kinds[0]"
    assert problem["message"] == f"must be {kinds}, not “finishd”; did you mean “finished”?"


def test_changes_are_in_the_audit_log(told: Told) -> None:
    made = told.receiver("worse")
    path = f"/api/v1/receivers/{made['id']}"
    told.client.patch(path, json={"name": "others", "kinds": ["failed", "failed"]}).raise_for_status()
    assert told.client.get("/api/v1/receivers").json()[0]["kinds"] == ["failed"]
    told.client.patch(path, json={"address": SLACK}).raise_for_status()
    told.client.delete(path).raise_for_status()
    entries = told.client.get("/api/v1/audit", params={"act": "receiver changed"}).json()
    assert [(e["words"], e["details"]["how"], e["details"]["to"]) for e in entries] == [
        ("others", "deleted", "https://hooks.slack.com"),
        ("others", "changed", "https://hooks.slack.com"),
        ("others", "changed", told.web.url),
        ("team", "made", told.web.url),
    ]
    assert told.client.get("/api/v1/receivers").json() == []


@pytest.mark.parametrize(
    "body",
    [
        {"address": "http://169.254.169.254/latest/meta-data"},
        {"address": "https://user:pw@hooks.test/"},
        {"address": "https://2130706433/"},
        {"address": "https://hooks.test/\u0000"},
        {"way": "mail", "address": "a@x.test\r\nBcc: b@x.test"},
        {"way": "mail", "address": "ada@x.test"},
        {"way": "pigeon"},
        {"kinds": []},
        {"kinds": ["test"]},
        {"name": "a\nb"},
        {"name": ""},
        {"secret": "mine"},
    ],
)
def test_what_nothing_can_be_sent_to_is_refused_with_a_reason(told: Told, body: dict[str, Any]) -> None:
    good = {"name": "team", "way": "webhook", "address": f"{told.web.url}/", "kinds": ["failed"]}
    answer = told.client.post("/api/v1/receivers", json=good | body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["message"]
    assert told.client.get("/api/v1/receivers").json() == []


def test_two_receivers_have_two_names(told: Told) -> None:
    first = told.receiver()
    body = {"name": "TEAM", "way": "webhook", "address": SLACK, "kinds": ["failed"]}
    refusal = told.client.post("/api/v1/receivers", json=body)
    assert (refusal.status_code, refusal.json()["errors"][0]["place"]) == (422, "name")
    assert "Another receiver is called “team”" in refusal.json()["detail"]
    other = told.client.post("/api/v1/receivers", json=body | {"name": "other"}).json()
    path = "/api/v1/receivers/"
    assert told.client.patch(path + other["id"], json={"name": "team"}).status_code == 422
    for same_name in ("team", "Team"):
        told.client.patch(path + first["id"], json={"name": same_name}).raise_for_status()


def test_there_are_not_too_many(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_RECEIVERS", 1)
    told.receiver()
    more = {"name": "b", "way": "webhook", "address": SLACK, "kinds": ["failed"]}
    assert told.client.post("/api/v1/receivers", json=more).status_code == 409


@pytest.mark.parametrize("role", [Role.VIEWER, Role.OPERATOR])
def test_only_admins_see_them(client: TestClient, session: Session, role: Role) -> None:
    visitor = person(client, session, role)
    visitor.headers["Host"] = "127.0.0.1"
    for path in ("receivers", "deliveries"):
        assert visitor.get(f"/api/v1/{path}").status_code == 403


def test_ones_own_address(client: TestClient, session: Session) -> None:
    visitor = person(client, session, Role.VIEWER)
    visitor.headers["Host"] = "127.0.0.1"
    asked = {"email": "ada@x.test", "mail_when_done": True}
    assert visitor.put("/api/v1/me/notices", json=asked).json() == asked | {"has_mail": False}
    assert visitor.get("/api/v1/me/notices").json()["email"] == "ada@x.test"
    assert visitor.put("/api/v1/me/notices", json={"mail_when_done": True}).status_code == 422
    assert visitor.put("/api/v1/me/notices", json={"email": "a@x.test, b@x.test"}).status_code == 422
    assert visitor.put("/api/v1/me/notices", json={}).json()["email"] is None
