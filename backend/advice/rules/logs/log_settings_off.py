"""Settings of a log that is not written."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.predicates import route
from backend.advice.routing import effective
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, changed_knobs, chosen_directives, in_words, verb

KNOBS = ("nginx.access_log_buffer", "nginx.access_log_flush")


def find(subject: Subject) -> Iterator[Hit]:
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


RULE = Rule(
    code="log_settings_off",
    severity="warning",
    text="Buffers, formats and caches of an access log do nothing while `access_log off` holds for the "
    "request.",
    example="nginx.access_log: not set",
    source="nginx documentation of ngx_http_log_module (access_log off cancels all; open_log_file_cache: "
    "names with variables)",
    find=find,
)
