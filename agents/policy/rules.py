"""Check of an nginx text by line and directive: only what is on the list may stand in it.

Most of that is data (`directives/`), and nginx itself judges whether it makes sense (`nginx -t`). Here is
what takes more than one directive to see.
"""

import difflib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal

from agents.catalog.rules.kinds import TEXT
from agents.catalog.rules.limits import IN_WORDS, MAX_CONNECTIONS, MAX_SPENDING, MAX_WORKERS
from agents.catalog.rules.names import TESTED_FILE, rewritten_fault
from agents.catalog.rules.rule import Context, Rule, Spent
from agents.contract.jobs import LISTEN
from agents.policy.directives import NAMES, RULES
from agents.policy.directives.refused import Reason, reason_of
from agents.policy.reading import Directive, Refusal, blocks, read, walk
from agents.policy.targets import MayReach, address_fault, has_path, names_of, target_fault

Inside = Literal["main", "http", "server", "location"]
"""Where a text stands: a whole file, or lines inside a block."""

MAX_REFUSALS = 50
_OPERATORS = ("=", "!=", "~", "~*", "!~", "!~*")
_FILE_TESTS = ("-f", "-d", "-e", "-x")
_REDIRECTS = ("redirect", "permanent")
_OPEN_FILES = {"try_files", "flv", "mp4", "limit_except"}  # may take the place of proxy_pass in its location


def check(
    text: str,
    may_reach: MayReach,
    inside: Inside = "main",
    upstreams: Collection[str] = (),
    beside: Collection[str] = (),
) -> tuple[list[Directive], list[Refusal]]:
    """The directives of a text, and what in it will not be run, in its order: the first 50.

    `upstreams` are names defined elsewhere, `beside` directives that stand in the same block as the text.
    A refusal without a directive: the text cannot be read.
    """
    tree, unread = read(text)
    if unread:  # a program between braces is not nginx syntax: name the program
        programs = [d for d in walk(tree) if reason_of(d["directive"], d["args"]) is Reason.PROGRAMS]
        return tree, [Refusal(d["line"], d["directive"], Reason.PROGRAMS) for d in programs[:1]] or [unread]
    http = tree if inside == "http" else blocks(tree, "http")
    reading = _Reading({*upstreams, *names_of(http)}, may_reach, any(map(_is_named_location, walk(tree))))
    around: Directive = {
        "directive": inside,
        "args": [],
        "block": [*tree, *({"directive": n} for n in beside)],
    }
    refusals = [
        *islice(reading.refusals(tree, inside, around), MAX_REFUSALS + 1),
        *_too_much(reading.spendings),
        *_too_many_connections(tree),
        *(_blocks_of_http(tree) if inside == "main" else ()),
        *_listens(tree, http),
    ]
    return tree, _first(sorted(refusals, key=lambda refusal: refusal.line))


def may_reach_only(addresses: Collection[str]) -> MayReach:
    """Only these host:port."""
    return lambda host, port: f"{host}:{port}" in addresses


def upstreams_in(http: str) -> set[str]:
    """Names of the upstream blocks in lines that stand in http {}."""
    return names_of(read(http)[0])


def _first(refusals: list[Refusal]) -> list[Refusal]:
    if len(refusals) <= MAX_REFUSALS:
        return refusals
    rest = Refusal(refusals[MAX_REFUSALS].line, "", "there is more from here on that is not allowed")
    return [*refusals[:MAX_REFUSALS], rest]


@dataclass
class _Reading:
    """One walk over a tree, with what has to be known everywhere in it."""

    upstreams: set[str]
    may_reach: MayReach
    has_named_locations: bool
    spendings: list[tuple[Directive, Spent]] = field(default_factory=list)
    names_in: dict[int, set[str]] = field(default_factory=dict)  # by the id of a block of the tree

    def refusals(self, tree: list[Directive], context: Context, parent: Directive) -> Iterator[Refusal]:
        for d in tree:
            rule = RULES.get((d["directive"], context))
            reason = self._reason(d, rule, context, parent)
            if reason:
                yield Refusal(d["line"], d["directive"], reason)
            if rule is None or rule.opens is None:
                continue
            block = d.get("block") or []
            if rule.opens == "values":
                yield from _values(block)
            else:
                yield from self.refusals(block, rule.opens, d)
        if context == "location":
            yield from _files_before_a_path(tree)

    def _reason(self, d: Directive, rule: Rule | None, context: Context, parent: Directive) -> str | None:
        name, args = d["directive"], d["args"]
        if rule is None:
            return _explain_unknown(name, args, context)
        pairs = rule.pairs(args)
        if pairs is None:
            return _unlike(rule)
        for kind, word in pairs:
            if fault := kind.fault(word):
                return fault
            if spending := kind.spends(word):
                self.spendings.append((d, spending))
        if ("block" in d) != (rule.opens is not None):
            return _unlike(rule)
        return rule.together(args) or self._fault_here(name, args, context, parent)

    def _fault_here(self, name: str, args: list[str], context: Context, parent: Directive) -> str | None:
        match name:
            case "proxy_pass":
                return target_fault(args[0], self.upstreams, self.may_reach)
            case "server" if context == "upstream":
                return address_fault(args[0], 80, self.may_reach)
            case "rewrite":
                return self._rewrite_fault(args, parent)
            case "if":
                return _condition_fault(args)
            case "alias" if parent["args"]:
                return _alias_fault(args[0], parent["args"])
        return None

    def _rewrite_fault(self, args: list[str], parent: Directive) -> str | None:
        """A redirect goes back to the client; the rest names a file, unless it is passed on."""
        regex, replacement, flag = args[0], args[1], args[2] if len(args) > 2 else ""
        if flag in _REDIRECTS or replacement.startswith(("http://", "https://")):
            return None
        beside = self._names_in(parent["block"])
        passed_on = flag == "break" and "proxy_pass" in beside and not beside & _OPEN_FILES
        return rewritten_fault(regex, replacement, passed_on and not self.has_named_locations)

    def _names_in(self, block: list[Directive]) -> set[str]:
        """Names of the directives of a block, read once however many rewrites stand in it."""
        if id(block) not in self.names_in:
            self.names_in[id(block)] = {d["directive"] for d in block}
        return self.names_in[id(block)]


def _is_named_location(d: Directive) -> bool:
    return d["directive"] == "location" and any(word.startswith("@") for word in d["args"])


def _explain_unknown(name: str, args: list[str], context: Context) -> str:
    if reason := reason_of(name, args):
        return reason
    if name in NAMES:
        return f"it cannot stand {'outside all blocks' if context == 'main' else f'in {context}'}"
    near = _near(name)
    return "it is not one of the directives that a test can have" + (
        f"; did you mean {near}?" if near else ""
    )


@lru_cache(maxsize=1024)
def _near(name: str) -> str:
    return next(iter(difflib.get_close_matches(name[:40], NAMES, n=1, cutoff=0.8)), "")


def _unlike(rule: Rule) -> str:
    return f"it takes {rule.takes or 'nothing'}"


def _values(lines: list[Directive]) -> Iterator[Refusal]:
    """Lines of a map, geo, types …: values, except that `include` means what it means everywhere."""
    for line in lines:
        name, args = line["directive"], line["args"]
        if name == "include":
            yield Refusal(line["line"], name, reason_of(name, args) or Reason.OTHER_FILES)
        elif "block" in line:
            yield Refusal(line["line"], name, "a block cannot stand between values")
        elif reason := next((fault for word in (name, *args) if (fault := TEXT.fault(word))), None):
            yield Refusal(line["line"], name, reason)


def _condition_fault(words: list[str]) -> str | None:
    """A variable, a comparison, or a test of a file, which must be below html."""
    match words:
        case [variable] if variable.startswith("$"):
            return None
        case [variable, operator, _] if variable.startswith("$") and operator in _OPERATORS:
            return None
        case [test, file] if test.removeprefix("!") in _FILE_TESTS:
            return TESTED_FILE.fault(file)
    return f"“{' '.join(words)[:60]}” is not a condition"


def _alias_fault(path: str, location: list[str]) -> str | None:
    """Behind a location without / at its end, `/i../x` would become `html/../x`."""
    plain = location[-1:] if len(location) == 1 or location[0] == "^~" else []
    if plain and path.endswith("/") and not plain[0].endswith("/"):
        return f"behind `location {plain[0]}` it must not end with /; write `location {plain[0]}/`"
    return None


def _files_before_a_path(location: list[Directive]) -> Iterator[Refusal]:
    """nginx crashes where a file's name is shorter than the location's, which this proxy_pass takes off."""
    if any(d["directive"] == "proxy_pass" and any(map(has_path, d["args"])) for d in location):
        for d in location:
            if d["directive"] == "try_files":
                reason = (
                    "beside a proxy_pass with a path it can crash nginx; write `try_files … @app;` "
                    "and `location @app { proxy_pass http://$backend; }`"
                )
                yield Refusal(d["line"], "try_files", reason)


def _too_much(spendings: list[tuple[Directive, Spent]]) -> Iterator[Refusal]:
    """Refuse where the sum of a budget is exceeded. A zone with a name is one, however often it is named."""
    sums = dict.fromkeys(MAX_SPENDING, 0)
    amount_of: dict[str, int] = {}
    for d, (budget, amount, name) in spendings:
        before = sums[budget]
        sums[budget] += max(0, amount - amount_of.get(name, 0))
        if name:
            amount_of[name] = max(amount, amount_of.get(name, 0))
        if before <= MAX_SPENDING[budget] < sums[budget]:
            yield Refusal(d["line"], d["directive"], f"all together are more than {IN_WORDS[budget]}")


def _too_many_connections(tree: list[Directive]) -> Iterator[Refusal]:
    """Refuse too many connections of all workers: they take memory at once. `auto` is the host's CPUs."""
    directive_of = {d["directive"]: d for d in [*tree, *blocks(tree, "events")] if d["args"]}
    workers, connections = (directive_of.get(name) for name in ("worker_processes", "worker_connections"))
    if not workers or not connections:
        return
    counts = [int(d["args"][0]) for d in (workers, connections) if d["args"][0].isdecimal()]
    if len(counts) == 2 and counts[0] <= MAX_WORKERS and counts[0] * counts[1] > MAX_CONNECTIONS:
        reason = f"with the number of workers that is more than {MAX_CONNECTIONS} connections"
        yield Refusal(connections["line"], connections["directive"], reason)


def _blocks_of_http(tree: list[Directive]) -> Iterator[Refusal]:
    http_blocks = [d for d in tree if d["directive"] == "http"]
    if not http_blocks:
        yield Refusal(0, "", "there is no http {} in it")
    for d in http_blocks[1:]:
        yield Refusal(d["line"], "http", "there is one already")


def _listens(tree: list[Directive], http: list[Directive]) -> Iterator[Refusal]:
    """Only the address that the agent chooses; without one, nginx would take port 80 of every address."""
    with_tls: set[bool] = set()
    for d in walk(tree):
        if d["directive"] != "listen":
            continue
        with_tls.add("ssl" in d["args"][1:])
        if len(with_tls) > 1:
            yield Refusal(d["line"], "listen", "there is one address, either with ssl or without")
            with_tls.clear()
    for d in http:
        inner = d.get("block") or []
        if d["directive"] == "server" and not any(i["directive"] == "listen" for i in inner):
            yield Refusal(d["line"], "server", f"it has no `listen {LISTEN}`")
