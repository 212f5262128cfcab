"""A cache that is too small for a mix, or not asked for some of it."""

from collections.abc import Iterator

from backend.advice.nginx import every, number
from backend.advice.predicates import is_switched_on
from backend.advice.rule import Hit, Rule, Subject

_CACHED = {"GET", "HEAD"}


def find(subject: Subject) -> Iterator[Hit]:
    mix = subject.workload.mix
    if not mix:
        return
    paths = len({entry.path for entry in mix if entry.method in _CACHED})
    sizes = [size for args, _ in every(subject.tree, "open_file_cache") if (size := _size(args)) is not None]
    if sizes and min(sizes) < paths:
        yield Hit(
            f"open_file_cache keeps {min(sizes):,} files and the mix asks for {paths:,} paths",
            "open_file_cache",
        )
    if is_switched_on(subject, "proxy_cache") and not any(every(subject.tree, "proxy_cache_methods")):
        passing_weight = sum(entry.weight for entry in mix if entry.method not in _CACHED)
        share = passing_weight / sum(entry.weight for entry in mix)
        if share:
            yield Hit(
                f"proxy_cache stores answers to GET and HEAD: {share:.0%} of the mix pass it", "proxy_cache"
            )


def _size(args: tuple[str, ...]) -> int | None:
    return next((number(word[4:]) for word in args if word.startswith("max=")), None)


RULE = Rule(
    code="mix_beside_cache",
    severity="hint",
    text="A cache smaller than the mix has misses for ever. `proxy_cache` stores answers to GET and HEAD.",
    example="open_file_cache max=20000",
    source="nginx documentation of open_file_cache and proxy_cache_methods",
    find=find,
)
