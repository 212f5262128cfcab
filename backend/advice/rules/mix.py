"""Rules on a mix of requests."""

from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from agents.contract.mix import MAX_MIX_BYTES, MAX_SEQUENCE, MixEntry
from agents.render.answer import PAGE, is_static
from backend.advice.nginx import every, number
from backend.advice.predicates import answers_itself, is_switched_on
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.mix_sequence import counts_of


def rest_of_mix(entries: Iterable[MixEntry]) -> Instead:
    """The workload with these requests alone; `/` where there are none."""
    return Instead(workload={"mix": [entry.model_dump() for entry in entries] or [{"path": "/"}]})


_CACHED = {"GET", "HEAD"}


@rule(
    severity="hint",
    text="A cache smaller than the mix has misses for ever. `proxy_cache` stores answers to GET and HEAD.",
    example="open_file_cache max=20000",
    source="nginx documentation of open_file_cache and proxy_cache_methods",
)
def mix_beside_cache(subject: Subject) -> Iterator[Hit]:
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


_TAKEN = ("GET", "HEAD")
_KINDS = {"status": "stub_status", "empty_gif": "empty_gif"}


@rule(
    severity="warning",
    text="nginx takes GET and HEAD for static files, `stub_status` and `empty_gif`, and answers other "
    "methods with 405. A `return`, the testbed's default, takes any.",
    example="origin.kind: hello",
    source="nginx source, ngx_http_static_module",
)
def mix_method_refused(subject: Subject) -> Iterator[Hit]:
    if not answers_itself(subject):
        return
    kind = "a static file" if is_static(subject.knobs) else _KINDS.get(str(subject.knobs.get("origin.kind")))
    methods = sorted({entry.method for entry in subject.workload.mix} - {*_TAKEN})
    if kind and methods:
        text = f"nginx answers {' and '.join(methods)} to {kind} with 405 Not Allowed"
        rest = rest_of_mix(entry for entry in subject.workload.mix if entry.method in _TAKEN)
        yield Hit(text, instead=rest, workload=True)


_MAX_BODY = "client_max_body_size"
_DEFAULT_MAX_BODY = 1024**2
_UNLIMITED = MAX_MIX_BYTES  # 0, and sizes in g


@rule(
    severity="warning",
    text="nginx answers a request whose body is larger than `client_max_body_size`, 1m by default, with 413.",
    example="nginx.client_max_body_size: 8m",
    source="nginx documentation of client_max_body_size",
)
def mix_body_refused(subject: Subject) -> Iterator[Hit]:
    limits = [number(args[0]) for args, _ in every(subject.tree, _MAX_BODY)]
    limit = max((size or _UNLIMITED for size in limits), default=_DEFAULT_MAX_BODY)
    large = [entry for entry in subject.workload.mix if entry.body_bytes > limit]
    if large and subject.topology != "direct":
        text = (
            f"{large[0].method} {large[0].path} has a body of {large[0].body_bytes:,} bytes: above "
            f"{_MAX_BODY}, {limit:,}, nginx answers 413"
        )
        size = max(entry.body_bytes for entry in large)
        yield Hit(text, f"nginx.{_MAX_BODY}", Instead({f"nginx.{_MAX_BODY}": size}))


_PAGES = ("/", f"/{PAGE}")


@rule(
    severity="warning",
    text="The testbed's static backend has one page. With `origin.kind: hello` every path gets the same "
    "answer, `site` makes a page for each request, and a server of your own has pages of its own.",
    example="origin.kind: hello",
    source="the pages that the agent makes",
)
def mix_paths_missing(subject: Subject) -> Iterator[Hit]:
    if not (answers_itself(subject) and is_static(subject.knobs)) or subject.workload.site:
        return
    mix = subject.workload.mix
    missing_entries = [entry for entry in mix if not _is_there(entry)]
    if missing_entries:
        yield Hit(
            f"{len(missing_entries)} of {len(mix)} requests of the mix, the first {missing_entries[0].path}, "
            f"are answered with 404: the static page of origin.kind is {PAGE} alone",
            instead=rest_of_mix(filter(_is_there, mix)),
            workload=True,
        )


def _is_there(entry: MixEntry) -> bool:
    return unquote(entry.path.partition("?")[0]) in _PAGES


@rule(
    severity="warning",
    text=f"A mix is sent as a sequence of at most {MAX_SEQUENCE:,} requests, again and again; weights "
    "are rounded to places in it. Join rare requests, or raise their weight.",
    example="mix: [{path: /a, weight: 65535}, {path: /b}]",
    source="the sequence of a mix",
)
def mix_request_too_rare(subject: Subject) -> Iterator[Hit]:
    mix = subject.workload.mix
    counts = counts_of([entry.weight for entry in mix]) if mix else []
    rare = [entry.path for entry, times in zip(mix, counts, strict=True) if times == 0]
    if rare:
        requests = "1 request is" if len(rare) == 1 else f"{len(rare):,} requests are"
        yield Hit(
            f"{requests} never sent, the first {rare[0]}: less than one of {MAX_SEQUENCE:,}, "
            "after which the sequence begins again",
            instead=rest_of_mix(entry for entry, times in zip(mix, counts, strict=True) if times),
            workload=True,
        )
