"""Advice in a plan: with the facts of the testbed's hosts and what they measured before."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders


def _advice(client: TestClient, knobs: dict[str, Any]) -> list[dict[str, Any]]:
    definition = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": "1s"}],
        "variants": [{"name": "default"}, {"name": "changed", "set": knobs}],
    }
    answer = client.post("/api/v1/plans", json={"definition": definition})
    assert answer.status_code == 200, answer.text
    assert answer.json()["errors"] == []
    return answer.json()["advice"]


def test_a_plan_brings_advice_that_knows_the_hosts(session: Session, client: TestClient) -> None:
    builders.a_testbed(session, cpus=2, online_cpus="0-1", nofile=1024)
    session.commit()
    room, found = _advice(client, {"nginx.worker_connections": 65535})
    assert (room["code"], found["code"]) == ("room_not_needed", "worker_connections_above_nofile")
    assert (found["severity"], found["variant"]) == ("warning", "changed")
    assert found["place"] == "variants[1].set.nginx.worker_connections"
    assert "1024" in found["text"]
    assert [a["code"] for a in _advice(client, {"nginx.worker_connections": 1000})] == ["room_not_needed"]


def test_a_plan_says_at_once_what_no_text_may_say_and_what_this_nginx_does_not_know(
    session: Session, client: TestClient
) -> None:
    nginx = {
        "path": "/usr/sbin/nginx",
        "version": "nginx/1.22.1",
        "base": "1.22.1",
        "arguments": "--with-threads",
    }
    builders.a_testbed(session, nginx=nginx)
    session.commit()
    text = "http2 on;\nbrotli on;\ngzip_complevel 5;"
    definition = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": "1s"}],
        "variants": [{"name": "default"}, {"name": "changed", "set": {"nginx.http_extra": text}}],
    }
    errors = client.post("/api/v1/plans", json={"definition": definition}).json()["errors"]
    assert {e["place"] for e in errors} == {"variants[1].set.nginx.http_extra"}
    messages = sorted(e["message"] for e in errors)
    assert [message.partition("`")[0] for message in messages] == [
        f"nginx.http_extra, line {line}: " for line in (1, 2, 3)
    ]
    assert "since 1.25.1; the proxy host has nginx/1.22.1" in messages[0]
    assert "--add-module=… of brotli" in messages[1]
    assert "did you mean gzip_comp_level" in messages[2]


def test_recipes_say_what_a_testbed_lacks_and_quick_forms_leave_it_out(
    session: Session, client: TestClient
) -> None:
    can = {"sysctl": "kernel settings are closed here", "nofile": 1024}
    builders.a_testbed(session, cpus=2, online_cpus="0-1", nofile=1024, abilities=can)
    session.commit()
    recipes = {r["slug"]: r for r in client.get("/api/v1/recipes").json()}
    quick, full = recipes["kernel-network"]["on_testbed"]
    assert (quick["form"], quick["problems"]) == ("quick", [])
    assert "kernel settings: kernel settings are closed here" in quick["left_out"]
    assert 0 < quick["seconds"] < 180
    assert any("kernel settings are closed here" in text for text in full["problems"])
    assert full["left_out"] == []
    detail = client.get("/api/v1/recipes/kernel-network").json()
    assert [v["name"] for v in detail["definition"]["variants"]] == ["default"]
    assert "Left out here: buffers" in detail["note"]
    plan = client.post("/api/v1/plans", json={"recipe": "kernel-network"}).json()
    assert plan["errors"] == []
