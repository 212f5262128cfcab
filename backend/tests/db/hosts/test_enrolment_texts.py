"""What an agent says of itself when it enrols: its address, its name, its size."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.settings import get_settings
from backend.tests.db.agents import Farm, enrolment, new_token
from backend.tests.db.machines import Machine, hosts, said


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("proxy.example", "is not an IP address"),
        ("0.0.0.0", "is not the address of one host"),
        ("::", "is not the address of one host"),
        ("169.254.169.254", "is not the address of one host"),
        ("fe80::1", "is not the address of one host"),
        ("224.0.0.1", "is not the address of one host"),
        ("255.255.255.255", "is not the address of one host"),
        ("8.8.8.8", "is outside the addresses"),
        ("2001:4860:4860::8888", "is outside the addresses"),
        ("::ffff:10.0.0.1", "is not an address in its usual form"),
        ("010.0.0.1", "is not an IP address"),
        ("10.0.0.1\n", "is not an IP address"),
        ("10.0.0.1/8", "is not an IP address"),
        ("１０.0.0.1", "is not an IP address"),
        ("fd00::1%eth0", "is not an address in its usual form"),
    ],
)
def test_a_host_has_an_address_of_its_own_network(machine: Machine, address: str, text: str) -> None:
    assert text in said(machine.asks("load-2", new_token(), address=address), 403)


def test_a_known_agent_cannot_point_its_host_elsewhere(farm: Farm) -> None:
    answer = farm.post("enrol", enrolment("load") | {"address": "8.8.8.8"}, farm.tokens["load"])
    assert "is outside the addresses" in said(answer, 403)
    assert hosts(farm)["load"]["address"] == "127.0.0.1"


def test_only_an_agent_of_this_machine_is_on_loopback(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    farm.client = TestClient(farm.client.app, base_url="http://127.0.0.1", client=("10.0.0.7", 50000))
    machine, token = Machine(farm), new_token()
    assert "calls from 10.0.0.7" in said(machine.asks("load-2", token), 403)
    assert machine.asks("load-2", token, address="10.0.0.7").status_code == 200


def test_ranges_are_set_for_the_whole_dashboard(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNO_ALLOWED_ADDRESSES", "203.0.113.0/24")
    get_settings.cache_clear()
    token = new_token(reusable=True)
    said(machine.asks("load-2", token, address="10.0.0.1"), 403)
    text = said(
        machine.asks("load-2", token, address="203.0.113.9"), 202
    )  # inside, but not where it calls from
    assert text == "it says that its address is 203.0.113.9, but calls from 127.0.0.1"
    monkeypatch.undo()
    get_settings.cache_clear()


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "prоxy"},  # a Cyrillic letter
        {"name": "proxy\u202e"},
        {"name": "proxy\n"},
        {"name": "ｐroxy"},
        {"name": "proxy\x00"},
        {"name": "a" * 64},
        {"name": "../proxy"},
        {"version": "1" * 33},
        {"version": "<b>"},
        {"roles": ["admin"]},
        {"roles": []},
        {"address": "1" * 65},
        {"token": "t" * 201},
    ],
)
def test_names_and_texts_are_plain_and_short(machine: Machine, changes: dict[str, Any]) -> None:
    body = enrolment("load-2", new_token()) | changes
    answer = machine.farm.post("enrol", body, machine.credential)
    assert answer.status_code == 422, answer.text


def test_facts_are_of_a_reasonable_size(machine: Machine) -> None:
    facts = enrolment("load-2")["facts"] | {"more": {"x": "x" * 300_000}}
    assert machine.asks("load-2", new_token(), roles=["load"], facts=facts).status_code == 422


@pytest.mark.parametrize("credential", ["", "short", "x" * 42, "x" * 129, "ü" * 43])
def test_a_credential_cannot_be_guessed(farm: Farm, credential: str) -> None:
    body = enrolment("load-2", new_token())
    headers = [("Authorization", f"Bearer {credential}".encode())]
    assert farm.client.post("/api/v1/agent/enrol", json=body, headers=headers).status_code == 401  # pyright: ignore[reportArgumentType]
