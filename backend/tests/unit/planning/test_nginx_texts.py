"""A variant's own nginx text against what its nginx is: every line that it does not know, and no other."""

from typing import Any

import pytest

from agents.contract.reports import NginxFacts
from agents.observe.nginx_build import build_of
from backend.definition.parse import parse_definition
from backend.planning.nginx_texts import unreadable_lines
from backend.tests.unit.facts import host_facts

DEBIAN = """nginx version: nginx/1.22.1
configure arguments: --with-compat --with-threads --with-http_ssl_module --with-http_v2_module \
--with-http_gzip_static_module --with-http_geoip_module=dynamic --add-dynamic-module=/build/ngx_brotli"""
OWN = """nginx version: nginx/1.29.1
configure arguments: --with-http_ssl_module --without-http_limit_req_module --add-module=../ngx_brotli"""
OPENRESTY = """nginx version: openresty/1.27.1.1
configure arguments: --add-module=../headers-more-nginx-module-0.37 --with-http_v2_module"""
TENGINE = """Tengine version: Tengine/2.2.3
nginx version: nginx/1.8.1
configure arguments: --with-http_ssl_module"""


def lines_of(nginx: NginxFacts | None, topology: str = "proxied", **texts: str) -> list[str]:
    data: dict[str, Any] = {
        "name": "x",
        "topology": topology,
        "workloads": [{"connections": 16, "duration": 1}],
        "variants": [{"name": "a", "set": {f"nginx.{name}": text for name, text in texts.items()}}],
    }
    facts = host_facts(nginx=nginx)
    return [message for _, message in unreadable_lines(parse_definition(data), {"proxy": facts})]


@pytest.mark.parametrize(
    ("output", "text", "words"),
    [
        (
            DEBIAN,
            "http2 on;",
            "`http2` is known to nginx since 1.25.1; the proxy host has nginx/1.22.1; write",
        ),
        (DEBIAN, "brotli on;", "a module that has to be loaded"),
        (DEBIAN, "add_header_inherit on;", "since 1.29.3"),
        (DEBIAN, "upstream u { server $backend; keepalive 8 local; }", "`keepalive local` is known to"),
        (OWN, "proxy_http_version 2;", "without --with-http_v2_module"),
        (OWN, "upstream u { server $backend; least_time header; }", "since 1.31.0"),
        (DEBIAN, "sub_filter a b;", "without --with-http_sub_module"),
        (OWN, "ssl on;", "gone since nginx 1.25.1"),
        (OWN, "limit_req_status 429;", "without --with-http_limit_req_module"),
        (OWN, "more_set_headers 'X: y';", "--add-module=… of headers-more"),
        (OWN, "aio threads;", "`aio threads` is not in this nginx, which was built without --with-threads;"),
        (OWN, "http2 on;", "without --with-http_v2_module"),
        (OPENRESTY, "add_header_inherit on;", "since 1.29.3"),
        (TENGINE, "sub_filter a b;", "without --with-http_sub_module"),
    ],
)
def test_a_line_that_this_nginx_does_not_know_is_said(output: str, text: str, words: str) -> None:
    (message,) = lines_of(build_of("nginx", output.replace("\\\n", " ")), http_extra=text)
    assert message.startswith("nginx.http_extra, line 1: ")
    assert words in message


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (
            DEBIAN,
            "sendfile on; gzip on; gzip_static on; aio threads; ssl on; http2_max_concurrent_streams 64;",
        ),
        (DEBIAN, "map $uri $x { http2 on; brotli on; }"),
        (DEBIAN, "max_headers 50;"),  # which security updates brought
        (OWN, "brotli on; add_trailer X y; keepalive_min_timeout 1s;"),
        (OPENRESTY, "more_set_headers 'X: y'; http2 on;"),
        (
            TENGINE,
            "absolute_redirect on; subrequest_output_buffer_size 8k;",
        ),  # forks take things over earlier
    ],
)
def test_what_it_knows_is_not_said(output: str, text: str) -> None:
    assert lines_of(build_of("nginx", output.replace("\\\n", " ")), http_extra=text) == []


def test_all_lines_of_all_texts_are_said_at_once() -> None:
    texts = {"http_extra": "gzip on;\nhttp2 on;\nbrotli on;", "location_extra": "\nslice 1m;"}
    messages = lines_of(build_of("nginx", DEBIAN.replace("\\\n", " ")), **texts)
    assert [message.partition(":")[0] for message in messages] == [
        "nginx.http_extra, line 2",
        "nginx.http_extra, line 3",
        "nginx.location_extra, line 2",
    ]


def test_what_is_not_known_of_a_host_is_not_guessed() -> None:
    assert lines_of(None, http_extra="http2 on; brotli on;") == []
    assert lines_of(NginxFacts(path="nginx", version="x"), http_extra="http2 on; brotli on;") == []
