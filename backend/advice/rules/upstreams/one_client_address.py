"""A choice by the client's address, of which the load has one."""

from collections.abc import Iterator

from backend.advice.nginx import upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject

ADDRESS = ("$remote_addr", "$binary_remote_addr")


def find(subject: Subject) -> Iterator[Hit]:
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


RULE = Rule(
    code="one_client_address",
    severity="warning",
    text="`ip_hash` and `hash $remote_addr` choose a backend by the client's address. All connections of a "
    "load tool come from one, so one backend gets everything and the others stay idle.",
    example="upstream.balancing: least_conn",
    source="nginx documentation of ip_hash",
    find=find,
)
