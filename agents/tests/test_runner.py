"""Small parts of the runner: options, clock, jobs seen, the job intake's promises."""

import re
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from agents.contract.enrolment import Enrolled
from agents.contract.jobs import MAX_JOB_LENGTH, CancelJob, FactsJob, FinishJob, WatchJob
from agents.contract.reports import Report
from agents.failure import Cancelled
from agents.runner.agent import Agent
from agents.runner.clock import ServerClock
from agents.runner.disks import Disks
from agents.runner.host_lock import default_folder
from agents.runner.job_intake import JobIntake
from agents.runner.options import parse_options
from agents.runner.running_job import RunningJob
from agents.runner.state_directory import StateDirectory, StateDirectoryBusy
from agents.tests.jobs import JOB_KEYS, KEY_ID, job_of, message_of

BASE = ["--server", "http://127.0.0.1:1", "--roles", "proxy,load", "--token", "t"]


def test_options_and_their_defaults() -> None:
    options = parse_options([*BASE, "--state", "x", "--ports", "300-400", "--allow-targets", "10.0.0.0/8"])
    assert options.roles == ("load", "proxy")
    assert options.address == ""  # the one that faces the server
    assert options.ports == (300, 400)
    assert options.state.is_absolute()
    assert [str(n) for n in options.allow_targets] == ["10.0.0.0/8"]
    assert options.origins == ()
    assert parse_options([*BASE, "--origins", "10.0.0.9:80"]).origins == ("10.0.0.9:80",)


def test_the_address_is_that_which_faces_the_server_once_its_name_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[str] = []

    def ask(host: str, *_: object, **__: object) -> list[object]:
        if not known:
            raise OSError("Name or service not known")
        return [(socket.AF_INET, socket.SOCK_DGRAM, 0, "", ("127.0.0.1", 80))]

    agent = Agent(parse_options([*BASE, "--state", str(tmp_path)]))
    monkeypatch.setattr(socket, "getaddrinfo", ask)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _: ("10.9.8.7", 1))
    assert agent._enroller.own_address() == "127.0.0.1"
    known.append("now")
    assert agent._enroller.own_address() == "10.9.8.7"
    assert agent._setups.ports.address == "10.9.8.7"


def test_what_may_be_changed_and_where_the_lock_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DYNO_AGENT_LOCK", raising=False)
    assert parse_options(BASE).allow_sysctls == ("safe",)
    assert parse_options(BASE).lock == default_folder()
    options = parse_options([*BASE, "--allow-sysctl", "safe,net.ipv4.ip_forward", "--lock", "/x"])
    assert options.allow_sysctls == ("safe", "net.ipv4.ip_forward")
    assert options.lock == Path("/x")
    assert parse_options([*BASE, "--allow-sysctl", ""]).allow_sysctls == ()
    monkeypatch.setenv("DYNO_AGENT_LOCK", "/y")
    assert parse_options(BASE).lock == Path("/y")


def test_the_unit_for_systemd_starts_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = Path(__file__).parents[1] / "systemd" / "dynoboard-agent.service"
    (line,) = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
    given = {"${DYNO_SERVER}": "http://127.0.0.1:1", "${DYNO_ROLES}": "proxy,backend"}
    given |= {"$DYNO_AGENT_OPTIONS": "--name p --ca-sha256 " + "0" * 64}  # without braces: split into words
    words = " ".join(given.get(word, word) for word in line.split()).split()
    assert words[0].endswith("/bin/dyno-agent")
    monkeypatch.setenv("DYNO_AGENT_TOKEN", "t")
    assert parse_options(words[1:]).roles == ("proxy", "backend")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--roles", "proxy,cook"], "cook is not a role"),
        (["--roles", ","], "roles are load, proxy, backend"),
        (["--server", "127.0.0.1:80"], "no http address|not an http address"),
        (["--name", "a b"], "letters, digits"),
        (["--ports", "400-300"], "not a range"),
        (["--allow-targets", "10.0.0.0/99"], "allow-targets"),
        (["--allow-sysctl", "../x"], "not a pattern of kernel settings"),
        (["--token", ""], "enrolment token is needed"),
        (["--token-file", "/no/such"], "token-file"),
        (["--address", "no.such.name.invalid"], "no name that is known here"),
    ],
)
def test_wrong_options_end_with_one_clear_line(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DYNO_AGENT_TOKEN", raising=False)
    with pytest.raises(SystemExit):
        parse_options([*BASE, *wrong])
    assert re.search(said, capsys.readouterr().err)


def test_the_token_comes_from_environment_or_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNO_AGENT_TOKEN", "from-env")
    assert parse_options(BASE[:4]).token == "from-env"
    (tmp_path / "t").write_text("from-file\n")
    assert parse_options([*BASE[:4], "--token-file", str(tmp_path / "t")]).token == "from-file"


def test_the_token_is_only_needed_for_the_first_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DYNO_AGENT_TOKEN", raising=False)
    options = [*BASE[:4], "--state", str(tmp_path), "--token-file", str(tmp_path / "gone")]
    with pytest.raises(SystemExit):
        parse_options(options)
    (tmp_path / "credentials.json").write_text("{}")
    assert parse_options(options).token == ""


def test_an_address_that_is_a_name_is_looked_up_by_the_agent() -> None:
    assert parse_options([*BASE, "--address", "localhost"]).address in ("127.0.0.1", "::1")
    assert parse_options([*BASE, "--address", "FD00:0::1"]).address == "fd00::1"


def test_a_new_credential_is_kept_until_it_is_known(tmp_path: Path) -> None:
    state = StateDirectory(tmp_path)
    first = state.new_credential()
    assert state.new_credential() == first
    assert len(first) == 43
    assert (tmp_path / "credential").stat().st_mode & 0o777 == 0o600
    state.keep_credentials(Enrolled(host_id="h", token=first, job_keys={}, broker_url=""))
    assert state.new_credential() != first
    state.close()


def tells(clock: ServerClock, ahead: float, within: float) -> bool:
    """Whether it is so far ahead of this process's own clock, however long it takes to ask."""
    before = time.monotonic()
    found = clock.now() - ahead
    return before - within <= found <= time.monotonic() + within


def test_the_clock_trusts_the_fastest_answer() -> None:
    clock = ServerClock()
    now = time.monotonic()
    clock.learn(now - 1.0, now, 4999.9)
    clock.learn(now - 0.01, now, 5000.0)
    clock.learn(now - 2.0, now, 4999.8)
    assert tells(clock, 5000.0 - now, within=0.01)


@pytest.mark.parametrize("step", [3600.0, -3600.0, 0.5])
def test_a_control_plane_whose_clock_is_set_is_followed_at_once(step: float) -> None:
    """Its jobs would have expired for as long as an answer from before was the fastest one."""
    clock = ServerClock()
    now = time.monotonic()
    clock.learn(now - 0.001, now, 5000.0)
    clock.learn(now - 0.02, now, 5000.0 + step)
    assert tells(clock, 5000.0 + step - now, within=0.02)


def test_a_host_knows_how_far_its_own_clock_is_off() -> None:
    clock = ServerClock()
    assert clock.reading().offset_s is None
    now = time.monotonic()
    clock.learn(now - 0.02, now, time.time() + 30)
    reading = clock.reading()
    assert reading.offset_s == pytest.approx(-30, abs=1)
    assert reading.round_trip_s == pytest.approx(0.02)


def test_a_state_directory_has_one_agent_and_a_bounded_number_of_jobs(tmp_path: Path) -> None:
    state = StateDirectory(tmp_path)
    with pytest.raises(StateDirectoryBusy):
        StateDirectory(tmp_path)
    state.close()
    after_restart = StateDirectory(tmp_path)
    for number in range(520):
        after_restart.note_start(f"job{number}")
    after_restart.note_end(Report(job_id="job519"))
    assert len(list(after_restart.jobs.iterdir())) == 512, "the newest: messages of others have expired"
    assert after_restart.read_job("job519") == (True, Report(job_id="job519"))
    after_restart.close()


class BrokenHandlers:
    def __getattr__(self, _: str) -> Any:
        def work(*_: object) -> Report:
            raise ZeroDivisionError("something of ours")

        return work


@pytest.fixture
def sent() -> list[Report]:
    return []


@pytest.fixture
def intake(tmp_path: Path, sent: list[Report]) -> JobIntake:
    return intake_of(tmp_path, BrokenHandlers(), sent)


def intake_of(tmp_path: Path, handlers: BrokenHandlers, sent: list[Report]) -> JobIntake:
    state, clock = StateDirectory(tmp_path), ServerClock()
    disks = Disks((tmp_path,))
    intake = JobIntake("here", state, handlers, clock, sent.append, disks, lambda: None)  # type: ignore[arg-type]
    intake.enrolled = Enrolled(host_id="host1", token="t", job_keys=JOB_KEYS, broker_url="")
    return intake


def test_an_error_of_ours_is_a_report_with_the_traceback(intake: JobIntake, sent: list[Report]) -> None:
    intake.take(message_of(job_of(FactsJob())))
    assert sent[0].failure is not None
    assert sent[0].failure.code == "agent_error"
    assert "ZeroDivisionError" in sent[0].failure.log


JOB = job_of(FactsJob(), life_s=3600)  # made when tests are collected, long before they run
SIGNED = message_of(JOB)
UNSIGNED = JOB.model_dump(mode="json")
NOT_OURS: dict[str, Any] = {
    "nothing": None,
    "a number": 7,
    "a list": [],
    "no fields": {},
    "an id alone": {"id": JOB.id},
    "unsigned": UNSIGNED,
    "unsigned, with a made up signature": UNSIGNED | {"signature": "0" * 64},
    "empty signature": SIGNED | {"signature": ""},
    "signature of zeros": SIGNED | {"signature": "A" * 86 + "=="},
    "one more field": SIGNED | {"id": JOB.id},
    "unknown key": SIGNED | {"key": "f" * 16},
    "key of somebody else": message_of(JOB, Ed25519PrivateKey.generate()),
    "one byte changed": SIGNED | {"body": SIGNED["body"].replace('"facts"', '"facta"')},
    "one space added": SIGNED | {"body": SIGNED["body"] + " "},
    "not text": SIGNED | {"body": JOB.model_dump(mode="json")},
    "half a character": SIGNED | {"body": "\ud800"},
    "another host's": message_of(job_of(FactsJob(), "host2")),
    "signed, not JSON": message_of("hello"),
    "signed, not a job": message_of("[]"),
    "signed, too deep": message_of("[" * 100_000),
    "signed, no nonce": message_of(JOB.model_copy(update={"nonce": ""}).model_dump_json()),
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_what_the_control_plane_did_not_sign_for_this_host_is_dropped_and_counted(
    intake: JobIntake, sent: list[Report], name: str
) -> None:
    intake.take(NOT_OURS[name])
    assert (sent, intake.dropped) == ([], 1)
    intake.take(message_of(JOB))
    assert [r.failure and r.failure.code for r in sent] == ["agent_error"]  # the real one was worked on


def test_an_unsigned_message_does_not_fail_the_job_that_it_names(
    intake: JobIntake, sent: list[Report]
) -> None:
    intake._running[JOB.id] = RunningJob(JOB)  # pyright: ignore[reportPrivateUsage]
    intake.take(UNSIGNED)
    intake.take({"key": KEY_ID, "body": SIGNED["body"], "signature": "A" * 86 + "=="})
    assert (sent, intake.dropped) == ([], 2)


def test_a_message_that_is_too_long_is_not_looked_into(intake: JobIntake, sent: list[Report]) -> None:
    intake.take(SIGNED | {"body": SIGNED["body"] + " " * MAX_JOB_LENGTH})
    assert (sent, intake.dropped) == ([], 1)


def test_a_message_that_comes_twice_does_nothing_and_a_job_sent_again_is_answered(
    intake: JobIntake, sent: list[Report]
) -> None:
    intake.take(SIGNED)
    intake.take(SIGNED)
    assert len(sent) == 1
    intake.take(message_of(job_of(FactsJob(), job_id=JOB.id)))
    assert sent[1] == sent[0]
    assert intake.dropped == 0


def test_a_flood_of_forged_messages_fills_no_log(intake: JobIntake, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(1000):
        intake.take(UNSIGNED)
    assert intake.dropped == 1000
    assert len(caplog.records) == 10


def test_a_job_cancelled_before_it_came_does_not_start(intake: JobIntake, sent: list[Report]) -> None:
    late = job_of(WatchJob(trial_id="t", max_s=60))
    intake.take(message_of(job_of(CancelJob(job_ids=[late.id]))))
    intake.take(message_of(late))
    assert sent[0].failure is None
    assert sent[1].failure is not None
    assert sent[1].failure.code == "cancelled"


def test_a_watch_reports_before_the_finish_that_ends_it(tmp_path: Path, sent: list[Report]) -> None:
    """The next trial waits for the one report, nobody for the other: it must not come first."""
    begun, may_report = threading.Event(), threading.Event()

    def watch(running: RunningJob, _: WatchJob) -> Report:
        begun.set()
        running.wait(60)
        assert may_report.wait(60)
        return Report(job_id=running.job.id)

    handlers = BrokenHandlers()
    handlers.watch = watch  # type: ignore[attr-defined]
    intake = intake_of(tmp_path, handlers, sent)
    job = job_of(WatchJob(trial_id="t", max_s=60))
    finish = job_of(FinishJob(job_id=job.id))
    threads = [threading.Thread(target=intake.take, args=[message_of(one)]) for one in (job, finish)]
    threads[0].start()
    assert begun.wait(60)
    threads[1].start()
    threads[1].join(0.2)  # it would have reported by then
    may_report.set()
    for thread in threads:
        thread.join(60)
    assert [report.job_id for report in sent] == [job.id, finish.id]


def test_a_job_that_the_end_of_the_agent_breaks_off_says_so(tmp_path: Path, sent: list[Report]) -> None:
    """The experiment repeats it then: whatever the job itself made of being broken off says nothing."""

    def watch(running: RunningJob, _: WatchJob) -> Report:
        intake.stop_all()
        raise Cancelled

    handlers = BrokenHandlers()
    handlers.watch = watch  # type: ignore[attr-defined]
    intake = intake_of(tmp_path, handlers, sent)
    intake.take(message_of(job_of(WatchJob(trial_id="t", max_s=60))))
    assert [r.failure and r.failure.code for r in sent] == ["agent_stopped"]


def test_an_interrupted_job_is_not_run_twice(intake: JobIntake, sent: list[Report], tmp_path: Path) -> None:
    job = job_of(FactsJob())
    (tmp_path / "jobs" / f"{job.id}.json").write_text("{}")  # begun by an agent that was killed
    intake.take(message_of(job))
    intake.take(message_of(job_of(FactsJob(), job_id=job.id)))
    assert [r.failure and r.failure.code for r in sent] == ["agent_restarted"] * 2
