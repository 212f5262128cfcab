"""Whether a testbed can run a plan: CPUs, tools, nginx and connections, by the facts of its hosts."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.catalog.knobs import knob_named, roles_of
from agents.catalog.roles import Role
from agents.catalog.tools import DEFAULT_TOOL, TOOLS
from agents.contract.jobs import Setting
from agents.contract.reports import Facts
from agents.render import external_backends, host_settings
from backend.definition.issues import Issue, Path, locate
from backend.definition.model import Definition
from backend.definition.server_facts import chosen_servers, facts_of_variant
from backend.definition.variants import ResolvedVariant, resolve_variants
from backend.errors import ProblemItem
from backend.planning import connection_room, declared_servers, held_room
from backend.planning.host_abilities import why_not
from backend.planning.missing_programs import advise
from backend.planning.nginx_features import lacks
from backend.planning.nginx_texts import unreadable_lines
from backend.planning.plan import PlannedRun
from backend.planning.servers import unavailable_servers

_Thing = tuple[str, str, str]  # whose: a kernel's or a network's; kind; name


def check_against_testbed(
    definition: Definition,
    runs: Sequence[PlannedRun],
    roles: Mapping[Role, Facts],
    hosts_with: Mapping[str, Sequence[str]] = MappingProxyType({}),
    more_load: Sequence[Facts] = (),
) -> list[ProblemItem]:
    """Everything that would fail on these hosts. `roles` are the facts of the testbed's host in each role,
    `more_load` those of its further load hosts; `hosts_with`: server → all hosts that have it."""
    load_hosts = 1 + len(more_load)
    issues = [
        *_issues(definition, runs, roles, load_hosts),
        *_host_counts(definition, load_hosts),
        *unavailable_servers(definition, roles, hosts_with),
    ]
    used_hosts = used_load_hosts(definition, load_hosts)
    for number, facts in enumerate(more_load[: used_hosts - 1], 2):
        for path, text in _issues(definition, runs, {**roles, "load": facts}, load_hosts):
            if (path, text) not in issues:
                issues.append((path, f"load host {number}: {text}"))
    return locate(issues, {})


def used_load_hosts(definition: Definition, available: int) -> int:
    """Number of load hosts that an experiment uses of a testbed with so many: the first ones."""
    return max(workload.host_count(available) for workload in definition.workloads)


def _host_counts(definition: Definition, load_hosts: int) -> Iterator[Issue]:
    """Workloads for more load hosts than there are, or with fewer connections than these need."""
    for i, workload in enumerate(definition.workloads):
        if workload.hosts != "all" and workload.hosts > load_hosts:
            host_words = "1 load host" if load_hosts == 1 else f"{load_hosts} load hosts"
            text = f"the testbed has {host_words}; ask for fewer, or give it more on the Hosts page"
            yield (("workloads", i, "hosts"), text)
        elif problem := workload.unshareable(workload.host_count(load_hosts)):
            yield (("workloads", i, "connections"), problem)


def _issues(
    definition: Definition, runs: Sequence[PlannedRun], roles: Mapping[Role, Facts], load_hosts: int
) -> list[Issue]:
    return [
        *_missing_roles(runs, roles),
        *_settings(definition, roles),
        *declared_servers.issues(definition, roles),
        *_abilities(definition, roles),
        *(clash for variant in resolve_variants(definition) for clash in setting_clashes(variant, roles)),
        *unreadable_lines(definition, roles),
        *_tools(definition, roles, load_hosts),
        *_sites(definition, runs, roles),
        *_nginx(runs, roles),
        *connection_room.issues(definition, runs, roles, load_hosts),
        *held_room.issues(definition, runs, roles),
        *_own_servers(definition, roles),
        *unmet_boot_parameters(definition, roles),
    ]


def _used_roles(runs: Sequence[PlannedRun]) -> dict[Role, PlannedRun]:
    """Each role that is needed, with the first run that needs it."""
    run_of_role: dict[Role, PlannedRun] = {}
    for run in runs:
        for role in roles_of(run.knobs, run.topology):
            run_of_role.setdefault(role, run)
    return run_of_role


def _missing_roles(runs: Sequence[PlannedRun], roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    for role, run in _used_roles(runs).items():
        if role not in roles:
            text = f"the testbed has no {role} host, which the topology {run.topology} of “{run.name}” needs"
            yield (("testbed",), text)


def _settings(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """CPUs that a host does not have, named once for each place that asks for them."""
    settings: dict[Path, tuple[str, str]] = {}
    for variant in resolve_variants(definition):
        for name, place in variant.places.items():
            settings[place] = (name, str(variant.knobs[name]))
    for place, (name, value) in settings.items():
        knob = knob_named(name)
        facts = roles.get(knob.role)
        if facts is None or knob.type not in ("cpu_list", "affinity"):
            continue
        online = parse_cpu_list(facts.online_cpus)
        beyond = (parse_cpu_list(value) if knob.type == "cpu_list" else _of_masks(value)) - online
        if beyond:
            missing, has = format_cpu_list(beyond), format_cpu_list(online)
            yield (place, f"{name}: the {knob.role} host has no CPU {missing}; it has {has}")


def _abilities(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """Values that a host does not let its agent set, or that its nginx does not know."""
    for variant in resolve_variants(definition):
        facts_by_role = facts_of_variant(variant.knobs, roles)
        for name, place in variant.places.items():
            knob, value = knob_named(name), variant.knobs[name]
            answers_itself = knob.answers and variant.topology == "proxy_only"
            role: Role = "proxy" if answers_itself else knob.role
            facts = facts_by_role.get(role)
            reason = (why_not(name, value, facts) or lacks(knob, value, facts, role)) if facts else None
            if reason:
                yield (place, f"{name}: {reason}")


def _own_servers(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """Only servers that an operator has named to the agent that would talk to them."""
    for variant in resolve_variants(definition):
        role: Role = "load" if variant.topology == "direct" else "proxy"
        facts = roles.get(role)
        for address in external_backends(variant.knobs):
            if facts is not None and address not in facts.origins:
                text = (
                    f"origin.address: the {role} host may not talk to {address}; "
                    f"if it is a server of yours, start the agent there with --origins {address}"
                )
                yield (variant.places["origin.address"], text)


def _of_masks(masks: str) -> frozenset[int]:
    """The CPUs in nginx's bit masks, whose last digit is CPU 0: `01 10` → {0, 1}."""
    words = [word for word in masks.split() if word != "auto"]
    return frozenset(i for word in words for i, bit in enumerate(reversed(word)) if bit == "1")


def _tools(definition: Definition, roles: Mapping[Role, Facts], load_hosts: int) -> Iterator[Issue]:
    load = roles.get("load")
    if load is None:
        return
    for i, workload in enumerate(definition.workloads):
        if workload.tool not in load.tools:
            has = ", ".join(sorted(load.tools)) or "no load tool"
            text = f"{workload.tool} is not installed on the load host; it has {has}"
            if TOOLS[workload.tool].packages:
                text += f". On its host: {advise(load, workload.tool)}, then start the agent again"
            elif build := TOOLS[workload.tool].build:
                text += f". Build it there with Go and start its agent again: {build}"
            yield (("workloads", i, "tool"), text)
        if workload.rate_share and DEFAULT_TOOL not in load.tools:
            text = f"a rate in percent needs {DEFAULT_TOOL} on the load host, to find the baseline's ceiling"
            yield (("workloads", i, "rate"), f"{text}; install it, or give requests per second")
        if workload.mix and load.abilities.mix:
            yield (("workloads", i, "mix"), f"the load host cannot send a mix: {load.abilities.mix}")
        if workload.processes > 1 and load.abilities.generators:
            yield (("workloads", i, "processes"), f"the load host: {load.abilities.generators}")
        if workload.host_count(load_hosts) > 1 and load.abilities.fire:
            yield (("workloads", i, "hosts"), f"the load host: {load.abilities.fire}")


def _sites(
    definition: Definition, runs: Sequence[PlannedRun], roles: Mapping[Role, Facts]
) -> Iterator[Issue]:
    """Workloads whose pages an older agent cannot make."""
    servers = {"proxy" if run.topology == "proxy_only" else "backend" for run in runs}
    for i, workload in enumerate(definition.workloads):
        for role, facts in roles.items():
            if workload.site and role in servers and facts.abilities.site:
                yield (("workloads", i, "site"), f"the {role} host makes no pages: {facts.abilities.site}")


def _nginx(runs: Sequence[PlannedRun], roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    for role, facts in roles.items():
        needs_nginx = any(
            role in roles_of(run.knobs, run.topology) and role not in chosen_servers(run.knobs)
            for run in runs
        )
        if role != "load" and needs_nginx and facts.nginx is None:
            state = "does not run on" if facts.nginx_error else "is not installed on"
            joint = ": " if facts.nginx_error else ". On it: "
            text = f"nginx {state} the {role} host{joint}{advise(facts, 'nginx')}"
            yield (("testbed",), f"{text}, then start the agent again")


def unmet_boot_parameters(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """Yield boot parameters that a kernel command line lacks: no agent can set them. `roles`: host facts."""
    for role, parameters in definition.require.items():
        facts = roles.get(role)
        if facts is None:
            yield (("require", role), f"the testbed has no {role} host, so {parameters[0]} cannot be there")
            continue
        words = str(facts.more.get("kernel_command_line", "")).split()
        for i, parameter in enumerate(parameters):
            if not _was_booted_with(parameter, words):
                yield (("require", role, i), _boot_sentence(parameter, words, role))


def _was_booted_with(parameter: str, words: list[str]) -> bool:
    """`isolcpus=1` wants that word; `nohz_full` wants the parameter with any value."""
    if "=" in parameter:
        return parameter in words
    return any(word.partition("=")[0] == parameter for word in words)


def _boot_sentence(parameter: str, words: list[str], role: Role) -> str:
    name = parameter.partition("=")[0]
    present_word = next((word for word in words if word.partition("=")[0] == name), None)
    has = f"it was booted with {present_word}" if present_word else f"it was booted without {name}"
    return f"the {role} host must be booted with {parameter}; {has}"


def setting_clashes(variant: ResolvedVariant, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """One issue for each second value that one kernel or network would get, at the knob that asks for it."""
    first: dict[_Thing, tuple[str, Setting]] = {}
    for name, place in variant.places.items():
        knob = knob_named(name)
        facts = roles.get(knob.role)
        if (
            knob.setting is None
            or facts is None
            or knob.role not in roles_of(variant.knobs, variant.topology)
        ):
            continue
        shares_network = knob.scope == "namespace" and facts.namespace
        owner, noun = (facts.namespace, "network") if shares_network else (facts.machine, "kernel")
        for setting in host_settings({name: variant.knobs[name]}, variant.topology).get(knob.role, []):
            thing = (owner, setting.kind, setting.name)
            other_name, before = first.setdefault(thing, (name, setting))
            if before.value != setting.value:
                yield (place, _clash_text(name, setting, other_name, before, noun))


def _clash_text(name: str, setting: Setting, other_name: str, before: Setting, noun: str) -> str:
    roles = f"{knob_named(other_name).role} and {knob_named(name).role}"
    hosts = f"the {roles} hosts share one {noun}"
    return f"{name}: {hosts}, so it cannot be {setting.value} here and {before.value} for {other_name}"
