"""Every kernel setting of the registry on a real kernel: set to another value, read back, put back."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.catalog.knobs import KNOBS, Knob, parse_value, value_text
from agents.contract.jobs import Setting
from agents.journal.journal import Journal
from agents.settings.changes import Changes
from agents.settings.registry import setting_handlers
from agents.settings.sysctl import Sysctl
from agents.tests.netns import Namespace, needs_root, network_namespace

SYSCTLS = [knob for knob in KNOBS.values() if knob.setting == "sysctl"]
# Where another number than one up or down is needed, or a word.
OTHER = {
    "net.core.default_qdisc": ("pfifo_fast", "pfifo"),
    "net.ipv4.tcp_congestion_control": ("reno", "cubic"),
    "net.ipv4.ip_local_port_range": ("20000 50000", "20001 50001"),
}


@pytest.fixture(scope="module")
def namespace() -> Iterator[Namespace]:
    with network_namespace() as made:
        yield made


def another_value(knob: Knob, now: str) -> str:
    for value in OTHER.get(knob.key, ()):
        if value != " ".join(now.split()):
            return value
    numbers = [int(word) for word in now.split()]
    numbers[-1] += -1 if knob.maximum is not None and numbers[-1] >= knob.maximum else 1
    if len(numbers) == 1 and knob.maximum == 1:
        numbers = [1 - int(now)]
    return " ".join(map(str, numbers))


@needs_root
@pytest.mark.parametrize("knob", SYSCTLS, ids=lambda knob: knob.key)
def test_each_kernel_setting_is_set_read_back_and_put_back(
    knob: Knob, namespace: Namespace, tmp_path: Path
) -> None:
    def check() -> None:
        sysctl = Sysctl()
        if not sysctl.path(knob.key).exists():
            pytest.skip(f"this kernel has no {knob.key}")
        before = sysctl.read(knob.key)
        value = value_text(parse_value(knob, another_value(knob, before)))
        changes = Changes(Journal(tmp_path), setting_handlers().by_kind())
        try:
            (applied,) = changes.apply([Setting(kind="sysctl", name=knob.key, value=value)])
            assert (applied.before, applied.now) == (before, value)
            assert value != before
        finally:
            assert changes.restore() == []
        assert sysctl.read(knob.key) == before

    namespace.do(check) if knob.scope == "namespace" else check()


READ_ONLY = """
from agents.contract.jobs import Setting
from agents.failure import JobFailed
from agents.settings.abilities import abilities
from agents.settings.registry import setting_handlers
print(abilities(setting_handlers()).sysctl)
try:
    setting_handlers().sysctl.targets(Setting(kind="sysctl", name="net.core.somaxconn", value="1"))
except JobFailed as failed:
    print(failed.message)
"""


@needs_root
def test_a_read_only_proc_is_named_as_the_reason() -> None:
    mount = 'mount -o bind,ro /proc/sys /proc/sys && exec "$@"'
    argv = ["unshare", "--mount", "sh", "-c", mount, "sh", sys.executable, "-c", READ_ONLY]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=30)
    assert done.stdout.splitlines() == [
        "This agent may not change kernel settings: /proc/sys is read-only here, as in a container",
        "This agent may not write net.core.somaxconn: /proc/sys is read-only here, as in a container",
    ], done.stderr
