"""Whether variants fit the servers that are no nginx, by what their hosts have declared. Pure."""

from collections.abc import Iterator, Mapping

from agents.catalog.knobs import knob_named, roles_of
from agents.catalog.roles import Role
from agents.catalog.server_names import DEFAULT_SERVER, KNOB_OF_ROLE, PARAMS_OF, TEXT, server_of
from agents.contract.reports import Facts
from agents.contract.servers import DeclaredFacts, ServerFacts
from agents.render import tls_key
from backend.definition.issues import Issue
from backend.definition.model import Definition
from backend.definition.server_facts import is_of_nginx, server_named
from backend.definition.variants import ResolvedVariant, resolve_variants


def issues(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """Each knob that a variant's server does not have, and each that it lacks."""
    for variant in resolve_variants(definition):
        for role in set(KNOB_OF_ROLE).intersection(roles_of(variant.knobs, variant.topology), roles):
            name = server_of(variant.knobs, role)
            server = server_named(roles[role], name)
            if name == DEFAULT_SERVER or server:
                yield from _unfit_knobs(variant, role, server)
            if server and server.declaration:
                yield from _lacking_knobs(variant, role, server, server.declaration)
                yield from _unfit_workloads(definition, variant, role, server)


def _unfit_knobs(variant: ResolvedVariant, role: Role, server: ServerFacts | None) -> Iterator[Issue]:
    declaration, subject = (server.declaration, server.name) if server else (None, "nginx")
    for name, place in variant.places.items():
        if name.startswith(PARAMS_OF[role]):
            reason = _why_no_param(name.removeprefix(PARAMS_OF[role]), variant.knobs[name], declaration)
        elif role == "proxy" and name == TEXT:
            reason = "" if declaration and declaration.has_free_conf else "has its text on its host"
        else:
            reason = _why_not_its_knob(name, role) if declaration else ""
        if reason:
            yield (place, f"{name}: {subject}, the server of “{variant.name}”, {reason}")


def _why_not_its_knob(name: str, role: Role) -> str:
    knob = knob_named(name)
    if knob.role != role or not is_of_nginx(knob):
        return ""
    return "is no nginx: set this in the variants of nginx alone, or reset it there with null"


def _why_no_param(param: str, value: object, declaration: DeclaredFacts | None) -> str:
    params = {entry.name: entry for entry in declaration.params} if declaration else {}
    if param not in params:
        return f"has no parameter “{param}”; it has {', '.join(params) or 'none'}"
    least, most = params[param].minimum, params[param].maximum
    is_inside = isinstance(value, int) and least <= value <= most
    return "" if is_inside else f"takes {param} from {least} to {most}; got {value}"


def _lacking_knobs(
    variant: ResolvedVariant, role: Role, server: ServerFacts, declaration: DeclaredFacts
) -> Iterator[Issue]:
    place = variant.places[KNOB_OF_ROLE[role]]
    for param in declaration.params:
        if param.is_required and f"{PARAMS_OF[role]}{param.name}" not in variant.knobs:
            yield (place, f"{server.name} needs {PARAMS_OF[role]}{param.name} in “{variant.name}”")
    if role == "proxy" and declaration.has_free_conf and TEXT not in variant.knobs:
        yield (place, f"{server.name} has no text on its host: give it in {TEXT} of “{variant.name}”")
    if role == "proxy" and declaration.has_tls != bool(tls_key(variant.knobs)):
        state = "on" if declaration.has_tls else "off"
        text = f"{server.name} has TLS {state} by its declaration: set tls.on: {state} in “{variant.name}”"
        yield (place, text)


def _unfit_workloads(
    definition: Definition, variant: ResolvedVariant, role: Role, server: ServerFacts
) -> Iterator[Issue]:
    is_asked = role == "proxy" or variant.topology == "direct"
    subject = f"{server.name}, the server of “{variant.name}”,"
    for i, workload in enumerate(definition.workloads):
        if workload.site and (role == "backend" or variant.topology == "proxy_only"):
            yield (("workloads", i, "site"), f"{subject} is no nginx: only that serves such pages")
        if workload.hold and is_asked:
            yield (("workloads", i, "hold"), f"{subject} is no nginx: only that listens on further ports")
