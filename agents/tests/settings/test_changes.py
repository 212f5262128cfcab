"""A host is changed as asked and put back as it was, whatever happens in between."""

import errno
import os
from pathlib import Path

import pytest

from agents.contract.jobs import Setting
from agents.contract.undo import undo_command
from agents.failure import JobFailed
from agents.journal.entry import Place
from agents.settings.irq_affinity import IrqAffinity
from agents.settings.irqbalance import Irqbalance
from agents.settings.place import current_place
from agents.settings.sysctl import Sysctl
from agents.tests.settings.host import FakeHost, setting

SOMAXCONN = setting("net.core.somaxconn", "65535")
RMEM = setting("net.ipv4.tcp_rmem", "4096 90000 7000000")
SWAPPINESS = setting("vm.swappiness", "1")
INTERRUPTS = setting("eth0-*", "1", "irq_affinity")
GOVERNOR = setting("governor", "performance", "governor")
ALL = [SOMAXCONN, RMEM, SWAPPINESS, INTERRUPTS, GOVERNOR]


def test_sets_everything_says_what_was_and_puts_it_back(host: FakeHost) -> None:
    before = host.everything()
    changes = host.changes()
    applied = changes.apply(ALL)
    assert [a.setting for a in applied] == ALL
    assert [(a.before, a.now) for a in applied] == [
        ("4096", "65535"),
        ("4096 131072 6291456", "4096 90000 7000000"),
        ("60", "1"),
        ("0-1", "1"),
        ("powersave", "performance"),
    ]
    assert host.sysctl("net.core.somaxconn") == "65535"
    assert changes.restore() == []
    assert {p: " ".join(v.split()) for p, v in host.everything().items()} == {
        p: " ".join(v.split()) for p, v in before.items()
    }
    assert changes.is_none
    assert not host.journal.exists()


def test_a_list_is_complete_what_it_no_longer_names_is_put_back(host: FakeHost) -> None:
    changes = host.changes()
    changes.apply([SOMAXCONN, SWAPPINESS])
    (applied,) = changes.apply([setting("net.core.somaxconn", "1024")])
    assert host.sysctl("vm.swappiness") == "60"
    assert (applied.before, applied.now) == ("4096", "1024")  # not 65535, which was ours
    changes.apply([])
    assert host.sysctl("net.core.somaxconn") == "4096"
    assert changes.is_none


def test_a_value_that_is_there_already_is_not_ours_to_put_back(host: FakeHost) -> None:
    changes = host.changes()
    (applied,) = changes.apply([setting("net.ipv4.tcp_rmem", "4096  131072 6291456")])
    assert applied.before == applied.now == "4096 131072 6291456"
    assert not host.journal.exists()


def test_what_something_else_changed_stays_and_is_named(host: FakeHost) -> None:
    changes = host.changes()
    changes.apply([SOMAXCONN, SWAPPINESS])
    host.set_sysctl("net.core.somaxconn", "99")
    (left,) = changes.restore()
    assert host.sysctl("vm.swappiness") == "60"
    assert host.sysctl("net.core.somaxconn") == "99"
    assert left.reason == "it was changed to 99 by something else"
    assert (left.setting, left.before, left.now) == (SOMAXCONN, "4096", "99")
    assert undo_command(left) == "sysctl -w net.core.somaxconn=4096"

    again = host.changes()  # also the next start of the agent knows of it
    assert len(again.restore()) == 1
    host.set_sysctl("net.core.somaxconn", "4096")  # by hand, as the command said
    assert again.restore() == []
    assert not host.journal.exists()


def test_what_is_forgotten_stays_and_is_not_spoken_of_again(host: FakeHost) -> None:
    changes = host.changes()
    changes.apply([SOMAXCONN])
    host.set_sysctl("net.core.somaxconn", "99")
    changes.restore()
    changes.forget()
    assert changes.unrestored_settings == []
    assert host.changes().restore() == []
    assert host.sysctl("net.core.somaxconn") == "99"


def test_a_host_that_something_else_changed_takes_no_further_settings(host: FakeHost) -> None:
    changes = host.changes()
    changes.apply([SOMAXCONN, SWAPPINESS])
    host.set_sysctl("net.core.somaxconn", "99")
    assert [a.now for a in changes.no_longer_held()] == ["99"]
    with pytest.raises(JobFailed, match="changed to 99 by something else") as failed:
        changes.apply([setting("net.core.somaxconn", "1024")])
    assert failed.value.code == "host_touched"
    assert host.sysctl("vm.swappiness") == "60"
    assert [left.now for left in changes.unrestored_settings] == ["99"]


def test_after_a_reboot_nothing_is_written(host: FakeHost, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    host.changes().apply([SOMAXCONN])
    booted = host.changes(Place("another boot", current_place().namespace))
    assert booted.restore() == []
    assert host.sysctl("net.core.somaxconn") == "65535"  # a kernel would have its own again
    assert "the host has been rebooted" in caplog.text
    assert not host.journal.exists()


def test_values_of_a_network_that_is_gone_are_gone_with_it(host: FakeHost) -> None:
    host.changes(Place(current_place().boot, "net:[1]")).apply([SOMAXCONN, SWAPPINESS])
    assert host.changes().restore() == []
    assert host.sysctl("net.core.somaxconn") == "65535"
    assert host.sysctl("vm.swappiness") == "60"  # not of the network


def test_values_of_another_network_are_not_put_into_this_one(host: FakeHost) -> None:
    host.changes().apply([SOMAXCONN])
    (left,) = host.changes(Place(current_place().boot, "net:[1]")).restore()
    assert "another network namespace" in left.reason
    assert host.sysctl("net.core.somaxconn") == "65535"


def test_a_device_that_is_gone_has_nothing_to_put_back(host: FakeHost) -> None:
    changes = host.changes()
    changes.apply([SOMAXCONN])
    (host.root / "proc/sys/net/core/somaxconn").unlink()
    assert changes.restore() == []
    assert changes.is_none


def test_a_torn_journal_restores_what_its_whole_lines_say(host: FakeHost) -> None:
    host.changes().apply([SOMAXCONN])
    with host.journal.open("ab") as file:
        file.write(b'{"changed": {"kind": "sysctl", "name": "vm.swap')
    assert host.changes().restore() == []
    assert host.sysctl("net.core.somaxconn") == "4096"


def test_nothing_is_changed_when_one_of_the_settings_cannot_be(host: FakeHost) -> None:
    before = host.everything()
    with pytest.raises(JobFailed, match=r"no net\.core\.rmem_max in the network namespace"):
        host.changes().apply([SOMAXCONN, setting("net.core.rmem_max", "4096")])
    with pytest.raises(JobFailed, match="asked to be both 1 and 0"):
        host.changes().apply([INTERRUPTS, setting("eth0-rx*", "0", "irq_affinity")])
    assert host.everything() == before


@pytest.mark.parametrize(("number", "code"), [(errno.EIO, "journal"), (errno.ENOSPC, "no_space")])
def test_nothing_is_changed_without_the_journal(
    host: FakeHost, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    def fails(_: int) -> None:
        raise OSError(number, os.strerror(number))

    changes = host.changes()
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(JobFailed, match=os.strerror(number)) as failed:
        changes.apply([SOMAXCONN])
    assert failed.value.code == code
    assert host.sysctl("net.core.somaxconn") == "4096"


class Clamping(Sysctl):
    """A kernel that makes another value of one key than it was given."""

    def write(self, name: str, value: str) -> None:
        super().write(name, "50" if (name, value) == ("vm.swappiness", "1") else value)


def test_a_value_that_reads_back_differently_fails_and_all_is_put_back(host: FakeHost) -> None:
    changes = host.changes(sysctl=Clamping(root=host.root))
    with pytest.raises(JobFailed, match="set to 1, and reads back as 50") as failed:
        changes.apply([SOMAXCONN, SWAPPINESS])
    assert failed.value.code == "effective_differs"
    assert host.sysctl("net.core.somaxconn") == "4096"
    assert host.sysctl("vm.swappiness") == "60"
    assert changes.is_none


class Service(Irqbalance):
    """irqbalance that is stopped and started in memory, and notes when."""

    def __init__(self, written: list[str]) -> None:
        super().__init__()
        self._now, self._written = "on", written

    def targets(self, setting: Setting) -> list[Setting]:
        return [setting]

    def read(self, name: str) -> str:
        return self._now

    def write(self, name: str, value: str) -> None:
        self._now = value
        self._written.append(f"irqbalance {value}")


class Interrupts(IrqAffinity):
    def __init__(self, root: Path, written: list[str]) -> None:
        super().__init__(root)
        self._written = written

    def write(self, name: str, value: str) -> None:
        super().write(name, value)
        self._written.append(name)


def test_irqbalance_stops_first_and_starts_last(host: FakeHost) -> None:
    written: list[str] = []
    changes = host.changes(irqbalance=Service(written), irq_affinity=Interrupts(host.root, written))
    changes.apply([INTERRUPTS, setting("irqbalance", "off", "irqbalance")])
    changes.restore()
    assert written == ["irqbalance off", "28", "29", "29", "28", "irqbalance on"]
