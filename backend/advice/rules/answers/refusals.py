"""Rules on answers that refuse the load, or come before what is tested."""

import re
from collections.abc import Iterator

from backend.advice.nginx import every, number
from backend.advice.predicates import route
from backend.advice.routing import effective, returns_at_once, returns_of, server_returns
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import changed_directives, chosen_directives, in_words, verb

SHARED_KEYS = ("$binary_remote_addr", "$remote_addr", "$server_name", "$host")
_RATE = re.compile(r"rate=(\d+)r/([sm])")


@rule(
    severity="warning",
    text="To nginx a load tool is one client without a password: limits by address count all its requests "
    "together. Refusals are short and fast, and some tools count them as throughput.",
    example="limits above the load, such as rate=1000000r/s; no deny, auth_basic or limit_rate",
    source="nginx documentation of ngx_http_limit_req_module, ngx_http_limit_conn_module, "
    "ngx_http_access_module, ngx_http_auth_basic_module and limit_rate",
)
def refuses_load(subject: Subject) -> Iterator[Hit]:
    blocks = route(subject)
    if effective(blocks[2:], "internal") and not server_returns(blocks) and _is_chosen(subject, "internal"):
        text = "an internal location answers 404 to clients, before its own return: the figures are those of "
        yield Hit(f"{text}an error page", "internal")
    if not blocks or returns_at_once(blocks):
        return
    for name, text in _reasons(subject):
        if effective(blocks, name):
            yield Hit(text, name)


def _is_chosen(subject: Subject, name: str) -> bool:
    return bool(chosen_directives(subject, (name,)))


def _reasons(subject: Subject) -> Iterator[tuple[str, str]]:
    blocks, workload = route(subject), subject.workload
    rate = subject.rate_to or subject.likely_rate
    if ("on",) in effective(blocks, "limit_req_dry_run"):
        yield "limit_req_dry_run", "limit_req_dry_run only counts: limit_req refuses and delays nothing"
    elif (per_s := _slowest_rate(subject)) is not None and per_s < rate:
        many = "most" if per_s < rate / 2 else "some"
        yield (
            "limit_req",
            f"limit_req lets {per_s:,.0f} requests/s of one client pass, and the load is one client: {many} "
            "answers are refusals, or wait",
        )
    if ("on",) in effective(blocks, "limit_conn_dry_run"):
        yield "limit_conn_dry_run", "limit_conn_dry_run only counts: limit_conn refuses nothing"
    else:
        limits = [number(args[1]) for args in effective(blocks, "limit_conn") if len(args) > 1]
        limit = min((n for n in limits if n is not None), default=None)
        if limit is not None and limit < workload.connections:
            yield (
                "limit_conn",
                f"limit_conn {limit} refuses requests of {workload.connections} connections from one address",
            )
    if ("all",) in effective(blocks, "deny")[:1] and not effective(blocks, "allow"):
        yield "deny", "deny all refuses every request: the figures are those of an error page"
    basic = effective(blocks, "auth_basic")
    has_password = any(name.lower() == "authorization" for name in workload.headers)
    if basic and basic != [("off",)] and not has_password and not _waits(subject):
        yield "auth_basic", "auth_basic refuses every request: the load sends no Authorization header"
    rates = [number(args[0]) for args in effective(blocks, "limit_rate") if args]
    if any(rates):
        yield (
            "limit_rate",
            f"limit_rate holds each connection at {rates[0]:,} bytes/s: it measures this limit, if answers "
            "are larger",
        )
    if ("on",) in effective(blocks, "ssl_verify_client") or ("on",) in effective(
        blocks, "ssl_reject_handshake"
    ):
        yield "ssl_verify_client", "ssl_verify_client refuses the load tool, which has no certificate"


def _slowest_rate(subject: Subject) -> float | None:
    """Requests a second that the zones in use let pass; None without a limit by client."""
    zones = {w for args in effective(route(subject), "limit_req") for w in args if w.startswith("zone=")}
    rates = []
    for args, _ in every(subject.tree, "limit_req_zone"):
        if args[:1] and args[0] not in SHARED_KEYS:
            continue  # a map may leave clients out
        name = next((w.split(":")[0] for w in args if w.startswith("zone=")), "")
        if name in zones and (match := _RATE.search(" ".join(args))):
            rates.append(int(match[1]) / (60 if match[2] == "m" else 1))
    return min(rates, default=None)


def _waits(subject: Subject) -> bool:
    """The testbed's own delay is made of a password that nobody is asked for."""
    return "origin.delay" in subject.knobs


LATER = (
    "limit_req",
    "limit_conn",
    "allow",
    "deny",
    "auth_basic",
    "auth_request",
    "auth_delay",
    "satisfy",
    "mirror",
    "try_files",
    "proxy_pass",
    "empty_gif",
    "stub_status",
    "random_index",
    "autoindex",
    "gzip_static",
    "proxy_cache",
)


@rule(
    severity="warning",
    text="A request passes phases in a fixed order: rewrite, limits, access, content. `return` ends it in "
    "the first, so `limit_req`, `limit_conn`, `deny`, `auth_basic` and `proxy_pass` of the same location "
    "never act, nor does a second `return`. The testbed's “hello” is a `return`.",
    example="origin.kind: static",
    source="nginx development guide (phases); nginx's source, ngx_http_core_module.h (NGX_HTTP_REWRITE_PHASE "
    "before NGX_HTTP_PREACCESS_PHASE)",
)
def return_first(subject: Subject) -> Iterator[Hit]:
    blocks = route(subject)
    if not returns_at_once(blocks):
        return
    if server_returns(blocks) and chosen_directives(subject, ("internal",)):
        yield Hit(
            "internal has no turn: the return of its server answers before nginx looks for a location",
            "internal",
        )
    is_new = bool(changed_directives(subject, ("return",)))
    is_ours = subject.topology == "proxy_only" and "nginx.conf" not in subject.knobs
    files = Instead({"origin.kind": "static"}) if is_ours else None
    if (is_new or subject.is_alone) and len(returns_of(blocks)) > 1:
        first = "that of the testbed's “hello”" if is_ours else "another one"
        yield Hit(f"return has no turn: {first} stands before it, and the first one answers", "return", files)
    names = [
        name for name in (LATER if is_new else chosen_directives(subject, LATER)) if effective(blocks, name)
    ]
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'has', 'have')} no turn: return answers in the rewrite phase, "
            "before limits, access and content"
        )
        yield Hit(text, names[0], files if "return" not in _extras(subject) else None)


def _extras(subject: Subject) -> str:
    return " ".join(str(value) for name, value in subject.knobs.items() if name.endswith("_extra"))
