"""The user's own texts: stand-ins, what is added, and line numbers that stay."""

import pytest

from agents.render import render_proxy, setups
from agents.render.lexer import ConfError, read_conf

TWO = ("10.0.0.2:4001", "10.0.0.2:4002")


def whole(text: str, backends: tuple[str, ...] = TWO[:1]) -> str:
    return render_proxy({"nginx.conf": text}, "proxied", backends)


@pytest.mark.parametrize("listen", ["$listen", "80", "443", "*:80", '"$listen"', '"80"'])
def test_the_address_is_the_agents(listen):
    conf = whole(f"events {{}}\nhttp {{\n server {{ listen {listen} backlog=9; }}\n}}\n")
    assert conf.splitlines()[2] == " server { listen $listen backlog=9; }"


def test_only_directives_are_touched():
    text = "# listen 80;\nevents {}\nhttp { server { listen 80; return 200 'listen 80; $backend }'; } }\n"
    conf = whole(text)
    assert conf.startswith("# listen 80;\n")
    assert "return 200 'listen 80; $backend }';" in conf
    assert conf.count("$listen") == 1


def test_one_backend_is_named_itself_and_several_by_a_block():
    text = "events {}\nhttp {\nserver { listen 80; location / { proxy_pass http://$backend/x; } }\n}"
    assert "proxy_pass http://10.0.0.2:4001/x;" in whole(text)
    conf = whole(text, TWO)
    assert "proxy_pass http://backend/x;" in conf
    assert conf.index("upstream backend {") > conf.index("location")
    assert "server 10.0.0.2:4001;" in conf


def test_backends_stand_in_an_upstream_block_of_ones_own():
    text = "events {}\nhttp { upstream u { server $backend weight=2; keepalive 9; } }"
    conf = whole(text, TWO)
    assert "server 10.0.0.2:4001 weight=2; server 10.0.0.2:4002 weight=2; keepalive 9;" in conf
    assert "upstream backend" not in conf


def test_a_block_of_ones_own_keeps_its_name():
    text = "events {}\nhttp { upstream backend { server $backend; } server { listen 80;\n"
    text += "location / { proxy_pass http://backend; } location /b { proxy_pass http://$backend; } } }"
    conf = whole(text, TWO)
    assert "proxy_pass http://backend;" in conf
    assert "proxy_pass http://backend_2;" in conf
    assert conf.count("upstream backend {") == conf.count("upstream backend_2 {") == 1


def test_what_the_agent_needs_comes_after_the_persons_lines():
    text = "events {}\nhttp {\n  server { listen 80; }\n}\n"
    lines = whole(text).splitlines()
    assert lines[:3] == ["events {}", "http {", "  server { listen $listen; }"]
    assert [line.strip() for line in lines[3:] if line.strip()] == [
        "access_log logs/access.log;",
        "}",
        "error_log logs/error.log;",
    ]


def test_what_a_text_says_itself_is_not_added():
    http = "http { access_log off; server { listen 80; }\n}"
    text = f"error_log logs/e warn;\nevents {{}}\n{http}"
    assert whole(text) == text.replace("listen 80", "listen $listen")


def test_a_text_that_listens_with_ssl_gets_a_certificate():
    text = "events {}\nhttp { server { listen 443 ssl; } }"
    knobs = {"nginx.conf": text, "tls.key": "ecdsa256"}
    setup = setups(knobs, "proxied", list(TWO))["proxy"]
    assert setup.tls == "ecdsa256"
    assert "ssl_certificate tls/cert.pem;" in setup.conf
    assert setups({"nginx.conf": text.replace(" ssl", "")}, "proxied")["proxy"].tls is None
    assert setups({"tls.on": True}, "proxied")["proxy"].tls == "rsa2048"


def test_a_text_of_ones_own_has_a_page_and_its_own_workers():
    setup = setups({"nginx.conf": "events {}", "origin.body_bytes": 77}, "proxied")["proxy"]
    assert setup.pages == {"index.html": 77}
    assert setup.workers is None


def test_extras_stand_in_their_blocks():
    knobs = {
        "nginx.http_extra": "map $uri $x { default 1; }\n",
        "nginx.server_extra": "location /b {\n  return 204;\n}\n",
        "nginx.location_extra": "add_header X 'two\nlines';\n",
    }
    (http,) = [s for s in read_conf(render_proxy(knobs, "proxied")) if s.name == "http"]
    assert http.block
    assert "map" in [s.name for s in http.block]
    (server,) = [s for s in http.block if s.name == "server"]
    assert [s.args for s in server.block or [] if s.name == "location"] == [["/b"], ["/"]]
    (location,) = [s for s in server.block or [] if s.args == ["/"]]
    assert [s.args for s in location.block or []][-1] == ["X", "two\nlines"]


def test_a_comment_at_the_end_of_an_extra_hides_nothing():
    conf = render_proxy({"nginx.location_extra": "expires max; # really"}, "proxy_only")
    assert conf.count("{") == conf.count("}")
    assert [s.name for s in read_conf(conf)] == ["error_log", "events", "http"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b c;", ["a", "b", "c"]),
        ("a 'b c' \"d;{}\";", ["a", "b c", "d;{}"]),
        ("a b\\ c \\;d;", ["a", "b\\ c", "\\;d"]),
        ("a ${x}y $x{", ["a", "${x}y", "$x"]),
        ('a b"c d";', ["a", 'b"c', 'd"']),
        ("a '\\'' \"\\\\\" '\\n';", ["a", "'", "\\", "\n"]),
        ("a b#c #d;\n e;", ["a", "b#c", "e"]),
        ("a b}c;", ["a", "b}c"]),
        ('a ("b") {', ["a", '("b")']),
        ("a\t\r\nb;", ["a", "b"]),
        ("a ''{", ["a", ""]),
    ],
)
def test_words_are_read_as_nginx_reads_them(text, words):
    (statement,) = read_conf(text + ("}" if text.endswith("{") else ""))
    assert [statement.name, *statement.args] == words


@pytest.mark.parametrize("text", ["a", "a 'b", "a 'b'c;", "}", "a; }", "a {", ";", "{", "a \\", "a }"])
def test_what_nginx_cannot_read_raises(text):
    with pytest.raises(ConfError):
        read_conf(text)
