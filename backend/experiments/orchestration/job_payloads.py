"""What goes into the jobs of an experiment: from its rows to the contract's types."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from agents.contract.jobs import ApplyJob, MeasureJob, NginxSetup, PrepareJob, Setting, WatchJob
from agents.contract.reports import PreparedSetup, Report
from agents.contract.states import Role
from agents.contract.tools import TOOLS
from agents.contract.workload import Workload, requests_within
from agents.render import external_target, limit_of, setups
from backend.records.runs import Run, Trial

PREPARE_BASE_S, PREPARE_SETUP_S = 30.0, 2.0
APPLY_BASE_S = 20.0
COOL_S = 60.0  # TIME_WAIT lasts as long
TOOL_MARGIN_S = 30.0  # start, late answers, reading back
REQUESTS_RUN_S = 3600.0  # a load of N requests says nothing about its time


def setups_of(run: Run) -> dict[Role, NginxSetup]:
    """Role → setup of a run; the proxy's knows its backends once those are prepared."""
    backend = prepared(run, "backend")
    backends = [url.removeprefix("http://") for url in backend.urls] if backend else None
    return setups(run.knobs, run.topology, backends, key_prefix=run.id)  # pyright: ignore[reportArgumentType]


def prepared(run: Run, role: Role) -> PreparedSetup | None:
    raw = run.prepared.get(role)
    return PreparedSetup.model_validate(raw) if raw else None


def prepare(runs: Iterable[Run], roles: Sequence[Role]) -> tuple[PrepareJob, float]:
    """Everything that one host shall run for these roles, and the time that it may take, s."""
    wanted: dict[str, NginxSetup] = {}
    for run in runs:
        for role, setup in setups_of(run).items():
            if role in roles:
                wanted[setup.key] = setup
    count = sum(s.instances for s in wanted.values())
    return PrepareJob(setups=list(wanted.values())), PREPARE_BASE_S + PREPARE_SETUP_S * count


def settings_for(run: Run, roles: Iterable[Role]) -> list[Setting]:
    """What a run asks of a host with these roles; the same for two roles counts once."""
    asked = [Setting.model_validate(raw) for role in roles for raw in run.settings.get(role, [])]
    return list(dict.fromkeys(asked))


def apply(run: Run, roles: Sequence[Role]) -> tuple[ApplyJob, float]:
    """Change a host to what a run asks of it; its setups are started anew where that matters."""
    job = ApplyJob(settings=settings_for(run, roles), setups=keys_on(run, roles))
    return job, APPLY_BASE_S + PREPARE_SETUP_S * len(job.setups)


def applied(run: Run, roles: Iterable[Role], report: Report) -> dict[str, Any]:
    """Role → its settings as a host reports them after an apply job."""
    found = {a.setting: a.model_dump(mode="json") for a in report.applied}
    return {
        role: [found[s] for s in settings_for(run, [role]) if s in found]
        for role in roles
        if run.settings.get(role)
    }


def target(run: Run) -> str:
    if external := external_target(run.knobs, run.topology):  # pyright: ignore[reportArgumentType]
        return external
    role: Role = "backend" if run.topology == "direct" else "proxy"
    found = prepared(run, role)
    if not found or not found.urls:
        raise LookupError(f"run {run.id} has no address of its {role}")
    return found.urls[0]


def keys_on(run: Run, roles: Iterable[Role]) -> list[str]:
    found = (prepared(run, role) for role in roles)
    return [p.key for p in found if p]


def workload_of(run: Run, trial: Trial | None) -> Workload:
    """The load of a trial: a probe of a search for the ceiling has connections of its own."""
    workload = Workload.model_validate(run.workload)
    if trial is None or trial.connections is None:
        return workload
    return workload.model_copy(update={"connections": trial.connections})


def tool_seconds(workload: Workload) -> float:
    return float(workload.duration_s or REQUESTS_RUN_S)


def measure(
    run: Run, trial: Trial | None, roles: Iterable[Role], warm_s: int = 0
) -> tuple[MeasureJob, float]:
    """Run the tool against a run's target; with `warm_s` as a warm-up of so many seconds."""
    workload, stop_after_s = workload_of(run, None if warm_s else trial), None
    if warm_s:
        workload, stop_after_s = warming(workload, warm_s)
    cpus = run.knobs.get("pin.load")
    job = MeasureJob(
        trial_id=None if warm_s or trial is None else trial.id,
        target=target(run),
        workload=workload,
        cpus=None if cpus is None else str(cpus),
        nofile=limit_of(run.knobs, "load", "nofile"),
        nice=limit_of(run.knobs, "load", "nice"),
        watch=keys_on(run, roles),
        stop_after_s=stop_after_s,
    )
    return job, (stop_after_s or tool_seconds(workload)) + TOOL_MARGIN_S


def warming(workload: Workload, seconds: int) -> tuple[Workload, float | None]:
    """A load for so many seconds, and when the agent shall stop it: where the tool does not by itself."""
    if "duration" in TOOLS[workload.tool].ends_by:
        return workload.model_copy(update={"duration_s": seconds, "requests": None}), None
    enough = requests_within(seconds, workload.connections)
    return workload.model_copy(update={"requests": enough}), float(seconds)


def watch(run: Run, trial: Trial, roles: Iterable[Role]) -> tuple[WatchJob, float]:
    max_s = tool_seconds(Workload.model_validate(run.workload)) + TOOL_MARGIN_S
    return WatchJob(trial_id=trial.id, watch=keys_on(run, roles), max_s=max_s), max_s + 10


_DURATION = re.compile(r"(\d+)(ms|s|m)?")


def seconds(value: str | int | float) -> int:
    """Whole seconds of a warm-up, at least 1 where there is any: the tools take no less."""
    match = _DURATION.fullmatch(str(value))
    number, unit = (int(match[1]), match[2] or "s") if match else (int(float(value)), "s")
    return {"ms": -(-number // 1000), "s": number, "m": number * 60}[unit]
