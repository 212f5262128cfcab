"""Declarations of servers that are no nginx, as operators write them, with and without mistakes."""

import re

import pytest

from agents.servers.declarations import BadDeclaration, read_declaration
from agents.servers.declared import complaint_of
from agents.servers.declared_text import DeclaredServer

WHOLE = """
kind = "declared"
argv = ["/usr/sbin/haproxy", "-db", "-f", "{conf}"]
version = ["/usr/sbin/haproxy", "-v"]
check = ["/usr/sbin/haproxy", "-c", "-f", "{conf}"]
conf = "haproxy.cfg"
ready = {path = "/", status = 200}
environment = {HOME = "{folder}"}
counters = {haproxy = "{socket}"}
[params]
threads = {min = 1, max = 64}
gomaxprocs = {min = 1, max = 64, default = 1, env = "GOMAXPROCS"}
"""


def declared(text: str = WHOLE) -> DeclaredServer:
    declaration = read_declaration(text)
    assert isinstance(declaration, DeclaredServer)
    return declaration


def test_its_parameters_say_which_must_be_given() -> None:
    params = {param.name: param for param in declared().params_of("nbthread {threads}")}
    assert [name for name, param in params.items() if param.is_required] == ["threads"]
    assert not declared().params_of("")[0].is_required


def test_it_listens_with_tls_where_a_text_names_the_certificate() -> None:
    assert declared().has_tls("bind {address}:{port} ssl crt {certificate}")
    assert not declared().has_tls("bind {address}:{port} # {{certificate}")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"/usr/sbin/haproxy", "-db"', '"haproxy", "-db"', "must be the whole path of a program"),
        ('"/usr/sbin/haproxy", "-db"', '"{folder}/haproxy", "-db"', "must be the whole path of a program"),
        ('"{folder}"', '"{foldr}"', "environment.HOME: {foldr} is no placeholder"),
        ('"haproxy.cfg"', '"../haproxy.cfg"', "must be the name of a file beside this one"),
        ('"haproxy.cfg"', '".."', "must be the name of a file beside this one"),
        ('"-v"', '"{port}"', "version: {port} is no placeholder"),
        ("min = 1, max = 64}", "min = 65, max = 64}", "min 65 is above max 64"),
        ("default = 1", "default = 65", "default 65 is not within 1 to 64"),
        ("threads =", "port =", "“port” is a placeholder already"),
        ('path = "/", status = 200', "tcp = false", "ready"),
        (
            'path = "/", status = 200',
            'path = "/", tcp = true',
            "must be {path = …, status = …} or {tcp = true}",
        ),
        ('"{socket}"', '"/run/haproxy/admin.sock"', "counters.haproxy"),
        ("check =", "chek =", "there is no field “chek”"),
        ('kind = "declared"', 'kind = "other"', "kind"),
        ("argv =", "argw =", "argv is missing; there is no field “argw”"),
        ('path = "/", status', 'path = "x", status', "ready.path must begin with /"),
        ("status = 200", "status = 99", "ready.status must be at least 100"),
        ("threads = {", "Threads = {", "params.Threads must be a name such as threads"),
        ("argv =", "argv", "it is no TOML"),
    ],
)
def test_a_mistake_is_named(old: str, new: str, words: str) -> None:
    assert old in WHOLE
    with pytest.raises(BadDeclaration, match=re.escape(words)):
        read_declaration(WHOLE.replace(old, new, 1))


def test_without_a_text_nothing_may_name_it() -> None:
    with pytest.raises(BadDeclaration, match=r"\{conf\} is no placeholder"):
        read_declaration(WHOLE.replace('conf = "haproxy.cfg"', ""))


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        ("Error:\nMessage from dlopen:\ndlopen() failed to map a.so\nended", "dlopen() failed to map a.so"),
        ("Starting\n[alert] line 3: unknown word\nstopped", "[alert] line 3: unknown word"),
        ("Error:\n", "Error:"),
        ("", "it printed nothing"),
    ],
)
def test_a_server_s_complaint_is_a_sentence_and_not_the_heading_above(output: str, complaint: str) -> None:
    assert complaint_of(output) == complaint
