"""A load tool that does not start in time is told from one that runs without its sandbox."""

import subprocess
from pathlib import Path
from typing import cast

import pytest

from agents.contract.reports import NOT_READY
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.load import execution
from agents.processes import Child
from agents.sandbox.sandbox import Sandbox


class Lacking:
    """A sandbox that stands round nothing."""

    def missing(self, pid: int, spec: object) -> str:
        return "read_only: / can be written to"


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["wrk", "http://x"], NOT_READY, "the load tool did not start within"),
        (["sleep", "60"], "sandbox", "the load tool runs, its sandbox lacks: read_only"),
    ],
)
def test_a_tool_that_its_host_has_not_started_yet_is_not_one_without_a_sandbox(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, argv: list[str], code: str, words: str
) -> None:
    monkeypatch.setattr(execution, "_SETTLES_S", 0.1)
    monkeypatch.setattr(execution, "_STARTS_S", 0.2)
    task = execution.LoadTask(Workload.model_validate({"duration_s": 1}), "http://x", None, tmp_path)
    popen = subprocess.Popen(["sleep", "60"], start_new_session=True)
    child = Child(popen, argv, tmp_path / "record")
    with pytest.raises(JobFailed, match=words) as caught:
        execution.check_effective(task, child, cast(Sandbox, Lacking()))
    assert caught.value.code == code
    assert child.ended is not None
