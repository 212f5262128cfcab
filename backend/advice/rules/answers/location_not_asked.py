"""Changes in a location that the load does not ask for."""

from collections.abc import Iterator

from backend.advice.nginx import Directive, walk
from backend.advice.predicates import route
from backend.advice.routing import off_route, stays_there
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import in_words

TEXTS = {"nginx.conf", "nginx.http_extra", "nginx.server_extra", "nginx.location_extra"}
BLOCKS = {"http", "server", "events"}


def find(subject: Subject) -> Iterator[Hit]:
    blocks = route(subject)
    if subject.is_alone or subject.workload.mix or _changes_knobs(subject):
        return
    if not stays_there(blocks, subject.workload.path):
        return
    before = {_words(d) for d, _ in walk(subject.base_tree)}
    elsewhere = list(off_route(subject.tree, blocks))
    ids = {id(d) for pair in elsewhere for d in pair}
    new = [block for block, d in elsewhere if _words(d) not in before]
    on_route = (d for d, _ in walk(subject.tree) if id(d) not in ids and d["directive"] not in BLOCKS)
    if new and all(_words(d) in before for d in on_route):
        names = sorted({d["directive"] for _, d in elsewhere})[:4]
        text = (
            f"all that this variant changes ({in_words(names)}) stands in location "
            f"{' '.join(new[0]['args'])}; the load asks for {subject.workload.path}"
        )
        yield Hit(text, "location")


def _changes_knobs(subject: Subject) -> bool:
    names = {*subject.knobs, *subject.base_knobs} - TEXTS
    return any(subject.knobs.get(n) != subject.base_knobs.get(n) for n in names)


def _words(directive: Directive) -> tuple[str, ...]:
    return (directive["directive"], *directive["args"])


RULE = Rule(
    code="location_not_asked",
    severity="warning",
    text="A request takes one location: an exact one, else the longest prefix unless a regular expression "
    "fits. What stands in another does not act on it.",
    example="workloads: [{path: /image.png}]",
    source="nginx documentation of location",
    find=find,
)
