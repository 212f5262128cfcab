"""Agents with one credential: a restart is told from a copy."""

import pytest

from backend.hosts.duplicate_agents import MAX_DISPLACED, KnownAgent, displaced_by, is_duplicate


@pytest.mark.parametrize(
    ("instance", "machine", "alive", "expected"),
    [
        ("now", "here", True, False),  # itself
        ("now", "there", True, False),
        ("new", "here", True, False),  # a restart
        ("new", None, True, False),  # a heartbeat does not say where
        ("new", "there", True, True),  # a copy on another machine
        ("new", "there", False, False),  # moved, or rebooted
        ("before", "here", True, True),  # A, B, A: it was displaced and goes on
        ("before", None, True, True),
        ("before", None, False, False),
        ("", "there", True, False),  # an agent from before there were instances at enrolment
    ],
)
def test_who_has_to_stay_outside(instance: str, machine: str | None, alive: bool, expected: bool) -> None:
    assert is_duplicate(KnownAgent("now", "here", alive, ["before"]), instance, machine) is expected


def test_a_host_that_never_said_its_machine_has_no_duplicate_by_machine() -> None:
    assert not is_duplicate(KnownAgent("now", "", True, []), "new", "there")


def test_who_was_displaced_is_known_for_a_while() -> None:
    assert displaced_by(KnownAgent("", "m", True, [])) == []
    assert displaced_by(KnownAgent("b", "m", True, ["a"])) == ["a", "b"]
    many = [str(n) for n in range(MAX_DISPLACED)]
    assert displaced_by(KnownAgent("last", "m", True, many)) == [*many[1:], "last"]
