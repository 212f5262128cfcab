"""What the doctor says of an agent, by what the agent said."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agents.catalog.tools import TOOLS
from agents.contract.reports import Abilities, Facts
from backend.operations.doctor.agents import Agent, look_at
from backend.operations.doctor.finding import State, is_ill
from backend.tests.db.builders import FACTS

NOW = datetime(2026, 11, 20, tzinfo=UTC)
WELL = Agent(
    name="load",
    roles=["load"],
    version="1",
    online=True,
    condition="clean",
    last_seen=NOW,
    unavailable="",
    missing=(),
    restore_commands=(),
    log="",
    facts=Facts.model_validate(FACTS | {"tools": dict.fromkeys(TOOLS, "1.0")}).model_copy(
        update={"abilities": Abilities(profile="")}
    ),
    skew_s=0.01,
)


def findings(**changes: Any):
    return list(look_at(WELL._replace(**changes), "1", NOW))


def test_one_that_is_well_is_one_line() -> None:
    [found] = findings()
    assert (found.state, found.text, found.help) == (State.WELL, "online, clean, version 1", "")


@pytest.mark.parametrize(
    ("changes", "state", "says", "what_to_do"),
    [
        (
            {"online": False, "last_seen": NOW - timedelta(seconds=90)},
            State.FAILS,
            "90 s",
            "systemctl status",
        ),
        ({"version": "0"}, State.NOTE, "version 0, the dashboard is 1", "Add a host"),
        ({"version": "0", "unavailable": "needs contract 3"}, State.FAILS, "contract 3", "Add a host"),
        (
            {"online": False, "last_seen": NOW - timedelta(seconds=90), "log": "/d/logs/agent-load.log"},
            State.FAILS,
            "90 s",
            "`dyno up` starts it again by itself. Its log says why it ended: /d/logs/agent-load.log",
        ),
        (
            {"condition": "needs_restore", "restore_commands": ["sysctl -w vm.swappiness=60", ""]},
            State.FAILS,
            "2 settings could not be restored",
            "On load, as root: `sysctl -w vm.swappiness=60`. Then “Try again” on the Hosts page",
        ),
        (
            {"condition": "needs_restore"},
            State.FAILS,
            "needs a restore, and nothing says of what",
            "docs/hosts.md",
        ),
        (
            {"missing": ["wrk is missing (most recipes use it): apt-get install wrk, then start it"]},
            State.FAILS,
            "wrk is missing (most recipes use it)",
            ": apt-get install wrk",
        ),
        ({"skew_s": 2.0}, State.NOTE, "2.0 s ahead of", "chrony"),
        ({"skew_s": -90.0}, State.FAILS, "90.0 s behind", "chrony"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    changes: dict[str, Any], state: State, says: str, what_to_do: str
) -> None:
    [found] = findings(**changes)
    assert found.state is state
    assert says in found.text
    assert what_to_do in found.help
    assert is_ill([found]) is (state is State.FAILS)


def test_a_clock_that_nobody_knows_is_not_guessed() -> None:
    assert [found.state for found in findings(skew_s=None)] == [State.WELL]
