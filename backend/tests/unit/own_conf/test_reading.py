"""Pastes that cannot be read say where; includes are found in what `nginx -T` prints."""

import pytest

from backend.own_conf.conversion import convert
from backend.own_conf.reading import MAX_BYTES, UnreadableConf, read_paste, split_parts

SITE = "server { listen 80; location / { proxy_pass http://a:1; } }"

VERSION_LINES = """nginx version: nginx/1.22.1
built by gcc 12.2.0 (Debian 12.2.0-14)
built with OpenSSL 3.0.22 25 Aug 2026 (running with OpenSSL 3.0.19 27 Jan 2026)
TLS SNI support enabled
configure arguments: --with-cc-opt='-g -O2' --with-threads
"""


def print_parts(parts: dict[str, str]) -> str:
    """As `nginx -T` prints them."""
    return "".join(f"# configuration file /n/{name}:\n{text}\n" for name, text in parts.items())


def test_a_directive_is_shown_as_nginx_reads_it() -> None:
    text = 'proxy_set_header Connection "";'
    assert [node.text for node in read_paste(f"{text} location ~ \\.php$ {{}}")] == [
        text,
        "location ~ \\.php$ {…}",
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("events {}\nhttp {\n  server {\n", 4, "expecting"),
        ("http {\n}\n}\n", 3, "unexpected"),
        ("http {\n  server_name 'a;\n}\n", 2, "never closed"),
        ('http {\n  add_header X "a"b;\n}\n', 2, "after a quoted word"),
        ("a\x00b;", 1, "character"),
        ("a {" * 40 + "}" * 40, 1, "deep"),
        ("a;\n" * 2_001, 2_001, "more than"),
        ("listen __LISTEN__;", 1, "write the value in its place"),
        ("", 0, "no directive"),
        ("# nothing\n", 0, "no directive"),
        ("x" * (MAX_BYTES + 1), 0, "KiB"),
        ("é" * MAX_BYTES, 0, "KiB"),
        ("user www;\nevents {}\nhttp {}\n", 0, "no server"),
        ("\ud800", 1, "character"),
        ("a;\nlisten\u00a080;", 2, "U+00A0"),
        ("# \ufffd\nadd_header X '\ufffd';", 2, "not UTF-8"),
        ("stream { server { listen 1; } }", 0, "line 1 begins stream {}"),
        (SITE + "".join(f"map $v{i + 1} $v{i} {{ a b; }}" for i in range(99)), 0, "name each other"),
        (
            "# configuration file a:\n" + "".join(f"# configuration file {i}:\n" for i in range(1_000)),
            0,
            "files",
        ),
    ],
)
def test_what_cannot_be_read_says_where(text, line, words):
    with pytest.raises(UnreadableConf) as error:
        convert(text)
    assert error.value.line == line
    assert words in error.value.reason


def test_files_that_include_each_other_end():
    parts = {"nginx.conf": "include a;", "a": "include b;\ninclude b;", "b": "include a;\ninclude a;"}
    with pytest.raises(UnreadableConf, match=r"deep|more than"):
        read_paste(print_parts(parts))


def test_an_error_in_an_included_file_names_that_file():
    with pytest.raises(UnreadableConf) as error:
        read_paste(print_parts({"nginx.conf": "http { include c/*; }", "c/x": f"{SITE}\n}}"}))
    assert (error.value.file, error.value.line) == ("/n/c/x", 2)


def test_the_parts_of_nginx_t_keep_their_line_numbers():
    text = "nginx: test is successful\n" + print_parts({"nginx.conf": "\nuser a;", "b": "x;"})
    parts = {"/n/nginx.conf": "\nuser a;", "/n/b": "x;\n"}
    assert split_parts(text) == parts
    assert split_parts(VERSION_LINES + text) == parts
    assert read_paste(VERSION_LINES + text)[0].line == 2
    assert read_paste(text)[0].line == 2


def test_a_pattern_takes_no_folder_in():
    parts = {"nginx.conf": "http { include conf.d/*.conf; }", "conf.d/a.conf": SITE, "conf.d/x/b.conf": SITE}
    assert len(convert(print_parts(parts)).servers) == 1


def test_a_missing_file_is_listed():
    conversion = convert(f"http {{ include snippets/tls.conf;\n{SITE} }}")
    fate = next(fate for node, fate in conversion.ledger.fates.items() if node.name == "include")
    assert fate.kind == "left_out"
    assert "not in what you pasted" in fate.reason


def test_the_server_that_serves_is_chosen_and_can_be_chosen():
    redirect = "server { listen 80 default_server; return 301 https://$host$request_uri; }"
    text = f"http {{ {redirect}\n{SITE}\nserver {{ listen 81; location / {{ return 204; }} }} }}"
    assert convert(text).server == 1
    other = convert(text, server=2)
    assert other.topology == "proxy_only"
    assert "return 204;" in str(other.knobs["nginx.server_extra"])
    with pytest.raises(UnreadableConf, match="no server 3"):
        convert(text, server=3)


def test_comments_may_stand_and_say_anything() -> None:
    text = "log_format a # __ENV__ \x0c \udce9\n  'b' # c;\n  'd';"
    assert [node.args for node in read_paste(text)] == [["a", "b", "d"]]
    assert [node.args for node in read_paste("try_files /a/${uri} =404;")] == [["/a/${uri}", "=404"]]
