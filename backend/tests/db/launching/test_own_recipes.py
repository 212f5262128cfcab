"""Own recipes: saved in versions, listed beside those shipped, launched by name, retired; nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders

URL = "/api/v1/recipes"
YAML = """# why: our own proxy
name: Pool of our proxy
trials: 3
workloads: [{connections: 8, duration: 1}]
variants:
  - name: default
  - {name: pool, set: {upstream.keepalive: 32, upstream.http11: "on"}}
"""


def save(client: TestClient, status: int = 201, **body: Any) -> dict[str, Any]:
    answer = client.post(URL, json={"title": "Pool, tuned", "yaml": YAML} | body)
    assert answer.status_code == status, answer.text
    return answer.json()


def slugs(client: TestClient) -> list[str]:
    return [recipe["slug"] for recipe in client.get(URL).json()]


def test_a_saved_recipe_stands_first_in_the_list_and_keeps_its_text(client: TestClient) -> None:
    assert save(client) == {"slug": "pool-tuned", "version": 1, "title": "Pool, tuned"}
    first = client.get(URL).json()[0]
    assert (first["slug"], first["topic"], first["own"]["version"]) == ("pool-tuned", "Your own", 1)
    assert first["on_testbed"][0]["runs"] == 3, "two variants and the control"
    detail = client.get(f"{URL}/pool-tuned").json()
    assert detail["yaml"] == YAML
    assert detail["definition"]["name"] == "Pool of our proxy"


def test_it_is_launched_by_its_name(session: Session, client: TestClient) -> None:
    builders.a_testbed(session)
    session.commit()
    save(client)
    launched = client.post("/api/v1/experiments", json={"recipe": "pool-tuned", "set": {"trials": "2"}})
    assert launched.status_code == 201, launched.text
    made = launched.json()
    assert (made["name"], made["recipe"], made["form"]) == ("Pool of our proxy", "pool-tuned", None)


def test_versions_are_all_kept_and_two_saves_at_once_lose_nothing(client: TestClient) -> None:
    save(client)
    new = save(client, 409, yaml=YAML.replace("trials: 3", "trials: 4"))
    assert "save this as version 2, or choose another title" in new["detail"]
    assert save(client, after=1, yaml=YAML.replace("trials: 3", "trials: 4"))["version"] == 2
    late = save(client, 409, after=1, yaml=YAML.replace("trials: 3", "trials: 5"))
    assert "Another person has saved version 2" in late["detail"]
    assert [v["version"] for v in client.get(f"{URL}/pool-tuned/versions").json()] == [2, 1]
    assert "trials: 4" in client.get(f"{URL}/pool-tuned").json()["yaml"]
    assert "trials: 3" in client.get(f"{URL}/pool-tuned", params={"version": 1}).json()["yaml"]
    assert client.get(f"{URL}/pool-tuned", params={"version": 9}).status_code == 404
    with ThreadPoolExecutor(4) as pool:
        bodies = [{"title": "Pool, tuned", "yaml": YAML, "after": 2}] * 4
        answers = list(pool.map(lambda body: client.post(URL, json=body).status_code, bodies))
    assert sorted(answers) == [201, 409, 409, 409]


def test_a_retired_recipe_is_not_listed_or_launched_and_can_come_back(
    session: Session, client: TestClient
) -> None:
    builders.a_testbed(session)
    session.commit()
    save(client)
    assert client.patch(f"{URL}/pool-tuned", json={"retired": True}).status_code == 204
    assert "pool-tuned" not in slugs(client)
    refused = client.post("/api/v1/experiments", json={"recipe": "pool-tuned"})
    assert refused.status_code == 422
    assert "was retired" in refused.json()["detail"]
    assert client.get(f"{URL}/pool-tuned").json()["retired"] is True
    assert client.patch(f"{URL}/pool-tuned", json={"retired": False}).status_code == 204
    assert "pool-tuned" in slugs(client)
    assert client.patch(f"{URL}/calibration", json={"retired": True}).status_code == 404


def test_saving_a_retired_recipe_anew_brings_it_back(client: TestClient) -> None:
    save(client)
    client.patch(f"{URL}/pool-tuned", json={"retired": True})
    assert save(client, after=1)["version"] == 2
    assert slugs(client)[0] == "pool-tuned"


@pytest.mark.parametrize(
    ("title", "says"),
    [
        ("calibration", "is a recipe that is shipped"),
        ("../..", "a letter or a digit"),
        ("", "title"),
        ("two\nlines", "one line"),
        ("turned \u202e around", "one line"),
        ("x" * 121, "120"),
        ("nul \x00", "NUL"),
    ],
)
def test_hostile_titles_are_refused_in_words(client: TestClient, title: str, says: str) -> None:
    assert says in str(save(client, 422, title=title))


def test_names_of_any_script_can_be_launched(client: TestClient) -> None:
    slug = save(client, title="Пул <b>соединений</b> №1")["slug"]
    assert slug == "пул-b-соединений-b-no1"
    assert client.get(f"{URL}/{slug}").json()["title"] == "Пул <b>соединений</b> №1"


def test_only_a_definition_that_can_be_planned_is_kept(client: TestClient) -> None:
    wrong = save(client, 422, yaml=YAML.replace("connections: 8", "connections: 0"))
    assert wrong["errors"][0]["line"] == 4
    assert "KiB long; at most 1024 KiB" in save(client, 413, yaml=YAML + "#" * 1_100_000)["detail"]
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"b{i}: &b{i} [{', '.join([f'*b{i - 1}' if i else '*a'] * 9)}]\n" for i in range(9)
    )
    assert save(client, 422, yaml=bomb)["errors"]
    assert slugs(client)[0] != "pool-tuned"


def test_retired_ones_are_listed_by_themselves(client: TestClient) -> None:
    save(client)
    assert client.get(URL, params={"retired": True}).json() == []
    assert client.patch(f"{URL}/pool-tuned", json={"retired": True}).status_code == 204
    (only,) = client.get(URL, params={"retired": True}).json()
    assert (only["slug"], only["own"]["version"]) == ("pool-tuned", 1)
