"""What a machine fetches before it is a host: the same for everybody, and nothing but what it is to have."""

import hashlib
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from backend.hosts.installing import wheelhouse
from backend.hosts.installing.fetching import fetches
from backend.hosts.installing.locked import Target
from backend.hosts.installing.own_wheel import NAME, own_wheel
from backend.settings import get_settings
from backend.tests.unit.hosts.installing.machine import SCRIPT

PURE = "one-1.0-py3-none-any.whl"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A wheelhouse with one package, which the lock names, and with one that it does not."""
    (folder := tmp_path / "wheels").mkdir()
    (folder / PURE).write_bytes(b"the wheel")
    (folder / "evil-1.0-py3-none-any.whl").write_bytes(b"put there by somebody")
    (tmp_path / "secret.whl").write_bytes(b"the wheel")
    lock = tmp_path / "agent.lock"
    lock.write_text(f"one==1.0 \\\n    --hash=sha256:{hashlib.sha256(b'the wheel').hexdigest()}\n")
    monkeypatch.setattr(wheelhouse.resources, "AGENT_LOCK", lock)
    monkeypatch.setattr(get_settings(), "wheels", folder)
    own_wheel.cache_clear()
    yield folder
    own_wheel.cache_clear()


HOSTILE = ["$(touch pwned)", "x;id", 'a"b', "a'b", 'evil.example"; touch pwned; "']


@pytest.mark.parametrize("host", HOSTILE)
def test_no_header_gets_into_the_script(client: TestClient, host: str) -> None:
    answer = client.get("/agent/install.sh", headers={"Host": host, "X-Forwarded-Host": host})
    assert answer.status_code == 403
    assert not answer.headers["content-type"].startswith("text/plain")
    ours = {"X-Forwarded-Host": host, "Referer": host, "User-Agent": host}
    assert client.get("/agent/install.sh", headers=ours, params={"x": host}).text == Path(SCRIPT).read_text()


def test_a_host_gets_names_and_digests_of_what_it_needs(client: TestClient, house: Path) -> None:
    lines = client.get("/agent/wheels/cp312-x86_64").text.splitlines()
    assert [line.split("  ")[1] for line in lines] == [PURE, NAME]
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256(client.get(f"/agent/wheels/{name}").content).hexdigest() == digest
    own = zipfile.ZipFile(BytesIO(client.get(f"/agent/wheels/{NAME}").content))
    assert {"agents/runner/__main__.py", "dynoboard_agent.py"} <= set(own.namelist())
    assert not [name for name in own.namelist() if "tests/" in name]


@pytest.mark.parametrize(
    "name", ["evil-1.0-py3-none-any.whl", "../secret.whl", "..%2fsecret.whl", "%2e%2e/secret.whl", "x" * 300]
)
def test_nothing_else_of_the_folder_or_beside_it_is_served(
    client: TestClient, house: Path, name: str
) -> None:
    answer = client.get(f"/agent/wheels/{name}")
    assert b"the wheel" not in answer.content
    assert b"put there" not in answer.content


def test_a_host_that_nothing_is_there_for_waits_or_is_told_what_to_do(
    client: TestClient, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_tags: list[str] = []
    problem = ""

    def begin(_folder: Path, target: Target) -> str:
        asked_tags.append(target.tag)
        return problem

    monkeypatch.setattr(fetches, "begin", begin)
    (house / PURE).rename(house / "one-1.0-cp312-cp312-manylinux_2_17_x86_64.whl")
    assert client.get("/agent/wheels/cp312-x86_64").status_code == 200
    answer = client.get("/agent/wheels/cp311-x86_64")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert "is fetching the packages for cp311-x86_64" in answer.json()["detail"]
    problem = "no way out"
    lacking = client.get("/agent/wheels/cp311-x86_64")
    assert lacking.status_code == 404
    for words in ("there are those for: cp312-x86_64", "could not be fetched: no way out. Run `dyno wheels`"):
        assert words in lacking.json()["detail"]
    for hostile in ("cp311-x86_64;id", "cp399-x86_64", "cp311-mips", "..%2fcp311-x86_64"):
        assert client.get(f"/agent/wheels/{hostile}").status_code in (404, 422)
    assert asked_tags == ["cp311-x86_64"] * 2


def test_the_dashboard_says_whether_it_can_be_reached(client: TestClient, house: Path) -> None:
    found = client.get("/api/v1/reach").json()
    assert found["bind"] == "127.0.0.1"
    assert [one["command"] for one in found["hindrances"]] == ["dyno up --bind ADDRESS --broker-port 6390"]
    assert "3.12 x86_64" in found["targets"]
