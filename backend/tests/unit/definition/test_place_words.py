"""Places of errors as the form names them."""

import pytest

from backend.errors import ProblemItem
from backend.place_words import place_words, text_at


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("workloads[0].connections", "Workload 1, Connections"),
        ("workloads[0].rate", "Workload 1, Rate"),
        ("workloads[2].duration_s", "Workload 3, Time of a trial"),
        ("workloads[0].headers.X-Test", "Workload 1, Headers, X-Test"),
        ("workloads[0].mix[1].weight", "Workload 1, Request 2, weight"),
        ("workloads[0].mix", "Workload 1, Requests"),
        ("workloads[1]", "Workload 2"),
        ("variants[2].set.nginx.worker_processes", "Variant 3, nginx.worker_processes"),
        ("variants[0].from", "Variant 1, From"),
        ("set.pin.proxy", "All variants, pin.proxy"),
        ("factors.workers.16.nginx.gzip", "Factor workers, 16, nginx.gzip"),
        ("trials.max", "Rounds, At most"),
        ("testbed.load", "Testbed, load host"),
        ("min_effect", "Smallest change that matters"),
        ("", ""),
        ("conections", "conections"),
        ("body.password", "body.password"),
    ],
)
def test_a_place_has_the_words_of_the_form(place: str, words: str) -> None:
    assert place_words(place) == words
    assert ProblemItem(place=place, message="wrong").model_dump()["label"] == words


@pytest.mark.parametrize(
    "place", ["workloads[" + "9" * 5000 + "]", "[" * 9000, "set." + "x" * 10**6, "\x00\u202e"]
)
def test_a_hostile_place_is_bounded(place: str) -> None:
    assert len(place_words(place)) <= 420


@pytest.mark.parametrize(
    ("words", "text", "rest"),
    [
        ("Variant 2, upstream.keepalive", "upstream.keepalive: nginx has it", "nginx has it"),
        ("Variant 2, nginx.http_extra", "nginx.http_extra, line 3: `gzip` is odd", "line 3: `gzip` is odd"),
        ("Variant 2, pin.proxy", "pin.proxy does nothing without a proxy", "does nothing without a proxy"),
        ("Workload 1, Connections", "connections must be at least 1; got “0”", "must be at least 1; got “0”"),
        ("Variant 2, upstream.keepalive", "keepalive 0 is unknown", "keepalive 0 is unknown"),
        ("definition", "no variants", "no variants"),
    ],
)  # fmt: skip
def test_a_text_names_its_place_once(words: str, text: str, rest: str) -> None:
    assert text_at(words, text) == f"{words}: {rest}"
