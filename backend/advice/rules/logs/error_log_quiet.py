"""Levels of an error log that a clean run does not write to."""

from collections.abc import Iterator

from backend.advice.nginx import words
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, taken_back

QUIET = ("warn", "error", "crit", "alert", "emerg")


def find(subject: Subject) -> Iterator[Hit]:
    level = (words(subject.tree, "error_log")[1:] or ("error",))[0]
    before = (words(subject.base_tree, "error_log")[1:] or ("error",))[0]
    if changed_directives(subject, ("error_log",)) and {level, before} <= set(QUIET):
        text = f"error_log {level}: a run without errors writes nothing at this level or at {before}"
        yield Hit(text, "nginx.error_log", taken_back(subject, ("nginx.error_log",)))


RULE = Rule(
    code="error_log_quiet",
    severity="hint",
    text="From `warn` on, the error log has a line for each problem. In a run without problems there is none "
    "to write, or to leave out.",
    example="nginx.error_log: not set",
    source="nginx documentation of error_log",
    find=find,
)
