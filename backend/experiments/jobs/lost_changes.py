"""Changes of a host that its agent does not know of any more, because its state directory was lost. Pure.

The agent says "clean" then, and believes it. What it reported when it made a change, held against what it
reads on its host now, says otherwise; such leftovers are the dashboard's own, and stay until the value is
back or a person lets it be.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.contract.jobs import Setting
from agents.contract.states import HostCondition

OURS = "known_by_dashboard"
_REASON = "its agent lost its state directory, and does not know of this change any more"
_SERVICE = {"running": "on", "not running": "off"}
Left = dict[str, Any]


def still_changed(applied: Iterable[Mapping[str, Any]], facts: Mapping[str, Any]) -> list[Left]:
    """Of what an agent applied (AppliedSetting, the newest first), what stands as it was applied."""
    found: dict[tuple[str, str], Left] = {}
    for one in applied:
        setting = Setting.model_validate(one["setting"])
        now = _plain(_read(setting, facts))
        if now is not None and now == _plain(one["now"]) != _plain(one["before"]):
            left = {"setting": one["setting"], "before": one["before"], "now": now, "reason": _REASON}
            found.setdefault((setting.kind, setting.name), left | {OURS: True})
    return list(found.values())


def ours(leftovers: Iterable[Left]) -> list[Left]:
    return [left for left in leftovers if left.get(OURS)]


def condition(said: HostCondition, leftovers: Iterable[Left]) -> HostCondition:
    """What a host is whose agent says that it is this."""
    return HostCondition.DIRTY if ours(leftovers) else said


def without_undone(leftovers: Iterable[Left], facts: Mapping[str, Any]) -> list[Left]:
    """Without the dashboard's own whose value is what it was before."""
    return [
        left
        for left in leftovers
        if not left.get(OURS)
        or _plain(_read(Setting.model_validate(left["setting"]), facts)) != _plain(left["before"])
    ]


def with_ours(said: Iterable[Left], known: Iterable[Left]) -> list[Left]:
    """What an agent says is left, and what the dashboard knows besides."""
    said = list(said)
    names = [_name(left) for left in said]
    return said + [left for left in ours(known) if _name(left) not in names]


def _name(left: Left) -> tuple[str, str]:
    return left["setting"]["kind"], left["setting"]["name"]


def _read(setting: Setting, facts: Mapping[str, Any]) -> Any:
    """The value that facts give a setting; None where they do not say it as one value."""
    more = facts.get("more", {})
    match setting.kind:
        case "sysctl":
            return more.get("sysctl", {}).get(setting.name)
        case "governor":
            return more.get("governor")
        case "irqbalance":
            return _SERVICE.get(more.get("irqbalance", ""))
        case _:
            return None


def _plain(value: Any) -> str | None:
    """One spelling: the kernel puts tabs between numbers."""
    return None if value is None else " ".join(str(value).split())
