"""Profiles as files: folded stacks for other tools, and flame graphs as SVG."""

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.catalog.tools import DEFAULT_TOOL
from backend.diagnostics.profiles.frames import frames_of
from backend.diagnostics.results.profiles import views
from backend.diagnostics.results.profiles.reading import choose_role, read_profiles, roles_in_order
from backend.diagnostics.results.profiles.schemas import CpuChange, CpuCost
from backend.errors import NotFound
from backend.presentation.charts.flame import Box, Flame, Tone, svg
from backend.presentation.charts.palette import Theme
from backend.presentation.figures import write
from backend.presentation.files.file import File
from backend.presentation.words import plural
from backend.runs import service as runs

KINDS: tuple[tuple[Tone, str], ...] = (
    ("user", "functions"),
    ("kernel", "the kernel"),
    ("file", "functions without a name"),
)
CHANGES: tuple[tuple[Tone, str], ...] = (
    ("less", "B spends less"),
    ("more", "B spends more"),
    ("unclear", "not clear"),
)


def folded_stacks(session: Session, run_id: str, role: Role | None) -> File:
    """Stacks of all diagnostics of one role: a line for each stack, `program;frame;frame samples`."""
    run, experiment = runs.row(session, run_id)
    diagnostics = read_profiles(session, [experiment], [run]).diagnostics[run_id]
    profile_role = choose_role(roles_in_order(run, diagnostics), role)
    if profile_role is None:
        raise _no_profiles(run.name, role)
    stacks: Counter[str] = Counter()
    for diagnostic in diagnostics[profile_role]:
        stacks.update(diagnostic.profile.stacks)
    program = run.workload.get("tool", DEFAULT_TOOL) if profile_role == "load" else "nginx"
    return File(f"{run.name} {run_id} {profile_role} profile", "folded", _lines(program, stacks))


def of_run(session: Session, run_id: str, role: Role | None, theme: Theme) -> File:
    run, experiment = runs.row(session, run_id)
    profile = views.of_run(session, experiment, run, role).shown
    if profile is None:
        raise _no_profiles(run.name, role)
    flame = Flame(
        title=f"{run.name} · {experiment.name}: where the {profile.role}’s CPU time goes",
        subtitle=(
            f"{_cost(profile.whole)} of CPU a request; {profile.samples} samples "
            f"in {plural(profile.diagnostics, 'diagnostic')}"
        ),
        boxes=[Box(n.name, _cost(n.cost), n.parent, n.width, n.kind) for n in profile.nodes],
        legend=KINDS,
    )
    return File(f"{run.name} {run_id} {profile.role} profile", "svg", [svg(flame, theme)])


def of_difference(
    session: Session, experiment_id: str, a: str | None, b: str, role: Role | None, theme: Theme
) -> File:
    difference = views.difference(session, experiment_id, a, b, role)
    profile = difference.shown
    if profile is None:
        raise _no_profiles(f"{difference.a_name}” and “{difference.b_name}", role)
    sides = f"{difference.b_name} against {difference.a_name}"
    explanation = next((c.sentence for c in difference.causes if c.role == profile.role), "")
    flame = Flame(
        title=f"{sides}: where the {profile.role}’s difference comes from",
        subtitle=explanation,
        boxes=[Box(n.name, _change(n.change), n.parent, n.width, _tone(n.change)) for n in profile.nodes],
        legend=CHANGES,
    )
    return File(f"{sides} {profile.role} profile", "svg", [svg(flame, theme)])


def _lines(program: str, stacks: Mapping[str, int]) -> Iterator[str]:
    names: dict = {}
    for stack, samples in sorted(stacks.items()):
        yield ";".join([program, *(f.name for f in frames_of(stack, names))]) + f" {samples}\n"


def _tone(change: CpuChange) -> Tone:
    if not change.clear:
        return "unclear"
    return "more" if change.change > 0 else "less"


def _cost(cost: CpuCost) -> str:
    return f"{write(cost.mean, 'cost')}{_interval(cost.low, cost.high)}"


def _change(change: CpuChange) -> str:
    difference = f"{write(change.change, 'cost change')}{_interval(change.low, change.high)}"
    return f"{_bare(change.a)} → {write(change.b, 'cost')}, {difference}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" [{_bare(low)}, {_bare(high)}]"


def _bare(micros: float) -> str:
    """Write a cost without its unit, which stands beside it."""
    return write(micros, "cost").removesuffix(" µs")


def _no_profiles(names: str, role: Role | None) -> NotFound:
    of = f" of the {role}" if role else ""
    return NotFound(f"There are no profiles{of} of “{names}”: none was asked for, or none could be taken")
