"""Profiles as files: folded stacks for other tools, and flame graphs as SVG."""

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.catalog.tools import DEFAULT_TOOL
from backend.causes.profiles.frames import frames_of
from backend.charts.flame import Box, Flame, Tone, svg
from backend.charts.palette import Theme
from backend.errors import NotFound
from backend.experiments.results.profiles import views
from backend.experiments.results.profiles.reading import choose_role, read_profiles, roles_in_order
from backend.experiments.results.profiles.schemas import CpuChange, CpuCost
from backend.exports.files.file import File
from backend.presentation.figures import write
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


def folded(session: Session, run_id: str, role: Role | None) -> File:
    """All looks of one role together: a line for each stack, `program;frame;frame samples`."""
    run, experiment = runs.row(session, run_id)
    looks = read_profiles(session, [experiment], [run]).looks[run_id]
    told = choose_role(roles_in_order(run, looks), role)
    if told is None:
        raise _nothing(run.name, role)
    stacks: Counter[str] = Counter()
    for look in looks[told]:
        stacks.update(look.profile.stacks)
    program = run.workload.get("tool", DEFAULT_TOOL) if told == "load" else "nginx"
    return File(f"{run.name} {run_id} {told} profile", "folded", _lines(program, stacks))


def of_run(session: Session, run_id: str, role: Role | None, theme: Theme) -> File:
    run, experiment = runs.row(session, run_id)
    shown = views.of_run(session, experiment, run, role).shown
    if shown is None:
        raise _nothing(run.name, role)
    drawn = Flame(
        title=f"{run.name} · {experiment.name}: where the {shown.role}’s CPU time goes",
        subtitle=f"{_cost(shown.whole)} of CPU a request; {shown.samples} samples in {shown.looks} looks",
        boxes=[Box(n.name, _cost(n.cost), n.parent, n.width, n.kind) for n in shown.nodes],
        legend=KINDS,
    )
    return File(f"{run.name} {run_id} {shown.role} profile", "svg", [svg(drawn, theme)])


def of_difference(
    session: Session, experiment_id: str, a: str | None, b: str, role: Role | None, theme: Theme
) -> File:
    found = views.difference(session, experiment_id, a, b, role)
    shown = found.shown
    if shown is None:
        raise _nothing(f"{found.a_name}” and “{found.b_name}", role)
    why = next((c.sentence for c in found.causes if c.role == shown.role), "")
    drawn = Flame(
        title=f"{found.b_name} against {found.a_name}: where the {shown.role}’s difference comes from",
        subtitle=why,
        boxes=[Box(n.name, _change(n.change), n.parent, n.width, _tone(n.change)) for n in shown.nodes],
        legend=CHANGES,
    )
    return File(f"{found.b_name} against {found.a_name} {shown.role} profile", "svg", [svg(drawn, theme)])


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
    moved = f"{write(change.change, 'cost change')}{_interval(change.low, change.high)}"
    return f"{_bare(change.a)} → {write(change.b, 'cost')}, {moved}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" [{_bare(low)}, {_bare(high)}]"


def _bare(micros: float) -> str:
    """Without its unit, which stands beside."""
    return write(micros, "cost").removesuffix(" µs")


def _nothing(names: str, role: Role | None) -> NotFound:
    of = f" of the {role}" if role else ""
    return NotFound(f"There are no profiles{of} of “{names}”: none was asked for, or none could be taken")
