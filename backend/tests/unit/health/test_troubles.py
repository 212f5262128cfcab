"""Who is silent, by what was heard at each look."""

import pytest

from backend.health.troubles import SILENT_AFTER_S, Look, awaited_parts, troubles_of
from backend.liveness_keys import Part

LOOKS = int(SILENT_AFTER_S) + 2


def after(looks: int, *live: Part, look: Look | None = None, waiting: int = 0, passed_s: float = 1.0) -> Look:
    """So many looks later, while the parts `live` say something new before each."""
    look = look or Look()
    for number in range(looks):
        fresh = f"{id(look)}-{number}"
        said: dict[Part, str] = {}
        for part, heard in look.parts.items():
            said[part] = fresh if part in live else heard.word or "old"
        look = look.then(said, waiting, passed_s)
    return look


def codes(look: Look) -> list[str]:
    return [trouble.code for trouble in troubles_of(look)]


def test_nothing_is_wrong_while_both_say_something_new() -> None:
    well = after(LOOKS, "beat", "worker")
    assert codes(well) == []
    assert awaited_parts(well) == []


def test_what_was_said_before_this_process_began_to_listen_is_no_life() -> None:
    assert awaited_parts(after(1, "beat", "worker")) == ["beat", "worker"]
    stale = after(LOOKS)
    assert awaited_parts(stale) == ["beat", "worker"]
    assert codes(stale) == ["beat_silent"]


def test_the_same_word_again_and_a_word_that_is_gone_are_silence() -> None:
    well = after(2, "beat", "worker")
    gone = well
    for _ in range(LOOKS):
        gone = gone.then({"beat": "", "worker": ""}, 0, 1.0)
    assert codes(after(LOOKS, "beat", look=well)) == ["worker_silent"]
    assert codes(gone) == ["beat_silent"]


def test_beat_that_does_not_send_is_not_a_worker_that_does_not_run() -> None:
    well = after(2, "beat", "worker")
    assert codes(after(LOOKS, look=well)) == ["beat_silent"]  # nothing waits: the worker takes what comes
    assert codes(after(LOOKS, look=well, waiting=3)) == ["beat_silent", "worker_silent"]
    assert codes(after(LOOKS, "beat", look=well, waiting=3)) == ["worker_silent"]


def test_both_are_back_with_their_next_word() -> None:
    dead = after(LOOKS, look=after(2, "beat", "worker"), waiting=1)
    assert codes(after(1, "beat", "worker", look=dead)) == []


def test_time_in_which_this_process_stood_still_is_nobodys_silence() -> None:
    well = after(2, "beat", "worker")
    assert codes(after(1, look=well, passed_s=600)) == []


def test_a_trouble_says_for_how_long_and_where_to_look() -> None:
    [trouble] = troubles_of(after(40, "beat", look=after(2, "beat", "worker")))
    assert trouble.text == "Experiments do not advance: the worker has not reported for 40 s."
    assert "logs/worker.log" in trouble.help
    assert "docker compose logs worker" in trouble.help


@pytest.mark.parametrize("silent", [0, LOOKS])
def test_while_redis_takes_no_writes_nobody_is_called_silent(silent: int) -> None:
    look = after(silent, look=after(2, "beat", "worker")).with_refusal("full", "OOM")
    assert codes(look) == ["redis_full"]
    assert "(OOM)" in troubles_of(look)[0].text
