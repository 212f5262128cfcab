"""Small parts of the runner: options, clock, jobs seen, the job intake's promises."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from agents.contract.jobs import CancelJob, FactsJob, Job, WatchJob
from agents.contract.knobs.sysctl import ALLOWED_SYSCTLS
from agents.contract.reports import Enrolled, Report
from agents.contract.signing import signed
from agents.runner.clock import ServerClock
from agents.runner.host_lock import default_folder
from agents.runner.job_intake import JobIntake
from agents.runner.options import parse_options
from agents.runner.state_directory import StateDirectory, StateDirectoryBusy
from agents.tests.jobs import job_of

KEY = "k"
BASE = ["--server", "http://127.0.0.1:1", "--roles", "proxy,load", "--token", "t"]


def test_options_and_their_defaults() -> None:
    options = parse_options([*BASE, "--state", "x", "--ports", "300-400", "--allow-targets", "10.0.0.0/8"])
    assert options.roles == ("load", "proxy")
    assert options.address == "127.0.0.1"
    assert options.ports == (300, 400)
    assert options.state.is_absolute()
    assert [str(n) for n in options.allow_targets] == ["10.0.0.0/8"]


def test_what_may_be_changed_and_where_the_lock_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DYNO_AGENT_LOCK", raising=False)
    assert parse_options(BASE).allow_sysctls == ALLOWED_SYSCTLS
    assert parse_options(BASE).lock == default_folder()
    options = parse_options([*BASE, "--allow-sysctl", "net.ipv4.*,vm.swappiness", "--lock", "/x"])
    assert options.allow_sysctls == ("net.ipv4.*", "vm.swappiness")
    assert options.lock == Path("/x")
    assert parse_options([*BASE, "--allow-sysctl", ""]).allow_sysctls == ()
    monkeypatch.setenv("DYNO_AGENT_LOCK", "/y")
    assert parse_options(BASE).lock == Path("/y")


def test_the_unit_for_systemd_starts_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = Path(__file__).parents[1] / "systemd" / "dynoboard-agent.service"
    (line,) = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
    given = {"${DYNO_SERVER}": "http://127.0.0.1:1", "${DYNO_ROLES}": "proxy,backend"}
    words = [given.get(word, word) for word in line.split()]
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
    assert parse_options(BASE[:4]).enrolment_token == "from-env"
    (tmp_path / "t").write_text("from-file\n")
    assert parse_options([*BASE[:4], "--token-file", str(tmp_path / "t")]).enrolment_token == "from-file"


def test_the_clock_trusts_the_fastest_answer() -> None:
    clock = ServerClock()
    now = time.monotonic()
    clock.learn(now - 1.0, now, 5000.0)
    clock.learn(now - 0.01, now, 7000.0)
    clock.learn(now - 2.0, now, 9000.0)
    assert clock.now() == pytest.approx(7000.0, abs=0.5)


def test_a_host_knows_how_far_its_own_clock_is_off() -> None:
    clock = ServerClock()
    assert clock.reading().offset_s is None
    now = time.monotonic()
    clock.learn(now - 0.02, now, time.time() + 30)
    reading = clock.reading()
    assert reading.offset_s == pytest.approx(-30, abs=1)
    assert reading.round_trip_s == pytest.approx(0.02)


def test_a_state_directory_has_one_agent(tmp_path: Path) -> None:
    state = StateDirectory(tmp_path)
    with pytest.raises(StateDirectoryBusy):
        StateDirectory(tmp_path)
    state.close()
    StateDirectory(tmp_path).close()


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
    state, clock = StateDirectory(tmp_path), ServerClock()
    intake = JobIntake("here", state, BrokenHandlers(), clock, sent.append)  # type: ignore[arg-type]
    intake.enrolled = Enrolled(host_id="host1", token="t", job_key=KEY, broker_url="")
    return intake


def payload(job: Job) -> dict[str, Any]:
    return signed(job, KEY).model_dump(mode="json")


def test_an_error_of_ours_is_a_report_with_the_traceback(intake: JobIntake, sent: list[Report]) -> None:
    intake.take(payload(job_of(FactsJob())))
    assert sent[0].failure is not None
    assert sent[0].failure.code == "agent_error"
    assert "ZeroDivisionError" in sent[0].failure.log


@pytest.mark.parametrize("message", [None, 7, "text", [], {}, {"id": "../../etc/passwd"}, {"id": 3}])
def test_messages_without_a_job_are_dropped_in_peace(
    intake: JobIntake, sent: list[Report], message: object
) -> None:
    intake.take(message)
    assert sent == []


def test_a_forged_job_changes_nothing_for_the_real_one(intake: JobIntake, sent: list[Report]) -> None:
    job = job_of(FactsJob())
    intake.take(job.model_dump(mode="json"))
    assert sent[0].failure is not None
    assert sent[0].failure.code == "bad_signature"
    intake.take(payload(job))
    assert sent[1].failure is not None
    assert sent[1].failure.code == "agent_error"  # it was worked on


def test_a_job_cancelled_before_it_came_does_not_start(intake: JobIntake, sent: list[Report]) -> None:
    late = job_of(WatchJob(trial_id="t", max_s=60))
    intake.take(payload(job_of(CancelJob(job_ids=[late.id]))))
    intake.take(payload(late))
    assert sent[0].failure is None
    assert sent[1].failure is not None
    assert sent[1].failure.code == "cancelled"


def test_an_interrupted_job_is_not_run_twice(intake: JobIntake, sent: list[Report], tmp_path: Path) -> None:
    job = job_of(FactsJob())
    (tmp_path / "jobs" / f"{job.id}.json").write_text("{}")  # begun by an agent that was killed
    intake.take(payload(job))
    intake.take(payload(job))
    assert [r.failure and r.failure.code for r in sent] == ["agent_restarted"] * 2
