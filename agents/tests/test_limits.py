"""Limits of processes: a nice value also where the kernel shares CPUs out between sessions, open files."""

import os
import resource
from pathlib import Path

import pytest

from agents.limits import ProcessLimits, differing_limits, differing_session, max_open_files, session_nice
from agents.processes import Processes
from agents.sandbox.spec import SandboxSpec
from agents.tests.agent_process import wait_until

AUTOGROUPS = Path("/proc/sys/kernel/sched_autogroup_enabled")


@pytest.mark.skipif(os.geteuid() != 0, reason="a nice value below 0 needs root")
def test_a_child_is_weighed_with_its_session(processes: Processes, tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as out:
        child = processes.start(
            ["sleep", "30"],
            stdout=out,
            stderr=out,
            cwd=Path("/"),
            spec=SandboxSpec(),
            limits=ProcessLimits(nice=-7),
        )
    try:
        is_weighed = AUTOGROUPS.exists() and AUTOGROUPS.read_text().strip() == "1"
        assert session_nice(child.pid) == (-7 if is_weighed else None)
        assert session_nice(os.getpid()) != -7
        wait_until(lambda: differing_limits(child.pid, ProcessLimits(nice=-7)) is None)
        assert differing_session(child.pid, -7) is None
        assert "instead of -8" in (differing_limits(child.pid, ProcessLimits(nice=-8)) or "")
    finally:
        child.stop()


def test_an_agent_without_rights_gives_no_more_files_than_it_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agents.procfs.has_capability", lambda _: False)
    assert max_open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[1]
