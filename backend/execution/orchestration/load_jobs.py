"""Jobs for the load tool: to warm a run up, and to measure it."""

import math
from collections.abc import Iterable, Sequence

from agents.catalog.roles import Role
from agents.catalog.tool import opening_s, requests_within
from agents.catalog.tools import TOOLS
from agents.contract.diagnostics import DiagnosticOrder
from agents.contract.generators.shares import rotate
from agents.contract.jobs import MeasureJob
from agents.contract.workload import Workload
from agents.render import limit_of
from agents.render.load import load_of
from backend.execution.orchestration.run_setups import held_targets, keys_on, target
from backend.mix_sequence import sequence_of
from backend.records.runs import AnyTrial, Run, Trial

TOOL_MARGIN_S = 50.0  # a target that is silent at first, start, late answers, reading back
READY_S = 30.0  # until several generators are ready
FIRED_S = 60.0  # until those of all hosts are, and are told to begin
DIAGNOSTIC_STOP_S = 60.0
DIAGNOSTIC_READ_S = 120.0  # from the end of the load until what perf recorded is read, of several servers
REQUESTS_RUN_S = 3600.0  # a load of N requests does not say how long it takes


def measure(run: Run, trial: Trial, roles: Iterable[Role], seed: int) -> tuple[MeasureJob, float]:
    """The job of one trial, for a host with these roles, and its timeout in seconds."""
    workload = workload_of(run, trial)
    return _job(run, roles, workload, seed, trial_id=trial.id), tool_seconds(workload) + TOOL_MARGIN_S


def warm_up(run: Run, roles: Iterable[Role], seconds: float, seed: int) -> tuple[MeasureJob, float]:
    """The same load for so many seconds, not measured, and its timeout in seconds."""
    job, timeout_s = warm_trial(run, roles, seconds, seed)
    ramp_s = job.workload.hold.max_ramp_s if job.workload.hold else 0
    return job.model_copy(update={"held_targets": []}), timeout_s - ramp_s


def warm_trial(run: Run, roles: Iterable[Role], seconds: float, seed: int) -> tuple[MeasureJob, float]:
    """The same before a trial: it also opens the connections that the trial needs to be held."""
    workload, stop_after_s = warming(Workload.model_validate(run.workload), seconds)
    job = _job(run, roles, workload, seed, stop_after_s=stop_after_s)
    ramp_s = workload.hold.max_ramp_s if workload.hold else 0
    return job, (stop_after_s or tool_seconds(workload)) + ramp_s + TOOL_MARGIN_S


def ceiling_trial(run: Run, roles: Iterable[Role], load: Workload, seed: int) -> tuple[MeasureJob, float]:
    """The job that sends this load once, as no trial, and its timeout in seconds."""
    return _job(run, roles, load, seed), tool_seconds(load) + TOOL_MARGIN_S


def diagnostic(
    run: Run, trial_id: str, roles: Iterable[Role], order: DiagnosticOrder, workload: Workload, seed: int
) -> tuple[MeasureJob, float]:
    """The job of a diagnostic, and its timeout in seconds. A tool without a duration is stopped."""
    stop_after_s = None if workload.duration_s else DIAGNOSTIC_STOP_S
    job = _job(run, roles, workload, seed, trial_id, stop_after_s, order)
    return job, (stop_after_s or tool_seconds(workload)) + TOOL_MARGIN_S + DIAGNOSTIC_READ_S


def spread(
    job: MeasureJob, run: Run, roles_of_hosts: Sequence[Sequence[Role]], is_fired: bool
) -> list[MeasureJob]:
    """The part of each of several load hosts, told by their roles; `is_fired`: they begin together."""
    shares = job.workload.host_shares(len(roles_of_hosts))
    threads = len(shares) * job.workload.host_threads
    return [
        job.model_copy(
            update={
                "workload": share,
                "sequence": list(rotate(job.sequence, number, threads)),
                "watch": keys_on(run, roles),
                "held_targets": job.held_targets if share.hold else [],
                "is_fired": is_fired and len(shares) > 1,
            }
        )
        for number, (share, roles) in enumerate(zip(shares, roles_of_hosts, strict=True))
    ]


def _job(
    run: Run,
    roles: Iterable[Role],
    workload: Workload,
    seed: int,
    trial_id: str | None = None,
    stop_after_s: float | None = None,
    order: DiagnosticOrder | None = None,
) -> MeasureJob:
    cpus = run.knobs.get("pin.load")
    return MeasureJob(
        trial_id=trial_id,
        target=target(run),
        workload=load_of(workload, run.knobs).model_copy(update={"rate_share": None}),
        sequence=sequence_of(workload.mix, workload.order, seed) if workload.mix else [],
        cpus=None if cpus is None else str(cpus),
        nofile=limit_of(run.knobs, "load", "nofile"),
        nice=limit_of(run.knobs, "load", "nice"),
        watch=keys_on(run, roles),
        stop_after_s=stop_after_s,
        diagnostic=order,
        held_targets=held_targets(run) if workload.hold else [],
    )


def workload_of(run: Run, trial: AnyTrial) -> Workload:
    """The load of a trial: a probe of a search for the ceiling has connections or a rate of its own."""
    sizes = {"connections": trial.connections, "rate": trial.rate}
    changes = {name: size for name, size in sizes.items() if size is not None}
    return Workload.model_validate(run.workload).model_copy(update=changes)


def tool_seconds(workload: Workload) -> float:
    """Seconds that the load tool may run, its connections opened and closed."""
    ready_s = READY_S if workload.processes > 1 else 0.0
    ready_s += FIRED_S if workload.hosts != 1 else 0.0
    return ready_s + (workload.duration_s or REQUESTS_RUN_S) + opening_s(workload.connections)


def warming(workload: Workload, seconds: float) -> tuple[Workload, float | None]:
    """A load for so many seconds; and when the agent has to stop it, where the tool cannot."""
    if "duration" in TOOLS[workload.tool].ends_by:
        whole = math.ceil(seconds)
        load = workload.model_copy(update={"duration_s": whole, "requests": None})
        return load, None if whole == seconds else seconds
    enough = requests_within(math.ceil(seconds), workload.connections)
    return workload.model_copy(update={"requests": enough}), float(seconds)
