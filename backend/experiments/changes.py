"""What an experiment starts and changes on each host, in sentences. Pure."""

from collections.abc import Iterator, Mapping

from agents.contract.states import ROLES_OF_TOPOLOGY, Role
from agents.render import setups
from backend.experiments.plan import Plan
from backend.experiments.schemas import HostChange
from backend.hosts.models import Host

PUT_BACK = "All of it is stopped and removed at the end; the host's own nginx and files are not touched."


def host_changes(plan: Plan, hosts: Mapping[Role, Host]) -> list[HostChange]:
    """One entry for each role of the testbed."""
    return [
        HostChange(role=role, host=host.name, changes=list(_sentences(plan, role)))
        for role, host in hosts.items()
    ]


def _sentences(plan: Plan, role: Role) -> Iterator[str]:
    runs = [r for r in plan.runs if role in ROLES_OF_TOPOLOGY[r.topology]]
    if not runs:
        yield "Held while the experiment runs, so that nothing disturbs it; nothing is started."
        return
    yield from _load(plan) if role == "load" else _servers(plan, role)
    pin = {"load": "pin.load", "proxy": "pin.proxy", "backend": "pin.origin"}[role]
    pinned = sorted({str(r.knobs[pin]) for r in runs if pin in r.knobs})
    if pinned:
        what = "The load tool" if role == "load" else "Its processes"
        count = sum(1 for r in runs if pin in r.knobs)
        yield f"{what} may use only CPUs {' or '.join(pinned)} in {count} of {len(runs)} runs."
    if role != "load":
        yield PUT_BACK


def _load(plan: Plan) -> Iterator[str]:
    for tool in sorted({r.workload.tool for r in plan.runs}):
        mine = {r.position for r in plan.runs if r.workload.tool == tool}
        count = sum(1 for t in plan.trials if t.run in mine)
        yield f"{tool} runs {count} times, one at a time; nothing else is changed."


def _servers(plan: Plan, role: Role) -> Iterator[str]:
    found = {}
    for run in plan.runs:
        # As at launch: the server under test is each run's own, other backends are shared.
        for name, setup in setups(run.knobs, run.topology, key_prefix=f"run{run.position}").items():
            if name == role:
                found[setup.key] = setup
    count = sum(s.instances for s in found.values())
    what = "nginx under test" if role == "proxy" else "nginx that answers"
    plural = f"{count} instances of" if count > 1 else "1 instance of"
    yield f"Starts {plural} {what} on free ports, with files in the agent's own directory."
    if any(s.log_target == "memory" for s in found.values()):
        yield "Access logs of some runs are written to memory (tmpfs)."
