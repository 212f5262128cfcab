"""The user's own nginx config: placeholders filled in, and what the agent needs added. Pure.

In these texts `listen $listen;`, or plainly `listen 80;` or `listen 443 ssl;`, means the address that the
agent chooses, and `$backend` in `proxy_pass http://$backend;` or `server $backend;` the testbed's backends.
Lines keep their numbers. What nginx cannot read is returned unchanged: the policy says what is wrong.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from agents.catalog.knobs import Value
from agents.contract.jobs import LISTEN
from agents.render.edits import Edit, apply_edits, at_end_of_http, put, walk
from agents.render.lexer import ConfError, Statement, Word, read_conf
from agents.render.text import ACCESS_LOG, CERTIFICATE, ERROR_LOG, Verbatim, block

WHOLE = "nginx.conf"
EXTRAS = ("nginx.http_extra", "nginx.server_extra", "nginx.location_extra")
LISTEN_WORDS = (LISTEN, "80", "443", "*:80", "*:443")
BACKEND_WORD = "$backend"
UPSTREAM = "backend"


def whole(text: str, backends: Sequence[str]) -> str:
    """A whole nginx.conf as the agent takes it. Several backends are named in an upstream block."""
    try:
        tree = read_conf(text)
    except ConfError:
        return text
    names_used = {s.args[0] for s in walk(tree) if s.name == "upstream" and s.args}
    names = (f"{UPSTREAM}_{i}" if i > 1 else UPSTREAM for i in count(1))
    name = next(n for n in names if n not in names_used)
    target = name if len(backends) > 1 else "".join(backends)
    names_backend = len(backends) > 1 and any(_passes_to_backend(s) for s in walk(tree))
    upstream = block(f"upstream {name}", [f"server {b};" for b in backends]) if names_backend else []
    edits = [*_placeholders(text, tree, backends, target), *_additions(tree, upstream)]
    return apply_edits(text, edits) + ("" if _sets(tree, "error_log") else f"\n{ERROR_LOG}\n")


def extra(knobs: Mapping[str, Value], name: str, backends: Sequence[str], target: str) -> list[str]:
    """The lines of one of EXTRAS under a comment that names it; none when it is not set."""
    if name not in knobs:
        return []
    text, line = str(knobs[name]), Verbatim
    try:
        tree = read_conf(text)
        if not any("\n" in text[w.start : w.end] for s in walk(tree) for w in s.words):
            line = str
        text = apply_edits(text, list(_placeholders(text, tree, backends, target)))
    except ConfError:
        pass  # the policy says what is wrong with it
    return [f"# {name}", *map(line, text.rstrip("\n").split("\n"))]


def listens_with_tls(text: str) -> bool:
    """Whether a server in the text listens with `ssl`."""
    try:
        return _with_tls(read_conf(text))
    except ConfError:
        return False


def opens_root(text: str) -> bool:
    """Whether a `location /` stands in lines of a server."""
    try:
        tree = read_conf(text)
    except ConfError:
        return False
    return any(s.name == "location" and s.args in (["/"], ["^~", "/"]) for s in tree)


def _with_tls(tree: Sequence[Statement]) -> bool:
    return any(s.name == "listen" and "ssl" in s.args[1:] for s in walk(tree))


def _sets(tree: Sequence[Statement], name: str) -> bool:
    return any(s.name == name for s in tree)


def _passes_to_backend(s: Statement) -> bool:
    return s.name == "proxy_pass" and bool(s.args) and _host_of(s.args[0]) == BACKEND_WORD


def _host_of(url: str) -> str:
    return url.removeprefix("http://").partition("/")[0] if url.startswith("http://") else ""


def _placeholders(
    text: str, tree: Sequence[Statement], backends: Sequence[str], target: str
) -> Iterator[Edit]:
    for s in walk(tree):
        if s.name == "listen" and s.args and s.args[0] in LISTEN_WORDS:
            yield put(s.words[1], LISTEN)
        elif _passes_to_backend(s) and target:
            yield put(s.words[1], _source_of(text, s.words[1]).replace(BACKEND_WORD, target, 1))
        elif s.name == "server" and s.args[:1] == [BACKEND_WORD] and backends:
            rest = text[s.words[1].end : s.end].rstrip()
            yield Edit(s.words[0].start, s.end, "; ".join(f"server {b}{rest}" for b in backends))


def _source_of(text: str, word: Word) -> str:
    """A word with its quotes."""
    return text[word.start : word.end]


def _additions(tree: Sequence[Statement], upstream: Sequence[str]) -> Iterator[Edit]:
    """At the end of http {}: what would otherwise come from the host's own service."""
    http = [inner for s in tree if s.name == "http" for inner in s.block or []]
    lines = [] if _sets(http, "access_log") else [ACCESS_LOG]
    if _with_tls(tree) and not any(s.name == "ssl_certificate" for s in walk(tree)):
        lines += CERTIFICATE
    return at_end_of_http(tree, [*lines, *upstream])
