"""Every GET route, and everything that answers instead of one, tells browsers what they may do with it."""

import html
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.http.error_handlers import PROBLEM
from backend.http.headers import HEADERS
from backend.tests.access import BEARER
from backend.tests.db import builders

ELSEWHERE = (
    "/",
    "/index.html",
    "/experiments/none",
    "/favicon.svg",
    "/color-scheme.js",
    "/assets/none.js",
    "/docs",
    "/docs/tutorial",
    "/docs/none",
    "/docs/none.md/",
    "/docs/search?q=a",
    "/docs/hashmap.json",
    "/docs/files/none",
    "/api/docs",
    "/api/docs/swagger-ui.css",
    "/api/v1/openapi.json",
    "/api/v1/none",
    "/healthz",
)


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in answer.headers["content-security-policy"].split(";")]
    return {name: values for name, *values in parts}


def assert_guarded(answer: Any) -> None:
    for name in HEADERS:
        assert name.lower() in answer.headers, f"{answer.request.url}: {name}"
    policy = policy_of(answer)
    assert policy["default-src"] == ["'none'"], answer.request.url
    assert policy["frame-ancestors"] == ["'none'"], answer.request.url
    assert policy["base-uri"] == ["'none'"], answer.request.url
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & set(policy.get("script-src", [])), answer.request.url
    if answer.status_code >= 400 and not answer.headers["content-type"].startswith("text/html"):
        assert answer.headers["content-type"] == PROBLEM, answer.request.url


@pytest.fixture
def ids(session: Session) -> dict[str, str]:
    bed = builders.a_testbed(session)
    experiment = builders.experiment(session, bed)
    run = builders.run(session, experiment, 0, "one", is_baseline=True)
    trials = [builders.trial(session, run, n, {"requests_per_s": 100.0 + n}) for n in range(3)]
    session.commit()
    return {
        "experiment_id": experiment.id,
        "run_id": run.id,
        "trial_id": trials[0].id,
        "testbed_id": bed.id,
        "host_id": bed.roles[0].host_id,
        "name": "trials",
        "slug": "calibration",
        "number": "0",
    }


def test_every_page_picture_export_and_error_is_guarded(client: TestClient, ids: dict[str, str]) -> None:
    paths = [path for path, of in client.get("/api/v1/openapi.json").json()["paths"].items() if "get" in of]
    assert len(paths) > 40
    for path in paths:
        if path == "/api/v1/events":
            continue
        for kind in ("csv", "json", "md", "html") if "export" in path else ("svg", "png"):
            filled = re.sub(
                r"\{([a-z_]+)\}", lambda m, k=kind: k if m[1] == "kind" else ids.get(m[1], "x"), path
            )
            assert_guarded(client.get(filled))
            if "{kind}" not in path:
                break
    for path in ELSEWHERE:
        assert_guarded(client.get(path, follow_redirects=False))


def test_refusals_and_failures_are_guarded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_guarded(client.get("/api/v1/hosts", headers={"Host": "evil.example"}))
    assert_guarded(client.post("/api/v1/session", content=b"x" * 100_000))
    assert_guarded(client.post("/api/v1/agent/heartbeat", json={}))
    assert_guarded(client.put("/api/v1/hosts"))
    monkeypatch.setattr("backend.hosts.service.list_hosts", lambda _: 1 / 0)
    quiet = TestClient(client.app, base_url="http://127.0.0.1", raise_server_exceptions=False, headers=BEARER)
    failed = quiet.get("/api/v1/hosts")
    assert (failed.status_code, failed.json()["code"]) == (500, "internal")
    assert_guarded(failed)


def test_the_page_of_the_ui_lets_style_sheets_in_by_a_nonce_of_its_own(client: TestClient) -> None:
    first, second = client.get("/"), client.get("/experiments/x")
    nonces = [re.findall(r'property="csp-nonce" nonce="([^"]+)"', page.text) for page in (first, second)]
    assert len({n for found in nonces for n in found}) == 2, "the built UI has no place for a nonce"
    for page, (nonce,) in zip((first, second), nonces, strict=True):
        policy = policy_of(page)
        assert policy["script-src"] == ["'self'"]
        assert policy["style-src-elem"] == ["'self'", f"'nonce-{nonce}'"]
        assert "DYNO_NONCE" not in page.text


def test_a_report_names_its_style_sheets_and_is_sandboxed(client: TestClient, ids: dict[str, str]) -> None:
    page = client.get(f"/api/v1/experiments/{ids['experiment_id']}/export.html")
    assert "sandbox" in policy_of(page)
    assert page.headers["content-disposition"].startswith("attachment")
    inside = html.unescape(
        re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page.text)[0]
    )
    assert "style-src-elem 'sha256-" in inside
    assert "style-src 'unsafe-inline'" not in inside
    drawing = client.get(f"/api/v1/experiments/{ids['experiment_id']}/charts/trials.svg")
    assert policy_of(drawing)["default-src"] == ["'none'"]
    assert "sandbox" in policy_of(drawing)


def test_errors_are_documented_with_their_media_type(client: TestClient) -> None:
    document = client.get("/api/v1/openapi.json").json()
    for path, of in document["paths"].items():
        for operation in of.values():
            answers = operation["responses"]
            assert list(answers["default"]["content"]) == [PROBLEM], path
            assert "422" not in answers, path
    assert "HTTPValidationError" not in document["components"]["schemas"]
