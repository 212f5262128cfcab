"""Placeholders of declared servers."""

import pytest

from agents.servers.template import EACH_BACKEND, NAMES, fill_in, find_unknown

VALUES = {"address": "10.0.0.1", "port": "8101", "backends": "a:1 b:2", "threads": "2"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bind {address}:{port}", "bind 10.0.0.1:8101"),
        (
            "http://{address} {\n\treverse_proxy {backends}\n}",
            "http://10.0.0.1 {\n\treverse_proxy a:1 b:2\n}",
        ),
        ("{{address} stays", "{address} stays"),
        ('{"a": {"b": 1}}', '{"a": {"b": 1}}'),
        ("respond {http.request.host} {$HOME} {1}", "respond {http.request.host} {$HOME} {1}"),
        ("nbthread {threads}{threads}", "nbthread 22"),
        ("", ""),
    ],
)
def test_only_names_between_braces_are_placeholders(text: str, expected: str) -> None:
    assert fill_in(text, VALUES) == expected


def test_a_value_is_not_read_again() -> None:
    assert fill_in("{address}", {"address": "{port}", "port": "1"}) == "{port}"


def test_a_line_with_a_backend_is_written_for_each() -> None:
    text = "backend out\n  server b{number} {backend}\nend"
    assert fill_in(text, {}, ["a:1", "b:2"]) == "backend out\n  server b1 a:1\n  server b2 b:2\nend"
    assert fill_in("server {backend}\nend", {}, []) == "\nend"


def test_parts_of_a_backend_stand_where_a_server_wants_them_apart() -> None:
    text = '("host" => "{backend_address}", "port" => {backend_port}),'
    backends = ["10.0.0.1:8101", "[::1]:8102"]
    assert fill_in(text, {}, backends).splitlines() == [
        '("host" => "10.0.0.1", "port" => 8101),',
        '("host" => "::1", "port" => 8102),',
    ]


def test_an_unknown_placeholder_is_named_with_its_line_and_what_to_write() -> None:
    problem = find_unknown("a\nbind {adress}:{port}", {*NAMES, *EACH_BACKEND})
    assert problem == "{adress} in line 2 is no placeholder; write {{adress} for the text itself"
    assert find_unknown("bind {address}:{port} {{host}", NAMES) is None
