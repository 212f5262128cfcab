"""The sentence on what an experiment waits for."""

from datetime import UTC, datetime
from typing import Any

import pytest

from agents.contract.states import ExperimentState
from agents.contract.version import CONTRACT
from backend.analysis.waiting import sentence
from backend.records.hosts import Host
from backend.refs import ExperimentRef

QUEUED, RUNNING = ExperimentState.QUEUED, ExperimentState.RUNNING
LEFT = "proxy, which was left changed by an earlier experiment"
FIRST, SECOND = (ExperimentRef(id=name, name=name) for name in ("first", "second"))


def host(name: str, **changes: Any) -> Host:
    base: dict[str, Any] = {"online": True, "condition": "clean", "version": "0.1.0", "contract": CONTRACT}
    return Host(name=name, **base | changes)


@pytest.mark.parametrize(
    ("state", "proxy", "expected"),
    [
        (RUNNING, {}, ""),
        (RUNNING, {"online": False}, "waiting for proxy, which is offline (60 s at most)"),
        (RUNNING, {"condition": "needs_restore"}, ""),
        (ExperimentState.CANCELLING, {"online": False}, ""),
        (QUEUED, {}, ""),
        (QUEUED, {"online": False}, "waiting for proxy, which is offline"),
        (
            QUEUED,
            {"condition": "needs_restore"},
            "waiting for proxy, which was left changed by an earlier experiment",
        ),
        (QUEUED, {"removed_at": datetime.now(UTC)}, "waiting for proxy, which was removed"),
    ],
)
def test_hosts(state: ExperimentState, proxy: dict[str, Any], expected: str) -> None:
    assert sentence(state, [host("load"), host("proxy", **proxy)], 60.0) == expected


def test_an_agent_of_another_version_is_named() -> None:
    said = sentence(QUEUED, [host("proxy", contract=CONTRACT - 1, version="0.0.9")], 60.0)
    assert said.startswith("waiting for proxy: proxy runs agent 0.0.9 (contract ")


def test_those_before_it() -> None:
    hosts = [host("load", online=False)]
    assert sentence(QUEUED, [], 60.0, [FIRST]) == "waiting behind “first”"
    both = sentence(QUEUED, hosts, 60.0, [FIRST, SECOND], ["load", "proxy"])
    assert both == "waiting behind “first” and 1 more for load, proxy and for load, which is offline"
