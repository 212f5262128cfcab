"""Units that headings of tables say: no figure is read in another one, and none as a rate that is a time."""

import pytest

from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut


def of(text: str) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"name": "t.csv", "text": text}]}))


def rates(out: PreviewOut) -> list[list[float]]:
    return [[trial.figures["requests_per_s"] for trial in run.trials if trial.figures] for run in out.runs]


@pytest.mark.parametrize(
    "text",
    [
        "variant,Run 1 (k req/s),Run 2 (k req/s)\na,38.8,39.1\nb,45.2,44.9\n",
        "Throughput (k req/s),Run 1,Run 2\na,38.8,39.1\nb,45.2,44.9\n",
        "variant,Run 1 (kRPS),Run 2 (kRPS)\na,38.8,39.1\nb,45.2,44.9\n",
    ],
)
def test_trials_are_in_the_unit_of_their_heading(text: str) -> None:
    assert rates(of(text)) == [[38800, 39100], [45200, 44900]]


@pytest.mark.parametrize(
    "text",
    [
        "variant,Run 1 (ms),Run 2 (ms)\na,38.8,39.1\nb,45.2,44.9\n",
        "variant,Trial 1 ms,Trial 2 ms\na,38.8,39.1\nb,45.2,44.9\n",
        "variant,Run 1 (req/min),Run 2 (req/min)\na,388,391\nb,452,449\n",
        "latency,Run 1,Run 2\na,38.8,39.1\nb,45.2,44.9\n",
        "Percentage served,Time in ms\n1,0.312\n2,0.4\n3,0.401\n",
    ],
)
def test_times_and_other_rates_are_no_requests_per_second(text: str) -> None:
    out = of(text)
    assert out.runs == []
    assert out.problems or out.texts[0].warnings


def test_connections_in_the_first_column_number_no_trials() -> None:
    out = of("connections,default,tuned\n1,100,120\n2,180,210\n")
    assert (out.runs, out.texts[0].tables[0].columns[0].role) == ([], "workload")


@pytest.mark.parametrize(
    ("heading", "role", "unit"),
    [
        ("Requests/sec (mean)", "requests_per_s", ""),
        ("Time per request [ms] (mean)", "latency_mean", "ms"),
        ("p99 us (lower is better)", "latency_p99", "us"),
        ("kRPS", "requests_per_s", "krps"),
        ("p99 latency in milliseconds", "latency_p99", "milliseconds"),
    ],
)
def test_remarks_in_a_heading_are_no_unit(heading: str, role: str, unit: str) -> None:
    column = of(f"variant,{heading},note\na,10,x\nb,11,y\n").texts[0].tables[0].columns[1]
    assert (column.role, column.unit) == (role, unit)


def test_a_summary_of_jmeter_has_a_run_for_each_label() -> None:
    out = of(
        "Label,# Samples,Average,Min,Max,Error %,Throughput\n"
        "Home,1000,12,4,120,0.00%,99.5\nPage,900,13,4,130,0.00%,89.5\nTOTAL,1900,12,4,130,0.00%,189\n"
    )
    assert [run.variant for run in out.runs] == ["Home", "Page"]
    assert rates(out) == [[99.5], [89.5]]


@pytest.mark.parametrize(
    ("text", "rate", "is_said"),
    [
        ("variant;req/s\na;17.127\nb;22.474\n", 17127, True),
        ("variant\treq/s\na\t17.127\nb\t22.474\n", 17.127, True),
        ("variant\treq/s\na\t17.127\nb\t22.47\n", 17.127, False),
        ('variant,req/s\na,"17,127"\nb,"22,474"\n', 17127, False),
    ],
)
def test_a_mark_that_may_divide_thousands_is_said(text: str, rate: float, is_said: bool) -> None:
    out = of(text)
    assert rates(out)[0] == [rate]
    assert any("choose the other decimal mark" in warning for warning in out.texts[0].warnings) is is_said
