"""Two people change one testbed at once: the later one is told, and nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders


@pytest.fixture
def testbed(client: TestClient, session: Session) -> dict[str, Any]:
    made = builders.a_testbed(session, "lab")
    session.commit()
    return client.get(f"/api/v1/testbeds/{made.id}").json()


def change(client: TestClient, testbed: dict[str, Any], status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.patch(f"/api/v1/testbeds/{testbed['id']}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def roles(testbed: dict[str, Any]) -> dict[str, str]:
    return {row["role"]: row["host_id"] for row in testbed["roles"]}


def test_the_later_one_is_told_what_the_testbed_is_now(client: TestClient, testbed: dict[str, Any]) -> None:
    kept = dict(list(roles(testbed).items())[:2])
    theirs = change(client, testbed, name="their lab", roles=kept, version=testbed["version"])
    assert theirs["version"] == testbed["version"] + 1
    problem = change(client, testbed, 409, name="my lab", version=testbed["version"])
    assert problem["code"] == "testbed_changed"
    assert problem["more"]["testbed"] == theirs
    assert "Another person changed “their lab”" in problem["detail"]
    mine = change(client, testbed, name="my lab", version=theirs["version"])
    assert (mine["name"], roles(mine)) == ("my lab", kept)


def test_a_repeated_request_changes_nothing_and_no_version_is_refused(
    client: TestClient, testbed: dict[str, Any]
) -> None:
    body = {"name": "lab 2", "version": testbed["version"]}
    assert change(client, testbed, **body) == change(client, testbed, **body)
    assert "version" in change(client, testbed, 422, name="lab 3")["detail"]
    retired = change(client, testbed, retired=True)
    assert retired["version"] == testbed["version"] + 1, "retiring loses nothing of anybody"


def test_a_name_is_given_once_whoever_asks_at_once(client: TestClient, testbed: dict[str, Any]) -> None:
    def make(_: int) -> int:
        return client.post("/api/v1/testbeds", json={"name": "new", "roles": roles(testbed)}).status_code

    def rename(row: dict[str, Any]) -> int:
        body = {"name": "theirs", "version": row["version"]}
        return client.patch(f"/api/v1/testbeds/{row['id']}", json=body).status_code

    with ThreadPoolExecutor(4) as people:
        assert sorted(people.map(make, range(4))) == [201, 409, 409, 409]
        assert sorted(people.map(rename, client.get("/api/v1/testbeds").json())) == [200, 409]


def test_names_that_differ_in_capital_letters_alone_are_one(
    client: TestClient, session: Session, testbed: dict[str, Any]
) -> None:
    refusal = client.post("/api/v1/testbeds", json={"name": "LAB", "roles": roles(testbed)})
    assert refusal.status_code == 409
    assert "There is a testbed named “lab” already" in refusal.json()["detail"]
    other = client.post("/api/v1/testbeds", json={"name": "Größe", "roles": roles(testbed)}).json()
    assert "“lab”" in change(client, other, 409, name="Lab", version=other["version"])["detail"]
    louder = change(client, other, name="GRÖẞE", version=other["version"])
    assert louder["name"] == "GRÖẞE"
    retired = change(client, testbed, retired=True)
    assert client.post("/api/v1/testbeds", json={"name": "LAB", "roles": roles(testbed)}).status_code == 201
    assert "“LAB”; “lab”" in change(client, retired, 409, retired=False)["detail"].replace(" now", "")


def test_testbeds_of_older_versions_keep_names_alike(
    client: TestClient, session: Session, testbed: dict[str, Any]
) -> None:
    twin = builders.a_testbed(session, "LAB")
    session.commit()
    fewer = dict(list(roles(testbed).items())[:2])
    saved = change(client, testbed, name="lab", roles=fewer, version=testbed["version"])
    assert (saved["name"], roles(saved)) == ("lab", fewer)
    assert client.get(f"/api/v1/testbeds/{twin.id}").json()["name"] == "LAB"


def test_of_two_at_once_one_is_told(client: TestClient, testbed: dict[str, Any]) -> None:
    def save(name: str) -> int:
        body = {"name": name, "version": testbed["version"]}
        return client.patch(f"/api/v1/testbeds/{testbed['id']}", json=body).status_code

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(save, ["one", "two"])) == [200, 409]


def test_several_load_hosts_keep_their_order(client: TestClient, session: Session) -> None:
    hosts = [builders.host(session, name).id for name in ("load-3", "load-1", "proxy-1")]
    session.commit()
    body = {"name": "many", "roles": {"load": hosts[:2], "proxy": hosts[2]}}
    testbed = client.post("/api/v1/testbeds", json=body).json()
    assert [(row["role"], row["host_name"]) for row in testbed["roles"]] == [
        ("load", "load-3"),
        ("load", "load-1"),
        ("proxy", "proxy-1"),
    ]
    turned = change(client, testbed, roles={"load": hosts[1::-1], "proxy": hosts[2]}, version=0)
    assert [row["host_name"] for row in turned["roles"]] == ["load-1", "load-3", "proxy-1"]
    changed_testbed = change(client, testbed, roles={"load": hosts[0], "proxy": hosts[2]}, version=1)
    assert roles(changed_testbed) == {"load": hosts[0], "proxy": hosts[2]}


@pytest.mark.parametrize(
    ("assigned", "text"),
    [
        ({"load": [0, 0]}, "a host is named twice"),
        ({"load": [0], "proxy": [0, 1]}, "only the role load has several hosts"),
        ({"load": []}, '"roles.load","message":"must not be empty"'),
        ({"load": [0] * 65}, "at most 64 items"),
        ({"load": [0, "no-such-host"]}, "there is no host no-such-host"),
    ],
)
def test_a_role_refuses_hosts_that_it_cannot_have(
    client: TestClient, session: Session, assigned: dict[str, list[Any]], text: str
) -> None:
    hosts = [builders.host(session, name).id for name in ("load-1", "load-2")]
    session.commit()
    ids = {role: [hosts[i] if isinstance(i, int) else i for i in of] for role, of in assigned.items()}
    answer = client.post("/api/v1/testbeds", json={"name": "wrong", "roles": ids})
    assert (answer.status_code, text in answer.text) == (422, True), answer.text
