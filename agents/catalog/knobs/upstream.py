"""Knobs of the connection between the proxy and its backends."""

import dataclasses

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import TIME, number, one_of
from agents.catalog.rules.rule import UPSTREAM, Module, Spent, maybe

_upstream = Module("ngx_http_upstream_module")
_IDLE = dataclasses.replace(number(0, 65_535), spends=lambda w: Spent("idle", int(w)))
KNOBS = (
    knob(
        "upstream.use_upstream",
        takes("switch", "off: proxy_pass names the backend itself"),
        "on: the backends are named in an upstream block. Implied by more than one backend and by the "
        "other upstream knobs that live in that block. From nginx 1.29.7 on the block keeps connections, "
        "see upstream.keepalive.",
        see=("upstream.keepalive", "origin.instances"),
    ),
    knob(
        "upstream.keepalive",
        takes(
            "int",
            "none: each request opens a connection to the backend",
            0,
            65535,
            "connections",
            default_until="1.29.7",
            later_default="32 in an upstream block, each location its own (local); none without a block",
        ),
        "Idle connections to backends that each worker keeps: not a limit of connections. Before "
        "nginx 1.29.7 it does nothing without upstream.http11. 0, from 1.29.7 on: none.",
        _upstream.rule(UPSTREAM, _IDLE, maybe(one_of("local"))),
        see=("upstream.http11", "upstream.keepalive_requests"),
    ),
    knob(
        "upstream.keepalive_requests",
        takes("int", "1000", 1, 1_000_000_000, "requests"),
        "Requests on one connection to a backend before it is closed. Before nginx 1.29.7 it needs "
        "upstream.keepalive.",
        _upstream.rule(UPSTREAM, number(1, 1_000_000_000)),
        see=("upstream.keepalive", "upstream.http11"),
        since="1.15.3",
    ),
    knob(
        "upstream.http11",
        takes(
            "switch",
            "off: HTTP/1.0, the backend closes after each answer",
            default_until="1.29.7",
            later_default="on",
        ),
        "on: HTTP/1.1 to the backend (proxy_http_version) with an empty Connection header, which is "
        "what keeping connections to backends needs.",
        see=("upstream.keepalive",),
    ),
    knob(
        "upstream.keepalive_timeout",
        takes("duration", "60s", 0, 86_400),
        "How long an idle connection to a backend stays open. Before nginx 1.29.7 it needs "
        "upstream.keepalive.",
        _upstream.rule(UPSTREAM, TIME),
        see=("upstream.keepalive", "upstream.http11"),
        since="1.15.3",
    ),
    knob(
        "upstream.balancing",
        takes("choice", "round_robin", choices=("round_robin", "least_conn", "ip_hash", "random", "hash")),
        "How requests are spread over the backends: in turn, to the one with the fewest connections, "
        "by the client's address, at random, or by the requested address (hash).",
        see=("origin.instances", "upstream.use_upstream"),
    ),
)
