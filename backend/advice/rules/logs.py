"""Rules on logs."""

from collections.abc import Iterator

from backend.advice.nginx import every, words
from backend.advice.predicates import route
from backend.advice.routing import effective
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import (
    changed_directives,
    changed_knobs,
    chosen_directives,
    in_words,
    taken_back,
    verb,
)

QUIET = ("warn", "error", "crit", "alert", "emerg")


@rule(
    severity="hint",
    text="From `warn` on, the error log has a line for each problem. In a run without problems there is none "
    "to write, or to leave out.",
    example="nginx.error_log: not set",
    source="nginx documentation of error_log",
)
def error_log_quiet(subject: Subject) -> Iterator[Hit]:
    level = (words(subject.tree, "error_log")[1:] or ("error",))[0]
    before = (words(subject.base_tree, "error_log")[1:] or ("error",))[0]
    if changed_directives(subject, ("error_log",)) and {level, before} <= set(QUIET):
        text = f"error_log {level}: a run without errors writes nothing at this level or at {before}"
        yield Hit(text, "nginx.error_log", taken_back(subject, ("nginx.error_log",)))


KNOBS = ("nginx.access_log_buffer", "nginx.access_log_flush")


@rule(
    severity="warning",
    text="Buffers, formats and caches of an access log do nothing while `access_log off` holds for the "
    "request.",
    example="nginx.access_log: not set",
    source="nginx documentation of ngx_http_log_module (access_log off cancels all; open_log_file_cache: "
    "names with variables)",
)
def log_settings_off(subject: Subject) -> Iterator[Hit]:
    logs = effective(route(subject), "access_log")
    is_off = bool(logs) and all(args[:1] == ("off",) for args in logs)
    if is_off:
        yield from _off(subject)
    elif chosen_directives(subject, ("open_log_file_cache",)):
        text = "open_log_file_cache is for logs whose name has variables; others stay open anyway"
        yield Hit(text, "open_log_file_cache")


def _off(subject: Subject) -> Iterator[Hit]:
    knobs = changed_knobs(subject, KNOBS) if subject.knobs.get("nginx.access_log") == "off" else []
    if knobs:
        names = [name.removeprefix("nginx.") for name in knobs]
        text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: access_log is off"
        yield Hit(text, knobs[0], Instead({"nginx.access_log": None}))
    log_args = [args for args, _ in every(subject.tree, "access_log") if args[0] != "off"]
    if any(len(args) > 1 for args in log_args) and changed_directives(subject, ("access_log",)):
        yield Hit("access_log has parameters, but access_log off holds for the request", "nginx.access_log")
    if names := chosen_directives(subject, ("log_format", "log_subrequest", "open_log_file_cache")):
        yield Hit(f"{in_words(names)} {verb(names, 'does', 'do')} nothing: access_log is off", names[0])
