"""What a form of a recipe takes and needs, and whether a testbed has it. Pure."""

from collections.abc import Iterator

from agents.catalog.knobs import knob_named
from backend.definition.ceiling_rules import max_connections
from backend.definition.model import Definition
from backend.definition.server_facts import chosen_servers
from backend.definition.variants import resolve_variants
from backend.planning.plan import make_plan
from backend.planning.testbed_checks import check_against_testbed
from backend.recipes.left_out import Hosts, fit_to_hosts, left_out
from backend.recipes.library import Form
from backend.recipes.schemas import RecipeForm

_NAMED = 5  # variants that a card names
_MANY = 1000  # connections worth naming
_WHAT = {
    "irq_affinity": "interrupts moved",
    "irqbalance": "irqbalance stopped",
    "governor": "a frequency governor set",
}


def on_testbed(form: Form, definition: Definition, hosts: Hosts) -> RecipeForm:
    """One form, already sized, on hosts; without hosts nothing stands in its way."""
    less = left_out(definition, hosts) if form == "quick" else {}
    fit = fit_to_hosts(definition, hosts) if form == "quick" else definition
    plan = make_plan(fit, seed=0)
    check_problems = check_against_testbed(fit, plan.runs, hosts) if hosts else []
    return RecipeForm(
        form=form,
        seconds=plan.seconds,
        runs=len(plan.runs),
        tools=sorted({w.tool for w in definition.workloads}),
        needs=list(_needs(definition)),
        problems=list(dict.fromkeys(problem.message for problem in check_problems)),
        left_out=[f"{subject}: {reason}" for subject, reason in less.items()],
    )


def differs(definition: Definition) -> str:
    """What its runs differ in: `workers 1, 2 × log off, disk`; `default, keep-alive and 3 more`."""
    grid = [f"{factor} {', '.join(levels)}" for factor, levels in definition.factors.items()]
    names = [variant.name for variant in definition.variants]
    names_text = ", ".join(names[:_NAMED]) + (
        f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    )
    loads = [w.name for w in definition.workloads]
    parts = [*([" × ".join(grid)] if grid else []), *([names_text] if names else [])]
    return "; ".join(parts) + (f" × load {', '.join(loads)}" if len(loads) > 1 else "")


def _needs(definition: Definition) -> Iterator[str]:
    yield " and ".join(sorted({w.tool for w in definition.workloads}))
    knobs = {name: value for v in resolve_variants(definition) for name, value in v.knobs.items()}
    settings = [knob_named(name).setting for name in knobs]
    if count := settings.count("sysctl"):
        yield f"{count} kernel setting{'s' if count > 1 else ''}"
    yield from (_WHAT[kind] for kind in dict.fromkeys(settings) if kind in _WHAT)
    if any(name.endswith("limits.nice") and int(value) < 0 for name, value in knobs.items()):
        yield "a nice value below 0"
    yield from (f"booted with {' '.join(words)} ({role})" for role, words in definition.require.items())
    servers = {name: None for v in resolve_variants(definition) for name in chosen_servers(v.knobs).values()}
    if servers:
        yield f"server{'s' if len(servers) > 1 else ''} {', '.join(servers)}"
    if "pin.load" in knobs or "pin.proxy" in knobs:
        lists = {str(knobs[name]) for name in ("pin.load", "pin.proxy", "pin.origin") if name in knobs}
        yield f"CPUs {' and '.join(sorted(lists))}"
    most = max(max_connections(definition, w) for w in definition.workloads)
    if most >= _MANY:
        yield f"{most:,} connections"
