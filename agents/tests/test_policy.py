"""What this agent will not run, each with its place in the text."""

from pathlib import Path

import pytest

from agents.proxy.policy import parse, refusals
from agents.tests.confs import conf


def refused(text: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "nginx.conf"
    path.write_text(text)
    tree, wrong = parse(path)
    assert wrong == []
    return [str(r) for r in refusals(tree, lambda host: host in ("127.0.0.1", "10.0.0.7"))]


@pytest.mark.parametrize(
    "directive",
    [
        "user root;",
        "pid /run/x.pid;",
        "daemon on;",
        "working_directory /tmp;",
        "load_module modules/ngx_http_perl_module.so;",
        "include /etc/passwd;",
        "env SECRET;",
        "error_log /etc/cron.d/x;",
        "error_log syslog:server=1.2.3.4;",
        "worker_processes 100000;",
        "stream { }",
    ],
)
def test_refuses_in_the_main_context(directive: str, tmp_path: Path) -> None:
    (said,) = refused(conf(main=directive), tmp_path)
    assert said.startswith(f"line 1: `{directive.split()[0]}` is not allowed")


@pytest.mark.parametrize(
    "directive",
    [
        "root /etc;",
        "root ../../etc;",
        "alias /root/;",
        "root $arg_path;",
        'content_by_lua_block { os.execute("x") }',
        "js_content x;",
        "perl x;",
        "access_log /var/log/messages;",
        "proxy_pass http://example.test;",
        "proxy_pass http://10.0.0.8;",
        "proxy_pass http://$host;",
        "proxy_pass http://unix:/run/docker.sock;",
        "fastcgi_pass 127.0.0.1:9000;",
        "include html/*.conf;",
        "dav_methods PUT;",
        "ssl_certificate_key /etc/ssl/private/key.pem;",
    ],
)
def test_refuses_in_a_location(directive: str, tmp_path: Path) -> None:
    found = refused(conf(server=directive), tmp_path)
    assert len(found) == 1
    assert f"`{directive.split()[0]}`" in found[0]


def test_refuses_ports_that_the_agent_did_not_choose(tmp_path: Path) -> None:
    text = conf(http="server { listen 80; } server { return 200; }")
    said = refused(text, tmp_path)
    assert len(said) == 2
    assert "`listen`" in said[0]
    assert "`server`" in said[1]


def test_refuses_upstreams_outside(tmp_path: Path) -> None:
    text = conf(http="upstream b { server 10.0.0.7:1; server 8.8.8.8:80; }", server="proxy_pass http://b;")
    (said,) = refused(text, tmp_path)
    assert "8.8.8.8:80" in said


def test_lets_ordinary_texts_pass(tmp_path: Path) -> None:
    text = conf(
        main="worker_processes 4; worker_cpu_affinity auto;",
        http="upstream b { server 127.0.0.1:81; keepalive 8; } access_log logs/access.log; sendfile on;",
        server="root html; proxy_pass http://b$request_uri; try_files $uri /index.html; error_log /dev/null;",
        listen=" reuseport backlog=1024",
    ).replace("$request_uri", "")
    assert refused(text, tmp_path) == []


def test_names_the_line_of_a_syntax_error(tmp_path: Path) -> None:
    path = tmp_path / "nginx.conf"
    path.write_text("events {}\nhttp {\n  server {\n")
    _, wrong = parse(path)
    assert str(wrong[0]) == 'line 3: unexpected end of file, expecting "}"'
