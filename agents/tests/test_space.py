"""How much room a disk has, and what an agent does when there is none."""

import errno
import os
from pathlib import Path

import pytest

from agents.contract.enrolment import Enrolled
from agents.contract.jobs import PrepareJob, RestoreJob
from agents.contract.reports import Report
from agents.contract.space import MB, Disk, Level, Limits, in_words, level_of, limit
from agents.failure import JobFailed
from agents.files import write_atomically
from agents.runner import outbox as outbox_module
from agents.runner import state_directory
from agents.runner.clock import ServerClock
from agents.runner.disks import Disks
from agents.runner.job_intake import JobIntake
from agents.runner.outbox import Outbox
from agents.runner.state_directory import StateDirectory
from agents.tests.jobs import JOB_KEYS, job_of, message_of

FINE, LOW, OUT = Level
LIMITS = Limits(low=100, out=40)
FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("free", "before", "now"),
    [
        (100, FINE, FINE),
        (99, FINE, LOW),
        (40, FINE, LOW),
        (39, FINE, OUT),
        (49, OUT, OUT),  # a quarter more than the limit, before it is better
        (50, OUT, LOW),
        (124, OUT, LOW),
        (124, LOW, LOW),
        (125, LOW, FINE),
        (125, OUT, FINE),
        (0, LOW, OUT),
    ],
)
def test_levels_get_worse_at_a_limit_and_better_beyond_it(free: int, before: Level, now: Level) -> None:
    assert level_of(Disk(free, 1000), LIMITS, before) is now


def test_no_limit_is_never_reached() -> None:
    assert level_of(Disk(0, 1000), Limits(0, 0), OUT) is FINE


def test_a_small_disk_has_a_share_and_a_large_one_a_number() -> None:
    assert limit(1000 * MB, 512 * MB, 0.05) == 50 * MB
    assert limit(10**15, 512 * MB, 0.05) == 512 * MB


def test_sizes_are_told_in_words() -> None:
    assert (in_words(0), in_words(340 * MB + 1), in_words(20 * 1024 * MB)) == ("0 MB", "340 MB", "20 GB")


def statvfs(free: int, files_free: int = 10, files: int = 10) -> os.statvfs_result:
    """Blocks of 1 MB, 1000 of them."""
    return os.statvfs_result((MB, MB, 1000, free + 50, free, files, files_free, files_free, 0, 255))


def test_what_is_kept_for_root_and_a_disk_without_files_do_not_count() -> None:
    assert Disk.of(statvfs(5)) == Disk(5 * MB, 1000 * MB)
    assert Disk.of(statvfs(5, files_free=0)).free == 0
    assert Disk.of(statvfs(5, files_free=0, files=0)).free == 5 * MB  # it does not count them


# ---- jobs ----------------------------------------------------------------------------------------


class Worked:
    """Handlers that do nothing but say so."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def __getattr__(self, kind: str):
        def work(running, _work) -> Report:
            self.kinds.append(kind)
            return Report(job_id=running.job.id)

        return work


def intake_of(folder: Path, sent: list[Report]) -> tuple[JobIntake, Worked]:
    worked = Worked()
    state, disks = StateDirectory(folder), Disks((folder,))
    intake = JobIntake("here", state, worked, ServerClock(), sent.append, disks, lambda: None)  # type: ignore[arg-type]
    intake.enrolled = Enrolled(host_id="host1", token="t", job_keys=JOB_KEYS, broker_url="")
    return intake, worked


def failure_of(report: Report) -> tuple[str, str]:
    assert report.failure
    return report.failure.code, report.failure.message


def test_nothing_is_prepared_on_a_full_disk_and_everything_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Report] = []
    intake, worked = intake_of(tmp_path, sent)
    monkeypatch.setattr(os, "statvfs", lambda _: statvfs(3))

    def refused(*_: object, **__: object) -> None:
        raise FULL

    monkeypatch.setattr(state_directory, "write_atomically", refused)
    intake.take(message_of(job_of(PrepareJob(setups=[]))))
    intake.take(message_of(job_of(RestoreJob())))
    code, message = failure_of(sent[0])
    assert code == "no_space"
    assert message == f"No space left on this host: 3 MB are left on the disk of {tmp_path}"
    assert worked.kinds == ["restore"]
    assert sent[1].failure is None


def test_a_disk_that_fills_meanwhile_is_named_and_not_an_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Report] = []
    intake, worked = intake_of(tmp_path, sent)

    def full(*_: object) -> Report:
        raise FULL

    monkeypatch.setitem(intake._work, "prepare", full)
    intake.take(message_of(job_of(PrepareJob(setups=[]))))
    assert failure_of(sent[0])[0] == "no_space"
    assert worked.kinds == []


def test_heartbeats_tell_what_is_left_until_there_is_a_quarter_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disks = Disks((tmp_path, tmp_path / "not" / "there"))
    told: list[int | None] = []
    for free in (60, 49, 55, 63):
        monkeypatch.setattr(os, "statvfs", lambda _, free=free: statvfs(free))
        told.append(disks.free())
    assert told == [None, 49 * MB, 55 * MB, None]
    monkeypatch.setattr(os, "statvfs", lambda _: statvfs(1))
    with pytest.raises(JobFailed, match="1 MB are left on the disk of"):
        disks.require()


# ---- the spool -----------------------------------------------------------------------------------


class SmallDisk:
    """Has room for so many files below a folder."""

    def __init__(self, folder: Path, files: int) -> None:
        self.folder, self.files = folder, files

    def write(self, path: Path, body: bytes, durable: bool = False) -> None:
        if len(list(self.folder.rglob("*.json"))) >= self.files:
            raise FULL
        write_atomically(path, body)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallDisk:
    disk = SmallDisk(tmp_path, 4)
    monkeypatch.setattr(outbox_module, "write_atomically", disk.write)
    monkeypatch.setattr(outbox_module, "_DROPPED_AT_ONCE", 2)
    return disk


def bodies(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob("*.json"))]


def test_the_oldest_samples_make_room_for_reports(tmp_path: Path, small: SmallDisk) -> None:
    got: list[bytes] = []

    def post(body: bytes) -> int:
        got.append(body)
        return 200

    samples = Outbox(tmp_path / "samples", post)
    reports = Outbox(tmp_path / "reports", post, make_room=samples.drop_some)
    for number in range(4):
        samples.put(b"sample %d" % number)
    reports.put(b"report 1")
    assert bodies(tmp_path / "samples") == [b"sample 2", b"sample 3"]
    for number in range(2, 6):
        reports.put(b"report %d" % number)
    assert bodies(tmp_path / "samples") == []
    assert bodies(tmp_path / "reports") == [b"report 1", b"report 2", b"report 3", b"report 4"]
    reports.start()  # the fifth is in memory: not on disk, and not lost
    assert reports.drain(5)
    reports.stop()
    assert got == [b"report %d" % number for number in range(1, 6)]


def test_what_waits_in_memory_is_bounded(tmp_path: Path, small: SmallDisk) -> None:
    got: list[bytes] = []

    def post(body: bytes) -> int:
        got.append(body)
        return 200

    samples = Outbox(tmp_path / "samples", post, max_unwritten=3)
    for number in range(10):
        samples.put(b"%d" % number)
    samples.start()
    assert samples.drain(5)
    samples.stop()
    assert got == [b"0", b"1", b"2", b"3", b"7", b"8", b"9"]
