"""A request's id: in the answer, in an error's body, in the log, and with the worker."""

import json
import logging
import re
from contextvars import copy_context
from typing import Any

import pytest
import redis
from fastapi.testclient import TestClient

from agents.contract.logs import Lines
from backend.task_queue import CONTROL_QUEUE
from backend.tests.db.agents import DEFINITION, Farm
from worker.app import app as worker_app

advance_task = worker_app.tasks["experiments.advance"]


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(text) for text in caplog.text.splitlines()]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.handler.setFormatter(Lines("api", as_json=True))
    caplog.set_level(logging.INFO)
    return caplog


def test_every_answer_has_one_of_its_own(client: TestClient) -> None:
    found = [client.get(path).headers["X-Request-Id"] for path in ("/healthz", "/api/v1/hosts", "/nothing")]
    assert len(set(found)) == 3
    refused = client.get("/api/v1/runs/none")
    assert refused.json()["request_id"] == refused.headers["X-Request-Id"]
    stranger = client.get("/api/v1/hosts", headers={"Authorization": ""})
    assert stranger.status_code == 401
    assert stranger.json()["request_id"] == stranger.headers["X-Request-Id"]


def test_a_proxys_id_is_taken_and_nothing_else_that_claims_to_be_one(client: TestClient) -> None:
    taken = client.get("/healthz", headers={"X-Request-Id": "proxy-0123.abc"}).headers["X-Request-Id"]
    assert taken == "proxy-0123.abc"
    for hostile in ("short", "x" * 65, "a b c d e f g h", '"}{"level":"error"', "<script>alert(1)</script>"):
        given = client.get("/healthz", headers={"X-Request-Id": hostile}).headers["X-Request-Id"]
        assert re.fullmatch(r"[0-9a-f]{16}", given), hostile


def test_an_error_of_ours_is_found_in_the_log(
    client: TestClient, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("Bearer abcdefghijklmnopqrstuvwxyz")

    monkeypatch.setattr("backend.hosts.service.list_hosts", broken)
    answer = TestClient(
        client.app, base_url="http://127.0.0.1", headers=client.headers, raise_server_exceptions=False
    ).get("/api/v1/hosts")
    assert answer.status_code == 500
    about = [line for line in lines(log) if line.get("request_id") == answer.json()["request_id"]]
    assert any("/api/v1/hosts was answered with 500" in line["message"] for line in about)
    assert any("RuntimeError" in line.get("exception", "") for line in about)
    assert "abcdefghijklmnopqrstuvwxyz" not in log.text


def test_a_launch_is_followed_into_the_worker(
    client: TestClient, farm: Farm, redis_admin: redis.Redis, log: pytest.LogCaptureFixture
) -> None:
    launched = client.post("/api/v1/experiments", json={"definition": DEFINITION})
    request_id, experiment_id = launched.headers["X-Request-Id"], launched.json()["id"]
    [line] = [line for line in lines(log) if line["message"].startswith("launched")]
    assert (line["request_id"], line["experiment_id"]) == (request_id, experiment_id)
    messages: Any = redis_admin.lrange(CONTROL_QUEUE, 0, -1)
    assert [json.loads(message)["headers"]["request_id"] for message in messages] == [request_id]
    log.clear()
    headers = json.loads(messages[0])["headers"]
    copy_context().run(lambda: advance_task.apply([experiment_id], headers=headers).get())
    [sent_line, *_] = [line for line in lines(log) if line["message"] == "sent to its host"]
    assert sent_line["request_id"] == request_id, "the worker names the request that its task came from"
    while farm.jobs_to_report():
        farm.step(experiment_id)
    said = lines(log)
    sent = {line["job_id"] for line in said if line["message"] == "sent to its host"}
    taken = {line["job_id"] for line in said if line["message"] == "report taken"}
    assert sent
    assert sent == taken
    assert {line["experiment_id"] for line in said if "job_id" in line} == {experiment_id}
    assert any("ended: finished" in line["message"] for line in said)
