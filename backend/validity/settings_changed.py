"""A value that something else changed during a trial was not the value that was measured.

Every agent reads its settings again after each trial. systemd, tuned, a person or another tool may have
changed them, for an unknown part of the trial.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for host, window in evidence.windows.items():
        for change in window.changed:
            setting = change.setting
            text = (
                f"{setting.name} on {host} was {change.now or 'gone'} instead of {setting.value} at the end"
            )
            yield Hit(f"{text}: something else changed it", 1.0)


RULE = Rule(
    code="settings_changed",
    level="invalid",
    title="Settings untouched",
    sentence="Every setting that was applied for the run still holds when the trial ends.",
    limit="0 changed",
    threshold=0,
    check=check,
)
