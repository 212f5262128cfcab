"""Accounting of a run against another one of its experiment, read from the windows of their valid trials."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from agents.contract.reports import Window
from agents.contract.states import TrialState
from backend.analysis.hosts_at_launch import hosts_of
from backend.analysis.schemas import HostFacts
from backend.diagnostics.accounting.change import compare_parts
from backend.diagnostics.accounting.parts import TrialParts, split_trial
from backend.diagnostics.accounting.schemas import Accounting
from backend.diagnostics.accounting.words import accounting_of, without_rows
from backend.diagnostics.bottlenecks.evidence import Part
from backend.diagnostics.bottlenecks.pooling import evidence_of
from backend.diagnostics.results.profiles.views import find_sides
from backend.diagnostics.results.run_bottlenecks import measured_run
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.records.trial_rows import probe_size
from backend.statistics.rules import RULES_2
from backend.validity.evidence import machines
from backend.validity.hosts import others_s

RULES_1 = "Nothing is accounted for under rules 1."
APART = "These runs are of two experiments: no rounds of theirs belong together."
NOTHING = "No round has a valid trial of both with readings of the server."


def load_accounting(session: Session, experiment_id: str, a: str | None, b: str) -> Accounting:
    """Run B of this experiment against A or its baseline; without rows a note says why."""
    of_a, of_b = find_sides(session, experiment_id, a, b)
    experiment = experiments_queries.existing(session, experiment_id)
    if experiment.rules_version < RULES_2:
        reason = RULES_1
    elif of_a.experiment_id != of_b.experiment_id:
        reason = APART
    else:
        accounting = read_accounting(session, experiment, of_a, of_b)
        if accounting is not None:
            return accounting
        reason = NOTHING
    return without_rows(reason)


def read_accounting(session: Session, experiment: Experiment, a: Run, b: Run) -> Accounting | None:
    """Run B against A; None where no trial of both was watched."""
    sides = [_trial_parts(session, experiment, run) for run in (a, b)]
    server = "backend" if b.topology == "direct" else "proxy"
    return accounting_of(compare_parts(*sides), server, (a.name, b.name))


def _trial_parts(session: Session, experiment: Experiment, run: Run) -> list[TrialParts]:
    """Parts of a run’s valid trials; none of a search, whose load changes."""
    hosts = hosts_of(experiment.facts)
    return [
        parts
        for trial in runs_queries.trials_of_run(session, run.id)
        if trial.state == TrialState.DONE and probe_size(trial) is None and trial.windows
        if (parts := _parts(run, experiment, trial, hosts)) is not None
    ]


def _parts(run: Run, experiment: Experiment, trial: Trial, hosts: list[HostFacts]) -> TrialParts | None:
    run_of_trial = measured_run(run, experiment, [trial])
    evidence = evidence_of(run_of_trial)
    if evidence is None or evidence.target is None:
        return None
    other_cpus = _other_cpus(run_of_trial.trials[0].windows, evidence.target, hosts)
    return split_trial(evidence, other_cpus, trial.round, trial.start or 0)


def _other_cpus(windows: Mapping[str, Window], server: Part, hosts: list[HostFacts]) -> float:
    """CPUs' worth that other programs used on the machine of the server under test."""
    by_name = {host.host: windows[host.host_id] for host in hosts if host.host_id in windows}
    for machine in machines(by_name, {host.host: host.machine for host in hosts}):
        if server.host in machine.name.split(" = "):
            return others_s(machine) / max(window.seconds for window in machine.windows)
    return 0.0
