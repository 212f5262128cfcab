"""Buffers for answers that fit into the first one."""

from collections.abc import Iterator

from backend.advice.nginx import every, number
from backend.advice.predicates import answer_bytes, is_proxied
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, in_words, knob_of, taken_back, verb

HEADERS = 512
"""Bytes that the headers of an answer of the testbed's backends have at most."""
DEFAULT_BUFFER = 4096
NAMES = (
    "proxy_buffers",
    "proxy_busy_buffers_size",
    "proxy_max_temp_file_size",
    "proxy_temp_file_write_size",
    "proxy_temp_path",
    "proxy_buffer_size",
)


def find(subject: Subject) -> Iterator[Hit]:
    size = answer_bytes(subject)
    if not is_proxied(subject) or size is None:
        return
    first = min(
        [DEFAULT_BUFFER, *(number(args[0]) or 0 for args, _ in every(subject.tree, "proxy_buffer_size"))]
    )
    names = changed_directives(subject, NAMES) if size + HEADERS <= first else []
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'is', 'are')} for larger answers: one of {size} bytes and its "
            f"headers fit into the first buffer of {first}"
        )
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


RULE = Rule(
    code="buffers_beyond_answers",
    severity="hint",
    text="nginx reads the first part of a backend's answer into `proxy_buffer_size` and takes "
    "`proxy_buffers`, then a file, only for what does not fit.",
    example="origin.body_bytes: 35312",
    source="nginx documentation of proxy_buffer_size, proxy_buffers and proxy_max_temp_file_size",
    find=find,
)
