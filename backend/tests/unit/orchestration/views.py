"""Views of one experiment for tests of `step`: three hosts, two runs, in the middle of a measurement."""

from collections.abc import Iterable
from typing import Any

from agents.catalog.roles import ROLES, Role
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.execution.orchestration.view import HostView, JobView, RunView, TrialView, View
from backend.records.job_purpose import JobPurpose

WHY = Failure(code="nginx_test", message="it did not work", host="proxy", log="the end of a log")


def host(name: str, *roles: Role, **changes: Any) -> HostView:
    wanted: Any = frozenset(roles or (name,))
    return HostView(**{"id": name, "name": name, "roles": wanted, "free": False, "is_held": True} | changes)


def hosts(**changes: dict[str, Any]) -> tuple[HostView, ...]:
    """The hosts load, proxy and backend; `proxy={"online": False}` changes one."""
    return tuple(host(name, **changes.get(name, {})) for name in ROLES)


def run(id: str, ready: bool = True, **changes: Any) -> RunView:
    roles: Any = frozenset(("proxy", "backend"))
    base = {"id": id, "position": 0, "roles": roles, "prepared": roles if ready else frozenset()}
    base |= {"is_warmed_up": ready, "state": RunState.READY if ready else RunState.WAITING}
    return RunView(**base | changes)


def trial(id: str = "t1", run_id: str = "a", state: TrialState = TrialState.QUEUED) -> TrialView:
    return TrialView(id, run_id, 1, 1, 1, state)


def job(name: str, state: JobState = JobState.SENT, host_id: str = "", **changes: Any) -> JobView:
    purpose = JobPurpose(name)
    at = host_id or {"prepare_backend": "backend", "prepare_proxy": "proxy"}.get(purpose, "load")
    if isinstance(changes.get("covers"), list):
        changes["covers"] = frozenset(changes["covers"])
    if state in (JobState.FAILED, JobState.LOST):
        changes.setdefault("failure", WHY)
    return JobView(**{"id": f"{purpose}-{at}", "purpose": purpose, "host_id": at, "state": state} | changes)


def measuring(measure: JobState, watch: JobState, *more: JobView, **changes: Any) -> View:
    """A trial with its load tool on `load` and a watch on `proxy`."""
    jobs = (
        job("watch", watch, "proxy", trial_id="t1"),
        job("measure", measure, trial_id="t1"),
        *more,
    )
    return view(jobs=jobs, **{"trials": (trial(state=TrialState.MEASURING), trial("t2", "b"))} | changes)


def view(jobs: Iterable[JobView] = (), **changes: Any) -> View:
    base: dict[str, Any] = {
        "state": ExperimentState.RUNNING,
        "hosts": hosts(),
        "runs": (run("a", is_baseline=True), run("b")),
        "trials": (trial(), trial("t2", "b")),
        "jobs": tuple(jobs),
    }
    return View(**base | changes)
