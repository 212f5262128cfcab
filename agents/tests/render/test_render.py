import re

import pytest

from agents.render import default_backends, render_origin, render_proxy, role_of_key, setups


def statements(conf: str) -> list[str]:
    return [line.strip() for line in conf.splitlines() if line.strip()]


def test_unset_knobs_are_not_written():
    conf = render_proxy({}, "proxied")
    for word in (
        "worker_processes",
        "sendfile",
        "keepalive",
        "upstream",
        "multi_accept",
        "worker_connections",
    ):
        assert word not in conf
    assert "events {}" in conf
    assert "proxy_pass http://backend:8101;" in conf


def test_set_knobs_are_written_as_nginx_wants_them():
    conf = render_proxy(
        {
            "nginx.worker_processes": "auto",
            "nginx.worker_connections": 65535,
            "nginx.multi_accept": True,
            "nginx.accept_mutex": False,
            "nginx.keepalive_timeout": "60s",
            "listen.reuseport": True,
            "listen.deferred": False,
            "listen.backlog": 24800,
        },
        "proxy_only",
    )
    lines = statements(conf)
    assert "worker_processes auto;" in lines
    assert "worker_connections 65535;" in lines
    assert "multi_accept on;" in lines
    assert "accept_mutex off;" in lines
    assert "keepalive_timeout 60s;" in lines
    assert "listen $listen reuseport backlog=24800;" in lines


@pytest.mark.parametrize(
    "conf", [render_proxy({}, "proxied"), render_proxy({}, "proxy_only"), render_origin({})]
)
def test_every_text_has_one_listen_and_ends_http_with_the_status_mark(conf):
    assert conf.count("$listen") == 1
    assert conf.endswith("\n  }\n}\n")


def test_paths_are_relative_to_the_prefix():
    for conf in (render_proxy({}, "proxied"), render_origin({"origin.kind": "static"})):
        for path in re.findall(r"(?:_path|_log|root) (\S+?);", conf):
            assert path == "off" or not path.startswith("/")


def test_keepalive_to_the_backend_needs_an_upstream_block():
    lines = statements(render_proxy({"upstream.keepalive": 32, "upstream.http11": True}, "proxied"))
    assert lines[lines.index("upstream backend {") :][:3] == [
        "upstream backend {",
        "server backend:8101;",
        "keepalive 32;",
    ]
    assert "proxy_pass http://backend;" in lines
    assert "proxy_http_version 1.1;" in lines
    assert 'proxy_set_header Connection "";' in lines


def test_two_backends_are_both_named():
    knobs = {"origin.instances": 2}
    conf = render_proxy(knobs, "proxied", ["10.0.0.2:4001", "10.0.0.2:4002"])
    assert "server 10.0.0.2:4001;" in conf
    assert "server 10.0.0.2:4002;" in conf
    assert default_backends(knobs) == ("backend:8101", "backend:8102")


@pytest.mark.parametrize("size", [1, 11, 12, 2000])
def test_a_short_answer_has_exactly_the_asked_size(size):
    text = re.search(r"return 200 '(.*)';", render_origin({"origin.body_bytes": size}))
    assert text
    assert len(text[1]) == size


def test_the_default_answer_is_hello_world():
    assert "return 200 'hello world';" in render_origin({})
    assert "return 200 'hello world';" in render_proxy({}, "proxy_only")


@pytest.mark.parametrize("knobs", [{"origin.body_bytes": 35312}, {"origin.kind": "static"}])
def test_a_large_or_static_answer_is_a_page(knobs):
    setup = setups(knobs, "direct")["backend"]
    assert "return" not in setup.conf
    assert setup.pages == {"index.html": knobs.get("origin.body_bytes", 11)}


def test_setups_carry_what_the_agent_needs():
    knobs = {
        "nginx.worker_processes": 4,
        "nginx.access_log": "memory",
        "pin.proxy": "0-1",
        "pin.origin": "2",
        "origin.instances": 2,
    }
    found = setups(knobs, "proxied", key_prefix="r01")
    assert set(found) == {"proxy", "backend"}
    assert (found["proxy"].workers, found["proxy"].cpus, found["proxy"].log_target) == (4, "0-1", "memory")
    assert (found["backend"].instances, found["backend"].cpus) == (2, "2")
    assert setups({}, "proxied")["proxy"].workers == 1
    assert setups({"nginx.worker_processes": "auto"}, "proxied")["proxy"].workers is None


def test_every_run_has_a_proxy_and_a_backend_of_its_own():
    one, two = setups({}, "proxied", key_prefix="r01"), setups({}, "proxied", key_prefix="r02")
    assert one["proxy"].key != two["proxy"].key
    assert one["backend"].key != two["backend"].key
    assert (
        setups({}, "direct", key_prefix="a")["backend"].key
        != setups({}, "direct", key_prefix="b")["backend"].key
    )
    assert setups({}, "proxied", key_prefix="r01") == one
    assert {role: role_of_key(found.key) for role, found in one.items()} == {role: role for role in one}
    assert (role_of_key("load"), role_of_key("proxy"), role_of_key("")) == (None, None, None)
    assert set(setups({}, "proxy_only")) == {"proxy"}


H2 = {"listen.http2": True, "tls.on": True, "listen.reuseport": True}


@pytest.mark.parametrize(
    ("nginx_base", "lines"),
    [
        ("", ["listen $listen ssl reuseport http2;"]),
        ("1.22.1", ["listen $listen ssl reuseport http2;"]),
        ("1.25.0", ["listen $listen ssl reuseport http2;"]),
        ("1.25.1", ["listen $listen ssl reuseport;", "http2 on;"]),
        ("1.26.3", ["listen $listen ssl reuseport;", "http2 on;"]),
    ],
)
def test_http2_is_spelled_as_the_version_of_nginx_has_it(nginx_base, lines):
    conf = setups(H2, "proxy_only", nginx_base=nginx_base)["proxy"].conf
    assert [line.strip() for line in conf.splitlines() if "listen" in line or "http2" in line] == lines


def test_http2_off_is_not_written_for_any_version():
    assert "http2" not in setups({"listen.http2": False}, "proxy_only", nginx_base="1.26.3")["proxy"].conf
