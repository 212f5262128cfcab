"""Changes of a host that its agent does not know of any more, because its state directory was lost. Pure.

The agent says "clean" then, and believes it. What it reported when it made a change, held against what it
reads on its host now, says otherwise; such unrestored settings are the dashboard's own, and stay until the
value is back or a person lets it be.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.contract.jobs import Setting
from agents.contract.reports import AppliedSetting
from agents.contract.states import HostCondition

OURS = "known_by_dashboard"
_REASON = "its agent lost its state directory, and does not know of this change any more"
_SERVICE = {"running": "on", "not running": "off"}
Left = dict[str, Any]


def still_changed(applied_settings: Iterable[Mapping[str, Any]], facts: Mapping[str, Any]) -> list[Left]:
    """Select from an agent's changes (AppliedSetting, the newest first) those that stand as applied."""
    changes: dict[tuple[str, str], Left] = {}
    for application in applied_settings:
        setting = Setting.model_validate(application["setting"])
        now = _plain(_read(setting, facts))
        if now is not None and now == _plain(application["now"]) != _plain(application["before"]):
            change = {
                "setting": application["setting"],
                "before": application["before"],
                "now": now,
                "reason": _REASON,
            }
            changes.setdefault((setting.kind, setting.name), change | {OURS: True})
    return list(changes.values())


def newest(applied_settings: Iterable[Mapping[str, Any]]) -> list[AppliedSetting]:
    """The last change of each setting, from an agent's changes (AppliedSetting, the newest first)."""
    changes: dict[tuple[str, str], AppliedSetting] = {}
    for change in map(AppliedSetting.model_validate, applied_settings):
        changes.setdefault((change.setting.kind, change.setting.name), change)
    return list(changes.values())


def own_unrestored(unrestored_settings: Iterable[Left]) -> list[Left]:
    return [change for change in unrestored_settings if change.get(OURS)]


def condition(reported_condition: HostCondition, unrestored_settings: Iterable[Left]) -> HostCondition:
    """Condition of a host whose agent reports this one."""
    return HostCondition.NEEDS_RESTORE if own_unrestored(unrestored_settings) else reported_condition


def without_undone(unrestored_settings: Iterable[Left], facts: Mapping[str, Any]) -> list[Left]:
    """Without the dashboard's own whose value is what it was before."""
    return [
        change
        for change in unrestored_settings
        if not change.get(OURS)
        or _plain(_read(Setting.model_validate(change["setting"]), facts)) != _plain(change["before"])
    ]


def with_ours(agent_unrestored: Iterable[Left], known_unrestored: Iterable[Left]) -> list[Left]:
    """Join what an agent says is left, and what the dashboard knows besides."""
    agent_unrestored = list(agent_unrestored)
    names = [_name(change) for change in agent_unrestored]
    return agent_unrestored + [
        change for change in own_unrestored(known_unrestored) if _name(change) not in names
    ]


def _name(change: Left) -> tuple[str, str]:
    return change["setting"]["kind"], change["setting"]["name"]


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
