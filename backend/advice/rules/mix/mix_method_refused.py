"""Methods of a mix that what answers does not take."""

from collections.abc import Iterator

from agents.render.answer import is_static
from backend.advice.predicates import answers_itself
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.rules.mix.rest_of_mix import rest_of_mix

_TAKEN = ("GET", "HEAD")
_KINDS = {"status": "stub_status", "empty_gif": "empty_gif"}


def find(subject: Subject) -> Iterator[Hit]:
    if not answers_itself(subject):
        return
    kind = "a static file" if is_static(subject.knobs) else _KINDS.get(str(subject.knobs.get("origin.kind")))
    methods = sorted({entry.method for entry in subject.workload.mix} - {*_TAKEN})
    if kind and methods:
        text = f"nginx answers {' and '.join(methods)} to {kind} with 405 Not Allowed"
        rest = rest_of_mix(entry for entry in subject.workload.mix if entry.method in _TAKEN)
        yield Hit(text, instead=rest, workload=True)


RULE = Rule(
    code="mix_method_refused",
    severity="warning",
    text="nginx takes GET and HEAD for static files, `stub_status` and `empty_gif`, and answers other "
    "methods with 405. A `return`, the testbed's default, takes any.",
    example="origin.kind: hello",
    source="nginx source, ngx_http_static_module",
    find=find,
)
