"""docs/validity.md from the rules; `python -m backend.validity.document` writes it."""

from pathlib import Path

from backend.validity import RULES
from backend.validity.finding import FindingLevel
from backend.validity.rule import Rule

TARGET = Path(__file__).parents[2] / "docs" / "validity.md"
HEAD = """# Which trials count

Dynoboard judges every trial when all of its hosts have reported. The page of a run shows the findings with
value and limit, and lists every check under “What is checked, and why”.

- **failed**: there is no figure, but a reason; after lost contact or a lost server the trial
  is repeated, at most twice.
- **invalid**: there is a figure that would mislead. It is shown hollow, left out of every mean and delta, and
  the trial is repeated, at most twice.
- **suspect**: the figure counts, and its trial and every delta of its run carry the mark.
- **note**: good to know; it marks nothing.
"""
FAILURES = {
    "tool_failed": "The load tool was killed, hung, or printed no report.",
    "nofile": "The load tool would need more open files than it may have; it was not started.",
    "tool_missing": "The load tool is not installed.",
    "target_unreachable": "Nothing answered before the load began, as after a link came back: the trial is "
    "repeated.",
    "effective_differs": "What was read back is not what was asked: workers, CPUs, settings, limits. "
    "A run fails with it before its first trial.",
    "nginx_died": "An nginx under test or of a backend ended by itself: it is started anew and the trial is "
    "repeated. Where that happens again, the run has failed.",
    "not_prepared": "A host no longer ran what it had been asked to run: the trial is repeated.",
    "setting_refused": "A setting could not be applied.",
    "host_touched": "Somebody else had changed what was to be set or put back.",
    "host_lost": "The host was silent for 8 s: the trial is repeated.",
    "agent_restarted": "The agent or its machine was restarted: the trial is repeated.",
    "agent_stopped": "The agent was stopped in the middle of a job: the trial is repeated.",
}
COOLING = """## Cooling down

A connection that was closed keeps the port of the host that opened and closed it for 60 s (TIME_WAIT), and
its place in netfilter's table for 120 s where connections are tracked. At the end of each trial every host
counts both; one beyond the limit of `ports` or `conntrack` waits before its next trial until there is room,
for two minutes at most.
"""


def page() -> str:
    """The whole page; this file is its only source."""
    levels: tuple[FindingLevel, ...] = ("invalid", "suspect", "note")
    parts = [_level(level, [rule for rule in RULES if rule.level == level]) for level in levels]
    return "\n".join([HEAD, _failures(), *parts, COOLING])


def _failures() -> str:
    rows = [f"| `{code}` | {text} |" for code, text in FAILURES.items()]
    return "\n".join(["## failed\n", "| code | what happened |", "| --- | --- |", *rows, ""])


def _level(level: str, rules: list[Rule]) -> str:
    return "\n".join([f"## {level}\n", *map(_section, rules)])


def _section(rule: Rule) -> str:
    return f"### {rule.title} (`{rule.code}`)\n{rule.sentence} Limit: {rule.limit}.\n\n{rule.explanation}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
