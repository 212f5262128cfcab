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


def test_a_text_names_a_knob_once() -> None:
    words = "Variant 2, upstream.keepalive"
    assert (
        text_at(words, "upstream.keepalive: nginx has it since 1.29.7")
        == f"{words}: nginx has it since 1.29.7"
    )
    assert text_at(words, "keepalive 0 is unknown") == f"{words}: keepalive 0 is unknown"
    assert text_at("definition", "no variants") == "definition: no variants"
