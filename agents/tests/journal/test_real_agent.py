"""A real agent in a network of its own changes this machine, is killed, and gives everything back."""

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.contract.jobs import ApplyJob, FactsJob, MeasureJob, PrepareJob, RestoreJob, Setting
from agents.contract.reports import AppliedSetting
from agents.contract.undo import undo_command
from agents.contract.workload import Workload
from agents.settings.irq_affinity import IrqAffinity
from agents.settings.sysctl import Sysctl
from agents.tests.agent_process import AgentProcess, start_redis, wait_until
from agents.tests.confs import conf, setup
from agents.tests.fake_plane import FakePlane
from agents.tests.netns import Namespace, needs_root
from agents.tests.ports import free_port

LONG = Workload.model_validate({"tool": "wrk", "connections": 4, "duration_s": 60})
UNDER = {"net.core.somaxconn": "1234", "net.ipv4.ip_local_port_range": "20000 50000"}


@dataclass
class Host:
    """One agent, and what it changes on this machine."""

    agent: AgentProcess
    namespace: Namespace
    interrupt: str
    armed: Path

    @property
    def settings(self) -> list[Setting]:
        sysctls = UNDER | {"vm.swappiness": "11"}
        return [
            *(Setting(kind="sysctl", name=key, value=value) for key, value in sysctls.items()),
            Setting(kind="irq_affinity", name=self.interrupt, value="0"),
        ]

    def values(self) -> dict[str, str]:
        numbers = [n for n, names in IrqAffinity().names().items() if self.interrupt in names]
        return (
            self.namespace.do(lambda: {key: Sysctl().read(key) for key in UNDER})
            | {"vm.swappiness": Sysctl().read("vm.swappiness")}
            | {number: IrqAffinity().read(number) for number in numbers}
        )

    def prepare(self) -> str:
        (done,) = self.agent.do(PrepareJob(setups=[setup(under=UNDER)])).setups
        assert done.failure is None
        return done.urls[0]

    def apply(self) -> list[AppliedSetting]:
        report = self.agent.do(ApplyJob(settings=self.settings, setups=["a"]))
        assert report.failure is None
        assert [a.now for a in report.applied] == [s.value for s in self.settings]
        return report.applied

    def start_again(self) -> None:
        self.armed.unlink(missing_ok=True)
        self.agent.start()


@pytest.fixture(scope="module")
def host(namespace: Namespace, interrupt: str) -> Iterator[Host]:
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        Path(folder).chmod(0o755)  # nginx workers run as nobody
        yield from started(namespace, interrupt, Path(folder) / "s")


def started(namespace: Namespace, interrupt: str, state: Path) -> Iterator[Host]:
    port = free_port(namespace.outside)
    redis = start_redis(port, namespace.outside)
    plane = FakePlane(f"redis://{namespace.outside}:{port}/0", namespace.outside)
    armed = state.parent / "armed"
    program = ("agents.tests.journal.mortal", "4", str(armed))
    agent = AgentProcess(plane, state, enter=namespace.enter, program=program)
    try:
        yield Host(agent, namespace, interrupt, armed)
    finally:
        if agent.is_running():
            agent.stop()
        plane.close()
        redis.terminate()
        redis.wait()


@needs_root
def test_killed_at_each_step_of_a_trial_it_gives_everything_back_first(host: Host) -> None:
    agent, before = host.agent, host.values()

    host.prepare()  # prepared: nothing is changed yet
    agent.kill()
    gives_back(host, before)

    host.prepare()  # changing: the agent dies right after the first value
    host.armed.write_text("")
    agent.send(ApplyJob(settings=host.settings, setups=["a"]))
    wait_until(lambda: not agent.is_running())
    assert host.values() != before
    gives_back(host, before)

    host.prepare()  # applied
    host.apply()
    agent.kill()
    gives_back(host, before)

    url = host.prepare()  # measuring
    host.apply()
    agent.send(MeasureJob(trial_id="t", target=url, workload=LONG, watch=["a"]))
    agent.plane.wait_for(lambda: agent.plane.samples)
    changed = host.values()
    assert not set(changed.items()) & set(before.items())
    agent.kill()
    assert host.values() == changed
    gives_back(host, before)

    host.prepare()  # putting back: it dies after four values of five
    host.apply()
    host.armed.write_text("")
    agent.send(RestoreJob())
    wait_until(lambda: not agent.is_running())
    left = host.values()
    assert left not in (before, changed)
    gives_back(host, before)


def gives_back(host: Host, before: dict[str, str]) -> None:
    """Before its first word to the control plane."""
    beats = len(host.agent.plane.heartbeats)
    host.start_again()
    assert host.agent.plane.heartbeats[beats]["condition"] == "clean"
    assert host.values() == before
    assert not (host.agent.state / "journal" / "changes").exists()


@needs_root
def test_an_agent_that_lost_its_state_directory_restores_what_it_had_reported(host: Host) -> None:
    agent, before = host.agent, host.values()
    host.prepare()
    agent.plane.lost_changes = [change.model_dump() for change in host.apply()]
    agent.kill()
    shutil.rmtree(agent.state)
    enrolments = len(agent.plane.enrolments)
    host.start_again()
    assert host.values() == before
    first, second = agent.plane.enrolments[enrolments:]
    assert (first["takes_over"], second["takes_over"]) == (True, False)
    somaxconn = [enrolment["facts"]["more"]["sysctl"]["net.core.somaxconn"] for enrolment in (first, second)]
    assert somaxconn == ["1234", before["net.core.somaxconn"]]
    assert agent.plane.heartbeats[-1]["condition"] == "clean"
    assert not (agent.state / "journal" / "changes").exists()


@needs_root
def test_an_agent_whose_state_directory_goes_away_restores_and_is_the_same_host_at_its_next_start(
    host: Host,
) -> None:
    agent, before = host.agent, host.values()
    host.prepare()
    host.apply()
    shutil.rmtree(agent.state.rename(agent.state.with_name("gone")))  # at once: the agent writes into it
    wait_until(lambda: not agent.is_running())
    assert host.values() == before
    enrolments = len(agent.plane.enrolments)
    host.start_again()
    (enrolment,) = agent.plane.enrolments[enrolments:]
    assert not enrolment["takes_over"]


@needs_root
def test_settings_restart_only_the_setups_that_began_under_others(host: Host) -> None:
    agent = host.agent
    listens = conf(listen=" backlog=4000")
    wanted = [setup("under", listens, under=UNDER), setup("plain", listens)]
    under, plain = agent.do(PrepareJob(setups=wanted)).setups
    assert backlog(host, under.urls[0]) == 4000
    applied = agent.do(ApplyJob(settings=host.settings, setups=["under", "plain"]))
    assert applied.condition == "applied"
    renewed, kept = applied.setups
    assert kept == plain
    assert renewed.failure is None
    assert renewed.urls == under.urls  # the port stays: others know it
    assert renewed.workers != under.workers
    assert backlog(host, renewed.urls[0]) == 1234  # cut to somaxconn: its socket is a new one
    assert backlog(host, plain.urls[0]) == 4000
    again = agent.do(ApplyJob(settings=host.settings, setups=["under"]))
    assert again.setups == [renewed]

    back = agent.do(ApplyJob(settings=[], setups=["plain"]))
    assert back.setups == [plain]
    assert agent.do(RestoreJob()).condition == "clean"


@needs_root
def test_a_host_that_something_else_changed_needs_a_restore_until_it_is_undone(host: Host) -> None:
    agent, before = host.agent, host.values()
    host.prepare()
    host.apply()
    host.namespace.do(lambda: Sysctl().write("net.core.somaxconn", "77"))
    restored = agent.do(RestoreJob())
    assert restored.condition == "needs_restore"
    (left,) = restored.unrestored_settings
    assert left.reason == "it was changed to 77 by something else"
    command = undo_command(left)
    assert command == f"ip netns exec {host.namespace.name} sysctl -w net.core.somaxconn=4096"
    assert (left.before, left.now) == (before["net.core.somaxconn"], "77")
    agent.plane.wait_for(lambda: agent.plane.heartbeats[-1]["unrestored_settings"])
    assert agent.plane.heartbeats[-1]["condition"] == "needs_restore"
    for work in (
        PrepareJob(setups=[]),
        ApplyJob(settings=[]),
        MeasureJob(trial_id=None, target="http://127.0.0.1:1", workload=LONG),
    ):
        failure = agent.do(work).failure
        assert failure is not None
        assert failure.code == "host_needs_restore"
        assert "net.core.somaxconn: it was changed to 77" in failure.message

    subprocess.run(shlex.split(command), check=True, capture_output=True)  # what a person is told
    restored = agent.do(RestoreJob())
    assert (restored.condition, restored.unrestored_settings) == ("clean", [])
    assert host.values() == before


@needs_root
def test_a_person_may_leave_a_host_as_it_is(host: Host) -> None:
    agent = host.agent
    host.prepare()
    host.apply()
    host.namespace.do(lambda: Sysctl().write("net.core.somaxconn", "77"))
    assert agent.do(RestoreJob()).condition == "needs_restore"
    forgotten = agent.do(RestoreJob(forget=True))
    assert (forgotten.condition, forgotten.unrestored_settings) == ("clean", [])
    assert host.values()["net.core.somaxconn"] == "77"
    host.prepare()
    assert agent.do(RestoreJob()).condition == "clean"


@needs_root
def test_a_refused_setting_leaves_nothing_changed(host: Host) -> None:
    before = host.values()
    host.prepare()
    asked = [*host.settings, Setting(kind="sysctl", name="net.core.netdev_max_backlog", value="5000")]
    report = host.agent.do(ApplyJob(settings=asked))
    assert report.failure is not None
    assert report.failure.code == "setting_refused"
    assert "no net.core.netdev_max_backlog in the network namespace" in report.failure.message
    assert host.values() == before
    host.agent.do(RestoreJob())


@needs_root
def test_another_experiment_waits_until_the_host_is_put_back(host: Host) -> None:
    agent = host.agent
    host.prepare()
    agent.experiment = "e2"
    failure = agent.do(ApplyJob(settings=[])).failure
    assert failure is not None
    assert failure.code == "host_busy"
    assert "experiment e1 of http" in failure.message
    assert "through agent here" in failure.message
    agent.do(RestoreJob())
    assert agent.do(ApplyJob(settings=[])).failure is None
    agent.do(RestoreJob())
    agent.experiment = "e1"


@needs_root
def test_facts_say_what_this_network_lets_be_changed(host: Host) -> None:
    facts = host.agent.do(FactsJob()).facts
    assert facts is not None
    assert "net.core.somaxconn" in facts.abilities.sysctls
    assert "net.core.netdev_max_backlog" not in facts.abilities.sysctls  # the host's own network has it


def backlog(host: Host, url: str) -> int:
    """Of the listening socket, as the kernel has it."""
    argv = [*host.namespace.enter, "ss", "-ltnH", "sport", "=", f":{url.rsplit(':', 1)[1]}"]
    return int(subprocess.run(argv, capture_output=True, check=True).stdout.split()[2])
