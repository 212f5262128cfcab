"""Each kind of setting: what it takes, what it refuses and why."""

import os
import stat
from pathlib import Path

import pytest

from agents.catalog.roles import SettingKind
from agents.contract.undo import undo_command
from agents.failure import JobFailed
from agents.settings.abilities import abilities, without_many_devices
from agents.settings.irq_affinity import parse_interrupt_names
from agents.settings.registry import SettingHandlers, setting_handlers
from agents.tests.settings.host import INTERRUPTS, FakeHost, setting


@pytest.fixture
def handlers(host: FakeHost) -> SettingHandlers:
    return setting_handlers(root=host.root)


@pytest.mark.parametrize(
    ("kind", "name", "value", "said"),
    [
        (
            "sysctl",
            "kernel.panic",
            "1",
            "the operator of its host allows it by `--allow-sysctl safe,kernel.panic",
        ),
        ("sysctl", "net.core.nothing", "1", "may not change"),
        ("sysctl", "net.ipv4.ip_forward", "1", "may not change"),
        ("sysctl", "net.ipv4.conf.all.accept_redirects", "1", "may not change"),
        ("sysctl", "net.core.bpf_jit_harden", "0", "may not change"),
        ("sysctl", "net.ipv4.ip_unprivileged_port_start", "0", "may not change"),
        ("sysctl", "net.ipv4.tcp_mem", "1 1 1", "3 whole numbers from 4096"),
        ("sysctl", "net.core.somaxconn", "0", "a whole number from 1 to"),
        ("sysctl", "net.core.rmem_max", "4096", "no net.core.rmem_max in the network namespace"),
        ("sysctl", "vm.swappiness.x", "1", "may not change"),
        ("sysctl", "net.core/../../vm/swappiness", "1", "not the name of a kernel setting"),
        ("sysctl", "net..core", "1", "not the name of a kernel setting"),
        ("sysctl", "net.core", "1", "may not change"),
        ("sysctl", "net.ipv4.tcp_rmem", "4096 87380", "3 whole numbers"),
        ("sysctl", "net.core.somaxconn", "1 2", "a whole number"),
        ("sysctl", "net.ipv4.tcp_congestion_control", "bbr9", "only reno, cubic"),
        ("sysctl", "net.ipv4.ip_local_port_range", "60999 1024", "at least 99 above"),
        ("irq_affinity", "eth9*", "0", "named like “eth9.”; there are ACPI:Ged, eth0-rx-0"),
        ("irq_affinity", "eth0*", "4000", "no CPU 4000"),
        ("irq_affinity", "eth0*", "x", "not a CPU list"),
        ("governor", "governor", "turbo", "cpu0 has no governor “turbo”, only performance, powersave"),
        ("irqbalance", "irqbalance", "maybe", "on or off"),
        ("irqbalance", "irqbalance", "on", "the service is not installed"),
    ],
)
def test_refusals_name_the_reason(
    handlers: SettingHandlers, kind: SettingKind, name: str, value: str, said: str
) -> None:
    with pytest.raises(JobFailed, match=said):
        handlers.by_kind()[kind].targets(setting(name, value, kind))


def test_keys_that_cannot_be_read_or_written_are_refused(handlers: SettingHandlers, host: FakeHost) -> None:
    key = host.root / "proc/sys/net/core/somaxconn"
    for mode, said in ((stat.S_IWUSR, "only be written"), (stat.S_IRUSR, "only be read")):
        key.chmod(mode)
        with pytest.raises(JobFailed, match=said):
            handlers.sysctl.targets(setting("net.core.somaxconn", "1"))


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("4096 87380 1", "4096\t87380\t1", True),
        ("0x10", "16", True),
        ("010", "8", True),
        ("-1", "-1", True),
        ("1", "2", False),
        ("1 2", "1", False),
        ("8080,8081", "8080-8081", True),
        ("fq_codel", "fq", False),
    ],
)
def test_values_compare_as_the_kernel_prints_them(
    handlers: SettingHandlers, a: str, b: str, same: bool
) -> None:
    assert handlers.sysctl.is_same(a, b) is same


def test_the_agents_option_narrows_and_widens(host: FakeHost) -> None:
    narrow = setting_handlers(("net.ipv4.*",), host.root).sysctl
    assert not narrow.is_allowed("net.core.somaxconn")
    assert narrow.is_allowed("net.ipv4.tcp_rmem")
    host.put("proc/sys/kernel/core_pattern", "core")
    wide = setting_handlers(("net.*", "kernel.*"), host.root).sysctl
    assert wide.targets(setting("kernel.panic", "1"))
    assert wide.targets(setting("net.ipv4.tcp_rmem", "1 1 1"))  # an operator's own word, so no range
    with pytest.raises(JobFailed, match="holds 3 numbers, now 4096 131072 6291456"):
        wide.targets(setting("net.ipv4.tcp_rmem", "4096 87380"))
    with pytest.raises(JobFailed, match="may not change kernel"):
        wide.targets(setting("kernel.core_pattern", "|/bin/sh"))
    keys = set(wide.keys())
    assert keys >= {"kernel.panic", "net.core.somaxconn"}
    assert "kernel.core_pattern" not in keys


def test_names_of_interrupts() -> None:
    assert parse_interrupt_names(INTERRUPTS) == {
        "24": ["ACPI:Ged"],
        "28": ["eth0-rx-0"],
        "29": ["eth0-tx-0", "eth0-shared"],
        "30": ["nvme0q0"],
    }
    arm = "      CPU0\n 11:   9  GICv3  27 Level     arch_timer\n120:  1  ITS-MSI 524288 Edge      eth0-0\n"
    assert parse_interrupt_names(arm) == {"11": ["arch_timer"], "120": ["eth0-0"]}


def test_a_pattern_is_one_target_for_each_interrupt(handlers: SettingHandlers) -> None:
    targets = handlers.irq_affinity.targets(setting("eth0-*", "1", "irq_affinity"))
    assert [(t.name, t.value) for t in targets] == [("28", "1"), ("29", "1")]


def test_an_interrupt_that_its_driver_manages_is_named(
    handlers: SettingHandlers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("agents.settings.irq_affinity.write_text", refuse)
    with pytest.raises(JobFailed, match=r"keeps interrupt 30 \(nvme0q0\) where it is"):
        handlers.irq_affinity.write("30", "1")


SYSTEMCTL = """#!/bin/sh
echo "$@" >> {log}
case "$1" in
show) echo LoadState=loaded; echo ActiveState=$(cat {state});;
stop) echo inactive > {state};;
start) echo active > {state};;
esac
"""
SERVICE = """#!/bin/sh
case "$2" in
status) test "$(cat {state})" = active;;
stop) echo inactive > {state};;
start) echo "cannot start" >&2; exit 1;;
esac
"""


def put_program(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    state, log = folder / "state", folder / "log"
    state.write_text("active\n")
    (folder / name).write_text(text.format(state=state, log=log))
    (folder / name).chmod(0o755)
    return state


def test_irqbalance_through_systemd(host: FakeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    state = put_program(tmp_path / "bin", "systemctl", SYSTEMCTL)
    (host.root / "run/systemd/system").mkdir(parents=True)
    changes = host.changes()
    (applied,) = changes.apply([setting("irqbalance", "off", "irqbalance")])
    assert (applied.before, applied.now) == ("on", "off")
    assert state.read_text() == "inactive\n"
    assert changes.restore() == []
    assert state.read_text() == "active\n"
    assert "stop irqbalance\n" in (tmp_path / "bin/log").read_text()


def test_irqbalance_that_does_not_start_again_is_left_over(
    host: FakeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    put_program(tmp_path / "bin", "service", SERVICE)
    host.put("etc/init.d/irqbalance", "#!/bin/sh")
    changes = host.changes()
    changes.apply([setting("irqbalance", "off", "irqbalance")])
    (left,) = changes.restore()
    assert left.reason == "`service irqbalance start` failed: cannot start"
    assert undo_command(left) == "systemctl start irqbalance || service irqbalance start"


def test_an_agent_in_a_container_does_not_know_of_irqbalance(
    handlers: SettingHandlers, host: FakeHost
) -> None:
    host.put(".dockerenv", "")
    with pytest.raises(JobFailed, match="in a container, which does not see the services of its host"):
        handlers.irqbalance.targets(setting("irqbalance", "off", "irqbalance"))
    assert "in a container" in abilities(handlers).irqbalance


def test_abilities_say_what_may_be_changed_and_why_not(handlers: SettingHandlers, host: FakeHost) -> None:
    able = abilities(handlers)
    assert able.sysctl == ""
    assert "net.core.somaxconn" in able.sysctls
    assert "kernel.panic" not in able.sysctls
    assert able.governors == ["performance", "powersave"]
    assert able.nofile > 0
    assert able.irqbalance == (
        "This agent cannot switch irqbalance: the service is not installed; "
        "there is no systemd and no service script for it"
    )
    bare = setting_handlers(root=host.state)
    (host.state / "proc/sys").mkdir(parents=True)
    able = abilities(bare)
    assert able.governor == "This host has no frequency governor"
    assert able.irq_affinity == "This host shows no interrupts that could be moved"
    assert able.sysctl.startswith("This agent may not change kernel settings: ")


def test_keys_of_hundreds_of_devices_are_left_out() -> None:
    def keys(count: int) -> list[str]:
        devices = ["all", "default", *(f"veth{n}" for n in range(count))]
        return ["net.core.somaxconn", *(f"net.ipv4.conf.{d}.rp_filter" for d in devices)]

    assert len(without_many_devices(keys(3))) == 6
    assert without_many_devices(keys(300)) == [
        "net.core.somaxconn",
        "net.ipv4.conf.all.rp_filter",
        "net.ipv4.conf.default.rp_filter",
    ]
