"""How each fault is done to a running stack. Each is a block: the fault comes at its begin, and what it
left behind is taken away at its end, when the experiment has ended."""

import json
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import httpx
import psutil

from agents.contract.states import ExperimentState
from e2e.faults.blocking import block, block_for_long, block_ready
from e2e.faults.injected import Injected
from e2e.faults.lab import ACCEPT, TUNED, Lab, NotInTime
from e2e.faults.one_machine import OneMachine
from e2e.faults.table import CUT_S, FULL_S, PUT_BACK_S, STOPPED_S, How
from e2e.faults.three_machines import ThreeMachines

END_WITHIN_S = 200.0
GONE_WITHIN_S = 10.0
PREPARED_WITHIN_S = 60.0
APPLIED_WITHIN_S = 60.0
PUT_BACK_WITHIN_S = 20.0  # after it noticed that nobody answers
ENDS_THE_STACK = ("dyno up", "everything")
ANSWER_WITHIN_S = 30.0
NAMED_WITHIN_S = 60.0
CUT_HOST = "proxy"


Injection = Callable[[Any, str, str], AbstractContextManager[Injected]]


def wait_end(lab: Lab, experiment_id: str, injected: Injected | None = None) -> None:
    """Until the experiment has ended; a stack that has ended is started again. NotInTime."""

    def has_ended() -> bool:
        begin = time.time()
        if lab.ensure_up() and injected:
            injected.over = begin
        return lab.state(experiment_id).is_final

    lab.wait(has_ended, "the end of the experiment", END_WITHIN_S)


@contextmanager
def kill(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    processes = _there(lab, target)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    if target in ENDS_THE_STACK:
        lab.process.wait(GONE_WITHIN_S)
    yield Injected()


@contextmanager
def kill_prepared(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    """As soon as all of them are there, before they serve anything."""
    asked = "select state from jobs where experiment_id = %s and purpose = 'prepare_proxy' "

    def are_there() -> bool:
        ((state,),) = lab.query(f"{asked} order by created_at desc limit 1", experiment_id)
        return state == "done"

    lab.wait(are_there, "the next round's servers", PREPARED_WITHIN_S, look_s=0.005)
    with kill(lab, target, experiment_id) as injected:
        yield injected


@contextmanager
def stop(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    processes = _there(lab, target)
    _signal(processes, signal.SIGSTOP)
    time.sleep(STOPPED_S)
    _signal(processes, signal.SIGCONT)
    yield Injected()


@contextmanager
def leave(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    yield Injected()


@contextmanager
def empty(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    with lab.broker() as broker:
        broker.flushall()
    yield Injected()


@contextmanager
def fill(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    with lab.broker() as broker:
        broker.config_set("maxmemory", 1)
        time.sleep(FULL_S)
        broker.config_set("maxmemory", 0)
    yield Injected()


@contextmanager
def cut(lab: ThreeMachines, target: str, experiment_id: str) -> Iterator[Injected]:
    lab.network.cut(CUT_HOST)
    time.sleep(CUT_S)
    lab.network.mend(CUT_HOST)
    yield Injected()


@contextmanager
def cut_for_long(lab: ThreeMachines, target: str, experiment_id: str) -> Iterator[Injected]:
    """Until the experiment pauses. The host is looked at while nobody can ask it to put anything back."""
    lab.network.cut(CUT_HOST)
    said: list[str] = []

    def has_given_up() -> bool:
        state = lab.state(experiment_id)
        return state.is_final or state is ExperimentState.QUEUED

    try:
        lab.wait(has_given_up, "the pause", END_WITHIN_S)
        lab.wait(
            lambda: lab.settings() == lab.before and not lab.running(),
            "the host putting itself back while it is cut off",
            PUT_BACK_S + PUT_BACK_WITHIN_S,
        )
    except NotInTime as error:
        left = ", ".join(process.name() for process in lab.running()) or "its settings"
        said.append(f"{error}: {left}")
    finally:
        lab.network.mend(CUT_HOST)
    yield Injected(said=said)


@contextmanager
def cut_until_ended(lab: ThreeMachines, target: str, experiment_id: str) -> Iterator[Injected]:
    lab.network.cut(CUT_HOST)
    injected = Injected()
    try:
        wait_end(lab, experiment_id)
    finally:
        lab.network.mend(CUT_HOST)
    yield injected


@contextmanager
def second_plane(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    """Another dashboard on the same hosts wants them too: it waits, says for whom, and then has its turn."""
    other, injected = lab.neighbour(), Injected()
    theirs = other.launch(only_one=True)

    def told() -> bool:
        return experiment_id in other.api.get(f"/experiments/{theirs}")["progress"]["step"]

    def is_over() -> bool:
        return lab.state(experiment_id).is_final or other.state(theirs).is_final

    lab.wait(lambda: told() or is_over(), "what the other dashboard is told", END_WITHIN_S)
    if is_over():
        injected.said.append("the other dashboard was not told who holds the hosts")
    yield injected
    wait_end(other, theirs)
    if (ended := other.state(theirs)) is not ExperimentState.FINISHED:
        injected.said.append(f"the experiment that waited is {ended}")


@contextmanager
def repeat(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    yield Injected(said=_replay(lab, experiment_id))


@contextmanager
def repeat_late(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    wait_end(lab, experiment_id)
    yield Injected(said=_replay(lab, experiment_id))


@contextmanager
def jump(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    """The clock of the load host: it says when a trial began."""
    file = lab.clock / "load"
    file.write_text(target)
    try:
        yield Injected()
    finally:
        file.unlink()


@contextmanager
def lose_state(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    """Its journal goes with it, while it says how a kernel setting was before."""
    if lab.has_settings:
        lab.wait(lambda: lab.settings()[ACCEPT] == str(TUNED), "the kernel setting", APPLIED_WITHIN_S, 0.005)
    state = lab.agent_state(target.removeprefix("agent-"))
    lost = state.rename(state.with_name(f"{state.name}-lost"))  # at once, while the agent goes on writing
    shutil.rmtree(lost, ignore_errors=True)
    yield Injected()


@contextmanager
def lose_state_and_kill(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    with lose_state(lab, target, experiment_id), kill(lab, target, experiment_id) as injected:
        yield injected


@contextmanager
def crash_loop(lab: OneMachine, target: str, experiment_id: str) -> Iterator[Injected]:
    """Until Dynoboard names the part that ends again and again; afterwards it may live."""
    said: list[str] = []

    def is_named() -> bool:
        for process in lab.processes(target):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        texts = [trouble["text"] for trouble in lab.api.get("/health")["troubles"]]
        return any(text.startswith(f"{target} ended ") for text in texts)

    try:
        lab.wait(is_named, f"{target} being named", NAMED_WITHIN_S)
    except NotInTime as error:
        said.append(str(error))
    yield Injected(said=said)


INJECTIONS: dict[How, Injection] = {
    How.KILL: kill,
    How.KILL_PREPARED: kill_prepared,
    How.STOP: stop,
    How.BLOCK: block,
    How.BLOCK_FOR_LONG: block_for_long,
    How.BLOCK_READY: block_ready,
    How.NOTHING: leave,
    How.EMPTY: empty,
    How.FULL: fill,
    How.CUT: cut,
    How.CUT_FOR_LONG: cut_for_long,
    How.CUT_UNTIL_ENDED: cut_until_ended,
    How.SECOND_PLANE: second_plane,
    How.REPEATED: repeat,
    How.LATE: repeat_late,
    How.CLOCK: jump,
    How.LOST: lose_state,
    How.LOST_AND_KILLED: lose_state_and_kill,
    How.CRASH_LOOP: crash_loop,
}


def _there(lab: OneMachine, target: str) -> list[psutil.Process]:
    processes = lab.processes(target)
    if not processes:
        raise RuntimeError(f"there is no {target} to do this to")
    return processes


def _signal(processes: list[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)


def _replay(lab: OneMachine, experiment_id: str) -> list[str]:
    """Post reports again that were taken, also with other figures; what is wrong with the answers."""
    found = lab.query(
        "select jobs.id, hosts.name from jobs join hosts on hosts.id = jobs.host_id "
        "where experiment_id = %s and jobs.report is not null",
        experiment_id,
    )
    said = []
    for job_id, host in found:
        state = lab.agent_state(host)
        token = json.loads((state / "credentials.json").read_text())["token"]
        report = json.loads((state / "jobs" / f"{job_id}.json").read_text())
        for body in (report, report, _altered(report)):
            answer = httpx.post(
                f"{lab.api.url}/api/v1/agent/reports",
                json=body,
                headers={"Authorization": f"Bearer {token}"},
                trust_env=False,
                timeout=ANSWER_WITHIN_S,
            )
            if (answer.status_code, answer.json().get("accepted")) != (200, False):
                said.append(f"a repeated report of {host} was answered {answer.status_code} {answer.text}")
    return said


def _altered(report: dict[str, Any]) -> dict[str, Any]:
    """The same job with ten times the figures, or failed where it has none."""
    if load := report.get("load"):
        figures = {name: value and value * 10 for name, value in load["figures"].items()}
        return report | {"load": load | {"figures": figures}}
    return report | {"failure": {"code": "altered", "message": "altered"}}
