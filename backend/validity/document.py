"""The findings in docs/validity.md; `python -m backend.validity.document` writes it."""

from backend.resources import DOCS, fill_page
from backend.validity import RULES
from backend.validity.finding import FindingLevel
from backend.validity.rule import Rule

TARGET = DOCS / "validity.md"
FAILURES = {
    "tool_failed": "The load tool was killed, hung, or printed no report.",
    "nofile": "The load tool would need more open files than it may have; it was not started.",
    "hold_failed": "The connections that the workload holds could not be opened.",
    "tool_missing": "The load tool or nginx is not installed, or does not run.",
    "generators_not_ready": "A load tool did not start, or one of several was not ready within 30 s. The "
    "trial is repeated.",
    "target_unreachable": "Before the load began, the connection was refused, or nothing answered in 20 s. "
    "The trial is repeated.",
    "effective_differs": "Workers, CPUs, settings or limits that were read back differ from those asked for. "
    "The run fails before its first trial.",
    "server_changed": "A [declared server](agents.md#servers-of-a-host), a library of it or its environment "
    "is not what it was at the launch. The run fails.",
    "workload_ended": "None of the candidates of a workload can be measured: its other runs are measured no "
    "further.",
    "nginx_died": "An nginx ended by itself: it is started anew and the trial is repeated. The second time, "
    "the run fails.",
    "not_prepared": "A host no longer ran what it should. The trial is repeated.",
    "setting_refused": "A setting could not be applied.",
    "host_touched": "Somebody else changed a setting that was to be set or restored.",
    "host_lost": "The host was silent for 8 s. The trial is repeated.",
    "agent_restarted": "The agent or its machine restarted. The trial is repeated.",
    "agent_stopped": "The agent was stopped during a job. The trial is repeated.",
}


def page() -> str:
    levels: tuple[FindingLevel, ...] = ("invalid", "suspect", "note")
    parts = [_level(level, [rule for rule in RULES if rule.level == level]) for level in levels]
    return fill_page(TARGET, {"findings": "\n".join([_failures(), *parts])})


def _failures() -> str:
    rows = [f"| `{code}` | {text} |" for code, text in FAILURES.items()]
    return "\n".join(["## failed\n", "| code | what happened |", "| --- | --- |", *rows, ""])


def _level(level: str, rules: list[Rule]) -> str:
    return "\n".join([f"## {level}\n", *map(_section, rules)])


def _section(rule: Rule) -> str:
    return f"### {rule.title} (`{rule.code}`)\n{rule.sentence} Limit: {rule.limit}.\n\n{rule.explanation}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
