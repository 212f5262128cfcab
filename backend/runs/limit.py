"""Which CPUs were busy while a run was measured: reported only when it is clear. Pure."""

from collections.abc import Mapping, Sequence

from agents.contract.cpulist import format_cpu_list, parse_cpu_list
from agents.contract.knobs import Value
from agents.contract.reports import Window
from agents.contract.states import ROLES, Role

BUSY = 0.95
PIN: dict[Role, str] = {"load": "pin.load", "proxy": "pin.proxy", "backend": "pin.origin"}
WHAT: dict[Role, str] = {"load": "the load tool", "proxy": "the proxy", "backend": "the backend"}


def limit_of(
    knobs: Mapping[str, Value],
    host_of_role: Mapping[Role, tuple[str, str]],
    trials: Sequence[Mapping[str, Window]],
) -> str | None:
    """A sentence when all CPUs that a role may use were at least 95% busy in the mean of the trials.

    `host_of_role`: role → (host id, machine); `trials`: host id → window of each valid trial.
    """
    busy: dict[tuple[str, frozenset[int]], tuple[float, list[Role]]] = {}
    for role in ROLES:
        if role not in host_of_role:
            continue
        host_id, machine = host_of_role[role]
        windows = [w for t in trials if (w := t.get(host_id)) is not None and w.cores]
        if not windows:
            continue
        cpus = _cpus(knobs, role, len(windows[0].cores))
        share = _share(windows, cpus)
        if share >= BUSY:
            busy.setdefault((machine, cpus), (share, []))[1].append(role)
    found = [_sentence(cpus, share, roles) for (_, cpus), (share, roles) in busy.items()]
    return " ".join(found) or None


def _cpus(knobs: Mapping[str, Value], role: Role, count: int) -> frozenset[int]:
    everything = frozenset(range(count))
    pin = knobs.get(PIN[role])
    return (parse_cpu_list(str(pin)) & everything) or everything if pin is not None else everything


def _share(windows: Sequence[Window], cpus: frozenset[int]) -> float:
    """The least busy of the CPUs decides: one idle CPU means room."""
    means = (sum(w.cores[c] for w in windows if c < len(w.cores)) / len(windows) for c in cpus)
    return min(means, default=0.0)


def _sentence(cpus: frozenset[int], share: float, roles: Sequence[Role]) -> str:
    plural = "s" if len(cpus) > 1 else ""
    where = f"CPU{plural} {format_cpu_list(cpus)}"
    names = [WHAT[r] for r in roles]
    if len(names) > 1:
        shared = ", ".join(names[:-1]) + f" and {names[-1]}"
        return f"{where} of {shared} {'were' if plural else 'was'} {share:.0%} busy: they compete for it."
    server = f"{names[0]} was the limit"
    what = "the load generator was the limit, not the server" if roles[0] == "load" else server
    return f"{where} of {names[0]} {'were' if plural else 'was'} {share:.0%} busy: {what}."
