"""Places in a definition in the words of the form: “Workload 1, Connections”. Pure."""

import re

MAX_PLACE = 400  # characters that are read; the names of variants and knobs are far shorter
_ITEMS = {"workloads": "Workload", "variants": "Variant"}
_WORKLOAD = {
    "tool": "Load tool",
    "connections": "Connections",
    "rate": "Rate",
    "processes": "Processes",
    "hosts": "Load hosts",
    "threads": "Threads",
    "duration": "Time of a trial",
    "requests": "Requests of a trial",
    "path": "Path",
    "host": "Host header",
    "headers": "Headers",
    "timeout": "Timeout",
    "keepalive": "Keep-alive",
    "hold": "Held connections",
    "protocol": "Protocol",
    "streams": "Streams",
    "mix": "Requests",
    "order": "Order of the requests",
    "name": "Name",
}
_VARIANT = {"name": "Name", "from": "From", "topology": "Topology", "baseline": "Baseline"}
_TOP = {
    "name": "Name",
    "description": "Description",
    "testbed": "Testbed",
    "testbed_labels": "Labels of the testbed",
    "kind": "Question",
    "ceiling.from": "Question, From",
    "ceiling.to": "Question, To",
    "ceiling.resolution": "Question, Resolution",
    "ceiling.confirm": "Question, Confirm",
    "trials": "Rounds",
    "trials.min": "Rounds, First analysis after",
    "trials.max": "Rounds, At most",
    "trials.until": "Rounds, until",
    "search": "Rounds, Halving",
    "min_effect": "Smallest change that matters",
    "servers": "Servers",
    "servers.fresh": "Servers",
    "servers.every": "Servers, New every few",
    "warmup": "Warm-up",
    "warmup.prepared": "Warm-up when prepared",
    "warmup.trial": "Warm-up before each trial",
    "diagnostics": "Diagnostics",
    "seed": "Seed of the order",
    "order": "Order",
    "topology": "Topology",
    "on_failure": "When a trial fails",
    "allowed_failures": "Failed requests allowed",
    "wait_for_hosts": "Wait for a host that is offline",
    "baseline": "Baseline",
    "control": "Control",
    "factors": "Factors",
    "variants": "Variants",
    "workloads": "Workloads",
    "set": "All variants",
}


def place_words(place: str) -> str:
    """Name a place as the form does; what no field has stays as it is written."""
    head = place[:MAX_PLACE]
    if head in _TOP:
        return _TOP[head]
    if match := re.match(r"(workloads|variants)\[(\d{1,6})\](?:\.(.+))?\Z", head, re.DOTALL):
        noun, number, rest = _ITEMS[match[1]], int(match[2]) + 1, match[3] or ""
        return ", ".join(filter(None, (f"{noun} {number}", _field(match[1], rest))))
    for above, words in (("set.", "All variants"), ("testbed.", "Testbed")):
        if head.startswith(above):
            rest = head.removeprefix(above)
            return f"{words}, {rest} host" if words == "Testbed" else f"{words}, {rest}"
    if match := re.match(r"factors\.([^.]+)(?:\.([^.]+)(?:\.(.+))?)?\Z", head, re.DOTALL):
        return ", ".join(filter(None, (f"Factor {match[1]}", match[2], match[3])))
    return head


def _field(items: str, rest: str) -> str:
    if items == "variants":
        return _VARIANT.get(rest, rest.removeprefix("set."))
    name, _, tail = rest.partition(".")
    if entry := re.match(r"mix\[(\d{1,6})\]\Z", name):
        name = f"Request {int(entry[1]) + 1}"
    return ", ".join(filter(None, (_WORKLOAD.get(name.removesuffix("_s"), name), tail)))


def text_at(words: str, text: str) -> str:
    """A text after the words of its place; a name that ends these and begins the text is said once."""
    name = re.escape(words.rpartition(", ")[2])
    begin = re.compile(rf"{name}(?:: | (?=must be |does nothing )|, (?=line \d))", re.IGNORECASE)
    return f"{words}: {begin.sub('', text, count=1) if begin.match(text) else text}"
