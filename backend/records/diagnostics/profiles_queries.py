"""SQL of profiles and system calls, as diagnostics brought them."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Float, case, cast, extract, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from agents.contract.diagnostics import Profile, SystemCalls
from agents.contract.states import TrialState
from backend.records.diagnostics.observations import KeptProfile, KeptSystemCalls
from backend.records.diagnostics.stack_text import pack, unpack
from backend.records.runs import OPEN_TRIALS, Diagnostic, Run


class ProfileRow(NamedTuple):
    """What one diagnostic saw of one subject on one host."""

    trial_id: str  # of the diagnostic
    run_id: str
    round: int  # equal for diagnostics that belong together: sides are paired by it
    host_id: str
    subject: str
    role: str  # proxy, backend or load
    event: str
    hz: int
    kernel_names: bool
    lost: int
    cpu_s: float
    requests: float | None  # that the load tool counted meanwhile
    seconds: float | None  # that the load tool ran
    start: int | None  # of the servers; None: not known
    stacks: Mapping[str, int]  # folded, outermost frame first → samples


class SystemCallsRow(NamedTuple):
    trial_id: str
    run_id: str
    round: int
    host_id: str
    subject: str
    role: str
    requests: float | None  # as the setup counted them itself, else as the load tool did
    requests_per_s: float | None  # of the load tool: how slow it was meanwhile
    lost: int
    counts: Mapping[str, int]


_REQUESTS = cast(Diagnostic.figures["requests"].astext, Float)
_RATE = cast(Diagnostic.figures["requests_per_s"].astext, Float)
_SECONDS = cast(extract("epoch", Diagnostic.ended_at - Diagnostic.started_at), Float)


def _owner_columns(of: type[KeptProfile | KeptSystemCalls]) -> list[InstrumentedAttribute[Any]]:
    return [of.trial_id, of.run_id, Diagnostic.round, of.host_id, of.subject, of.role]


def profiles(session: Session, run_ids: Collection[str]) -> list[ProfileRow]:
    """Of every diagnostic of these runs that ended well, in the order of the rounds."""
    of = KeptProfile
    columns = (of.event, of.hz, of.kernel_names, of.lost, of.cpu_s, _REQUESTS, _SECONDS)
    rows = session.execute(
        select(*_owner_columns(of), *columns, Diagnostic.start, of.stacks)
        .join(Diagnostic, Diagnostic.id == of.trial_id)
        .where(of.run_id.in_(run_ids), Diagnostic.state == TrialState.DONE)
        .order_by(Diagnostic.round, Diagnostic.position, Diagnostic.attempt, of.host_id, of.subject)
    )
    return [_profile(*row) for row in rows]


def _profile(*row: Any) -> ProfileRow:
    return ProfileRow(*row)._replace(stacks=unpack(row[-1]))


def system_calls(session: Session, run_ids: Collection[str]) -> list[SystemCallsRow]:
    """Of every diagnostic of these runs that ended well, in the order of the rounds."""
    of = KeptSystemCalls
    rows = session.execute(
        select(*_owner_columns(of), func.coalesce(of.requests, _REQUESTS), _RATE, of.lost, of.counts)
        .join(Diagnostic, Diagnostic.id == of.trial_id)
        .where(of.run_id.in_(run_ids), Diagnostic.state == TrialState.DONE)
        .order_by(Diagnostic.round, Diagnostic.position, Diagnostic.attempt, of.host_id, of.subject)
    )
    return [SystemCallsRow(*row) for row in rows]


def open_diagnostics(session: Session, experiment_id: str) -> int:
    """Count the diagnostics that have not ended."""
    is_open = (Diagnostic.experiment_id == experiment_id, Diagnostic.state.in_(OPEN_TRIALS))
    return session.scalar(select(func.count()).where(*is_open)) or 0


def profile_rounds(session: Session, experiment_id: str) -> int:
    """Count the rounds of profiles that an experiment has."""
    of_kind = (Diagnostic.experiment_id == experiment_id, Diagnostic.diagnostic == "profile")
    return session.scalar(select(func.count(Diagnostic.round.distinct())).where(*of_kind)) or 0


def samples_of_servers(session: Session, experiment_id: str) -> dict[str, int]:
    """Run id → samples of its server under test in all profiles together."""
    of = KeptProfile
    rows = session.execute(
        select(of.run_id, of.stacks)
        .join(Diagnostic, Diagnostic.id == of.trial_id)
        .join(Run, Run.id == of.run_id)
        .where(Diagnostic.experiment_id == experiment_id, Diagnostic.state == TrialState.DONE)
        .where(of.role == case((Run.topology == "direct", "backend"), else_="proxy"))
    )
    samples: Counter[str] = Counter()
    for run_id, stacks in rows:
        samples[run_id] += sum(unpack(stacks).values())
    return dict(samples)


def keep_profile(session: Session, diagnostic: Diagnostic, host_id: str, role: str, profile: Profile) -> None:
    row = KeptProfile(
        trial_id=diagnostic.id, run_id=diagnostic.run_id, host_id=host_id, subject=profile.subject, role=role
    )
    row.event, row.hz, row.kernel_names = profile.event, profile.hz, profile.kernel_names
    row.lost, row.cpu_s, row.stacks = profile.lost, profile.cpu_s, pack(profile.stacks)
    session.add(row)


def keep_system_calls(
    session: Session, diagnostic: Diagnostic, host_id: str, role: str, calls: SystemCalls
) -> None:
    row = KeptSystemCalls(
        trial_id=diagnostic.id, run_id=diagnostic.run_id, host_id=host_id, subject=calls.subject
    )
    row.role, row.counts, row.requests, row.lost = role, calls.counts, calls.requests, calls.lost
    session.add(row)
