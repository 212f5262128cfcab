"""What a host may say that it saw in a look: of what it was to look at, in names that can be shown. Pure."""

import re
from collections.abc import Collection, Iterable, Mapping

from agents.contract.diagnostics import MOST_FRAMES, HostLook, LookOrder, Profile, SystemCalls
from agents.contract.jobs import MeasureJob, WatchJob
from backend.experiments.jobs.plain_values import Misfit

_CALL = re.compile(r"[a-z_][a-z0-9_]{0,63}")
_MOST_COUNTED = 10**12
_LONGEST_CPU_S = 4 * 3600.0 * 8192


def check_look(look: HostLook, work: MeasureJob | WatchJob) -> None:
    order = work.look
    parts = {"profile": bool(look.profiles), "system_calls": bool(look.system_calls)}
    for kind, is_given in parts.items():
        if is_given and (order is None or order.kind != kind):
            raise Misfit("look", f"no {kind.replace('_', ' ')} was asked for")
    if order is None:
        return
    if not (look.missing or "").isprintable():
        raise Misfit("look.missing", "letters that cannot be shown")
    subjects = {*work.watch, *(["load"] if isinstance(work, MeasureJob) else [])}
    _subjects(look.profiles, subjects)
    _subjects(look.system_calls, subjects)
    for profile in look.profiles:
        _profile(profile, order)
    for calls in look.system_calls:
        _counts("look.system_calls.counts", calls.counts)
        for name in calls.counts:
            if not _CALL.fullmatch(name):
                raise Misfit("look.system_calls.counts", f"“{name[:64]}” is not the name of a system call")
        if calls.requests is not None and not 0 <= calls.requests <= _MOST_COUNTED:
            raise Misfit("look.system_calls.requests", "not a number of requests")


def _subjects(entries: Iterable[Profile | SystemCalls], subjects: Collection[str]) -> None:
    remaining = set(subjects)
    for entry in entries:
        if entry.subject not in remaining:
            text = f"“{entry.subject}” was not to be looked at, or was named before"
            raise Misfit("look.subject", text)
        remaining.remove(entry.subject)


def _profile(profile: Profile, order: LookOrder) -> None:
    if profile.hz > order.hz:
        raise Misfit("look.profiles.hz", f"{profile.hz}, where {order.hz} were asked for")
    if not 0 <= profile.cpu_s <= _LONGEST_CPU_S:
        raise Misfit("look.profiles.cpu_s", "not a CPU time")
    _counts("look.profiles.stacks", profile.stacks)
    for stack in profile.stacks:
        frames = stack.split(";")
        if len(frames) > MOST_FRAMES or not all(frames) or not stack.isprintable():
            raise Misfit("look.profiles.stacks", f"“{stack[:64]}” is not a stack that can be shown")


def _counts(place: str, counts: Mapping[str, int]) -> None:
    if any(count > _MOST_COUNTED for count in counts.values()):
        raise Misfit(place, f"more than {_MOST_COUNTED:,} counted")
