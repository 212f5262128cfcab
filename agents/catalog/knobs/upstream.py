"""Knobs of the connection between the proxy and its backends."""

import dataclasses
from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import TIME, number, one_of
from agents.catalog.rules.rule import UPSTREAM, Module, Spent, maybe

_knob = partial(Knob, role="proxy", family="upstream")
_upstream = Module("ngx_http_upstream_module")
_IDLE = dataclasses.replace(number(0, 65_535), spends=lambda w: Spent("idle", int(w)))
KNOBS = (
    _knob(
        name="upstream.use_upstream",
        type="switch",
        default="off: proxy_pass names the backend itself",
        text="on: the backends are named in an upstream block. Implied by more than one backend and by the "
        "other upstream knobs that live in that block. From nginx 1.29.7 on the block keeps connections, "
        "see upstream.keepalive.",
        see=("upstream.keepalive", "origin.instances"),
    ),
    _knob(
        name="upstream.keepalive",
        type="int",
        unit="connections",
        default="none: each request opens a connection to the backend",
        default_until="1.29.7",
        later_default="32 in an upstream block, each location its own (local); none without a block",
        minimum=0,
        maximum=65535,
        text="Idle connections to backends that each worker keeps: not a limit of connections. Before "
        "nginx 1.29.7 it does nothing without upstream.http11. 0, from 1.29.7 on: none.",
        see=("upstream.http11", "upstream.keepalive_requests"),
        directive="keepalive",
        context="upstream",
        rule=_upstream.rule(UPSTREAM, _IDLE, maybe(one_of("local"))),
    ),
    _knob(
        name="upstream.keepalive_requests",
        type="int",
        unit="requests",
        default="1000",
        minimum=1,
        maximum=1_000_000_000,
        text="Requests on one connection to a backend before it is closed. Before nginx 1.29.7 it needs "
        "upstream.keepalive.",
        see=("upstream.keepalive", "upstream.http11"),
        directive="keepalive_requests",
        context="upstream",
        since="1.15.3",
        rule=_upstream.rule(UPSTREAM, number(1, 1_000_000_000)),
    ),
    _knob(
        name="upstream.http11",
        type="switch",
        default="off: HTTP/1.0, the backend closes after each answer",
        default_until="1.29.7",
        later_default="on",
        text="on: HTTP/1.1 to the backend with an empty Connection header, which is what keeping connections "
        "to backends needs.",
        see=("upstream.keepalive",),
    ),
    _knob(
        name="upstream.keepalive_timeout",
        type="duration",
        unit="s",
        default="60s",
        minimum=0,
        maximum=86_400,
        text="How long an idle connection to a backend stays open. Before nginx 1.29.7 it needs "
        "upstream.keepalive.",
        see=("upstream.keepalive", "upstream.http11"),
        directive="keepalive_timeout",
        context="upstream",
        since="1.15.3",
        rule=_upstream.rule(UPSTREAM, TIME),
    ),
    _knob(
        name="upstream.balancing",
        type="choice",
        default="round_robin",
        choices=("round_robin", "least_conn", "ip_hash", "random", "hash"),
        text="How requests are spread over the backends: in turn, to the one with the fewest connections, "
        "by the client's address, at random, or by the requested address (hash).",
        see=("origin.instances", "upstream.use_upstream"),
    ),
)
