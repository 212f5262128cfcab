"""An upstream block that no request passes, or whose pool is lost."""

from collections.abc import Iterator

from backend.advice.backend_pools import keeps_by_default, target_of
from backend.advice.nginx import every, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.upstreams.one_backend import METHODS


def find(subject: Subject) -> Iterator[Hit]:
    targets = [target_of(args) for args, _ in every(subject.tree, "proxy_pass")]
    base_names = set(upstreams(subject.base_tree)) if not subject.is_alone else set()
    for name, block in upstreams(subject.tree).items():
        if name in base_names and upstreams(subject.base_tree)[name] == block:
            continue
        if name not in targets and not any("$" in target for target in targets):
            target = targets[0] if targets else "nothing"
            text = f"no proxy_pass names upstream {name}: requests go to {target}, and the block does nothing"
            yield Hit(text, "upstream")
        elif not keeps_by_default(subject) and (late := _method_after_keepalive(block)):
            text = (
                f"{late} after keepalive replaces it: before nginx 1.29.7 the pool of idle connections is "
                "lost without an error"
            )
            yield Hit(text, "upstream.keepalive", Instead({"upstream.balancing": late}))


def _method_after_keepalive(block: object) -> str:
    names = [d["directive"] for d in block]  # pyright: ignore[reportGeneralTypeIssues]
    if "keepalive" not in names:
        return ""
    return next((name for name in names[names.index("keepalive") :] if name in METHODS), "")


RULE = Rule(
    code="upstream_unused",
    severity="warning",
    text="An upstream block acts on requests that a `proxy_pass` sends to its name. In it, the balancing "
    "method stands before `keepalive`: a method behind it takes its place.",
    example="proxy_pass http://pool; with upstream pool { least_conn; server $backend; keepalive 32; }",
    source="nginx documentation of ngx_http_upstream_module (keepalive: after the balancing method)",
    find=find,
)
