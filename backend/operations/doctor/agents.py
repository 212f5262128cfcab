"""What the doctor says of hosts, by what their agents said of them. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from agents.catalog.roles import Role
from agents.catalog.tools import TOOLS
from agents.contract.reports import Facts
from agents.contract.sandbox_parts import OFF
from agents.contract.states import HostCondition
from backend.operations.doctor.finding import Finding, fails, note, well

SKEW_S, MUCH_S = 0.5, 60.0
"""Clocks apart by more are worth a word; by more than a minute jobs expire before they begin."""


class Agent(NamedTuple):
    name: str
    roles: Sequence[Role]
    version: str
    online: bool
    condition: str
    last_seen: datetime
    unavailable: str  # why it cannot work for this dashboard; empty: it can
    missing: Sequence[str]  # programs that it lacks, each with what to do
    restore_commands: Sequence[str]  # of each unrestored setting; an empty one: there is none
    log: str  # file of an agent of `dyno up` on this machine; empty: it runs elsewhere
    facts: Facts
    skew_s: float | None  # its clock minus ours; None: not known


def look_at(agent: Agent, own_version: str, now: datetime) -> Iterator[Finding]:
    """Everything that is the matter with one agent, or that nothing is."""
    findings = [*_agent(agent, own_version, now), *_tools(agent), *_rights(agent), *_clock(agent)]
    if findings:
        yield from findings
    else:
        yield well(_about(agent), f"online, {agent.condition}, version {agent.version}")


def _about(agent: Agent) -> str:
    return f"agent {agent.name}"


def _agent(agent: Agent, own_version: str, now: datetime) -> Iterator[Finding]:
    about = _about(agent)
    if not agent.online:
        silent_s = (now - agent.last_seen).total_seconds()
        elsewhere = (
            f"On {agent.name}: `systemctl status dynoboard-agent` or its log; or remove it under Hosts"
        )
        local_advice = f"`dyno up` starts it again by itself. Its log says why it ended: {agent.log}"
        yield fails(about, f"silent for {silent_s:.0f} s", local_advice if agent.log else elsewhere)
    if agent.unavailable:
        yield fails(about, agent.unavailable, "Run the line of “Add a host” there again: it upgrades")
    elif agent.version != own_version:
        text = f"version {agent.version}, the dashboard is {own_version}"
        yield note(about, text, "Run the line of “Add a host” there again: it upgrades")
    if agent.condition == HostCondition.NEEDS_RESTORE:
        yield _needs_restore(agent)


def _needs_restore(agent: Agent) -> Finding:
    if not agent.restore_commands:
        then = "Its agent restores it when it is online again; see docs/hosts.md"
        return fails(_about(agent), "its host needs a restore, and nothing says of what", then)
    count = len(agent.restore_commands)
    commands = "; ".join(f"`{command}`" for command in agent.restore_commands if command)
    first = f"On {agent.name}, as root: {commands}. " if commands else ""
    settings = "1 setting" if count == 1 else f"{count} settings"
    text = f"its host needs a restore: {settings} could not be restored"
    return fails(_about(agent), text, f"{first}Then “Try again” on the Hosts page; docs/hosts.md says why")


def _tools(agent: Agent) -> Iterator[Finding]:
    for sentence in agent.missing:
        program, _, rest = sentence.partition(" is missing ")
        purpose, _, then = rest.partition(": ")
        yield fails(_about(agent), f"{program} is missing {purpose}", f"On {agent.name}: {then}")
    if not agent.facts.tools or "load" not in agent.roles:
        return
    for tool in TOOLS.values():
        if not tool.purpose and tool.name not in agent.facts.tools:
            then = f"Only recipes with {tool.name} need it: docs/load-tools.md says how to install it"
            yield note(_about(agent), f"{tool.name} is not installed", then)


def _rights(agent: Agent) -> Iterator[Finding]:
    parts = agent.facts.sandbox_parts
    if down := {part: reason for part, reason in parts.items() if reason not in ("", OFF)}:
        text = "the sandbox lacks " + "; ".join(f"{part} ({reason})" for part, reason in down.items())
        yield note(_about(agent), text[:300], "docs/hosts.md, “Sandbox”, says what each needs")
    if obstacle := agent.facts.abilities.profile:
        then = "Only what explains a result needs it (docs/diagnostics.md)"
        yield note(_about(agent), f"no profiles: {obstacle}", then)


def _clock(agent: Agent) -> Iterator[Finding]:
    if agent.skew_s is None or abs(agent.skew_s) < SKEW_S:
        return
    side = "ahead of" if agent.skew_s > 0 else "behind"
    text = f"its clock is {abs(agent.skew_s):.1f} s {side} the dashboard's"
    then = "Run chrony or systemd-timesyncd on both: timedatectl shows whether it does"
    yield (fails if abs(agent.skew_s) > MUCH_S else note)(_about(agent), text, then)
