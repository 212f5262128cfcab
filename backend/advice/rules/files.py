"""Rules on files that nginx serves."""

from collections.abc import Iterator

from agents.catalog.knobs import Value, find_knob
from backend.advice.nginx import every, is_on, number_of
from backend.advice.predicates import (
    answer_bytes,
    has_kernel_tls,
    is_proxied,
    is_switched_on,
    serves_files,
    speaks_tls_only,
)
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import changed_directives, chosen_directives, in_words, knob_of, taken_back, verb

OF_CACHE = ("open_file_cache_valid", "open_file_cache_min_uses", "open_file_cache_errors")
AN_ENTRY = "max=1000"
DEFAULT_CHUNK = 2 << 20
"""Limit of sendfile_max_chunk since nginx 1.21.4; there was none before."""
MIN_READ_AHEAD = 128 << 10


@rule(
    severity="warning",
    text="`open_file_cache_…` are settings of a cache that is off by default; `aio on` works only with "
    "`directio`; `directio`, `sendfile_max_chunk` and `read_ahead` begin at a size of the file.",
    example="nginx.open_file_cache: max=1000",
    source="nginx documentation of open_file_cache, aio, directio, sendfile_max_chunk and output_buffers; "
    "nginx's source, ngx_open_file_cache.c (NGX_MIN_READ_AHEAD)",
)
def file_settings_off(subject: Subject) -> Iterator[Hit]:
    names = chosen_directives(subject, OF_CACHE)
    if names and not is_switched_on(subject, "open_file_cache"):
        text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: open_file_cache is off"
        yield Hit(text, knob_of(names[0]), Instead({"nginx.open_file_cache": AN_ENTRY}))
    if serves_files(subject):
        yield from (Hit(text, name) for name, text in _without_effect(subject))


def _without_effect(subject: Subject) -> Iterator[tuple[str, str]]:
    size = answer_bytes(subject)
    for name, ending in (("gzip_static", "gz"), ("brotli_static", "br")):
        if changed_directives(subject, (name,)) and is_on(subject.tree, name):
            yield (
                name,
                f"{name} looks for files that end with .{ending}; the testbed's pages have none beside them",
            )
    at = number_of(subject.tree, "directio")
    if changed_directives(subject, ("directio",)) and at and size is not None and size < at:
        yield "directio", f"directio {at} is for files from that size on; the page has {size} bytes"
    if ("on",) in [args for args, _ in every(subject.tree, "aio")] and not is_switched_on(
        subject, "directio"
    ):
        yield "aio", "aio on needs directio on Linux: without it nginx reads files as before"
    chunk = number_of(subject.tree, "sendfile_max_chunk")
    if changed_directives(subject, ("sendfile_max_chunk",)):
        if not is_on(subject.tree, "sendfile"):
            yield "sendfile_max_chunk", "sendfile_max_chunk does nothing: sendfile is off"
        elif chunk and size is not None and size <= chunk:
            yield (
                "sendfile_max_chunk",
                f"sendfile_max_chunk {chunk} is never reached: the page has {size} bytes",
            )
        elif chunk == 0 and size is not None and size <= DEFAULT_CHUNK:
            yield (
                "sendfile_max_chunk",
                f"sendfile_max_chunk 0 takes away a limit of {DEFAULT_CHUNK}; the page has {size} bytes",
            )
    if changed_directives(subject, ("read_ahead",)) and size is not None and size <= MIN_READ_AHEAD:
        yield "read_ahead", f"read_ahead is for files beyond {MIN_READ_AHEAD} bytes; the page has {size}"
    if changed_directives(subject, ("output_buffers",)) and is_on(subject.tree, "sendfile"):
        yield "output_buffers", "output_buffers are for files that nginx reads itself; sendfile is on"


SWITCHES: dict[str, Value | None] = {
    "nginx.sendfile": False,
    "nginx.tcp_nopush": False,
    "nginx.open_file_cache": "off",
}
OF_FILES = (
    "aio",
    "directio",
    "directio_alignment",
    "read_ahead",
    "sendfile_max_chunk",
    "output_buffers",
    "disable_symlinks",
    "gzip_static",
    "brotli_static",
    "open_file_cache_valid",
    "open_file_cache_min_uses",
    "open_file_cache_errors",
)


@rule(
    severity="hint",
    text="`sendfile`, `tcp_nopush` and `open_file_cache` concern files that nginx reads itself. A proxy "
    "that passes answers on, or a text from memory, never uses them.",
    example="topology: proxy_only with origin.kind: static",
    source="nginx documentation of sendfile and open_file_cache",
)
def no_files_served(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or serves_files(subject):
        return
    names = [n for n in ("sendfile", "tcp_nopush") if is_on(subject.tree, n)]
    names += ["open_file_cache"] if is_switched_on(subject, "open_file_cache") else []
    names += [name for name in changed_directives(subject, OF_FILES) if is_switched_on(subject, name)]
    if names:
        activity = "passes answers on" if is_proxied(subject) else "answers from memory"
        text = (
            f"{' and '.join(names)} only {verb(names, 'matters', 'matter')} for files; this server {activity}"
        )
        knobs = [knob_of(name) for name in names]
        off = {knob: SWITCHES.get(knob) for knob in knobs}
        yield Hit(text, knobs[-1], Instead(off) if all(map(find_knob, knobs)) else None)


FILE_DIRECTIVES = ("sendfile", "tcp_nopush", "sendfile_max_chunk")


@rule(
    severity="warning",
    text="`sendfile` gives a file to the kernel unread. Behind TLS nginx has to read and encrypt it first, "
    "except with kernel TLS: nginx 1.21.4, OpenSSL 3 built with it, and the kernel's module `tls`.",
    example="ssl_conf_command Options KTLS; with sendfile on;",
    source="nginx documentation of sendfile and ssl_conf_command; nginx's source, ngx_event_openssl.c "
    "(SSL_sendfile); Linux documentation networking/tls; Linux source, net/ipv4/tcp_ulp.c ("
    "loads a module for CAP_NET_ADMIN alone)",
)
def sendfile_behind_tls(subject: Subject) -> Iterator[Hit]:
    if not speaks_tls_only(subject) or not serves_files(subject):
        return
    names = changed_directives(subject, FILE_DIRECTIVES)
    if names and not has_kernel_tls(subject):
        text = (
            f"{in_words(names)} {verb(names, 'does', 'do')} nothing behind TLS: nginx reads the file to "
            "encrypt it, unless the kernel encrypts (ssl_conf_command Options KTLS)"
        )
        knobs = [f"nginx.{name}" for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))
    elif has_kernel_tls(subject) and changed_directives(subject, ("ssl_conf_command",)):
        if not is_on(subject.tree, "sendfile"):
            text = "KTLS lets the kernel send files that it encrypts itself by sendfile, which is off"
            yield Hit(text, "ssl_conf_command")
        if _lacks_module(subject):
            text = (
                "ssl_conf_command does nothing: KTLS needs the kernel's module tls, which the proxy host has "
                "not loaded, and a worker may not load it (modprobe tls)"
            )
            yield Hit(text, "ssl_conf_command")


def _lacks_module(subject: Subject) -> bool:
    facts = subject.facts.get("proxy")
    protocols = (facts.more if facts else {}).get("sysctl", {}).get("net.ipv4.tcp_available_ulp")
    return isinstance(protocols, str) and "tls" not in protocols.split()


@rule(
    severity="warning",
    text="`tcp_nopush` joins the header and the start of a file in one packet when the file is sent by "
    "`sendfile`; without it nothing changes.",
    example="nginx.sendfile: on",
    source="nginx documentation of tcp_nopush; the guide of settings",
)
def tcp_nopush_without_sendfile(subject: Subject) -> Iterator[Hit]:
    if is_on(subject.tree, "tcp_nopush") and not is_on(subject.tree, "sendfile"):
        # sendfile would do nothing either where no file is served
        instead = {"nginx.sendfile": True} if serves_files(subject) else {"nginx.tcp_nopush": False}
        text = "tcp_nopush only acts together with sendfile, which is off"
        yield Hit(text, "nginx.tcp_nopush", Instead(instead))
