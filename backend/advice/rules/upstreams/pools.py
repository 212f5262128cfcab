"""Rules on backends: how they are chosen, and which connections to them are kept."""

from collections.abc import Iterator
from math import ceil

from backend.advice.backend_pools import DEFAULT_POOL, keeps_by_default, missing_for_pool, pool_of, target_of
from backend.advice.nginx import Tree, every, inherited_directives, number, parameter, upstreams
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import changed_directives, changed_parameters, in_words, verb
from backend.definition.units import seconds_of

SLOW_FROM = 14_116
"""Half of the usual ports for new connections: beyond it, the kernel looks through half of them each time."""


@rule(
    severity="hint",
    text="HTTP/1.1 and an empty Connection header let the backend keep a connection, but the proxy closes it "
    "unless `keepalive` in an upstream block gives it a place. From nginx 1.29.7 on HTTP/1.1 is the default, "
    "and each such block has 32.",
    example="upstream.keepalive: 32",
    source="nginx documentation of ngx_http_upstream_module (keepalive)",
)
def http11_without_keepalive(subject: Subject) -> Iterator[Hit]:
    blocks = upstreams(subject.tree)
    for args, scope in every(subject.tree, "proxy_pass"):
        is_without_pool = not any(every(blocks.get(target_of(args), ()), "keepalive"))
        if not is_without_pool or missing_for_pool(subject, scope) or pool_of(subject, target_of(args)):
            continue
        versions = inherited_directives(scope, "proxy_http_version")
        if not versions:
            yield from _find_by_default(subject)
        elif ("1.1",) in versions:
            text = (
                "HTTP/1.1 to the backends without a pool of idle connections: each request still opens "
                "its own connection"
            )
            yield Hit(text, "upstream.http11", Instead({"upstream.keepalive": pool_for(subject)}))


def _find_by_default(subject: Subject) -> Iterator[Hit]:
    """HTTP/1.1 by default: the proxy is the side that closes, and a port of another host's is not reused."""
    seconds = subject.workload.duration_s or 1
    is_reused = subject.share_a_machine("proxy", "backend") or subject.kernel("net.ipv4.tcp_tw_reuse") == 1
    if not is_reused and subject.likely_rate * seconds > SLOW_FROM:
        text = (
            "this nginx speaks HTTP/1.1 to the backends by itself and, without an upstream block, closes "
            "each connection after its answer: the port stays taken for a minute, and once half of the proxy "
            "host's are, connecting is slow"
        )
        yield Hit(text, None, Instead({"upstream.use_upstream": True}))


MIN_SHARE, MAX_SHARE = 0.1, 0.3
"""Share of the connections in use that may be idle at a time."""


@rule(
    severity="hint",
    text="Connections to backends in use are the rate times the backend's latency. `keepalive` is how "
    "many idle ones each worker keeps; below 10–30% of those in use the pool swings between closing and "
    "opening connections.",
    example="upstream.keepalive: 100",
    source="The guide of settings (10,000 requests/s × 0.1 s = 1000 connections, 10–30% of them idle)",
)
def keepalive_pool_small(subject: Subject) -> Iterator[Hit]:
    delay = seconds_of(subject.knobs.get("origin.delay", 0))
    targets = {target_of(args) for args, _ in every(subject.tree, "proxy_pass")}
    for name in upstreams(subject.tree):
        pool_size = pool_of(subject, name)
        if name in targets and pool_size and delay and subject.workers:
            yield from _judge(subject, pool_size * subject.workers, subject.workers, delay)


def _judge(subject: Subject, pool: int, workers: int, delay: float) -> Iterator[Hit]:
    rate = _rate(subject, delay)
    connections = rate * delay
    if pool < MIN_SHARE * connections:
        low, high = ceil(MIN_SHARE * connections / workers), ceil(MAX_SHARE * connections / workers)
        text = (
            f"{rate:,.0f} requests/s × {delay:g} s of the backend keep {connections:,.0f} connections "
            f"in use; {pool} idle ones ({pool / connections:.0%}) are too few, so connections close "
            f"and open all the time. {low} to {high} a worker are {MIN_SHARE:.0%}–{MAX_SHARE:.0%} "
            "of those in use"
        )
        yield Hit(text, "upstream.keepalive", Instead({"upstream.keepalive": pool_for(subject)}))


def _rate(subject: Subject, delay: float) -> float:
    """A load tool waits for its answers: it never has more requests under way than connections."""
    most = subject.workload.connections / delay
    return min(subject.rate or most, most)


def pool_for(subject: Subject) -> int:
    """Idle connections a worker that this rule has nothing to say of."""
    delay = seconds_of(subject.knobs.get("origin.delay", 0))
    if not delay or not subject.workers:
        return DEFAULT_POOL
    return max(1, ceil(MAX_SHARE * _rate(subject, delay) * delay / subject.workers))


@rule(
    severity="warning",
    text="`keepalive` in an upstream block keeps connections to backends only when the proxy speaks "
    "HTTP/1.1 to them and does not send `Connection: close`. Before nginx 1.29.7 neither is the default.",
    example="upstream.http11: on",
    source="nginx documentation of ngx_http_upstream_module (keepalive); stepwise tuning of nginx 1.24, "
    "whose step 9 set keepalive alone",
)
def keepalive_without_http11(subject: Subject) -> Iterator[Hit]:
    pools = {name for name, block in upstreams(subject.tree).items() if any(every(block, "keepalive"))}
    for args, scope in every(subject.tree, "proxy_pass"):
        if target_of(args) not in pools or not pool_of(subject, target_of(args)):
            continue
        if missing := missing_for_pool(subject, scope):
            text = (
                f"keepalive to the backends does nothing without {' and '.join(missing)}: the backend "
                "closes each connection after one answer"
            )
            yield Hit(text, "upstream.keepalive", Instead({"upstream.http11": True}))


@rule(
    severity="warning",
    text="`max_conns` limits the active connections to one server of an upstream block: in each worker, or "
    "in all together where the block has a `zone`. A request that finds all servers full gets 502, unless "
    "the commercial `queue` holds it, and refusals are fast.",
    example="server $backend max_conns=64;",
    source="nginx documentation of ngx_http_upstream_module (server: max_conns; queue)",
)
def max_conns_low(subject: Subject) -> Iterator[Hit]:
    if not (subject.is_alone or changed_parameters(subject, ("max_conns",), "server")):
        return
    targets = {target_of(args) for args, _ in every(subject.tree, "proxy_pass")}
    connections = subject.ceiling_to or subject.workload.connections
    for name, block in upstreams(subject.tree).items():
        room = _room(subject, block) if name in targets else None
        if room is not None and room < connections:
            text = (
                f"max_conns leaves room for {room} requests at once to upstream {name}, and the load has "
                f"{connections} connections: nginx answers the rest with 502"
            )
            yield Hit(text, "max_conns")


def _room(subject: Subject, block: Tree) -> int | None:
    """Connections that all workers may have together; None without a limit, or where it is not known."""
    servers = [d["args"] for d in block if d["directive"] == "server"]
    limits = [number(parameter(args, "max_conns")) or 0 for args in servers if "backup" not in args]
    is_shared = any(d["directive"] == "zone" for d in block)
    workers = 1 if is_shared else subject.workers
    return sum(limits) * workers if limits and all(limits) and workers else None


METHODS = ("least_conn", "ip_hash", "hash", "random", "least_time", "sticky")
RETRIES = ("proxy_next_upstream", "proxy_next_upstream_tries", "proxy_next_upstream_timeout")
PARAMETERS = ("weight", "max_fails", "fail_timeout", "slow_start")


@rule(
    severity="warning",
    text="Balancing methods, weights and failed attempts choose among servers of an upstream block. With one "
    "server nginx ignores them, and has none to try next.",
    example="origin.instances: 2",
    source="nginx documentation of ngx_http_upstream_module (server: with a single server, max_fails, "
    "fail_timeout and slow_start are ignored) and of proxy_next_upstream",
)
def one_backend(subject: Subject) -> Iterator[Hit]:
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


ADDRESS = ("$remote_addr", "$binary_remote_addr")


@rule(
    severity="warning",
    text="`ip_hash` and `hash $remote_addr` choose a backend by the client's address. All connections of a "
    "load tool come from one, so one backend gets everything and the others stay idle.",
    example="upstream.balancing: least_conn",
    source="nginx documentation of ip_hash",
)
def one_client_address(subject: Subject) -> Iterator[Hit]:
    for block in upstreams(subject.tree).values():
        servers = sum(d["directive"] == "server" for d in block)
        for d in block:
            by_address = d["directive"] == "ip_hash" or (
                d["directive"] == "hash" and d["args"] and d["args"][0] in ADDRESS
            )
            if by_address and servers > 1:
                text = (
                    f"{d['directive']} sends all requests to one of {servers} backends: the load tool has "
                    "one address"
                )
                yield Hit(text, "upstream.balancing", Instead({"upstream.balancing": "least_conn"}))


@rule(
    severity="warning",
    text="An upstream block acts on requests that a `proxy_pass` sends to its name. In it, the balancing "
    "method stands before `keepalive`: a method behind it takes its place.",
    example="proxy_pass http://pool; with upstream pool { least_conn; server $backend; keepalive 32; }",
    source="nginx documentation of ngx_http_upstream_module (keepalive: after the balancing method)",
)
def upstream_unused(subject: Subject) -> Iterator[Hit]:
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
