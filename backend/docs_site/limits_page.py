"""The limits in docs/limits.md; `python -m backend.docs_site.limits_page` writes it."""

from collections.abc import Iterable, Sequence

from agents.catalog.cpulist import MAX_CPUS
from agents.catalog.knobs.parsers import MAX_TEXT_LENGTH
from agents.render.lexer import MAX_STATEMENTS
from backend import database
from backend.advice import security
from backend.definition import consistency, semantics, yaml_text
from backend.definition.issues import MAX_ISSUES
from backend.events import STREAM_LIFE_S
from backend.http import request_limits
from backend.imports import schemas as imports
from backend.resources import DOCS, fill_page

TARGET = DOCS / "limits.md"
TEXT = f"""## Text and numbers

A body is JSON in UTF-8, at most {request_limits.DEEPEST_JSON} levels deep. Half of a character (`\\ud800`),
NaN, Infinity, `1e999` and whole numbers beyond ±(2⁶³ − 1) are refused with 422; half of a character in the
escapes of a YAML definition as well.
"""


def page() -> str:
    parts = [
        _section("Bodies", ("route", "at most", "for"), _bodies()),
        _section("At once", ("what", "limit"), _at_once()),
        _section("Requests", ("what", "limit"), _requests()),
        TEXT,
        _section("Definitions and imports", ("what", "limit"), _contents()),
    ]
    return fill_page(TARGET, {"limits": "\n".join(parts)})


def _section(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join([f"## {title}\n", *lines, ""])


def _bodies() -> list[tuple[str, str, str]]:
    rows = []
    for body in request_limits.BODIES:
        audience = "; anybody may call it" if body.is_public else ""
        rows.append((f"`{body.route.method} {body.route.path}`", _size(body.most), body.reason + audience))
    return [*rows, ("all others", _size(request_limits.DEFAULT_BODY), "")]


def _at_once() -> list[tuple[str, str]]:
    rows = [
        (
            limit.reason,
            f"{limit.at_once} worked on, {limit.waiting} more wait for up to {limit.wait_s:.0f} s",
        )
        for limit in (
            request_limits.COSTLY,
            request_limits.PEOPLE,
            request_limits.PAGES,
            request_limits.STRANGERS,
            request_limits.UPLOADS,
            request_limits.PROVIDER,
            request_limits.INSTALLS,
        )
    ]
    return [
        *rows,
        ("requests that must be authenticated", f"{request_limits.LOGINS} at once, all others wait"),
        ("requests of agents", "wait for none of these"),
        (
            "event streams",
            f"{request_limits.STREAMS} in all, {request_limits.STREAMS_OF_ONE} of one browser or token, "
            f"{STREAM_LIFE_S // 60} minutes each",
        ),
        (
            "events that wait for a slow stream",
            f"{request_limits.WAITING_EVENTS}; then it ends and the browser reconnects",
        ),
        ("bodies in memory", _size(request_limits.BODIES_TOGETHER)),
        ("bodies in memory on public routes", _size(request_limits.STRANGERS_TOGETHER)),
    ]


def _requests() -> list[tuple[str, str]]:
    return [
        ("address: path and query", _size(request_limits.MAX_ADDRESS_LENGTH)),
        ("headers", _size(request_limits.MAX_HEAD_BYTES)),
        ("time for a body to arrive", f"{request_limits.BODY_WITHIN_S} s"),
        (
            "time for the next piece of an access log, and for all of it",
            f"{request_limits.PIECE_WITHIN_S} s, {request_limits.STREAM_WITHIN_S // 60} minutes",
        ),
        (
            "rest of a refused body that is drained, so that its caller gets the answer",
            f"{_size(request_limits.LINGER_BYTES)}, {request_limits.LINGER_S} s",
        ),
        ("time for a piece of an answer to be taken", f"{request_limits.SEND_WITHIN_S} s"),
        ("time for one question to the database", f"{database.STATEMENT_WITHIN_S} s, then 503"),
        ("wait for a locked row", f"{database.LOCK_WITHIN_S} s, then 503"),
    ]


def _contents() -> list[tuple[str, str]]:
    return [
        (
            "a definition",
            f"{_size(yaml_text.MAX_BYTES)}, {yaml_text.MAX_NODES:,} values, aliases followed",
        ),
        ("nesting of a definition", f"{yaml_text.MAX_DEPTH} levels"),
        ("runs, trials", f"{consistency.MAX_RUNS}, {consistency.MAX_TRIALS:,}"),
        ("time that a launch may take", f"{semantics.MAX_SECONDS // 86_400} days"),
        (
            "one text of your own nginx config",
            f"{MAX_TEXT_LENGTH:,} characters, {MAX_STATEMENTS:,} directives and values",
        ),
        (
            "own nginx config of all variants together",
            f"{semantics.MAX_OWN_TEXTS // request_limits.KIB:,} KiB, "
            f"checked in {semantics.MAX_CHECK_S:.0f} s of a processor",
        ),
        (
            "checks of own nginx config by gixy",
            f"{security.MAX_TEXTS} texts of a plan, {security.MAX_LENGTH // request_limits.KIB} KiB and "
            f"{security.TIMEOUT_S} s each, in a process of its own",
        ),
        ("CPUs of a CPU list", f"0 to {MAX_CPUS - 1}"),
        ("problems of a definition in one answer", str(MAX_ISSUES)),
        (
            "an import",
            f"{imports.MAX_TEXTS} texts, {imports.MAX_WORKLOADS} loads, {imports.MAX_RUNS} runs, "
            f"{imports.MAX_TRIALS:,} trials, {imports.MAX_TRIALS_OF_RUN:,} of one run",
        ),
    ]


def _size(size: int) -> str:
    return (
        f"{size // request_limits.MIB} MiB"
        if size % request_limits.MIB == 0
        else f"{size // request_limits.KIB} KiB"
    )


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
