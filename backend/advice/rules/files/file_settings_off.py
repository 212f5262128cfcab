"""Settings of files whose main switch is off, or that a file of this size does not reach."""

from collections.abc import Iterator

from backend.advice.nginx import every, is_on, number, words
from backend.advice.predicates import answer_bytes, is_switched_on, serves_files
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, chosen_directives, in_words, knob_of, verb

OF_CACHE = ("open_file_cache_valid", "open_file_cache_min_uses", "open_file_cache_errors")
AN_ENTRY = "max=1000"
DEFAULT_CHUNK = 2 << 20
"""Limit of sendfile_max_chunk since nginx 1.21.4; there was none before."""
MIN_READ_AHEAD = 128 << 10


def find(subject: Subject) -> Iterator[Hit]:
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
    at = number("".join(words(subject.tree, "directio")[:1]))
    if changed_directives(subject, ("directio",)) and at and size is not None and size < at:
        yield "directio", f"directio {at} is for files from that size on; the page has {size} bytes"
    if ("on",) in [args for args, _ in every(subject.tree, "aio")] and not is_switched_on(
        subject, "directio"
    ):
        yield "aio", "aio on needs directio on Linux: without it nginx reads files as before"
    chunk = number("".join(words(subject.tree, "sendfile_max_chunk")[:1]))
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


RULE = Rule(
    code="file_settings_off",
    severity="warning",
    text="`open_file_cache_…` are settings of a cache that is off by default; `aio on` works only with "
    "`directio`; `directio`, `sendfile_max_chunk` and `read_ahead` begin at a size of the file.",
    example="nginx.open_file_cache: max=1000",
    source="nginx documentation of open_file_cache, aio, directio, sendfile_max_chunk and output_buffers; "
    "nginx's source, ngx_open_file_cache.c (NGX_MIN_READ_AHEAD)",
    find=find,
)
