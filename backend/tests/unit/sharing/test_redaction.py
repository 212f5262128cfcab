"""Texts without the names, addresses and paths of hosts."""

import pytest
from sqlalchemy.types import TypeDecorator

from backend.records.sharing.redaction import ADDRESS, OTHER_PROGRAMS, PATH, Redaction
from backend.records.tables import Base
from backend.validity.hosts import other_cpu

HIDDEN = Redaction(
    {"web-7": "proxy-host", "10.0.0.5": "proxy-address", "nginx": "load-host", "ab": "backend-host"}
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("web-7 was slow", "proxy-host was slow"),
        ("WEB-7, Web-7_old and db_web-7", "proxy-host, proxy-host_old and db_proxy-host"),
        ("web-7.corp.example, web-7-old", "proxy-host.corp.example, proxy-host-old"),
        ("ⓦeb-7 and ｗeb-7", "ⓦeb-7 and ｗeb-7"),
        ("web-70 and xweb-7 are others", "web-70 and xweb-7 are others"),
        ("http://10.0.0.5:8100/a/b.html", "http://proxy-address:8100/a/b.html"),
        ("bind() to 192.0.2.1:80 failed", f"bind() to {ADDRESS}:80 failed"),
        ("listens on [2001:db8::7]:80", f"listens on {ADDRESS}:80"),
        ("fe80::1 is up", f"{ADDRESS} is up"),
        ("from 52:54:00:12:34:56", f"from {ADDRESS}"),
        ("openresty/1.21.4.1 and kernel 6.1.0", "openresty/1.21.4.1 and kernel 6.1.0"),
        ("at 12:30:45 it ended", "at 12:30:45 it ended"),
        ("nginx and ab are no names of anything", "nginx and ab are no names of anything"),
        ("root /srv/site/private;", f"root {PATH};"),
        ("path: /files/1k.bin", "path: /files/1k.bin"),
    ],
)
def test_what_people_wrote_keeps_its_meaning(text: str, left: str) -> None:
    assert HIDDEN.user_text(text) == left


def test_what_programs_said_has_no_paths_at_all() -> None:
    assert HIDDEN.tool_output('open() "/data/site/x.html" failed') == f'open() "{PATH}" failed'
    assert HIDDEN.tool_output("20 req/s, 3 µs/request") == "20 req/s, 3 µs/request"


def test_the_finding_that_names_other_programs_is_known_by_its_code() -> None:
    assert other_cpu.code == OTHER_PROGRAMS


def test_statements_over_redacted_columns_are_cached() -> None:
    types = [column.type for table in Base.metadata.tables.values() for column in table.columns]
    uncached = {
        type(of).__name__
        for of in types
        if isinstance(of, TypeDecorator) and not type(of).__dict__.get("cache_ok")
    }
    assert uncached == set()
