"""A cache of backends' answers that stays empty, or settings of one that is off."""

from collections.abc import Iterator

from backend.advice.nginx import every, names_with
from backend.advice.predicates import is_proxied, is_switched_on, route
from backend.advice.routing import effective
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives, in_words, verb

SUCCESS = {"200", "any"}


def find(subject: Subject) -> Iterator[Hit]:
    if not is_proxied(subject):
        return
    if not is_switched_on(subject, "proxy_cache"):
        present = names_with(subject.tree, "proxy_cache_")
        names = chosen_directives(subject, sorted(present | ({"proxy_no_cache"} & _names(subject))))
        if names:
            text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: proxy_cache is off"
            yield Hit(text, names[0])
        return
    for reason in _reasons(subject):
        yield Hit(f"proxy_cache stores nothing: {reason}", "proxy_cache")
        return


def _reasons(subject: Subject) -> Iterator[str]:
    (zone, *_) = next((args for args, _ in every(subject.tree, "proxy_cache") if args != ("off",)), ("",))
    paths = [args for args, _ in every(subject.tree, "proxy_cache_path")]
    if not any(word.startswith(f"keys_zone={zone}:") for args in paths for word in args):
        yield f"no proxy_cache_path has keys_zone={zone}:…, and nginx does not start"
    blocks = route(subject)
    if not blocks:
        return
    if ("off",) in effective(blocks, "proxy_buffering"):
        yield "with proxy_buffering off answers are passed on without being stored"
    valid = effective(blocks, "proxy_cache_valid")
    if not any(len(args) == 1 or SUCCESS & set(args[:-1]) for args in valid) and _is_ours(subject):
        yield (
            "the testbed's backend sends neither Expires nor Cache-Control, so an answer is stored only for "
            "a time of proxy_cache_valid 200 …"
        )
    if any(args[:1] in (("1",), ("true",)) for args in effective(blocks, "proxy_no_cache")):
        yield "proxy_no_cache is always true"


def _is_ours(subject: Subject) -> bool:
    return "origin.address" not in subject.knobs


def _names(subject: Subject) -> set[str]:
    return names_with(subject.tree, "proxy_no_cache")


RULE = Rule(
    code="cache_stores_nothing",
    severity="warning",
    text="`proxy_cache` needs a zone of `proxy_cache_path`, buffered answers, and a time to live: from the "
    "backend's headers or from `proxy_cache_valid`. The testbed's backends send no such header.",
    example="proxy_cache_path cache keys_zone=c:10m max_size=100m; proxy_cache c; proxy_cache_valid 200 1m;",
    source="nginx documentation of proxy_cache, proxy_cache_path, proxy_cache_valid and proxy_buffering",
    find=find,
)
