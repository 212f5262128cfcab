"""What becomes of single directives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.policy import check, may_reach_only
from agents.policy import read as read_text
from agents.render import default_backends, render_proxy
from backend.own_conf.conversion import Conversion, convert
from backend.own_conf.differences import differences
from backend.own_conf.experiment import convert_conf
from backend.own_conf.reading import UnreadableConf
from backend.own_conf.writing import Line, write


def server(*lines: str, http: str = "", listen: str = "listen 80;") -> Conversion:
    return convert(f"http {{\n{http}\nserver {{\n{listen}\n" + "\n".join(lines) + "\n} }")


def fate(conversion: Conversion, name: str):
    return next(fate for node, fate in conversion.ledger.fates.items() if node.name == name)


def raw(conversion: Conversion) -> str:
    return "".join(str(value) for name, value in conversion.knobs.items() if name.endswith("_extra"))


PASS = "location / { proxy_pass http://10.0.0.1:80; }"


@pytest.mark.parametrize(
    ("line", "knob", "value"),
    [
        ("gzip on;", "nginx.gzip", True),
        ("keepalive_timeout 65;", "nginx.keepalive_timeout", "65s"),
        ("client_max_body_size 10m;", "nginx.client_max_body_size", 10 * 1024**2),
        ("error_log /var/log/e.log warn;", "nginx.error_log", "warn"),
        ("access_log off;", "nginx.access_log", "off"),
        ("fastcgi_buffers 16 16k;", "nginx.proxy_buffers", "16 16k"),
    ],
)
def test_a_line_of_the_server_is_a_knob(line, knob, value):
    assert server(line, PASS).knobs[knob] == value


def test_the_innermost_of_a_knob_acts_and_the_others_are_listed():
    conversion = server("gzip on;", PASS, http="gzip off;")
    assert conversion.knobs["nginx.gzip"] is True
    outer = next(f for n, f in conversion.ledger.fates.items() if n.name == "gzip" and n.args == ["off"])
    assert (outer.kind, "stands in its place" in outer.reason) == ("left_out", True)


def test_a_knob_of_one_location_among_several_stays_raw():
    conversion = server(PASS, "location /b { proxy_pass http://b; proxy_buffering off; }")
    assert "nginx.proxy_buffering" not in conversion.knobs
    assert "proxy_buffering off;" in raw(conversion)


@pytest.mark.parametrize(
    "line",
    [
        "allow 10.0.0.0/8;",
        "deny all;",
        'auth_basic "closed";',
        "http2 on;",
        "brotli on;",
        "resolver 1.1.1.1;",
        "ssl_dhparam /etc/dh.pem;",
        "ssl_stapling on;",
        "include /etc/shadow;",
        "perl_set $x 'sub { 1 }';",
        "content_by_lua_block { os.execute('id') }",
        "dav_methods PUT;",
        "proxy_bind 10.0.0.1;",
        "client_body_temp_path /etc;",
        "limit_req zone=nowhere;",
        "proxy_cache nowhere;",
        "add_header X $undefined_here;",
        "js_content main.hello;",
        "if ($host != example.org) { return 301 https://example.org; }",
    ],
)
def test_what_a_test_cannot_have_is_left_out_and_listed(line):
    conversion = server(line, PASS)
    left_out = fate(conversion, line.split()[0])
    assert left_out.kind == "left_out"
    assert left_out.reason
    assert line.split()[0] not in raw(conversion)


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("root /var/www;", "root html;"),
        ("location /a/ { alias /etc/; }", "alias html/;"),
        ("location /a { alias /etc/; }", "alias html;"),
        ("location /a { proxy_pass https://10.9.9.9/x; }", "proxy_pass http://$backend/x;"),
        ("location /a { proxy_pass http://$upstream_host; }", "proxy_pass http://$backend;"),
        ("location /a { grpc_pass grpc://10.9.9.9; }", "proxy_pass http://$backend;"),
        ("location /a { access_log /etc/passwd; }", "access_log logs/access.log;"),
        ("location /a { try_files $uri /i.php$is_args$args; }", "try_files $uri /i.php?$args;"),
        ("server_name example.com;", "server_name _;"),
    ],
)
def test_what_a_test_has_otherwise_is_replaced_and_listed(line, outcome):
    conversion = server(line, PASS)
    assert outcome in raw(conversion)
    assert any(
        f.became == outcome and f.kind == "replaced" and f.reason for f in conversion.ledger.fates.values()
    )


def test_a_cache_has_a_limit_and_a_folder_of_the_test():
    caches = "proxy_cache_path /c keys_zone=a:1m; proxy_cache_path /d keys_zone=b:1m max_size=900g;"
    text = raw(server(PASS, http=caches))
    assert "proxy_cache_path cache keys_zone=a:1m max_size=1g;" in text
    assert "proxy_cache_path cache1 keys_zone=b:1m max_size=1g;" in text


def test_what_is_too_much_together_is_left_out():
    zones = "".join(f"limit_req_zone $uri zone=z{i}:400m rate=1r/s;" for i in range(4))
    conversion = server(PASS, http=zones)
    kinds = [f.kind for n, f in conversion.ledger.fates.items() if n.name == "limit_req_zone"]
    assert "left_out" in kinds


def test_an_own_root_location_stands_in_the_place_of_the_rendered():
    conversion = server("location / { return 204; }", "location /a { proxy_pass http://a; }")
    conf = render_proxy(conversion.knobs, "proxied")
    assert conf.count("location / {") == 1
    assert "return 204;" in conf


def test_a_redirect_by_the_name_in_the_address_is_left_out():
    conversion = server("if ($request_method = PUT) { return 405; }", PASS)
    assert "return 405;" in raw(conversion)


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12) | st.sampled_from(
    ["\\", '"', "a b", "$x", "${x}", "{", "}", ";", "\\n", "\\.php$", "#", "a\nb", "", "'", "\t", "é"]
)


@given(st.lists(WORDS, max_size=4))
def test_words_are_read_back_as_they_were(words):
    text = "".join(f"{row}\n" for row, _ in write([Line("map", ["a", *words])]))
    tree, refusal = read_text(text)
    assert refusal is None or "character" in refusal.reason or "own use" in refusal.reason
    if refusal is None:
        assert tree[0]["args"] == ["a", *words]


LINES = st.sampled_from(
    """
    gzip on;|gzip maybe;|root;|alias;|alias x;|listen;|listen unix:/x;|listen 443 ssl;|server_name;|if;
    if ($a) { }|location / { }|location / { proxy_pass http://u; }|location { }
    location = / { return 200; }|include;|include *;|proxy_pass;|proxy_pass http://x;
    upstream u { server; keepalive; hash; }|upstream u { server a; server b; }|upstream;|server { }
    server;|events { worker_connections; }|events;|map $a $b { include x; default 1; }|map;
    proxy_cache_path;|proxy_cache_path a;|fastcgi_cache_path a b;|fastcgi_pass;|try_files;|aio;
    access_log;|error_log;|limit_req;|limit_req_zone $x;|proxy_cache $z;|set $z 1;|set;|return 301 x;
    return;|rewrite;|ssl on;|ssl_certificate;|worker_connections 10;|worker_processes 1000;
    http { server { } }|index;|index a.php;|stream { }|types { a b; }|"quoted" 'x';
    proxy_set_header Connection "";|proxy_http_version 1.1;|"" x;
    location ^~ / { proxy_pass http://u/x; }
    location / { fastcgi_pass a; try_files =404; index a.php; }
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)


@given(st.lists(LINES, max_size=8), st.lists(LINES, max_size=8), st.booleans())
def test_nothing_vanishes_and_the_policy_lets_the_outcome_pass(outer, inner, is_whole):
    http = "\n".join([*outer, "server {", *inner, "}"])
    try:
        conversion = convert(f"http {{ {http} }}" if is_whole else http)
    except UnreadableConf:
        return
    nodes = [node for top in conversion.nodes for node in top.walk()]
    assert sum(f.count for f in conversion.ledger.fates.values()) == len(nodes)
    backends = default_backends(conversion.knobs) if conversion.topology == "proxied" else ()
    topology = "proxied" if backends else "proxy_only"
    conf = render_proxy(conversion.knobs, topology, backends)
    assert check(conf, may_reach_only(backends))[1] == []
    assert [row for row in differences(conversion) if not row.reason] == []
    assert convert_conf(f"http {{ {http} }}" if is_whole else http).yaml


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("try_files $uri $uri/ /index.php$request_uri;", "try_files $uri $uri/ /index.php;"),
        ("try_files /cache/$host/x.html $uri @app;", "try_files $uri @app;"),
        ("try_files /cache/$host$request_uri @app;", "try_files $uri @app;"),
        ("rewrite ^/(.*)$ /index.php/$1 last;", "rewrite ^/(.*)$ /index.php last;"),
        ("rewrite ^ /index.php$request_uri?a=$arg_a;", "rewrite ^ /index.php?a=$arg_a;"),
        ("rewrite ^/(.*)$ /index.php?q=$1 last;", "rewrite ^/(.*)$ /index.php?q=$1 last;"),
        ("rewrite ^/(.*)$ /static/$1 last;", ""),
    ],
)
def test_a_script_stays_where_its_path_is_only_known_at_run_time(line, becomes):
    conversion = server(f"location /x {{ {line} }}", PASS)
    name = line.partition(" ")[0]
    assert "".join(r.strip() for r in raw(conversion).split("\n") if name in r) == becomes
    assert "run time" not in fate(conversion, name).reason


def test_a_rewrite_that_is_passed_on_keeps_the_path():
    line = "rewrite ^/api/(.*)$ /index.php/$1 break;"
    assert line in raw(server(f"location /api/ {{ {line} proxy_pass http://a; }}", PASS))


@pytest.mark.parametrize("types", ["include mime.types;", "types { include mime.types; text/csv csv; }"])
def test_nginx_knows_common_types_in_place_of_a_mime_types_file(types):
    conversion = server(PASS, http=types)
    assert raw(conversion).count("types {") == 1
    assert {"  text/html html htm shtml;", "  text/css css;"} <= {*raw(conversion).split("\n")}
    assert fate(conversion, "include").kind == "replaced"
    assert [row.reason for row in differences(conversion) if not row.reason] == []


def test_a_cache_that_a_variable_chooses_stays():
    caches = "".join(f"proxy_cache_path /data/{n} keys_zone={n}:1m max_size=1g;" for n in "ab")
    choice = "split_clients $request_uri $cache { 50% a; * b; }"
    assert "proxy_cache $cache;" in raw(server("proxy_cache $cache;", PASS, http=caches + choice))


def test_connections_that_fastcgi_keeps_are_kept_over_http():
    upstream = "upstream a { server a; keepalive 8; }"
    text = f"{upstream} server {{ location / {{ fastcgi_pass a; fastcgi_keep_conn on; }} }}"
    conversion = convert(text)
    assert conversion.knobs["upstream.keepalive"] == 8
    lines = ["proxy_http_version 1.1;", 'proxy_set_header Connection "";']
    assert raw(conversion).split("\n") == [*lines, ""]
    assert [row.text for row in differences(conversion) if row.sign == "+" and row.text in lines] == lines


@pytest.mark.parametrize(
    ("target", "becomes"),
    [
        ("$scheme://a/keep$request_uri", "http://$backend/keep$request_uri"),
        ("${proto}://$app:$port/v1/", "http://$backend/v1/"),
        ("$address/v1/", "http://$backend/v1/"),
        ("http://a$request_uri", "http://$backend"),
    ],
)
def test_the_path_of_a_pass_stays(target, becomes):
    conversion = server(f"location /x/ {{ proxy_pass {target}; }}", PASS)
    assert f"proxy_pass {becomes};" in raw(conversion)


def test_a_fixed_path_that_nginx_takes_only_behind_a_variable_is_named():
    conversion = server("location ~ /x { proxy_pass $proto://a/v1; }", PASS)
    assert "proxy_pass http://$backend;" in raw(conversion)
    assert "without /v1" in fate(conversion, "proxy_pass").reason


@pytest.mark.parametrize(
    ("line", "becomes", "reason"),
    [
        ("least_conn;", "least_conn;", ""),
        ("random two;", "random;", "the knob has no two"),
        ("hash $request_uri;", "hash $request_uri;", ""),
        ("hash $remote_addr consistent;", "hash $request_uri;", "the knob hashes $request_uri"),
    ],
)
def test_how_an_upstream_balances_is_a_knob_and_what_that_lacks_is_said(line, becomes, reason):
    upstream = f"upstream app {{ {line} server 10.0.0.1; server 10.0.0.2; }}"
    conversion = server("location / { proxy_pass http://app; }", http=upstream)
    name = line.rstrip(";").split()[0]
    assert conversion.knobs["upstream.balancing"] == name
    assert (fate(conversion, name).became, fate(conversion, name).reason) == (becomes, reason)


def test_a_server_whose_name_nginx_follows_is_a_fixed_backend():
    lines = "zone app 64k; resolver 10.0.0.2; server app.internal:80 resolve weight=2;"
    conversion = server("location / { proxy_pass http://app; }", http=f"upstream app {{ {lines} }}")
    reason = next(f.reason for n, f in conversion.ledger.fates.items() if n.args[:1] == ["app.internal:80"])
    assert "without resolve: a test looks no names up: its backends have fixed addresses" in reason
    assert "without weight=2: the testbed's backends are equal" in reason
    assert fate(conversion, "resolver").reason.startswith("a test looks no names up")


def test_an_upstream_is_found_before_a_variable():
    conversion = convert(
        "upstream a { server a; keepalive 8; } server { location / { proxy_pass http://a$uri; } }"
    )
    assert conversion.knobs["upstream.keepalive"] == 8


def test_two_directives_without_a_semicolon_between_them_are_no_value_of_a_knob():
    conversion = server("ssl_ciphers HIGH:!MD5\nssl_ciphers ECDHE;", PASS, listen="listen 443 ssl;")
    assert "nginx.ssl_ciphers" not in conversion.knobs
    assert fate(conversion, "ssl_ciphers").kind == "left_out"


def test_verification_of_a_backend_that_speaks_plain_http_is_left_out():
    conversion = server("location / { proxy_pass https://a; proxy_ssl_verify on; }")
    assert "plain HTTP" in fate(conversion, "proxy_ssl_verify").reason


def test_a_line_that_goes_with_the_block_around_it_counts_once():
    text = "server { listen 80; js_set $x main.x; if ($x) { add_header A $x; } }"
    answer = convert_conf(text)
    assert sum(answer.counts.values()) == 5
    assert [row.count for row in answer.directives if row.text.startswith("if ")] == [2]


def test_what_answers_instead_of_a_program_is_said():
    reason = fate(server("location / { js_content main.hello; }"), "js_content").reason
    assert reason == "it runs programs inside nginx; files in html answer in its place"
