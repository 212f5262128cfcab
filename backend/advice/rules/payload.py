"""Rule on variants that answer otherwise than the baseline."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from agents.catalog.knobs import Value
from agents.render import raw_texts
from agents.render.answer import body_bytes
from backend.advice.nginx import every
from backend.advice.predicates import answers_itself, route
from backend.advice.routing import returns_of
from backend.advice.rule import Hit, Subject, rule
from backend.advice.settings import changed_directives, in_words, taken_back, verb

GIF_BYTES = 43


def _payload(knobs: Mapping[str, Value]) -> int | None:
    """Bytes of the testbed's own answer; None for nginx's counters, which vary."""
    kind = knobs.get("origin.kind")
    return {"empty_gif": GIF_BYTES, "status": None}.get(str(kind), body_bytes(knobs))


@rule(
    severity="warning",
    text="`origin.kind: empty_gif` answers 43 bytes and `status` about a hundred, whatever "
    "`origin.body_bytes` says. Your own text may change the answer as well: by `return`, `sub_filter`, "
    "`gzip`, long headers. Beside another answer a change is that of the payload too.",
    example="variants: [{name: file, set: {origin.kind: static, origin.body_bytes: 43}}]",
    source="nginx's source, ngx_http_empty_gif_module.c and ngx_http_stub_status_module.c",
)
def payload_differs(subject: Subject) -> Iterator[Hit]:
    if not subject.is_alone and (names := _directives_of_answer(subject)):
        text = f"{in_words(names)} of your own text {verb(names, 'changes', 'change')} the answer"
        yield Hit(f"{text}: a change is that of the payload too", names[0])
    base = replace(subject, knobs=subject.base_knobs)
    if subject.is_alone or not (answers_itself(subject) and answers_itself(base)):
        return
    # another size by origin.body_bytes is another context, which gets no verdict
    sizes = [_payload(subject.knobs), _payload(subject.base_knobs)]
    is_one_context = body_bytes(subject.knobs) == body_bytes(subject.base_knobs)
    if is_one_context and not subject.workload.site and sizes[0] != sizes[1]:
        words = ["nginx's counters" if size is None else f"{size:,} bytes" for size in sizes]
        text = f"its answer is {words[0]}, the baseline's {words[1]}: a change is that of the payload too"
        yield Hit(text, "origin.kind", taken_back(subject, ("origin.kind",)))


_OF_ANSWER = ("return", "sub_filter", "add_before_body", "add_after_body", "image_filter")
_COMPRESSING = ("gzip", "brotli")
LONG_HEADERS = 200
"""Bytes of headers that a variant adds; fewer are lost beside nginx's own."""


def _directives_of_answer(subject: Subject) -> list[str]:
    """Directives by which own text changes what is sent; knobs say it by their names."""
    asks_compressed = any(name.lower() == "accept-encoding" for name in subject.workload.headers)
    names = (*_OF_ANSWER, *(_COMPRESSING if asks_compressed else ()))
    own_text = "\n".join(raw_texts(subject.knobs, subject.topology).values())
    changed = [name for name in changed_directives(subject, names) if name in own_text]
    if "return" in changed and not _answers_otherwise(subject):
        changed.remove("return")
    sizes = [
        sum(len("".join(args)) for args, _ in every(t, "add_header"))
        for t in (subject.tree, subject.base_tree)
    ]
    return [*changed, *(["add_header"] if abs(sizes[0] - sizes[1]) >= LONG_HEADERS else [])]


def _answers_otherwise(subject: Subject) -> bool:
    """Whether another `return` answers than the baseline's: one behind it never acts."""
    returns, base_returns = (
        returns_of(route(replace(subject, tree=tree))) for tree in (subject.tree, subject.base_tree)
    )
    return not returns or returns[:1] != base_returns[:1]
