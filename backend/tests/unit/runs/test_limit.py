"""What was busy is said only when every CPU that a role may use was."""

import pytest

from agents.contract.reports import Window
from agents.contract.states import Role
from backend.runs.limit import limit_of

ONE = {"load": ("h1", "m"), "proxy": ("h2", "m"), "backend": ("h3", "m")}
APART = {"load": ("h1", "m1"), "proxy": ("h2", "m2")}


def _trial(**cores: list[float]) -> dict[str, Window]:
    return {host: Window(seconds=10, cores=busy) for host, busy in cores.items()}


@pytest.mark.parametrize(
    ("knobs", "hosts", "trials", "sentence"),
    [
        ({}, APART, [_trial(h1=[0.5, 0.5], h2=[0.99, 0.5])], None),
        (
            {"pin.proxy": "0"},
            APART,
            [_trial(h1=[0.5, 0.5], h2=[0.99, 0.5])],
            "CPU 0 of the proxy was 99% busy: the proxy was the limit.",
        ),
        (
            {"pin.load": "0-1"},
            APART,
            [_trial(h1=[0.96, 0.98, 0.1], h2=[0.2])],
            "CPUs 0-1 of the load tool were 96% busy: the load generator was the limit, not the server.",
        ),
        (
            {},
            ONE,
            [_trial(h1=[1.0, 0.98], h2=[1.0, 0.98], h3=[1.0, 0.98])],
            "CPUs 0-1 of the load tool, the proxy and the backend were 98% busy: they compete for it.",
        ),
        # one trial busy, one not: not clear
        ({"pin.proxy": "0"}, APART, [_trial(h2=[1.0]), _trial(h2=[0.8])], None),
        ({}, APART, [], None),
        ({"pin.proxy": "0"}, APART, [_trial(h2=[])], None),
    ],
)
def test_limit(
    knobs: dict[str, str],
    hosts: dict[Role, tuple[str, str]],
    trials: list[dict[str, Window]],
    sentence: str | None,
) -> None:
    assert limit_of(knobs, hosts, trials) == sentence
