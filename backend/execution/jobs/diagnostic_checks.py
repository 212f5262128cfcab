"""Check what a host reports of a diagnostic: only what was asked for, in names that can be shown. Pure."""

import re
from collections.abc import Collection, Iterable, Mapping

from agents.contract.diagnostics import MAX_FRAMES, DiagnosticOrder, HostDiagnostic, Profile, SystemCalls
from agents.contract.jobs import MeasureJob, WatchJob
from backend.execution.jobs.plain_values import ReportError

_CALL = re.compile(r"[a-z_][a-z0-9_]{0,63}")
_MAX_COUNTED = 10**12
_MAX_CPU_S = 4 * 3600.0 * 8192


def check_diagnostic(diagnostic: HostDiagnostic, work: MeasureJob | WatchJob) -> None:
    order = work.diagnostic
    parts = {"profile": bool(diagnostic.profiles), "system_calls": bool(diagnostic.system_calls)}
    for kind, is_given in parts.items():
        if is_given and (order is None or order.kind != kind):
            raise ReportError("diagnostic", f"no {kind.replace('_', ' ')} was asked for")
    if order is None:
        return
    if not (diagnostic.missing or "").isprintable():
        raise ReportError("diagnostic.missing", "letters that cannot be shown")
    subjects = {*work.watch, *(["load"] if isinstance(work, MeasureJob) else [])}
    _subjects(diagnostic.profiles, subjects)
    _subjects(diagnostic.system_calls, subjects)
    for profile in diagnostic.profiles:
        _profile(profile, order)
    for calls in diagnostic.system_calls:
        _counts("diagnostic.system_calls.counts", calls.counts)
        for name in calls.counts:
            if not _CALL.fullmatch(name):
                raise ReportError(
                    "diagnostic.system_calls.counts", f"“{name[:64]}” is not the name of a system call"
                )
        if calls.requests is not None and not 0 <= calls.requests <= _MAX_COUNTED:
            raise ReportError("diagnostic.system_calls.requests", "not a number of requests")


def _subjects(entries: Iterable[Profile | SystemCalls], subjects: Collection[str]) -> None:
    remaining = set(subjects)
    for entry in entries:
        if entry.subject not in remaining:
            text = f"“{entry.subject}” was not to be looked at, or was named before"
            raise ReportError("diagnostic.subject", text)
        remaining.remove(entry.subject)


def _profile(profile: Profile, order: DiagnosticOrder) -> None:
    if profile.hz > order.hz:
        raise ReportError("diagnostic.profiles.hz", f"{profile.hz}, where {order.hz} were asked for")
    if not 0 <= profile.cpu_s <= _MAX_CPU_S:
        raise ReportError("diagnostic.profiles.cpu_s", "not a CPU time")
    _counts("diagnostic.profiles.stacks", profile.stacks)
    for stack in profile.stacks:
        frames = stack.split(";")
        if len(frames) > MAX_FRAMES or not all(frames) or not stack.isprintable():
            raise ReportError(
                "diagnostic.profiles.stacks", f"“{stack[:64]}” is not a stack that can be shown"
            )


def _counts(place: str, counts: Mapping[str, int]) -> None:
    if any(count > _MAX_COUNTED for count in counts.values()):
        raise ReportError(place, f"more than {_MAX_COUNTED:,} counted")
