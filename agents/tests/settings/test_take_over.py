"""A new agent restores what the one before it had reported, and nothing that it may not set itself."""

import shutil

import pytest

from agents.contract.jobs import Setting
from agents.contract.reports import AppliedSetting
from agents.tests.settings.host import FakeHost, setting

SOMAXCONN = setting("net.core.somaxconn", "65535")
ALL = [
    SOMAXCONN,
    setting("net.ipv4.tcp_rmem", "4096 90000 7000000"),
    setting("eth0-*", "1", "irq_affinity"),
    setting("governor", "performance", "governor"),
]


def plain(host: FakeHost) -> dict[str, str]:
    return {path: " ".join(text.split()) for path, text in host.everything().items()}


def change(wanted: Setting, before: str) -> AppliedSetting:
    return AppliedSetting(setting=wanted, before=before, now=wanted.value)


def test_everything_is_restored_as_by_the_lost_journal(host: FakeHost) -> None:
    before = plain(host)
    applied = host.changes().apply(ALL)
    shutil.rmtree(host.state)
    changes = host.changes()
    changes.take_over(applied)
    assert host.journal.exists()  # before anything is written
    assert plain(host) != before
    assert changes.restore() == []
    assert plain(host) == before
    assert not host.journal.exists()


def test_an_agent_that_dies_in_between_restores_from_its_journal(host: FakeHost) -> None:
    applied = host.changes().apply([SOMAXCONN])
    shutil.rmtree(host.state)
    host.changes().take_over(applied)
    assert host.changes().restore() == []
    assert host.sysctl("net.core.somaxconn") == "4096"


@pytest.mark.parametrize(
    ("forged", "reason"),
    [
        (change(SOMAXCONN, "-1"), "no value that this agent may set"),
        (change(SOMAXCONN, "1; reboot"), "no value at all"),
        (change(setting("kernel.panic", "0"), "1"), "no setting that this agent may change"),
        (change(setting("../../etc/passwd", "x"), "y"), "no setting"),
        (change(setting("governor", "powersave", "governor"), "userspace"), "no governor of this host"),
        (change(setting("vm.swappiness", "1"), "10"), "not what stands there now"),
    ],
)
def test_a_dashboard_gets_nothing_set_in_this_way_that_a_job_would_not(
    host: FakeHost, forged: AppliedSetting, reason: str
) -> None:
    host.set_sysctl("net.core.somaxconn", "65535")
    before, changes = host.everything(), host.changes()
    changes.take_over([forged])
    assert changes.restore() == []
    assert host.everything() == before, reason


def test_its_own_journal_comes_first(host: FakeHost) -> None:
    changes = host.changes()
    changes.apply([SOMAXCONN])
    changes.take_over([change(SOMAXCONN, "1024")])
    changes.restore()
    assert host.sysctl("net.core.somaxconn") == "4096"
