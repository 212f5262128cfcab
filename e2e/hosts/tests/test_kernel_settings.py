"""Kernel settings of one of three hosts: only there, and put back whatever happens to it."""

from collections.abc import Iterator

import pytest

from agents.catalog.roles import ROLES, Role
from agents.settings.sysctl import Sysctl
from e2e.hosts.tests.definitions import definition, tuned
from e2e.hosts.three import ThreeHosts

pytestmark = [pytest.mark.root, pytest.mark.timeout(600)]

ACCEPT = "net.core.somaxconn"
SYN = "net.ipv4.tcp_max_syn_backlog"
PORTS = "net.ipv4.ip_local_port_range"
KEYS = (ACCEPT, SYN, PORTS)
Values = dict[tuple[Role | None, str], str]


def values(hosts: ThreeHosts) -> Values:
    """(role, key) → value on that host; None is this machine."""
    found: Values = {(None, key): Sysctl().read(key) for key in KEYS}
    for role in ROLES:
        found |= {(role, key): hosts.network.sysctl(role, key) for key in KEYS}
    return found


@pytest.fixture(autouse=True)
def before(hosts: ThreeHosts) -> Iterator[Values]:
    """Whatever a test does, every value is as it was."""
    found = values(hosts)
    yield found
    assert values(hosts) == found


def measuring(hosts: ThreeHosts, made: str) -> bool:
    return any(trial["state"] == "measuring" for trial in hosts.trials(made))


def is_set(hosts: ThreeHosts, made: str, value: int) -> None:
    """Until a trial is measured with the proxy's setting."""
    hosts.until(lambda: hosts.network.sysctl("proxy", ACCEPT) == str(value), "the proxy's kernel setting")
    hosts.until(lambda: measuring(hosts, made), "the trial with it")


def attempts(hosts: ThreeHosts, made: str) -> list[tuple[int, str]]:
    return [(t["attempt"], t["state"]) for t in hosts.trials(made)]


def test_they_hold_on_their_host_alone_while_it_is_measured(hosts: ThreeHosts, before: Values) -> None:
    asked: Values = {("proxy", ACCEPT): "1234", ("proxy", SYN): "2345", ("load", PORTS): "20000 50000"}
    variant = tuned(
        sysctl__net__core__somaxconn=1234,
        sysctl__net__ipv4__tcp_max_syn_backlog=2345,
        load__sysctl__net__ipv4__ip_local_port_range="20000 50000",
    )
    made = hosts.launch(definition(variant, seconds=3))
    hosts.until(lambda: values(hosts) == before | asked, "these settings, and no others")
    ended = hosts.ended(made)
    assert ended["state"] == "finished"
    assert values(hosts) == before
    (run,) = ended["run_list"]
    applied = hosts.api.get(f"/runs/{run['id']}")["applied"]
    told = {(role, a["setting"]["name"]): (a["before"], a["now"]) for role in applied for a in applied[role]}
    assert told == {key: (before[key], now) for key, now in asked.items()}


def test_a_host_cut_off_and_back_has_its_trial_repeated(hosts: ThreeHosts) -> None:
    made = hosts.launch(definition(tuned(sysctl__net__core__somaxconn=2222), seconds=5))
    is_set(hosts, made, 2222)
    hosts.network.cut("proxy")
    hosts.until(lambda: not hosts.host("proxy")["online"], "lost contact")
    hosts.until(lambda: (1, "failed") in attempts(hosts, made), "the end of the broken trial")
    hosts.network.mend("proxy")
    assert hosts.ended(made)["state"] == "finished"
    assert attempts(hosts, made) == [(1, "failed"), (2, "done")]
    broken, whole = hosts.trials(made)
    assert (broken["failure"]["code"], broken["failure"]["host"]) == ("host_lost", "proxy-host")
    (run,) = hosts.experiment(made)["run_list"]
    assert run["trials_done"] == 1
    assert run["means"]["requests_per_s"] == pytest.approx(whole["figures"]["requests_per_s"])


def test_a_host_cut_off_for_long_pauses_it_and_it_goes_on_when_the_host_is_back(
    hosts: ThreeHosts, before: Values
) -> None:
    made = hosts.launch(definition(tuned(sysctl__net__core__somaxconn=3333), seconds=5))
    is_set(hosts, made, 3333)
    hosts.network.cut("proxy")
    hosts.until(lambda: hosts.experiment(made)["state"] == "queued", "the pause")
    paused = hosts.experiment(made)
    assert paused["progress"]["step"].startswith("paused, waiting for proxy-host, which is offline")
    assert hosts.conditions() == {
        "load": (True, "clean"),
        "proxy": (False, "needs_restore"),
        "backend": (True, "clean"),
    }
    assert hosts.network.sysctl("proxy", ACCEPT) == "3333"  # nobody could ask it
    hosts.network.mend("proxy")
    ended = hosts.ended(made)
    assert ended["state"] == "finished"
    (gap,) = ended["interruptions"]
    assert gap["failure"]["message"] == "proxy-host has been offline for 12 s"
    assert [state for _, state in attempts(hosts, made)].count("done") == 1
    assert values(hosts) == before


def test_a_killed_agent_gives_them_back_at_its_start_and_the_trial_is_repeated(
    hosts: ThreeHosts, before: Values
) -> None:
    made = hosts.launch(definition(tuned(sysctl__net__core__somaxconn=4444), seconds=5))
    is_set(hosts, made, 4444)
    hosts.agents["proxy"].kill()
    assert hosts.network.sysctl("proxy", ACCEPT) == "4444"
    hosts.agents["proxy"].start()
    hosts.until(
        lambda: hosts.network.sysctl("proxy", ACCEPT) == before["proxy", ACCEPT], "the value of before"
    )
    hosts.until(lambda: hosts.network.sysctl("proxy", ACCEPT) == "4444", "the setting of the next attempt")
    assert hosts.ended(made)["state"] == "finished"
    assert attempts(hosts, made) == [(1, "failed"), (2, "done")]
