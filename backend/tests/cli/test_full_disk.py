"""The disk under a whole `dyno up` fills in the middle of an experiment: everything waits, and comes back."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.contract.space import MB
from backend.cli.embedded.process import wait_until
from backend.health.troubles import SPACE
from backend.tests.cli.small_disk import SmallDisk, small_disk
from backend.tests.cli.stack import start_up
from backend.tests.cli.test_faults import Lab

pytestmark = [
    pytest.mark.exhaustive,  # another stack; orchestration/test_space.py simulates the same
    pytest.mark.timeout(1500),  # a busy machine takes its time to start a stack
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system"),
]
LIMITS = {"DYNO_SPACE_LOW_MB": "120", "DYNO_SPACE_OUT_MB": "80"}
VARIANT = [{"name": "one"}]
PATIENCE_S = 300


@pytest.fixture(scope="module")
def disk() -> Iterator[SmallDisk]:
    folder = Path(tempfile.mkdtemp(prefix="dyno-disk-"))
    folder.chmod(0o711)
    with small_disk(folder / "disk", 300) as disk:
        yield disk
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def lab(disk: SmallDisk) -> Iterator[Lab]:
    with start_up(disk.folder / "d", **LIMITS) as up:
        wait_until(up.ready, "the stack", PATIENCE_S)
        yield Lab(up)


def test_an_experiment_survives_a_full_disk(lab: Lab, disk: SmallDisk) -> None:
    survives_a_full_disk(lab, disk)


def test_supervisord_may_die_too(lab: Lab) -> None:
    before = {host["id"] for host in lab.up.hosts()}
    lab.kill("backend.cli.embedded.supervisord")
    wait_until(lambda: not lab.up.ready(), "the end of the stack", PATIENCE_S)
    wait_until(lab.up.ready, "the stack to come back", PATIENCE_S)
    assert {host["id"] for host in lab.up.hosts()} == before
    assert lab.wait_end(lab.launch(VARIANT, 1, 1), PATIENCE_S)["state"] == "finished"


def survives_a_full_disk(lab: Lab, disk: SmallDisk) -> None:
    """What was done stays, what runs waits, nothing new begins; once there is room it ends as it should."""
    made = lab.launch(VARIANT, seconds=2, trials=4)
    wait_until(lambda: _done(lab, made) > 0, "the first trial", PATIENCE_S)
    disk.fill(leave=100 * MB)
    assert _told(lab) == ["Disk space is low."]
    assert _refusal(lab) == (507, "no_space")
    disk.fill(leave=40 * MB)  # a trial that runs can still report
    wait_until(lambda: _step(lab, made).startswith("waiting for space in "), "the pause", PATIENCE_S)
    done = _done(lab, made)
    assert _told(lab) == ["Disk space has run out."]
    disk.fill()
    assert disk.free() < MB
    disk.clear()
    wait_until(lambda: not _told(lab), "the end of the warning", PATIENCE_S)
    found = lab.wait_end(made, PATIENCE_S)
    assert found["state"] == "finished", found["failure"]
    trials = lab.trials(made)
    assert sum(trial["state"] == "done" for trial in trials) == 4 >= done
    assert not [t for t in trials if t["state"] not in ("done", "invalid", "failed")]
    wait_until(lab.up.ready, "the stack", PATIENCE_S)


def _done(lab: Lab, experiment: str) -> int:
    return sum(trial["state"] == "done" for trial in lab.trials(experiment))


def _told(lab: Lab) -> list[str]:
    """What every page says of the disk."""
    return [t["text"] for t in lab.get("/health")["troubles"] if t["code"] == SPACE]


def _step(lab: Lab, experiment: str) -> str:
    return (lab.get(f"/experiments/{experiment}")["progress"] or {}).get("step", "")


def _refusal(lab: Lab) -> tuple[int, str]:
    answer = lab.try_to_launch(VARIANT)
    return answer.status_code, answer.json()["code"]
