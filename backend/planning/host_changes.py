"""Starts and changes of an experiment on each host, in sentences. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel, Field

from agents.catalog.knobs import roles_of
from agents.catalog.roles import Role
from agents.catalog.server_names import DEFAULT_SERVER
from agents.contract.jobs import NginxSetup, Setting
from agents.render import setups
from backend.planning.plan import Plan, PlannedRun
from backend.presentation.words import join_words, plural

PUT_BACK = "All of it is stopped and removed at the end; the host's own nginx and files are not touched."


class HostChange(BaseModel):
    role: Role
    host: str
    changes: list[str] = Field(description="sentences: what is started or changed there, and put back")


def host_changes(plan: Plan, hosts: Iterable[tuple[Role, str]]) -> list[HostChange]:
    """One entry for each role of the testbed with the name of its host."""
    return [HostChange(role=role, host=name, changes=list(_sentences(plan, role))) for role, name in hosts]


def _sentences(plan: Plan, role: Role) -> Iterator[str]:
    runs = [r for r in plan.runs if role in roles_of(r.knobs, r.topology)]
    if not runs:
        yield "Held while the experiment runs; nothing is started."
        return
    yield from _load(plan) if role == "load" else _servers(plan, role)
    pin = {"load": "pin.load", "proxy": "pin.proxy", "backend": "pin.origin"}[role]
    cpu_lists = sorted({str(r.knobs[pin]) for r in runs if pin in r.knobs})
    if cpu_lists:
        subject = "The load tool" if role == "load" else "Its processes"
        count = sum(1 for r in runs if pin in r.knobs)
        yield f"{subject} may use only CPUs {' or '.join(cpu_lists)} in {count} of {len(runs)} runs."
    yield from _settings(runs, role)
    if role != "load":
        yield PUT_BACK


def _settings(runs: list[PlannedRun], role: Role) -> Iterator[str]:
    """One sentence for each value of the host that some run changes."""
    counts: dict[str, int] = {}
    for run in runs:
        for setting in run.settings.get(role, []):
            text = words_of(setting)
            counts[text] = counts.get(text, 0) + 1
    for text, count in counts.items():
        yield f"Changes the host: {text} in {count} of {len(runs)} runs; restored after them."


def words_of(setting: Setting) -> str:
    """“net.core.somaxconn = 1024”, “interrupts of eth0* to CPUs 0-1”."""
    match setting.kind:
        case "irq_affinity":
            return f"interrupts of {setting.name} to CPUs {setting.value}"
        case "irqbalance":
            return f"irqbalance {setting.value}"
        case "governor":
            return f"CPU governor {setting.value}"
        case _:
            return f"{setting.name} = {setting.value}"


def _load(plan: Plan) -> Iterator[str]:
    for tool in sorted({r.workload.tool for r in plan.runs}):
        yield f"Runs {tool}, one trial at a time."


def servers(runs: Sequence[PlannedRun], role: Role) -> list[NginxSetup]:
    """Servers started in a role: each run has its own, each of its instances a port."""
    setups_of_role = (setups(run.knobs, run.topology).get(role) for run in runs)
    return [setup for setup in setups_of_role if setup]


def _servers(plan: Plan, role: Role) -> Iterator[str]:
    setups_of_role = servers(plan.runs, role)
    counts: Counter[str] = Counter()
    for setup in setups_of_role:
        counts[setup.server or DEFAULT_SERVER] += setup.instances
    instances = join_words([f"{plural(count, 'instance')} of {name}" for name, count in counts.items()])
    purpose = "under test" if role == "proxy" else "to answer requests"
    rounds = plan.rounds_per_start
    anew = {0: "", 1: ", anew for each round"}.get(rounds, f", anew every {rounds} rounds")
    yield f"Starts {instances} {purpose} on free ports{anew}, with files in the agent's own directory."
    if any(s.log_target == "memory" for s in setups_of_role):
        yield "Access logs of some runs are written to memory (tmpfs)."
