"""Half of a character, NUL, deep nesting and endless numbers: a 4xx at every route that takes something."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from backend.http.request_limits import AGENTS
from backend.tests.access import TOKEN
from backend.tests.db.agents import Farm

HALF = '"\\ud800"'
BODIES = (
    HALF,
    f"[{HALF}]",
    f'{{"name": {HALF}}}',
    f"{{{HALF}: 1}}",
    "[" * 50_000,
    '{"a":' * 5_000,
    '{"name": 1e999}',
    '{"name": NaN}',
    '{"name": ' + "9" * 5_000 + "}",
    "",
    "null",
    "\x00",
)


def operations(client: TestClient) -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    document = client.get("/api/v1/openapi.json").json()
    for path, of in document["paths"].items():
        for method, operation in of.items():
            yield method, path, operation, document["components"]["schemas"]


@pytest.fixture
def quiet(farm: Farm) -> TestClient:
    """As a server would: what fails is a 500, and no exception in the test."""
    client = TestClient(farm.client.app, base_url="http://127.0.0.1", raise_server_exceptions=False)
    client.portal = farm.client.portal  # a loop of its own for each request would cost more than the request

    def let_in(request: httpx.Request) -> httpx.Request:
        of_agents = request.url.path.startswith(AGENTS)
        request.headers["Authorization"] = f"Bearer {farm.tokens['load'] if of_agents else TOKEN}"
        return request

    client.auth = let_in
    return client


def test_no_body_of_any_route_breaks_the_server(quiet: TestClient) -> None:
    tried = 0
    for method, path, operation, _ in operations(quiet):
        if "requestBody" not in operation:
            continue
        for body in BODIES:
            if body in ("", "null") and not operation["requestBody"].get("required"):
                continue  # it may be left out
            answer = quiet.request(
                method, path.replace("{", "").replace("}", ""), content=body,
                headers={"content-type": "application/json"},
            )  # fmt: skip
            assert 400 <= answer.status_code < 500, (path, body[:20], answer.text)
            assert answer.json()["detail"]
            tried += 1
    assert tried >= 15 * len(BODIES)


def texts_of(schema: dict[str, Any], schemas: dict[str, Any], depth: int = 0) -> Iterator[str]:
    """Names of the fields of a body that take text."""
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    for name, field in schema.get("properties", {}).items():
        if '"string"' in json.dumps(field):
            yield name


@pytest.mark.exhaustive
def test_no_text_field_of_any_route_breaks_the_server(quiet: TestClient) -> None:
    """Each one by itself, with half of a character and with NUL."""
    tried = 0
    for method, path, operation, schemas in operations(quiet):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        for name in texts_of(content["schema"], schemas) if content else ():
            for text in ('"\\udcff"', '"a\\u0000b"', '["\\ud800"]', '{"a\\u0000": "\\u0000"}'):
                answer = quiet.request(
                    method, path.replace("{", "").replace("}", ""), content=f'{{"{name}": {text}}}',
                    headers={"content-type": "application/json"},
                )  # fmt: skip
                assert answer.status_code < 500, (path, name, text, answer.text)
                tried += 1
    assert tried > 100


@pytest.mark.parametrize(
    "odd",
    [
        "%ED%A0%80",
        "%00",
        *(
            pytest.param(odd, marks=pytest.mark.exhaustive)
            for odd in ("%FF", "%C0%80", "%F4%90%80%80", "\U0010ffff", "%0A", "..%2f")
        ),
    ],
)
def test_no_path_or_query_breaks_the_server(quiet: TestClient, odd: str) -> None:
    for method, path, operation, _ in operations(quiet):
        if method != "get" or path == "/api/v1/events":
            continue
        parameters = operation.get("parameters", [])
        asked = "&".join(f"{p['name']}={odd}" for p in parameters if p["in"] == "query")
        for name in [p["name"] for p in parameters if p["in"] == "path"]:
            path = path.replace(f"{{{name}}}", odd)
        answer = quiet.get(f"{path}?{asked}")
        assert answer.status_code < 500, (path, asked, answer.text)


@pytest.mark.parametrize(
    "text", ['name: "\\ud800"', 'name: "\\U00110000"', '"\\udfff": {}', "a: 1e999", "a: .inf"]
)
def test_yaml_that_means_half_of_a_character(quiet: TestClient, text: str) -> None:
    answer = quiet.post("/api/v1/plans", json={"yaml": text})
    assert answer.status_code == 200
    assert answer.json()["errors"]
    assert quiet.post("/api/v1/experiments", json={"yaml": text}).status_code == 422
