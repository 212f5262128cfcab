"""Signs of the settings of an experiment's runs, worked out from its trials when it has ended."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError
from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.counters import ServerCounts
from agents.contract.kernel_counts import KernelCounts
from agents.contract.reports import Facts, PreparedSetup, Window
from agents.contract.workload import Workload
from agents.render import role_of_key
from backend.acted.observed import Counts
from backend.acted.settings import subject_of
from backend.acted.signs_of_run import SettingSign, signs_of_run
from backend.analysis.candidates.comparisons import reference_of
from backend.definition.ceiling_rules import is_search
from backend.records.diagnostics import profiles_queries
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.runs_queries import WindowsRow


def keep_signs(
    session: Session,
    experiment: Experiment,
    runs: Sequence[Run],
    trials_by_run: Mapping[str, Sequence[WindowsRow]],
) -> None:
    """Keep the signs of each run that is compared with another one."""
    if experiment.origin != Origin.MEASURED or experiment.is_calibration or is_search(experiment.definition):
        return
    calls = profiles_queries.system_calls(session, [run.id for run in runs])
    facts = _facts(experiment)
    counts = {run.id: _counts(run, experiment, trials_by_run.get(run.id, ()), calls) for run in runs}
    for run in runs:
        baseline = reference_of(experiment, run, runs)
        signs: list[SettingSign] = []
        if baseline is not None and baseline is not run and baseline.topology == run.topology:
            workload = Workload.model_validate(run.workload)
            subject = subject_of(run.knobs, baseline.knobs, run.topology, workload, facts)
            signs = signs_of_run(subject, counts[run.id], counts[baseline.id])
        run.setting_signs = [sign.model_dump(mode="json") for sign in signs]


def stored_signs(run: Run) -> list[SettingSign]:
    """Signs of a run's settings as they were worked out when its experiment ended."""
    return [SettingSign.model_validate(sign) for sign in run.setting_signs or ()]


def _facts(experiment: Experiment) -> dict[Role, Facts]:
    facts: dict[Role, Facts] = {}
    for role, entry in experiment.facts.items():
        try:
            facts[role] = Facts.model_validate(entry["facts"])  # pyright: ignore[reportArgumentType]
        except (ValidationError, KeyError):
            continue  # of an agent of another release
    return facts


def _counts(
    run: Run,
    experiment: Experiment,
    trials: Sequence[WindowsRow],
    calls: Sequence[profiles_queries.SystemCallsRow],
) -> Counts:
    role: Role = "backend" if run.topology == "direct" else "proxy"
    host_id = (experiment.facts.get(role) or {}).get("host_id")
    windows = [{id: Window.model_validate(w) for id, w in trial.windows.items()} for trial in trials]
    servers = [_servers(of, role) for of in windows]
    backends = [_servers(of, "backend") for of in windows]
    kernel = [of[host_id].kernel_counts if host_id in of else None for of in windows]
    setup = PreparedSetup.model_validate(run.prepared[role]) if role in run.prepared else None
    tls = _sum([counts.tls if counts else None for counts in kernel])
    return Counts(
        requests=_sum([trial.figures.get("requests") for trial in trials]),
        refusals=_sum([trial.errors.get("status") for trial in trials]),
        client_connections=_sum([_sum([s.accepted for s in of]) for of in servers]),
        to_backends=_sum([_sum([s.accepted for s in of]) for of in backends]),
        bytes_per_request=_bytes_per_request(trials),
        listeners=max((s.listeners for of in servers for s in of if s.listeners), default=None),
        worker_cpus=tuple(sorted(w.cpus for w in setup.workers)) if setup else (),
        kernel_tls=None if tls is None else int(tls),
        growths=_growths(kernel),
        calls=_calls(run, role, calls),
    )


def _servers(windows: Mapping[str, Window], role: Role) -> list[ServerCounts]:
    return [s for w in windows.values() for key, s in w.servers.items() if role_of_key(key) == role]


def _sum(values: Sequence[float | None]) -> float | None:
    """The sum; None where there is nothing to add, or a part is not known."""
    known_values = [value for value in values if value is not None]
    return sum(known_values) if values and len(known_values) == len(values) else None


def _bytes_per_request(trials: Sequence[WindowsRow]) -> float | None:
    sizes = [
        size / rate
        for trial in trials
        if (size := trial.figures.get("bytes_per_s")) and (rate := trial.figures.get("requests_per_s"))
    ]
    return sum(sizes) / len(sizes) if sizes else None


def _growths(kernel: Sequence[KernelCounts | None]) -> dict[str, float]:
    """Sums over all trials, of the counters that each of them has."""
    if not kernel or not all(kernel):
        return {}
    growths = [counts.growths for counts in kernel if counts]
    names = set.intersection(*(set(of) for of in growths))
    return {name: sum(of[name] for of in growths) for name in names}


def _calls(run: Run, role: Role, rows: Sequence[profiles_queries.SystemCallsRow]) -> dict[str, float] | None:
    """Calls for each request, over all diagnostics in which none was lost."""
    own_rows = [row for row in rows if row.run_id == run.id and row.role == role and not row.lost]
    requests = sum(row.requests or 0 for row in own_rows)
    if requests < 1:
        return None
    names = {name for row in own_rows for name in row.counts}
    return {name: sum(row.counts.get(name, 0) for row in own_rows) / requests for name in names}
