"""Sizes of TLS records that no answer fills."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.predicates import answer_bytes, speaks_tls
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import chosen_directives

DEFAULT = 16 * 1024
HEADER = 300  # bytes of an answer's head, about


def find(subject: Subject) -> Iterator[Hit]:
    size = number("".join(words(subject.tree, "ssl_buffer_size")[:1]))
    body = answer_bytes(subject)
    if size is None or body is None or not speaks_tls(subject):
        return
    if not chosen_directives(subject, ("ssl_buffer_size",)):
        return
    before = number("".join(words(subject.base_tree, "ssl_buffer_size")[:1])) or DEFAULT
    if body + HEADER <= min(size, DEFAULT if subject.is_alone else before):
        text = f"ssl_buffer_size does nothing: an answer of {body} bytes fits into one buffer either way"
        yield Hit(text, "ssl_buffer_size", Instead({"origin.body_bytes": 8 * DEFAULT}))


RULE = Rule(
    code="ssl_buffer_beyond_answers",
    severity="warning",
    text="`ssl_buffer_size` is the size in which nginx hands an answer to TLS, 16k by default: smaller ones "
    "send the first bytes of a large answer earlier. An answer that fits into one is one record either way.",
    example="origin.body_bytes: 131072",
    source="nginx documentation of ssl_buffer_size",
    find=find,
)
