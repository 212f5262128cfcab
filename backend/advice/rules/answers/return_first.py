"""An answer made by `return` before what is varied has its turn."""

from collections.abc import Iterator

from backend.advice.predicates import route
from backend.advice.routing import effective, returns_at_once, server_returns
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, chosen_directives, in_words, verb

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


def find(subject: Subject) -> Iterator[Hit]:
    blocks = route(subject)
    if not returns_at_once(blocks):
        return
    if server_returns(blocks) and chosen_directives(subject, ("internal",)):
        yield Hit(
            "internal has no turn: the return of its server answers before nginx looks for a location",
            "internal",
        )
    is_new = bool(changed_directives(subject, ("return",)))
    names = [
        name for name in (LATER if is_new else chosen_directives(subject, LATER)) if effective(blocks, name)
    ]
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'has', 'have')} no turn: return answers in the rewrite phase, "
            "before limits, access and content"
        )
        is_ours = subject.topology == "proxy_only" and "nginx.conf" not in subject.knobs
        instead = Instead({"origin.kind": "static"}) if is_ours and "return" not in _extras(subject) else None
        yield Hit(text, names[0], instead)


def _extras(subject: Subject) -> str:
    return " ".join(str(value) for name, value in subject.knobs.items() if name.endswith("_extra"))


RULE = Rule(
    code="return_first",
    severity="warning",
    text="A request passes phases in a fixed order: rewrite, limits, access, content. `return` ends it in "
    "the first, so `limit_req`, `limit_conn`, `deny`, `auth_basic` and `proxy_pass` of the same location "
    "never act. The testbed's “hello” is a `return`.",
    example="origin.kind: static",
    source="nginx development guide (phases); nginx's source, ngx_http_core_module.h (NGX_HTTP_REWRITE_PHASE "
    "before NGX_HTTP_PREACCESS_PHASE)",
    find=find,
)
