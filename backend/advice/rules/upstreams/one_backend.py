"""Choices among backends where there is one."""

from collections.abc import Iterator

from backend.advice.nginx import upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, changed_parameters, in_words, verb

METHODS = ("least_conn", "ip_hash", "hash", "random", "least_time", "sticky")
RETRIES = ("proxy_next_upstream", "proxy_next_upstream_tries", "proxy_next_upstream_timeout")
PARAMETERS = ("weight", "max_fails", "fail_timeout", "slow_start")


def find(subject: Subject) -> Iterator[Hit]:
    blocks = upstreams(subject.tree).values()
    counts = [sum(d["directive"] == "server" for d in block) for block in blocks]
    if subject.topology != "proxied" or max(counts, default=1) > 1:
        return
    names = [name for block in blocks for name in METHODS if any(d["directive"] == name for d in block)]
    names = [name for name in names if name in changed_directives(subject, METHODS) or subject.is_alone]
    methods = bool(names)
    names += changed_directives(subject, RETRIES)
    names += changed_parameters(subject, PARAMETERS, "server")
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'chooses', 'choose')} among several backends; there is one here"
        )
        knob = "upstream.balancing" if methods else names[0]
        yield Hit(text, knob, Instead({"origin.instances": 2}))


RULE = Rule(
    code="one_backend",
    severity="warning",
    text="Balancing methods, weights and failed attempts choose among servers of an upstream block. With one "
    "server nginx ignores them, and has none to try next.",
    example="origin.instances: 2",
    source="nginx documentation of ngx_http_upstream_module (server: with a single server, max_fails, "
    "fail_timeout and slow_start are ignored) and of proxy_next_upstream",
    find=find,
)
