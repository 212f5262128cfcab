"""A host says which programs it lacks for its roles, and how to install them."""

import pytest

from agents.catalog.roles import Role
from agents.contract.reports import Facts, NginxFacts
from backend.planning.missing_programs import install_command, missing
from backend.tests.unit.facts import host_facts

NGINX = NginxFacts(version="nginx/1.22.1", path="/usr/sbin/nginx")


def facts(*tools: str, nginx: NginxFacts | None = None, os: str = "Debian GNU/Linux 12") -> Facts:
    return host_facts(os=os, nginx=nginx, tools=dict.fromkeys(tools, "1"))


def test_nothing_is_said_where_nothing_is_missing() -> None:
    assert missing(facts("wrk", "ab", nginx=NGINX), ["load", "proxy", "backend"]) == []


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        (["load"], ["wrk", "ab"]),
        (["proxy"], ["nginx"]),
        (["load", "backend"], ["nginx", "wrk", "ab"]),
    ],
)
def test_only_what_the_roles_need_is_missed(roles: list[Role], said: list[str]) -> None:
    assert [text.partition(" is missing")[0] for text in missing(facts(), roles)] == said


def test_the_command_fits_the_system() -> None:
    nginx = "nginx is missing (needed for proxy and backend): "
    then = "install nginx, then start the agent again"
    assert missing(facts(), ["proxy", "backend"]) == [f"{nginx}apt-get {then}"]
    assert missing(facts(os="Fedora Linux 41"), ["proxy", "backend"]) == [f"{nginx}dnf {then}"]
    assert missing(facts(os="Slackware"), ["proxy", "backend"]) == [nginx + then]


def test_of_an_nginx_that_does_not_run_is_said_what_it_printed() -> None:
    broken = facts("wrk", "ab").model_copy(update={"nginx_error": "/usr/sbin/nginx: libpcre.so.3: not found"})
    (text,) = missing(broken, ["load", "proxy"])
    assert text.startswith("nginx does not run (needed for proxy): it prints “/usr/sbin/nginx: libpcre.so.3:")
    assert "install nginx" not in text
    assert install_command(broken, ["load", "proxy"]) == ""


@pytest.mark.parametrize(
    ("os", "line"),
    [
        ("Debian GNU/Linux 12", "apt-get install nginx wrk apache2-utils"),
        ("Ubuntu 24.04", "apt-get install nginx wrk apache2-utils"),
        ("Rocky Linux 9", "dnf install nginx httpd-tools"),
        ("Alpine Linux v3.20", "apk add nginx wrk apache2-utils"),
        ("Slackware", ""),
    ],
)
def test_one_line_installs_all_that_the_distribution_has(os: str, line: str) -> None:
    assert install_command(facts(os=os), ["load", "proxy"]) == line
    assert install_command(facts("wrk", "ab", nginx=NGINX, os=os), ["load", "proxy"]) == ""


def test_what_a_distribution_does_not_have_is_said() -> None:
    (wrk,) = [text for text in missing(facts(os="Rocky Linux 9"), ["load"]) if text.startswith("wrk")]
    assert "Rocky Linux 9 has no package of it" in wrk
