"""Two servers under one load: a version only where nothing else differs, and else what does."""

from typing import Any

from agents.contract.servers import ServerFacts
from agents.observe.nginx_build import build_of
from backend.analysis.headlines.builds import builds_clause, differences_of, server_pairs

FLAGS = "--with-cc-opt='-g -O2 -ffile-prefix-map=/build/a=.' --with-http_ssl_module --prefix=/a"
LIBRARIES = {"/lib/libc.so.6": "c" * 64, "/lib/libssl.so.3": "d" * 64}


def server(name: str, number: str, arguments: str = FLAGS, **fields: Any) -> ServerFacts:
    text = f"nginx version: nginx/{number}\nconfigure arguments: {arguments}"
    values = {"version": f"nginx/{number}", "libraries": LIBRARIES, "compiler": "built by gcc 12.2.0"}
    return ServerFacts(name=name, nginx=build_of(f"/{name}", text), **(values | fields))


def facts_of(*servers: ServerFacts) -> dict[str, Any]:
    entry = {"facts": {"servers": [s.model_dump(mode="json") for s in servers]}}
    return {"proxy": entry, "backend": entry}


USUAL = server("nginx", "1.26.2")


def clause_of(other: ServerFacts) -> str:
    return builds_clause({"server.name": other.name}, "proxied", {}, facts_of(USUAL, other))


def test_only_builds_that_agree_in_all_else_are_versions() -> None:
    moved = FLAGS.replace("/build/a", "/build/b").replace("--prefix=/a", "--prefix=/b")
    assert clause_of(server("b", "1.26.3", moved)) == "version against version"
    assert clause_of(server("b", "1.26.3", FLAGS.replace("-O2", "-O3"))) == "build against build"
    assert clause_of(server("b", "1.26.3", compiler="built by clang 16")) == "build against build"
    assert clause_of(server("b", "1.26.3", libraries={**LIBRARIES, "/lib/libssl.so.3": "e" * 64})) == (
        "build against build"
    )
    assert clause_of(server("b", "1.26.3", environment={"A": "1"})) == "build against build"
    assert clause_of(server("b", "1.26.2")) == "build against build"


def test_nothing_is_claimed_of_servers_that_are_not_known_and_nothing_said_of_one() -> None:
    assert builds_clause({"server.name": "b"}, "proxied", {}, {}) == "build against build"
    assert builds_clause({}, "proxied", {}, {}) == ""
    assert builds_clause({"server.name": "b"}, "direct", {}, {}) == ""  # no proxy takes part
    assert builds_clause({"server.name": "b"}, "proxied", {"server.name": "b"}, {}) == ""
    facts = facts_of(USUAL, ServerFacts(name="c", kind="declared"))
    assert builds_clause({"server.name": "c"}, "proxied", {}, facts) == "server against server"


def test_what_differs_is_listed_once() -> None:
    other = server("b", "1.28.3", FLAGS.replace("-O2", "-O3"), libraries={"/lib/libc.so.6": "c" * 64})
    rows = {d.name: (d.reference, d.value) for d in differences_of(USUAL, other)}
    assert rows == {
        "version": ("nginx/1.26.2", "nginx/1.28.3"),
        "--with-cc-opt=-O2": ("yes", "–"),
        "--with-cc-opt=-O3": ("–", "yes"),
        "libssl.so.3": ("d" * 12, "–"),
    }
    knobs = {"server.name": "b"}
    pairs = server_pairs(
        [({}, "proxied"), (knobs, "proxied"), (knobs, "proxied")], {}, facts_of(USUAL, other)
    )
    assert [(p.role, p.reference, p.server) for p in pairs] == [("proxy", "nginx", "b")]
