"""What was effective while a run was measured: setups, nginx.conf, CPU time and memory."""

from collections.abc import Sequence

from agents.catalog.roles import ROLES, Role
from agents.contract.counters import ServerMemory
from agents.contract.kernel_counts import KernelCounts
from agents.contract.reports import AppliedSetting, PreparedSetup, Window
from agents.contract.states import TrialState
from agents.render import role_of_key
from backend.analysis.schemas import HostFacts
from backend.definition.placeholders import placeholder_conf, role_under_test
from backend.diagnostics.bottlenecks.roles import PIN
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run, Trial
from backend.runs.schemas import EffectiveSetup, RunMemory


def read_setups(run: Run) -> dict[Role, PreparedSetup]:
    """Role → setup as its agent reported it; empty before it was prepared."""
    return {role: PreparedSetup.model_validate(run.prepared[role]) for role in ROLES if role in run.prepared}


def of_last_start(run: Run, key: str) -> str:
    """The key that the same server has in the run's last start: trials of earlier ones name theirs."""
    role = role_of_key(key)
    return run.prepared[role]["key"] if role in run.prepared else key


def read_settings(run: Run) -> dict[Role, list[AppliedSetting]]:
    """Role → what its host was changed to for this run, as read back."""
    return {
        role: [AppliedSetting.model_validate(raw) for raw in run.applied[role]]
        for role in ROLES
        if role in run.applied
    }


def setups_of(run: Run, hosts: Sequence[HostFacts]) -> list[EffectiveSetup]:
    names = {h.role: h.host for h in hosts}
    return [
        EffectiveSetup(
            **dict(setup), role=role, host=names.get(role, ""), cpus_asked=_text(run.knobs.get(PIN[role]))
        )
        for role, setup in read_setups(run).items()
    ]


def conf_of(run: Run, experiment: Experiment) -> str:
    """The nginx.conf under test with stand-ins, so that two runs differ only in settings.

    Empty for an imported run, whose server is known by some settings only, unless it came with its text.
    """
    if experiment.origin == Origin.IMPORTED and "nginx.conf" not in run.knobs:
        return ""
    return placeholder_conf(run.knobs, run.topology)  # pyright: ignore[reportArgumentType]


def cpu_per_request(run: Run, trials: Sequence[Trial]) -> dict[str, float]:
    """Role → CPU seconds for one request: the mean over valid trials, of processes of this run only."""
    keys: dict[str, str] = {"load": "load"} | {role: setup.key for role, setup in read_setups(run).items()}
    under_test = role_under_test(run.topology)
    seconds_per_request: dict[str, list[float]] = {}
    for trial in trials:
        requests = trial.figures.get("requests")
        if trial.state != TrialState.DONE or not requests:
            continue
        cpu_s_of: dict[str, float] = {}
        for raw in trial.windows.values():  # several load hosts have a window each
            for key, seconds in Window.model_validate(raw).own_cpu_s.items():
                last_key = of_last_start(run, key)
                cpu_s_of[last_key] = cpu_s_of.get(last_key, 0.0) + seconds
        for role, key in keys.items():
            seconds = cpu_s_of[key] / requests if key in cpu_s_of else None
            if role == under_test:
                seconds = trial.figures.get("cpu_s_per_request")
            if seconds is not None:
                seconds_per_request.setdefault(role, []).append(seconds)
    return {role: sum(values) / len(values) for role, values in seconds_per_request.items()}


def memory_of(run: Run, trials: Sequence[Trial]) -> RunMemory:
    """Memory of the server under test beside its metrics: means over valid trials."""
    role = role_under_test(run.topology)
    key = run.prepared[role]["key"] if role in run.prepared else ""
    values: dict[str, list[float]] = {name: [] for name in RunMemory.model_fields}
    for trial in trials:
        if trial.state == TrialState.DONE:
            for raw in trial.windows.values():
                for name, value in _memory_values(run, Window.model_validate(raw), key).items():
                    values[name].append(value)
    means = {name: sum(of) / len(of) if of else None for name, of in values.items()}
    return RunMemory(**means)


def _memory_values(run: Run, window: Window, key: str) -> dict[str, float]:
    """Sizes that the host of the server under test read; nothing from other hosts."""
    servers = {of_last_start(run, name): server for name, server in window.servers.items()}
    if key not in servers:
        return {}
    memory, kernel = servers[key].memory or ServerMemory(), window.kernel_counts or KernelCounts()
    sizes = {"idle_bytes": memory.idle_bytes, "socket_bytes": kernel.socket_bytes}
    return {name: size for name, size in sizes.items() if size is not None}


def _text(value: object) -> str | None:
    return None if value is None else str(value)
