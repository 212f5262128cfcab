"""Bottlenecks of an experiment's runs: worked out from the windows of their valid trials."""

from collections.abc import Sequence
from typing import cast

from agents.catalog.roles import ROLES, Role, Topology
from agents.contract.reports import PreparedSetup, Window
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.analysis.hosts_at_launch import hosts_of
from backend.diagnostics.bottlenecks import Bottleneck, HostAt, Measured, MeasuredTrial, find_bottlenecks
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.records.runs_queries import WindowsRow
from backend.records.trial_rows import probe_size


def bottlenecks_of_run(
    run: Run, experiment: Experiment, trials: Sequence[Trial | WindowsRow]
) -> list[Bottleneck]:
    """`trials`: those of the run; of a search the valid ones with the largest load speak for it."""
    valid = [t for t in trials if t.state == TrialState.DONE]
    most = max((size for t in valid if (size := probe_size(t)) is not None), default=None)
    valid = [t for t in valid if probe_size(t) == most]
    connections = valid[0].connections if valid else None
    return find_bottlenecks(measured_run(run, experiment, valid, connections), experiment.rules_version)


def measured_run(
    run: Run, experiment: Experiment, trials: Sequence[Trial | WindowsRow], connections: int | None = None
) -> Measured:
    """A run as it was, with these valid trials; `connections` in place of the workload's."""
    setups: dict[Role, PreparedSetup] = {
        r: PreparedSetup.model_validate(run.prepared[r]) for r in ROLES if r in run.prepared
    }
    target = setups.get("backend" if run.topology == "direct" else "proxy")
    cpus: dict[Role, list[str]] = {role: [w.cpus for w in setup.workers] for role, setup in setups.items()}
    workload = Workload.model_validate(run.workload)
    if connections is not None:
        workload = workload.model_copy(update={"connections": connections})
    return Measured(
        workload=workload,
        topology=cast("Topology", run.topology),
        knobs=run.knobs,
        hosts=[
            HostAt(h.role, h.host_id, h.host, h.machine, h.network, h.cpus)
            for h in hosts_of(experiment.facts)
        ],
        trials=[MeasuredTrial(windows_of(t), t.figures, t.start or 0) for t in trials],
        cpus=cpus,
        nofile=_whole(target.effective.get("nofile")) if target else None,
    )


def stored_bottlenecks(run: Run) -> list[Bottleneck]:
    """Limits of a run as they were worked out when its experiment ended."""
    return [Bottleneck.model_validate(bottleneck) for bottleneck in run.bottlenecks or ()]


def windows_of(trial: Trial | WindowsRow) -> dict[str, Window]:
    return {host_id: Window.model_validate(w) for host_id, w in trial.windows.items()}


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None
