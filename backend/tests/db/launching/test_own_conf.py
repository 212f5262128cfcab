"""“Start from my nginx.conf” over the API."""

from pathlib import Path

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders
from backend.tests.db.commands import dyno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "own_conf"
NGINX = {"path": "/usr/sbin/nginx", "version": "nginx/1.22.1", "base": "1.22.1"}
PATH = "/api/v1/definitions/from-nginx-conf"


def test_the_answer_is_a_definition_that_can_be_planned(client: TestClient) -> None:
    text = (FIXTURES / "h5bp.txt").read_text("utf-8")
    answer = client.post(PATH, json={"text": text}).json()
    assert answer["counts"]["knob"] > 10
    assert all(row["reason"] for row in answer["differences"])
    assert [server["serves"] for server in answer["servers"]] == [False, False, True]
    plan = client.post("/api/v1/plans", json={"yaml": answer["yaml"]}).json()
    assert [error["place"] for error in plan["errors"]] == ["testbed"]  # there is none here


def test_what_the_nginx_of_the_testbed_does_not_know_has_its_line(
    session: Session, client: TestClient
) -> None:
    testbed = builders.a_testbed(session, nginx=NGINX)
    session.commit()
    text = (
        "server {\n listen 80;\n keepalive_time 1h;\n add_header_inherit on;\n sub_filter a b;\n gzip on;\n}"
    )
    for named in (None, testbed.id):  # the only one, and that one by its name
        answer = client.post(PATH, json={"text": text, "testbed_id": named}).json()
        (unknown,) = answer["lacks"]
        assert (unknown["file"], unknown["line"], unknown["text"]) == (
            "nginx.conf",
            4,
            "add_header_inherit on;",
        )
        assert "is known to nginx since 1.29.3" in unknown["reason"]
    assert client.post(PATH, json={"text": text, "testbed_id": "nosuch"}).status_code == 404


def test_the_terminal_names_what_the_nginx_of_a_testbed_lacks(session: Session, server: str) -> None:
    testbed = builders.a_testbed(session, nginx=NGINX)
    session.commit()
    text = "server {\n listen 80;\n add_header_inherit on;\n gzip on;\n}"
    here = dyno("from-conf", "-", given=text)
    assert (here.exit_code, "does not know" in here.stderr) == (0, False)
    there = dyno("from-conf", "-", "--testbed", testbed.name, given=text)
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout
    assert (
        "The testbed's nginx does not know 1 of them:\n  nginx.conf:3: `add_header_inherit` is"
        in there.stderr
    )
    assert "nginx/1.22.1" in there.stderr
    refused = dyno("from-conf", "-", "--testbed", "nosuch", given=text)
    assert (refused.exit_code, f"there is: {testbed.name}" in refused.output) == (1, True)
    refused = dyno("from-conf", "-", "--testbed", testbed.name, given="http {\n gzip 'on;\n}")
    assert (refused.exit_code, "nginx.conf" in refused.stderr, "line 2" in refused.stderr) == (1, True, True)


def test_a_mistake_has_its_file_and_line(client: TestClient) -> None:
    answer = client.post(PATH, json={"text": "http {\n  gzip 'on;\n}"})
    assert answer.status_code == 422
    error = answer.json()["errors"][0]
    assert (error["place"], error["line"]) == ("nginx.conf", 2)


def test_too_much_is_refused(client: TestClient) -> None:
    assert client.post(PATH, json={"text": "#" * 600_000}).status_code == 422
    assert client.post(PATH, json={"text": "#" * 3_000_000}).status_code == 413
    assert client.post(PATH, json={"text": "server {}", "server": 7}).status_code == 422
