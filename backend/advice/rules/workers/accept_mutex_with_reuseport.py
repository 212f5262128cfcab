"""Workers that take turns, though each has its own queue."""

from collections.abc import Iterator

from backend.advice.nginx import every, is_on
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    reuseport = any("reuseport" in args for args, _ in every(subject.tree, "listen"))
    if reuseport and is_on(subject.tree, "accept_mutex"):
        text = "accept_mutex does nothing with reuseport: each worker has its own accept queue"
        yield Hit(text, "nginx.accept_mutex", Instead({"nginx.accept_mutex": False}))


RULE = Rule(
    code="accept_mutex_with_reuseport",
    severity="warning",
    text="With `reuseport` the kernel spreads connections over one queue per worker, so there is nothing "
    "to take turns for.",
    example="nginx.accept_mutex: off",
    source="nginx documentation of accept_mutex and of listen (reuseport)",
    find=find,
)
