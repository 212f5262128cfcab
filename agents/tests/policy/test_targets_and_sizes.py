"""Where requests may go, and how much a text may take."""

import pytest

from agents.catalog.knobs import KNOBS
from agents.policy import check, may_reach_only, upstreams_in
from agents.policy.directives import RULES
from agents.policy.directives.refused import REFUSED
from agents.tests.confs import conf

REACH = may_reach_only(["127.0.0.1:81"])


def refused(text: str, inside: str = "http") -> list[str]:
    return [str(r) for r in check(text, REACH, inside)[1]]  # pyright: ignore[reportArgumentType]


PASS = "server { listen $listen; location / { proxy_pass http://%s; } }"


@pytest.mark.parametrize(
    ("define", "target"),
    [
        ("map $host $x { upstream 127.0.0.1:9977; }", "127.0.0.1:9977"),
        ("geo $x { upstream 127.0.0.1:9977; }", "127.0.0.1:9977"),
        ("types { upstream b; }", "b"),
        ("split_clients $host $x { upstream b; }", "b"),
        ("upstream 127.0.0.1:9977 { server 127.0.0.1:81; }", "127.0.0.1:9977"),
        ("upstream 127.0.0.1 { server 127.0.0.1:81; }", "127.0.0.1"),
        ("upstream [::1] { server 127.0.0.1:81; }", "[::1]"),
        ("upstream 2130706433 { server 127.0.0.1:81; }", "2130706433"),
        ("upstream 0x7f.1 { server 127.0.0.1:81; }", "0x7f.1"),
        ("upstream 10.0.0.8:22/ { server 127.0.0.1:81; }", "10.0.0.8:22/"),
        ("upstream $host { server 127.0.0.1:81; }", "$host"),
        ("upstream 'a b' { server 127.0.0.1:81; }", "a b"),
        ("upstream b;", "b"),
        ("upstream b { server 127.0.0.1:81; }", "b:8080"),
        ("upstream b { server 127.0.0.1:81; }", "B"),
        ("upstream b { server 127.0.0.1:81; }", "b$uri"),
        ("upstream b { server 127.0.0.1:81; }", "b@10.0.0.8"),
        ("upstream b { server 127.0.0.1:81; }", "b?x"),
        ("upstream b { server 127.0.0.1:81; server 127.0.0.1:82; }", "b"),
        ("upstream b { server 127.0.0.1:81 resolve; }", "b"),
        ("upstream b { zone b 1m; server 127.0.0.1:81; state logs/x; }", "b"),
        ("upstream b { server 127.0.0.1; }", "b"),
        ("server { listen $listen; upstream b { server 127.0.0.1:81; } }", "b"),
    ],
)
def test_only_real_upstreams_have_names(define: str, target: str) -> None:
    assert refused(f'{define} server {{ listen $listen; location / {{ proxy_pass "http://{target}"; }} }}')


def test_names_of_upstreams() -> None:
    text = "upstream b { server 127.0.0.1:81; } upstream app.web_1 { server 127.0.0.1:81; }"
    assert refused(text + PASS % "b" + PASS % "app.web_1/x/$uri?$args") == []
    assert upstreams_in(text + "map $host $x { upstream c; } upstream 10.0.0.1 { }") == {"b", "app.web_1"}


@pytest.mark.parametrize(
    "line",
    [
        "include /etc/passwd",
        '"include" /etc/passwd',
        "inc\\lude x; include y",
        "a { b c; }",
        "'~(?<uri>.*)' 1",
    ],
)
def test_lines_of_a_map_are_values_but_for_include(line: str) -> None:
    lines = f"{line};" if not line.endswith("}") else line
    assert refused(f"map $host $x {{ default 0; {lines} }}")


def test_lines_that_only_look_like_directives_are_values() -> None:
    assert (
        refused("map $host $x { hostnames; volatile; proxy_pass http://1.1.1.1; user root; load_module x; }")
        == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "worker_processes 257;",
        "worker_processes 512;",
        "worker_connections 10;",
        "thread_pool a threads=60000;",
        "thread_pool a threads=257;",
        "thread_pool a threads=8 max_queue=100000000;",
        "thread_pool a threads=200; thread_pool b threads=200;",
        "error_log off;",  # a file of that name
        "error_log error.log;",
        "error_log html/x;",
        "error_log logs/.hidden;",
        "error_log logs/../x;",
        "error_log logs/a/b;",
        "error_log memory:1m debug;",
        "error_log syslog:server=127.0.0.1;",
        "worker_rlimit_core 1g;",
        "debug_points abort;",
    ],
)
def test_refused_outside_http(text: str) -> None:
    assert refused(conf(main=text), "main")


@pytest.mark.parametrize(
    "text",
    [
        "limit_req_zone $uri zone=a:900g rate=1r/s;",
        "limit_req_zone $uri zone=a:513m rate=1r/s;",
        "limit_conn_zone $uri zone=a:99999999999m;",
        "ssl_session_cache shared:a:900g;",
        "ssl_session_cache builtin:1 shared:a:600m;",
        "proxy_cache_path c keys_zone=a:900g max_size=1g;",
        "proxy_cache_path c keys_zone=a:1m;",
        "proxy_cache_path c keys_zone=a:1m max_size=11g;",
        "proxy_cache_path c keys_zone=a:1m max_size=9g; proxy_cache_path d keys_zone=b:1m max_size=9g;",
        "upstream b { zone b 900g; server 127.0.0.1:81; }",
        "".join(f"limit_req_zone $uri zone=z{i}:400m rate=1r/s;" for i in range(3)),
        "".join(f"upstream u{i} {{ zone z{i} 64m; server 127.0.0.1:81; }}" for i in range(17)),
        "upstream u { hash $uri consistent; server 127.0.0.1:81 weight=1000000; }",
        "upstream u { " + "server 127.0.0.1:81 weight=1000;" * 11 + "}",
        "proxy_buffers 4096 64m;",
        "proxy_buffers 9999 1k;",
        "proxy_buffer_size 1g;",
        "large_client_header_buffers 4096 16m;",
        "client_body_buffer_size 10g;",
        "output_buffers 100 10m;",
        "gzip_buffers 4096 1m;",
        "variables_hash_max_size 1g;",
        "keepalive_timeout 99999999999;",
        "keepalive_timeout 11y;",
        "access_log access.log;",
        "access_log html/a;",
        "access_log logs/$host;",
        "access_log logs/a combined buffer=1g;",
        "access_log logs/a combined gzip=9 state=x;",
        "access_log logs/.a;",
        "access_log syslog:server=127.0.0.1:81;",
        "proxy_temp_path html;",
        "proxy_temp_path logs/x;",
        "proxy_temp_path tls;",
        "proxy_temp_path nginx.conf;",
        "proxy_temp_path nginx.pid;",
        "proxy_temp_path stderr;",
        "proxy_temp_path .;",
        "proxy_temp_path ./html;",
        "proxy_temp_path tmp/../html;",
        "proxy_temp_path /tmp/x;",
        "proxy_temp_path a//b;",
        "proxy_cache_path html keys_zone=a:1m max_size=1g;",
        "client_body_temp_path html/x 1 2;",
        "client_body_in_file_only on;",
        "ssl_certificate /etc/ssl/x.pem;",
        "ssl_certificate tls/../x;",
        "ssl_certificate_key tls/cert.pem;",
        "ssl_certificate_key data:x;",
        "ssl_conf_command VerifyCAFile /etc/passwd;",
        "ssl_conf_command Options /etc/passwd;",
        "proxy_ssl_conf_command VerifyCAFile /etc/passwd;",
        "proxy_ssl_conf_command ChainCAFile /etc/passwd;",
        "proxy_ssl_trusted_certificate /etc/passwd;",
        "ssl_stapling on;",
        "ssl_dhparam dh.pem;",
        "open_file_cache max=0;",
        "disable_symlinks on from=$http_x;",
        "some_module_of_tomorrow on;",
        "sendfile on off;",
        "sendfile;",
        "sendfile maybe;",
        "sendfile on { }",
        "server_tokens $http_x;",
        "types_hash_max_size x;",
        "proxy_pass http://127.0.0.1:81;",
        "http { }",
        "events { }",
        "include mime.types;",
    ],
)
def test_refused_in_http(text: str) -> None:
    assert refused(text), text


@pytest.mark.parametrize(
    "text",
    [
        "limit_req_zone $binary_remote_addr zone=a:10m rate=5r/s; limit_conn_zone $server_name zone=b:10m;",
        "server { listen $listen; limit_req zone=a burst=5 nodelay; limit_conn b 10; deny all; }",
        "ssl_session_cache builtin:9 shared:SSL:10m; ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256;",
        "".join("server { listen $listen ssl; ssl_session_cache shared:SSL:400m; }" for _ in range(9)),
        "proxy_cache_path cache/a levels=1:2 keys_zone=a:10m inactive=60m max_size=1g use_temp_path=off;",
        "proxy_ssl_conf_command CipherString DEFAULT@SECLEVEL=1; proxy_ssl_verify off;",
        "access_log logs/a.log combined buffer=32k flush=5m if=$loggable; error_log logs/e.log debug;",
        "proxy_buffers 256 16k; proxy_temp_path proxy_temp 1 2; large_client_header_buffers 4 8k;",
        "keepalive_timeout 75s 60; expires $e; keepalive_requests 1000; client_max_body_size 0;",
        "upstream b { zone b 64k; server 127.0.0.1:81 weight=2 max_fails=3 fail_timeout=30s; ip_hash; }",
        "limit_rate $rate; ssl_stapling off; gzip_types text/plain application/json; ssl_ecdh_curve X25519;",
    ],
)
def test_ordinary_sizes(text: str) -> None:
    assert refused(text) == []


def test_connections_of_all_workers_are_counted() -> None:
    text = "worker_processes {}; events {{ worker_connections 1048576; }} http {{ }}"
    assert refused(text.format(64), "main") == []
    assert "`worker_connections` is not allowed" in refused(text.format(65), "main")[0]


def test_every_directive_of_a_knob_is_on_the_list() -> None:
    assert {k.name for k in KNOBS.values() if k.directive and (k.directive, k.context) not in RULES} == set()


def test_no_directive_is_on_both_lists() -> None:
    assert {name for name, _ in RULES} & set(REFUSED) == set()


def test_says_what_to_write_instead() -> None:
    assert refused("resolver 1.1.1.1;") == [
        "line 1: `resolver` is not allowed: it looks names up outside the testbed; "
        "write $backend for the testbed's backends"
    ]
    assert "write `types { text/html html;" in refused("include mime.types;")[0]
    assert "did you mean sendfile?" in refused("sendfyle on;")[0]
    assert "it cannot stand in http" in refused("worker_connections 9;")[0]
    assert "it takes `on` or `off`" in refused("sendfile;")[0]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("http://$backend:22", "“$backend:22” is more than an address; write $backend alone"),
        ("http://$backend.example.test/", "write $backend alone"),
        ("https://$backend", "speak plain http; write http://$backend"),
        ("http://$backends", "only known at run time; write $backend"),
        ("http://$backend/x", "this topology has no backend"),
    ],
)
def test_says_how_the_backend_is_written(target: str, said: str) -> None:
    (found,) = refused(f"location / {{ proxy_pass {target}; }}", "server")
    assert said in found


def test_idle_connections_of_all_upstreams_are_counted() -> None:
    text = "upstream u{0} {{ server 127.0.0.1:81; keepalive 62500; }}\n"
    assert refused("".join(map(text.format, range(16)))) == []
    (said,) = refused("".join(map(text.format, range(17))))
    assert said == "line 17: `keepalive` is not allowed: all together are more than 1000000 idle connections"


def test_files_may_stand_before_a_plain_proxy_pass_only() -> None:
    text = "location /y/ {{ try_files $uri =404; proxy_pass http://127.0.0.1:81{}; }}"
    assert refused(text.format(""), "server") == []
    (said,) = refused(text.format("/"), "server")
    assert "`try_files` is not allowed: beside a proxy_pass with a path it can crash nginx; write" in said


def test_a_long_text_of_refusals_is_cut() -> None:
    found = refused("x;" * 1_900)
    assert len(found) == 51
    assert found[-1] == "line 1: there is more from here on that is not allowed"
