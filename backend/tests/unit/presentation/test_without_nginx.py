"""The page says what is not available for a server that is no nginx."""

from backend.experiments.without_nginx import describe_missing

SERVERS = [
    {"name": "nginx", "kind": "nginx"},
    {"name": "haproxy", "kind": "declared", "declaration": {"counts_requests": True}},
    {"name": "caddy", "kind": "declared", "declaration": {"counts_requests": False}},
]
FACTS = {"proxy": {"facts": {"servers": SERVERS}}}


def test_each_server_is_named_once_with_what_it_lacks() -> None:
    knobs = [{}, {"server.name": "haproxy"}, {"server.name": "caddy"}, {"server.name": "haproxy"}]
    haproxy, caddy = describe_missing(knobs, FACTS)
    assert haproxy.startswith("haproxy is no nginx. Not available for it: knobs")
    assert "a count of requests" not in haproxy
    assert caddy.endswith("a count of requests to check the load tool by.")


def test_builds_of_nginx_lack_nothing() -> None:
    assert describe_missing([{}, {"server.name": "nginx"}], FACTS) == []
    assert describe_missing([{"server.name": "haproxy"}], None) == []
