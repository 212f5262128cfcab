"""Settings for files where no file is served."""

from collections.abc import Iterator

from agents.catalog.knobs import Value, find_knob
from backend.advice.nginx import is_on
from backend.advice.predicates import is_proxied, is_switched_on, serves_files
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, knob_of, verb

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


def find(subject: Subject) -> Iterator[Hit]:
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


RULE = Rule(
    code="no_files_served",
    severity="hint",
    text="`sendfile`, `tcp_nopush` and `open_file_cache` concern files that nginx reads itself. A proxy "
    "that passes answers on, or a text from memory, never uses them.",
    example="topology: proxy_only with origin.kind: static",
    source="nginx documentation of sendfile and open_file_cache",
    find=find,
)
