"""CPU time that other processes take from the measured CPUs is missing there, and varies from trial to trial.

Only the CPUs that the experiment's processes may use count. Dynoboard's own parts (API, worker, agents) are
others too; its server is named with the number of open pages, because it works for their readers. Time in
interrupts counts for nobody, because most of it is the traffic itself.
"""

from collections import Counter
from collections.abc import Iterator

from backend.validity.evidence import Evidence, Machine
from backend.validity.rule import Hit, Rule

SHARE = 0.05
_MAX_NAMES = 3


def check(evidence: Evidence) -> Iterator[Hit]:
    for machine in evidence.machines:
        share = others_s(machine) / machine.cpu_capacity_s if machine.cpu_capacity_s else 0.0
        if share >= SHARE:
            names = _name_processes(machine, evidence.readers)
            yield Hit(f"other processes used {share:.0%} of the CPU on {machine.name}{names}", share)


def others_s(machine: Machine) -> float:
    """CPU seconds of others: what their processes say, within what the CPUs say.

    Kernels differ in whether a process is charged for interrupts that it served, hence the bounds.
    Processes that ended in between are in the lower bound only.
    """
    most = max(0.0, machine.busy_s - machine.own_s)
    least = max(0.0, most - machine.kernel_s)
    return min(most, max(least, sum(p.cpu_s for p in machine.other_processes)))


def _name_processes(machine: Machine, readers: int) -> str:
    by_name: Counter[str] = Counter()
    for process in machine.other_processes:
        name = _server(readers) if process.of_server else process.name
        by_name[name] += process.cpu_s / machine.cpu_capacity_s  # pyright: ignore[reportArgumentType]
    names = [f"{name} {share:.0%}" for name, share in by_name.most_common(_MAX_NAMES) if share >= 0.005]
    return f": {', '.join(names)}" if names else ""


def _server(readers: int) -> str:
    pages = f", for {readers} open page{'s' if readers > 1 else ''}," if readers else ""
    return f"Dynoboard's own server{pages}"


RULE = Rule(
    code="other_cpu",
    level="suspect",
    title="CPU used by others",
    sentence="Other processes leave the measured CPUs alone.",
    limit="below 5%",
    threshold=SHARE,
    check=check,
)
