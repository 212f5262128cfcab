"""Whether other machines reach a dashboard, in words."""

from pathlib import Path
from typing import Any

import pytest

from backend.hosts.installing.locked import Target
from backend.hosts.installing.reach import broker_place, reach_of
from backend.settings import Settings

HERE = [Target("3.12", "x86_64")]
OPEN: dict[str, Any] = {"bind": "10.0.0.1", "insecure_network": True}
DOOR: dict[str, Any] = {"agent_broker_url": "rediss://10.0.0.1:6390/0"}


def commands(targets: list[Target], **given: Any) -> list[str]:
    return [found.command for found in reach_of(Settings(**given), targets).hindrances]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ["dyno up --bind ADDRESS --broker-port 6390"]),
        (DOOR, ["dyno up --bind ADDRESS --broker-port 6390"]),
        (OPEN, ["dyno up --bind 10.0.0.1 --broker-port 6390"]),
        (OPEN | {"redis_url": "unix:///x.sock"}, ["dyno up --bind 10.0.0.1 --broker-port 6390"]),
        (OPEN | {"redis_url": "redis://127.0.0.1/0"}, ["dyno up --bind 10.0.0.1 --broker-port 6390"]),
        (OPEN | DOOR, []),
        ({"trusted_proxy": "127.0.0.1"} | DOOR, []),
        ({"trusted_proxy": "127.0.0.1"}, ["dyno up --bind ADDRESS --broker-port 6390"]),
        ({"trusted_proxy": "unix", "own_name": "dyno.example.com"} | DOOR, []),
        ({"trusted_proxy": "unix", "own_name": "dyno-1.localhost"} | DOOR, ["docker compose up --detach"]),
    ],
)
def test_what_is_in_the_way_comes_with_the_command_that_changes_it(
    given: dict[str, Any], expected: list[str]
) -> None:
    assert commands(HERE, **given) == expected
    wheels = "dyno-server wheels" if given.get("trusted_proxy") == "unix" else "dyno wheels"  # under systemd
    assert commands([], **given) == expected  # fetched when a host asks
    assert [row.command for row in reach_of(Settings(**given), [], "offline").hindrances] == [
        *expected,
        wheels,
    ]


def test_a_server_behind_its_proxy_is_called_by_its_name() -> None:
    settings = Settings(trusted_proxy="unix", own_name="dyno.example.com", port=443)  # pyright: ignore[reportCallIssue]
    assert reach_of(settings, HERE).bind == "dyno.example.com"


def test_a_broker_elsewhere_is_named_without_its_password() -> None:
    assert broker_place("rediss://user:secret@10.0.0.1:6390/0") == "10.0.0.1:6390"
    assert broker_place("redis://[fd00::1]/0") == "[fd00::1]:6379"
    assert broker_place("redis+socket:///tmp/x.sock") == ""


def test_hosts_that_packages_are_there_for_are_named(tmp_path: Path) -> None:
    found = reach_of(Settings(**OPEN | DOOR), HERE)
    assert (found.targets, found.encrypted, found.key_pin) == (["3.12 x86_64"], False, "")
