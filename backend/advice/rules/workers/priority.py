"""Priority of nginx over programs that take part in the test."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, changed_knobs, taken_back


def find(subject: Subject) -> Iterator[Hit]:
    names = [f"nginx.{name}" for name in changed_directives(subject, ("worker_priority",))]
    names = names if (words(subject.tree, "worker_priority") or ("0",))[0].startswith("-") else []
    names += [
        n for n in changed_knobs(subject, ("limits.nice",)) if (number(str(subject.knobs[n])) or -1) < 0
    ]
    for name in names:
        text = (
            f"{name.partition('.')[2]} acts where other programs want nginx's CPUs: here those are the load "
            "tool and the backend, if they share its machine, and what it takes from them changes the figures"
        )
        yield Hit(text, name, taken_back(subject, (name,)))


RULE = Rule(
    code="priority",
    severity="hint",
    text="A nice value decides who goes first where processes compete for a CPU. On a machine of its own "
    "nginx competes with nobody; beside load tool and backend it takes time from them.",
    example="pin.proxy: 0 with pin.load: 1",
    source="nginx documentation of worker_priority; Linux manual page sched(7)",
    find=find,
)
