"""A workload as answers show it: short whatever the mix."""

from typing import Any

from agents.contract.mix import MixEntry
from agents.contract.workload import Workload
from backend.presentation.report.settings_words import load_words
from backend.shown_workload import ShownWorkload, mix_words


def load(mix: list[dict[str, Any]]) -> Workload:
    return Workload.model_validate({"duration_s": 1, "mix": mix})


def test_a_large_mix_is_shown_by_its_heaviest_requests_and_a_sentence() -> None:
    workload = load([{"path": f"/{i}", "weight": i + 1} for i in range(10_000)])
    shown_load = ShownWorkload.model_validate(workload)
    assert [entry.path for entry in shown_load.mix][:2] == ["/9999", "/9998"]
    assert len(shown_load.model_dump_json()) < 2000
    assert shown_load.mix_words == "mix of 10,000 requests (100% GET), most often /9999 (under 0.1%)"
    assert (
        ShownWorkload.model_validate(shown_load)
        == ShownWorkload.model_validate(shown_load.model_dump())
        == shown_load
    )
    assert ShownWorkload.model_validate(workload.model_dump()) == shown_load


def test_a_workload_without_a_mix_is_shown_as_it_is() -> None:
    workload = Workload.model_validate({"duration_s": 1, "path": "/a"})
    assert ShownWorkload.model_validate(workload).model_dump() == workload.model_dump()


def test_the_words_say_methods_and_the_most_frequent_request() -> None:
    workload = load([{"path": "/a", "weight": 3}, {"path": "/b", "method": "POST"}])
    words = "mix of 2 requests (75% GET, 25% POST), most often /a (75%)"
    assert mix_words(workload.mix) == words
    assert load_words(workload).endswith(f"keep-alive, {words}")
    long_path = mix_words(load([{"path": "/0?".ljust(99, "x"), "weight": 3}, {"path": "/b"}]).mix)
    assert long_path.endswith("most often /0?xxxxxxxxxxxxxxxxxxxxxxxxxx… (75%)")
    assert mix_words([MixEntry.model_validate({"path": "/a"})]) == "mix of 1 request (100% GET)"
