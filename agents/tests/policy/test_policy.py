"""What no text may say, each refusal with its place. Written to break the policy, not to please it."""

import pytest

from agents.policy import Inside, check, may_reach_only
from agents.tests.confs import conf

REACH = may_reach_only(["127.0.0.1:81", "10.0.0.7:80", "10.0.0.7:1", "[::1]:81"])


def refused(text: str, inside: Inside = "main") -> list[str]:
    return [str(r) for r in check(text, REACH, inside)[1]]


@pytest.mark.parametrize(
    "directive",
    [
        "user root;",
        "pid /run/x.pid;",
        "daemon on;",
        "working_directory /tmp;",
        "lock_file x;",
        "load_module modules/ngx_http_perl_module.so;",
        '"load_module" modules/x.so;',
        "load_module\n modules/x.so;",
        "include /etc/passwd;",
        "include html/*.conf;",
        "env SECRET;",
        "error_log /etc/cron.d/x;",
        "error_log syslog:server=1.2.3.4;",
        "error_log memory:32m debug;",
        "worker_processes 100000;",
        "stream { }",
        "mail { }",
        "ssl_engine pkcs11;",
        "google_perftools_profiles x;",
    ],
)
def test_refuses_in_the_main_context(directive: str) -> None:
    (said,) = refused(conf(main=directive))
    name = directive.split()[0].strip('"')
    assert said.startswith(f"line 1: `{name}` is not allowed")


@pytest.mark.parametrize(
    "directive",
    [
        "root /etc;",
        "root ../../etc;",
        "root html/../../x;",
        "root $arg_path;",
        'root "/etc";',
        "root '\\/etc/..';",
        "alias /root/;",
        "alias html/$1;",
        "access_log /var/log/messages;",
        "access_log syslog:server=10.0.0.7;",
        "access_log logs/$host.log;",
        "client_body_temp_path /tmp/x;",
        "proxy_cache_path /tmp/x keys_zone=a:1m;",
        "brotli_dict_path /x;",
        "proxy_pass http://example.test;",
        "proxy_pass http://10.0.0.8;",
        "proxy_pass http://10.0.0.7:2375;",
        "proxy_pass http://169.254.169.254/latest/meta-data/;",
        "proxy_pass http://[fe80::1]:80;",
        "proxy_pass http://2130706433:81;",
        "proxy_pass http://127.0.0.1:81@10.0.0.8/;",
        "proxy_pass http://10.0.0.8#@127.0.0.1:81/;",
        "proxy_pass http://127.0.0.1:81.example.test/;",
        "proxy_pass http://１27.0.0.1:81/;",
        "proxy_pass http://$host;",
        "proxy_pass $arg_to;",
        "proxy_pass http://127.0.0.1:81$arg_to;",
        "proxy_pass http://unix:/run/docker.sock;",
        "proxy_pass HTTP://10.0.0.8;",
        "fastcgi_pass 127.0.0.1:9000;",
        "grpc_pass 127.0.0.1:81;",
        "redis2_pass 127.0.0.1:6379;",
        "resolver 127.0.0.53;",
        "ssl_stapling on;",
        "otel_exporter { endpoint 10.0.0.9:4317; }",
        'content_by_lua_block { os.execute("x") }',
        "content_by_lua 'os.execute(1)';",
        "access_by_lua_file html/x.lua;",
        "js_content x;",
        "perl x;",
        "perl 'sub { system(1); }';",
        "dav_methods PUT;",
        "proxy_store on;",
        "ssl_certificate_key /etc/ssl/private/key.pem;",
        "ssl_certificate data:$x;",
        "ssl_certificate_key engine:pkcs11:x;",
        "proxy_ssl_certificate_key /etc/ssl/private/key.pem;",
        "ssl_conf_command PrivateKey /etc/ssl/private/key.pem;",
        "ssl_password_file /etc/shadow;",
        "auth_basic_user_file /etc/shadow;",
        "try_files ../../etc/passwd =404;",
        "try_files $arg_file =404;",
        "try_files /${arg_a}${arg_b}/etc/passwd =404;",
        "rewrite ^ /../../../etc/passwd break;",
        "rewrite ^/(.)x(.)$ /$1$2/etc/passwd break;",
        "error_page 404 /../../etc/passwd;",
        "index ../../../etc/passwd;",
        "keyval_zone zone=a:1m state=/etc/x;",
        "if ($uri) { root /etc; }",
        "limit_except GET { proxy_pass http://10.0.0.8; }",
    ],
)
def test_refuses_in_a_location(directive: str) -> None:
    found = refused(conf(server=directive))
    assert len(found) == 1
    name = directive.partition("{ ")[2].split()[0] if directive.startswith(("if", "limit_ex")) else None
    assert f"`{name or directive.split()[0]}`" in found[0]


@pytest.mark.parametrize(
    "text",
    [
        "map $uri $x { include /etc/passwd; }",
        "geo $x { include /etc/passwd; }",
        "types { include /etc/mime.types; }",
        "upstream b { include /etc/x; }",
        "upstream b { server unix:/run/docker.sock; }",
        "upstream b { server 8.8.8.8:80; }",
        "upstream b { server 10.0.0.7; server 10.0.0.7:22 backup; }",
        "upstream b { server example.test resolve; }",
        'init_by_lua_block { local a = "}" } ',
        "lua_package_path '/x/?.lua;;';",
        "js_import html/x.js;",
        "perl_modules html;",
        "server { listen $listen; location / { location /x { location /y { alias /etc/; } } } }",
    ],
)
def test_refuses_in_http(text: str) -> None:
    assert len(refused(text, "http")) == 1
    assert len(refused(conf(http=text))) == 1


@pytest.mark.parametrize(
    "listen",
    ["81", "unix:/tmp/x.sock", "0.0.0.0:80", "[::]:80", "localhost", "*:8080", "$listen0", "80"],
)
def test_refuses_addresses_that_the_agent_did_not_choose(listen: str) -> None:
    (said,) = refused(f"server {{ listen {listen}; }}", "http")
    assert "`listen` is not allowed" in said
    assert "the agent chooses" in said


def test_refuses_a_server_without_an_address() -> None:
    said = refused(conf(http="server { listen 81; } server { return 200; }"))
    assert len(said) == 2
    assert "`listen`" in said[0]
    assert "`server`" in said[1]


def test_refuses_one_address_with_and_without_tls() -> None:
    (said,) = refused("server { listen $listen; }\nserver { listen $listen ssl; }", "http")
    assert said.startswith("line 2: `listen`")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("return 200 'a\nb;", 1),  # a quote that would swallow what follows
        ("return 200;\n}\n", 2),
        ("if ($a) {\n", 2),
        ("return 200 ok", 1),
        ("return 200 'a'b;", 1),
        ("return 200 \\", 1),
        ("return 200;\n{ }", 2),
        ("return\u00a0200;", 1),  # a blank for Python and crossplane, a letter for nginx
        ("root\u2003/etc;", 1),
        ("root html}\n;", 1),
        ("root\x0bhtml;", 1),
        ("return 200;\x00", 1),
        ("return 200;\n# x\rinclude /etc/passwd;", 2),
        ('add_header X "a";\nadd_header Y a"b;\nroot /etc; #";', 3),
        ("a {" * 500 + "}" * 500, 1),
        ("a {" * 20_000, 1),
        ("#" + "x" * 90_000 + "\n}", 2),
        ('"' * 9_001, 1),
    ],
)
def test_what_cannot_be_read_for_certain_is_refused_at_its_line(text: str, line: int) -> None:
    found = check(text, REACH, "location")[1]
    assert found
    assert found[0].line == line


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("root html; try_files $uri $uri/ /index.html =404; error_log /dev/null;", "location"),
        ("proxy_pass http://127.0.0.1:81/x/$uri;", "location"),
        ("proxy_pass http://10.0.0.7;", "location"),
        ("proxy_pass http://[::1]:81;", "location"),
        ('return 200 "user root; include /etc/passwd; }";', "location"),
        ("# user root;\n#}\nexpires max;", "location"),
        ("if ($request_method = 'POST') { return 405; }", "location"),
        ('if ($uri ~* "\\.(gif|jpg)$") { expires 30d; }', "location"),
        ("location ~ ^/(a|b)/\\.\\. { return 404; }", "server"),
        ("set $a ${uri}; add_header X ${a}b;", "location"),
        ("map $uri $x { default 0; user 1; /../ 2; ~^/(?<n>.) $n; }", "http"),
        ("upstream b { server 127.0.0.1:81 weight=2; keepalive 8; }", "http"),
        ("log_format x '$remote_addr \"$request\"'; access_log logs/access.log x buffer=32k;", "http"),
        ("server { listen $listen default_server reuseport; server_name _; }", "http"),
        ("ssl_certificate tls/cert.pem; ssl_conf_command Options PrioritizeChaCha;", "http"),
        ("proxy_cache_path cache keys_zone=a:1m max_size=1g; open_file_cache max=10;", "http"),
        ("proxy_cookie_path /a /b; rewrite ^/old$ /index.html?$args last;", "server"),
        ("return 200 'Größe: 1\u00a0MB';\r\n", "location"),
        ("return 200;\r", "location"),
        ("", "location"),
    ],
)
def test_ordinary_texts_pass(text: str, inside: Inside) -> None:
    assert refused(text, inside) == []


def test_upstreams_defined_elsewhere_can_be_named() -> None:
    text = "proxy_pass http://b/x;"
    assert refused(text, "location") != []
    assert check(text, REACH, "location", upstreams=["b"])[1] == []


def test_names_the_line_of_a_syntax_error() -> None:
    assert refused("events {}\nhttp {\n  server {\n") == ['line 4: unexpected end of file, expecting "}"']


def test_comments_between_words_are_none_and_hide_nothing() -> None:
    assert refused(conf(server="add_header X # a;\n# b\n  y;")) == []
    [refusal] = refused(conf(server="add_header X # a\n y; include /etc/passwd; # z\n"))
    assert "`include`" in refusal


def test_a_blank_that_nginx_does_not_know_is_named() -> None:
    [refusal] = refused(conf(server="add_header X\u00a0y;"))
    assert "U+00A0" in refusal
    [refusal] = refused("\ufeffevents {}\nhttp {}")
    assert "U+FEFF" in refusal
    assert refused(conf(server="add_header X 'a\u00a0b'; # \u00a0")) == []
