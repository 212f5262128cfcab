"""Raw nginx texts and knobs that exclude each other: refused before anything is launched."""

from typing import Any

import pytest

from agents.render import setups
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.variants import resolve_variants

WHOLE = """events {}
http {
  server {
    listen 80;
    location / { proxy_pass http://$backend; }
  }
}
"""


def problems(knobs: dict[str, Any], **more: Any) -> dict[str, str]:
    data = {
        "name": "x",
        "workloads": [{"duration": 1}],
        "variants": [{"name": "a"}, {"name": "b", "set": knobs}],
    }
    try:
        parse_definition(data | more)
    except DefinitionErrors as errors:
        return {p.place: p.message for p in errors.errors}
    return {}


def test_ordinary_texts_pass():
    assert problems({"nginx.conf": WHOLE}) == {}
    extras = {
        "nginx.http_extra": "upstream mine { server $backend; keepalive 4; }\nmap $uri $x { default 1; }",
        "nginx.server_extra": "location /b { proxy_pass http://mine; }\n"
        "location /c { proxy_pass http://$backend; }",
        "nginx.location_extra": "add_header X-Kind $x;",
    }
    assert problems(extras) == {}
    assert problems(extras | {"upstream.keepalive": 8, "origin.instances": 3}) == {}


@pytest.mark.parametrize(
    ("knob", "text", "said"),
    [
        (
            "nginx.conf",
            WHOLE.replace("listen 80", "listen 81"),
            "line 4: `listen` is not allowed: write `listen",
        ),
        ("nginx.conf", "user root;\n" + WHOLE, "line 1: `user` is not allowed: the agent sets this itself"),
        (
            "nginx.conf",
            WHOLE.replace("$backend", "10.0.0.9:80"),
            "line 5: `proxy_pass` is not allowed: “10.0.0.9:80”",
        ),
        ("nginx.conf", WHOLE + "}", 'line 8: unexpected "}"'),
        ("nginx.http_extra", "map $a $b {\n  include /etc/passwd;\n}", "line 2: `include` is not allowed"),
        ("nginx.http_extra", "}\nstream { }\nhttp {", 'line 1: unexpected "}"'),
        ("nginx.server_extra", "\n\nroot /etc;", "line 3: `root`"),
        ("nginx.server_extra", "location /x { proxy_pass http://elsewhere/; }", "“elsewhere” is not"),
        ("nginx.location_extra", "expires max;\naccess_log syslog:server=10.0.0.1;", "line 2: `access_log`"),
        ("nginx.location_extra", 'add_header X "', 'line 1: the quote " is never closed'),
        (
            "nginx.server_extra",
            "\nadd_header X __DATA_DIR__;",
            "line 2: “__DATA_DIR__” is a template",
        ),
        (
            "nginx.http_extra",
            "map $host $x { upstream a; }\nupstream 10.0.0.9 { server $backend; }",
            "line 2: `up",
        ),
        ("nginx.server_extra", "try_files /$args =404;", "only $uri may form a file's name"),
    ],
)
def test_a_refusal_names_the_line_of_the_persons_own_text(knob, text, said):
    found = problems({knob: text})
    assert list(found) == [f"variants[1].set.{knob}"]
    assert found[f"variants[1].set.{knob}"].startswith(f"{knob}, ")
    assert said in found[f"variants[1].set.{knob}"]


def test_one_address_is_either_with_tls_or_without():
    more = "server { listen $listen; server_name other; }"
    assert problems({"nginx.http_extra": more}) == {}
    found = problems({"nginx.http_extra": more, "tls.on": "on"})
    assert "there is one address, either with ssl or without" in found["variants[1].set.nginx.http_extra"]


def test_texts_that_only_together_are_too_much_are_refused():
    zone = "limit_req_zone $uri zone={}:400m rate=1r/s;\n"
    texts = {
        "nginx.http_extra": zone.format("a") + zone.format("b"),
        "nginx.ssl_session_cache": "shared:c:300m",
    }
    assert problems({"nginx.http_extra": texts["nginx.http_extra"]}) == {}
    found = problems(texts)
    assert "in the rendered nginx.conf line" in found["variants[1].set.nginx.http_extra"]
    assert "all together are more than zones of 1g" in found["variants[1].set.nginx.http_extra"]


def test_captures_pass_on_beside_the_rendered_proxy_pass():
    rewrite = {"nginx.location_extra": "rewrite ^/api/(.*)$ /$1 break;"}
    assert problems(rewrite) == {}
    said = problems(rewrite | {"nginx.server_extra": "location @f { root html; }"})
    assert "a capture such as (.*) may hold `..`" in said["variants[1].set.nginx.server_extra"]
    assert (
        "`rewrite` is not allowed"
        in problems(rewrite, topology="proxy_only")["variants[1].set.nginx.location_extra"]
    )


def test_a_text_in_many_variants_is_named_once():
    factors = {
        "w": {"1": {}, "2": {}, "3": {}},
        "t": {"none": {}, "own": {"nginx.server_extra": "root /etc;"}},
    }
    assert list(problems({}, variants=[], factors=factors)) == ["factors.t.own.nginx.server_extra"]


def test_a_proxy_alone_has_no_backend_to_pass_to():
    found = problems({"nginx.conf": WHOLE}, topology="proxy_only")
    assert "this topology has no backend" in found["variants[1].set.nginx.conf"]


@pytest.mark.parametrize(
    ("knobs", "place", "said"),
    [
        ({"nginx.conf": WHOLE, "nginx.gzip": "on"}, "nginx.gzip", "conf replaces the rendered"),
        (
            {"nginx.conf": WHOLE, "listen.reuseport": "on"},
            "listen.reuseport",
            "conf replaces the rendered",
        ),
        (
            {"nginx.conf": WHOLE, "nginx.http_extra": "gzip on;"},
            "nginx.http_extra",
            "conf replaces the rendered",
        ),
        (
            {"nginx.conf": WHOLE, "nginx.access_log": "off"},
            "nginx.access_log",
            "conf replaces the rendered",
        ),
        ({"nginx.access_log_flush": "1s"}, "nginx.access_log_flush", "needs nginx.access_log_buffer"),
        (
            {"origin.address": "10.0.0.9:80", "origin.instances": 2},
            "origin.instances",
            "no backend is started",
        ),
        ({"origin.address": "10.0.0.9:80", "pin.origin": "0"}, "pin.origin", "no backend is started"),
        (
            {"origin.address": "10.0.0.9:80", "backend.limits.nofile": 99},
            "backend.limits.nofile",
            "no backend",
        ),
    ],
)
def test_knobs_that_exclude_each_other(knobs, place, said):
    found = problems(knobs)
    assert list(found) == [f"variants[1].set.{place}"]
    assert said in found[f"variants[1].set.{place}"]


@pytest.mark.parametrize(
    ("buffers", "first", "enough"),
    [  # as nginx -t says of each
        (None, "8k", ""),
        (None, "16k", "9 4k"),
        ("9 4k", "16k", ""),
        ("1 4k", None, "3 4k"),
        ("2 4k", "4k", "3 4k"),
        ("3 4k", "4k", ""),
        ("4 64k", None, ""),
        ("4 16k", "32k", "5 16k"),
    ],
)
def test_buffers_that_nginx_refuses_are_refused_with_enough(buffers, first, enough):
    sizes = {"nginx.proxy_buffers": buffers, "nginx.proxy_buffer_size": first}
    knobs = {name: value for name, value in sizes.items() if value}
    messages = list(problems(knobs).values())
    assert len(messages) == bool(enough)
    assert all(message.endswith(f"set {enough} or more") for message in messages)
    assert problems({**knobs, "nginx.http_extra": "proxy_busy_buffers_size 8k;"}) == {}


def test_buffers_of_a_raw_text_are_those_that_count():
    assert problems({"nginx.proxy_buffer_size": "16k", "nginx.http_extra": "proxy_buffers 16 8k;"}) == {}


def test_load_straight_to_servers_of_ones_own_takes_one_address():
    assert problems({"origin.address": "10.0.0.9:80"}, topology="direct") == {}
    found = problems({"origin.address": "10.0.0.9:80 10.0.0.9:81"}, topology="direct")
    assert "goes to one address" in found["variants[1].set.origin.address"]


def test_log_in_memory_and_key_type_go_with_a_text_of_ones_own():
    text = WHOLE.replace("listen 80", "listen 443 ssl")
    assert problems({"nginx.conf": text, "nginx.access_log": "memory", "tls.key": "ecdsa256"}) == {}


def test_a_text_survives_its_way_through_yaml_and_is_rendered_as_it_is():
    definition = parse_definition(
        "name: x\nworkloads: [{duration: 1s}]\nvariants:\n"
        "  - name: own\n    set:\n      nginx.server_extra: |\n"
        "        # of mine\n        location /b { return 200 'a\\'b'; }\n"
    )
    (variant,) = resolve_variants(definition)
    conf = setups(variant.knobs, "proxied")["proxy"].conf
    assert "    # of mine\n    location /b { return 200 'a\\'b'; }\n" in conf
