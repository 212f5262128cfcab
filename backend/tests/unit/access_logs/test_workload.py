"""The workload of a log: nothing of the log's text in it, and what a definition takes."""

import pytest

from backend.access_logs.problems import UnusableLog
from backend.access_logs.workload import MAX_YAML_BYTES, LogWorkload, convert_sample
from backend.definition.parse import parse_definition
from backend.mix_sequence import counts_of
from backend.tests.unit.access_logs.logs import combined_line, read


def convert(log: str, keep_paths: bool = False, mask: bool = False, format_name: str = "auto") -> LogWorkload:
    return convert_sample(read(log, format_name), keep_paths, mask)


LOG = (
    combined_line("/account/secret-name?token=abc", size=5000) * 3
    + combined_line("/", size=70) * 2
    + combined_line("/account/secret-name?token=abc", status=304)
)


def test_targets_become_pages_of_their_size_with_paths_of_their_length() -> None:
    workload = convert(LOG).workload

    assert workload.site == [5000, 70]
    assert [(entry.path, entry.weight) for entry in workload.mix] == [
        ("/0?".ljust(len("/account/secret-name?token=abc"), "x"), 3),
        ("/1", 2),
        ("/0?".ljust(len("/account/secret-name?token=abc"), "x"), 1),
    ]
    assert [bool(entry.headers) for entry in workload.mix] == [False, False, True]


def test_no_text_of_the_log_is_kept() -> None:
    assert "secret" not in convert(LOG).model_dump_json()
    assert "token" not in convert(LOG).model_dump_json()


def test_paths_are_kept_on_request_and_masked() -> None:
    paths = [entry.path for entry in convert(LOG, keep_paths=True).workload.mix]
    assert paths == ["/account/secret-name?token=abc", "/"]

    masked = convert(LOG + combined_line("/a?b&c=d=e&&f="), keep_paths=True, mask=True)
    assert [entry.path for entry in masked.workload.mix] == [
        "/account/secret-name?token=xxx",
        "/",
        "/a?x&c=xxx&&f=",
    ]
    assert masked.workload.site == []
    with pytest.raises(UnusableLog, match="keep_paths"):
        convert(LOG, mask=True)


@pytest.mark.parametrize("keep_paths", [False, True])
def test_a_definition_reads_the_yaml_back(keep_paths: bool) -> None:
    """Whatever the targets have that YAML takes for something else."""
    odd = ["/'", r"/\x22", "/#", "/:,[]{}&*!|>%@`", "/~", "/\xfcn\xef", "/$uri", "/null"]
    log = "".join(combined_line(target) for target in odd)
    answer = convert(log, keep_paths)

    definition = parse_definition(f"name: x\nvariants: [{{name: a}}, {{name: b}}]\n{answer.yaml}")

    assert definition.workloads == [answer.workload]


def test_long_targets_leave_fewer_of_them_not_a_definition_that_is_too_long() -> None:
    log = "".join(combined_line(f"/{number:04}{'y' * 1900}") for number in range(1000))
    answer = convert(log)

    assert MAX_YAML_BYTES // 2 < len(answer.yaml) <= MAX_YAML_BYTES
    assert 200 <= len(answer.workload.mix) < 1000
    assert sum(entry.weight for entry in answer.workload.mix) == pytest.approx(1000, abs=0.1)


@pytest.mark.parametrize("status", [200, pytest.param(304, marks=pytest.mark.exhaustive)])
def test_ten_thousand_requests_fit_into_a_definition_and_each_is_sent(status: int) -> None:
    frequent = "".join(combined_line(f"/{number}?{'y' * 40}") * 5 for number in range(9_000))
    log = frequent + "".join(combined_line(f"/rare/{number}", status=status) for number in range(45_000))
    answer = convert(log)
    definition = parse_definition(f"name: x\nvariants: [{{name: a}}, {{name: b}}]\n{answer.yaml}")

    assert definition.workloads == [answer.workload]
    assert 9_900 < len(answer.workload.mix) <= 10_000
    assert min(counts_of([entry.weight for entry in answer.workload.mix])) >= 1
    assert answer.summary.frequent_share == pytest.approx(0.5)


def test_a_request_that_would_have_no_place_in_the_sequence_has_no_weight_of_its_own() -> None:
    log = combined_line("/") * 150_000 + "".join(combined_line(f"/{number}") for number in range(1_000))
    mix = convert(log).workload.mix

    assert (mix[0].path, mix[0].weight) == ("/0", 150_000)
    assert min(counts_of([entry.weight for entry in mix])) >= 1
    assert sum(entry.weight for entry in mix) == pytest.approx(151_000, abs=1)


@pytest.mark.parametrize(("numbers", "is_kept"), [((1, 1, 1, 2), False), ((1, 2, 3, 4), True)])
def test_connections_are_kept_as_in_the_log(numbers: tuple[int, ...], is_kept: bool) -> None:
    log = "".join(f"{number} GET / HTTP/1.1|200\n" for number in numbers)
    answer = convert(log, format_name="$connection_requests $request|$status")

    assert answer.workload.keepalive is is_kept


def test_the_summary_counts_what_was_left_out() -> None:
    summary = convert(LOG + combined_line(method="POST") + combined_line(status=404) * 2).summary

    assert (summary.lines, summary.usable_requests, summary.targets_seen, summary.site_bytes) == (
        9,
        6,
        2,
        5070,
    )
    assert [(kind.kind, kind.count) for kind in summary.left_out] == [("body", 1), ("client_error", 2)]
    assert summary.unchanged_share == pytest.approx(1 / 6)
