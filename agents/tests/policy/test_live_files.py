"""Servers put together by chance, on a real nginx: what passes serves no other file and kills no worker."""

import contextlib
import http.client
import random
import re
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.policy import check, may_reach_only
from agents.tests.agent_process import wait_until
from agents.tests.conftest import NGINX
from agents.tests.policy.bundles import BACKENDS
from agents.tests.policy.real_nginx import nginx_says
from agents.tests.policy.test_fuzz import MINUTES, UNHURRIED

pytestmark = [pytest.mark.slow, UNHURRIED]

SECRET = b"not one of the pages"


def words(text: str) -> list[str]:
    return text.split()


NAMES = words(
    "/ / ${uri} ${uri} ${document_uri} . .. /.. s x $1 $1 $1 $2 $2 $2 ${n} ? index.html ${args} ${is_args} "
    "${arg_a} ${http_x} ${request_uri} ${request_filename} ${document_root} ${query_string}"
)
PARTS = words(
    r"(.*) (.+) ([0-9]*) ([0-9]+) ([a-z]*) ([a-z]+) ([^/]*) (\w+) (\w*) ([\w-]*) (s|x|\.\.) (?:y) (?i) (.) "
    r"(?<n>.*) ([.]*) ([0-9])? ((s)) [[:alpha:]()]* (?=y) (\d*) / y x"
)
HEADS = [
    "/",
    "/",
    "/y",
    "/y/",
    "/y.",
    "^~ /y",
    "= /y",
    "~ ^/y",
    "~ ^/(.*)$",
    "~ ^/y(?<n>.*)$",
    "~* ^/([a-z]*)(.*)",
]
HANDLERS = [
    "proxy_pass http://127.0.0.1:81;",
    "proxy_pass http://127.0.0.1:81/;",
    "flv;",
    "mp4;",
    "autoindex on;",
]
PLACES = [
    "root html;",
    "alias html/;",
    "alias html;",
    "alias html/sub/;",
    "alias html/sub;",
    "gzip_static on;",
]
PATHS = words(
    "/ /s /y /y/ /ys /y/s /../s /y../s /y/../s /y/.../s /y..%2fs /%2e%2e/s /y/%2e%2e%2fs /1../s /1..s /a../s "
    "/.x./s /..x../s /..%0A /y..%0A/s /..%3Fs /y..%3Fx /y/..%3F/s //../s /y//../s /?../s /?/../s /y?a=../s "
    "/y?a=/../../s /s?../../s /y?.. /..s /y/..s /ys.. /0/s /0a/s /y/0s /sub../s /sub/../../s /y../0/s "
    "/index.html../s /y../../s /y.../s /y/./../s"
)


@pytest.fixture
def prefix() -> Iterator[Path]:
    """As an agent makes it, with a file `s` wherever none must be found."""
    with tempfile.TemporaryDirectory(prefix="dyno") as made:
        prefix = Path(made) / "setup" / "0"
        for inner in ("logs", "tmp/proxy", "tmp/body", "../html/sub"):
            (prefix / inner).mkdir(parents=True)
        (prefix / "html").symlink_to("../html")
        for around in (prefix, prefix.parent, prefix.parent.parent):
            (around / "s").write_bytes(SECRET)
            (around / "s").chmod(0o644)  # workers may read it: only the policy keeps it from them
            around.chmod(0o755)
        (prefix / "html" / "index.html").write_text("a page")
        yield prefix


def test_no_other_file_is_served(prefix: Path) -> None:
    for round_ in range(max(1, int(MINUTES * 10))):
        chance = random.Random(None if MINUTES else round_)
        servers = [text for _ in range(1500) if not refused(text := server(chance))]
        assert len(servers) > 50
        assert leaks(servers, prefix) == []


def test_without_the_policy_they_would_be(prefix: Path) -> None:
    chance = random.Random(1)
    assert len(leaks([server(chance) for _ in range(200)], prefix)) > 5


def refused(text: str) -> list:
    return check(text, may_reach_only(BACKENDS), "server")[1]


def server(chance: random.Random) -> str:
    places = " ".join(location(chance) for _ in range(chance.randint(1, 2)))
    return places + chance.choice(["", " location @f { root html; }", f" error_page 404 502 {name(chance)};"])


def location(chance: random.Random) -> str:
    lines = (line(chance) for _ in range(chance.randint(1, 3)))
    return f"location {chance.choice(HEADS)} {{ {' '.join(lines)} }}"


def line(chance: random.Random) -> str:
    match chance.choice(
        ["try", "try", "rewrite", "rewrite", "rewrite", "place", "handler", "error", "index"]
    ):
        case "try":
            return f"try_files {name(chance)} {chance.choice([name(chance), '=404', '=404', '@f'])};"
        case "rewrite":
            regex = chance.choice(["^", "^/", "^/y"]) + "".join(chance.choices(PARTS, k=chance.randint(0, 3)))
            flag = chance.choice(["", " break", " break", " last"])
            return f"rewrite {regex}{chance.choice(['', '$'])} {name(chance)}{flag};"
        case "place":
            return chance.choice(PLACES)
        case "handler":
            return chance.choice(HANDLERS)
        case "error":
            target = chance.choice([name(chance), "@f"])
            return f"error_page 404 502 {chance.choice(['', '= ', '=200 '])}{target};"
    return f"index {name(chance)};"


def name(chance: random.Random) -> str:
    pieces = chance.choices(NAMES, k=chance.randint(1, 3))
    return f'"{chance.choice(["/", "/", "${uri}", ""])}{"".join(pieces)}"'


def leaks(servers: list[str], prefix: Path) -> list[str]:
    """The servers that give a file away or crash their worker, each with the path that does it."""
    listening = prefix / "listening"
    kept = only_valid(servers, listening, prefix)
    nginx = subprocess.Popen(
        [NGINX, "-p", prefix, "-c", prefix / "nginx.conf", "-e", "stderr", "-g", ours(prefix)]
    )
    try:
        wait_until(lambda: is_open(listening))
        found = ((text, path) for n, text in enumerate(kept) if (path := leaking_path(listening, n)))
        return [f"GET {path}: {text}" for text, path in found]
    finally:
        nginx.terminate()
        nginx.wait()


def ours(prefix: Path) -> str:
    return f"pid {prefix}/pid; daemon off;"


def only_valid(servers: list[str], listening: Path, prefix: Path) -> list[str]:
    """Those that nginx takes; its nginx.conf has one in each line from the second on, named by its place."""
    kept = list(servers)
    head = "error_log logs/error.log crit; events {} http { access_log off; root html; map $http_y $n { } "
    head += "server_names_hash_max_size 8192; client_body_temp_path tmp/body; proxy_temp_path tmp/proxy;"
    while True:
        lines = (f"server {{ listen unix:{listening}; server_name s{n}; {s} }}" for n, s in enumerate(kept))
        taken, said = nginx_says("\n".join([head, *lines, "}"]), prefix)
        if taken:
            return kept
        bad = re.search(r"nginx\.conf:(\d+)\n", said)
        assert bad, said
        del kept[int(bad[1]) - 2]


def is_open(listening: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(listening)) == 0


def leaking_path(listening: Path, number: int) -> str | None:
    asked = [ask(listening, number, path) for path in PATHS]  # at once: on a busy machine each wait is long
    bodies = [body_of(connection) for connection in asked]
    for path, body in zip(PATHS, bodies, strict=True):
        if body is None:  # it may only have had its worker in common with one that crashed
            body = body_of(ask(listening, number, path))
        if body is None:
            return f"{path} (no answer)"
        if SECRET in body:
            return path
    return None


def ask(listening: Path, number: int, path: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(60)
    connection.sock.connect(str(listening))
    connection.request("GET", path, headers={"Host": f"s{number}", "X": "../s", "Connection": "close"})
    return connection


def body_of(connection: http.client.HTTPConnection) -> bytes | None:
    """None when its worker crashed, as some do: `try_files //` before a proxy_pass with a path."""
    with contextlib.closing(connection):
        try:
            return connection.getresponse().read()
        except (http.client.HTTPException, ConnectionError):
            return None
