"""Changes in a location that the load does not ask for."""

from collections.abc import Iterator

from backend.advice.nginx import Directive, walk
from backend.advice.predicates import route
from backend.advice.routing import off_route, stays_there
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import in_words


def find(subject: Subject) -> Iterator[Hit]:
    blocks = route(subject)
    if subject.is_alone or not stays_there(blocks, subject.workload.path):
        return
    elsewhere = list(off_route(subject.tree, blocks))
    off_names = {d["directive"] for _, d in elsewhere}
    if not elsewhere or _changes_more(
        subject, {id(d) for _, d in elsewhere} | {id(block) for block, _ in elsewhere}
    ):
        return
    new = [block for block, d in elsewhere if not _has(subject, d)]
    if new:
        location = " ".join(new[0]["args"])
        text = (
            f"all that this variant changes ({in_words(sorted(off_names)[:4])}) stands in location "
            f"{location}; the load asks for {subject.workload.path}"
        )
        yield Hit(text, "location")


def _changes_more(subject: Subject, elsewhere: set[int]) -> bool:
    """Whether the variant changes anything else: a knob, or a directive in the request's way."""
    texts = {"nginx.conf", "nginx.http_extra", "nginx.server_extra", "nginx.location_extra"}
    names = {*subject.knobs, *subject.base_knobs} - texts
    if any(subject.knobs.get(n) != subject.base_knobs.get(n) for n in names):
        return True
    blocks = {"http", "server", "events"}
    on_route = [d for d, _ in walk(subject.tree) if id(d) not in elsewhere and d["directive"] not in blocks]
    return any(not _has(subject, d) for d in on_route)


def _has(subject: Subject, directive: Directive) -> bool:
    words = (directive["directive"], directive["args"])
    return any((d["directive"], d["args"]) == words for d, _ in walk(subject.base_tree))


RULE = Rule(
    code="location_not_asked",
    severity="warning",
    text="A request takes one location: an exact one, else the longest prefix unless a regular expression "
    "fits. What stands in another does not act on it.",
    example="workloads: [{path: /image.png}]",
    source="nginx documentation of location",
    find=find,
)
