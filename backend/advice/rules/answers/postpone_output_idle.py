"""Bytes that nginx waits for before it sends, beside answers that are complete at once."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.predicates import answer_bytes, route
from backend.advice.routing import returns_at_once
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives

HEADER = 200  # bytes of an answer's head, about: with fewer it is sent before the body


def find(subject: Subject) -> Iterator[Hit]:
    size = number("".join(words(subject.tree, "postpone_output")[:1]))
    if size is None or size < HEADER or not chosen_directives(subject, ("postpone_output",)):
        return
    body = answer_bytes(subject)
    if returns_at_once(route(subject)):
        text = "return makes the whole answer at once"
    elif body is not None and body < size:
        text = f"an answer of {body} bytes is complete before {size} are there"
    else:
        return
    yield Hit(
        f"postpone_output does nothing: {text}, and the end of an answer waits for nothing", "postpone_output"
    )


RULE = Rule(
    code="postpone_output_idle",
    severity="warning",
    text="nginx keeps data back until there are `postpone_output` bytes of it, or the answer ends. An answer "
    "that it has as a whole is sent at once, whatever the value; 0 sends head and body apart.",
    example="leave postpone_output out",
    source="nginx documentation of postpone_output; nginx's source, ngx_http_write_filter_module.c (last)",
    find=find,
)
