"""Settings for files where no file is served."""

from collections.abc import Iterator

from agents.render.answer import is_static
from backend.advice.nginx import every, is_on, words
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or serves_files(subject):
        return
    names = [n for n in ("sendfile", "tcp_nopush") if is_on(subject.tree, n)]
    names += ["open_file_cache"] if words(subject.tree, "open_file_cache")[:1] not in ((), ("off",)) else []
    if names:
        activity = "passes answers on" if any(every(subject.tree, "proxy_pass")) else "answers from memory"
        matter = "min_effect" if len(names) == 1 else "matter"
        text = f"{' and '.join(names)} only {matter} for files; this server {activity}"
        off = {f"nginx.{name}": "off" if name == "open_file_cache" else False for name in names}
        yield Hit(text, f"nginx.{names[-1]}", Instead(off))


def serves_files(subject: Subject) -> bool:
    if any(any(every(subject.tree, name)) for name in ("alias", "try_files")):
        return True
    return subject.topology == "proxy_only" and (
        is_static(subject.knobs) or ("nginx.conf" in subject.knobs and any(every(subject.tree, "root")))
    )


RULE = Rule(
    code="no_files_served",
    severity="hint",
    text="`sendfile`, `tcp_nopush` and `open_file_cache` concern files that nginx reads itself. A proxy "
    "that passes answers on, or a text from memory, never uses them.",
    example="topology: proxy_only with origin.kind: static",
    source="nginx documentation of sendfile and open_file_cache",
    find=find,
)
