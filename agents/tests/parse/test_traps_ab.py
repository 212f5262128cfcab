"""What ab prints in rarer runs and other versions."""

import pytest

from agents.catalog.tools.ab import TOOL
from agents.parse import NotAReport, parse
from agents.parse.parts import parts

BANNER = (
    "This is ApacheBench, Version 2.3 <$Revision: 1913912 $>\n\nBenchmarking h (be patient).....done\n\n\n"
)
FULL_ROWS = """              min  mean[+/-sd] median   max
Connect:        0    1   0.5      1       2
Processing:     3    4   0.5      4       7
Waiting:        1    2   0.5      2       5
Total:          3    5   0.6      5       8
"""
SERVED = "\n\nPercentage of the requests served within a certain time (ms)\n" + "".join(
    f"{share:>4}%  {share // 12:5}\n" for share in (50, 66, 75, 80, 90, 95, 98, 99)
)
RATES = """Requests per second:    2000.00 [#/sec] (mean)
Time per request:       1.000 [ms] (mean)
Time per request:       0.500 [ms] (mean, across all concurrent requests)
Transfer rate:          100.50 [Kbytes/sec] received
"""


def ab(failed="Failed requests:        0\n", **parts) -> str:
    part = {
        "banner": BANNER, "tls": "", "length": "11 bytes", "top": "", "done": 100, "seconds": "0.050",
        "sent": "", "total": 15400, "body": 1100, "rates": RATES, "rows": FULL_ROWS,
        "longest": 8, "served": SERVED,
    } | parts  # fmt: skip
    text = (
        f"{part['banner']}Server Software:        nginx/1.22.1\nServer Hostname:        h\n"
        f"Server Port:            8080\n{part['tls']}\nDocument Path:          /a?b=c:d\n"
        f"Document Length:        {part['length']}\n\n{part['top']}Concurrency Level:      2\n"
        f"Time taken for tests:   {part['seconds']} seconds\nComplete requests:      {part['done']}\n{failed}"
        f"Total transferred:      {part['total']} bytes\n"
        f"{part['sent']}HTML transferred:       {part['body']} bytes\n"
        f"{part['rates']}"
    )
    if part["rows"]:
        text += f"\nConnection Times (ms)\n{part['rows']}"
    return text + (
        f"{part['served']} 100%  {part['longest']:5} (longest request)\n" if part["served"] else ""
    )


def test_a_plain_report():
    report = parse(ab())
    assert report.cautions == []
    assert report.url == "http://h:8080/a?b=c:d"
    assert report.time_per_request_s == 0.001
    assert report.time_per_request_all_s == 0.0005
    assert report.latency_s is not None
    assert report.latency_s["p99"] == 0.008


def test_a_percentile_below_a_millisecond_is_unknown_and_not_zero():
    served = SERVED.replace(f"{50:>4}%  {50 // 12:5}", f"{50:>4}%      0")
    figures = TOOL.figures(parse(ab(served=served, done=50)))
    assert (figures["latency_p50"], figures["latency_p75"]) == (None, 0.006)
    assert figures["failed_requests"] == 0


def test_touching_columns_of_s_are_told_apart():
    rows = """              min   avg   max
Connect:        0     1    2
Processing: 12036 1204612053
Waiting:     9998  999912052
Total:      12037 1204612054
"""
    report = parse(ab(rows=rows, longest=12054))
    assert report.connect_s == {"min": 0, "mean": 0.001, "max": 0.002}
    assert report.processing_s == {"min": 12.036, "mean": 12.046, "max": 12.053}
    assert report.waiting_s == {"min": 9.998, "mean": 9.999, "max": 12.052}
    assert report.latency_s is not None
    assert (report.latency_s["mean"], report.latency_s["max"]) == (12.046, 12.054)


@pytest.mark.parametrize(
    ("glued", "longest", "mean", "maximum"),
    [
        ("12037 99999100001", 100001, 99.999, 100.001),
        ("12037 100001120054", 120054, 100.001, 120.054),
        ("12037 123451234567", 1234567, 12.345, 1234.567),
        ("12037 123451234567", 234567, 123.451, 234.567),
    ],
)
def test_touching_columns_of_six_digits(glued, longest, mean, maximum):
    report = parse(
        ab(rows=FULL_ROWS.replace("    3    5   0.6      5       8", f"  {glued}"), longest=longest)
    )
    assert report.latency_s is not None
    assert (report.latency_s["mean"], report.latency_s["max"]) == (mean, maximum)


def test_touching_columns_that_could_be_two_things_are_left_out():
    rows = FULL_ROWS.replace("    3    4   0.5      4       7", "  12037 123451234567")
    report = parse(ab(rows=rows))
    assert report.processing_s == {"min": 12.037, "mean": None, "max": None}
    assert "123451234567" in report.cautions[0]


def test_without_percentiles():
    report = parse(ab(served=""))
    assert report.latency_s is not None
    assert "p50" not in report.latency_s
    assert "-d" in report.cautions[0]
    assert parse(ab(served="", done=1)).cautions == []


def test_interrupted_before_the_first_answer():
    report = parse(ab(done=0, rates="", rows="", served="", total=0))
    assert report.requests == 0
    assert report.requests_per_s is None
    assert report.latency_s is None
    assert report.failures_summary() == "no request was answered"


def test_too_fast_for_its_clock_there_are_no_rates():
    assert parse(ab(seconds="0.000", rates="")).requests_per_s is None
    with pytest.raises(NotAReport, match="Requests per second"):
        parse(ab(rates=""))


def test_a_reset_is_not_counted_three_times():
    failed = "Failed requests:        60\n   (Connect: 0, Receive: 20, Length: 20, Exceptions: 20)\n"
    report = parse(ab(failed=failed))
    assert report.errors.total_failed == 60
    assert report.errors.read == 20
    assert report.failed_requests() == 20


def test_failed_can_exceed_complete():
    failed = (
        "Failed requests:        39350\n   (Connect: 0, Receive: 13116, Length: 13117, Exceptions: 13117)\n"
    )
    assert parse(ab(failed=failed, done=20000)).failed_requests() == 13117


def test_version_2_0_has_no_receive_count():
    failed = (
        "Failed requests:        5\n   (Connect: 1, Length: 4, Exceptions: 0)\nWrite errors:           0\n"
    )
    errors = parse(ab(failed=failed)).errors
    assert (errors.connect, errors.read, errors.write, errors.length) == (1, None, 0, 4)


@pytest.mark.parametrize("label", ["Total POSTed:", "Total PUT:", "Total body sent:"])
def test_a_posted_body(label):
    rates = RATES + "                        1902.62 kb/s sent\n                        4693.13 kb/s total\n"
    assert parse(ab(sent=f"{label:<24}33000\n", rates=rates)).bytes_sent == 33000


def test_a_variable_length_and_all_statuses_wrong():
    failed = "Failed requests:        0\nNon-2xx responses:      100\nKeep-Alive requests:    0\n"
    report = parse(ab(length="Variable", failed=failed))
    assert report.document_length is None
    assert report.keepalive_requests == 0
    assert report.failed_requests() == 100
    assert report.failures_summary() == "100 answers other than 2xx"


def test_failing_handshakes_do_not_pass_as_success():
    stderr = "SSL handshake failed (1).\n" * 100
    report = parse(ab(total=0), stderr=stderr)
    assert report.errors.total_failed == 0
    assert report.failed_requests() == 100
    assert report.failures_summary() == "100 failed TLS handshakes, no byte came back"
    merged = ab(banner=BANNER.replace(".....done", "..." + "SSL handshake failed (1).\n" * 3 + "..done"))
    assert parse(merged).failed_requests() == 3


def test_a_wrapped_counter_is_left_out():
    report = parse(ab(total=-2147480000, rates=RATES.replace("100.50", "-100.50")))
    assert report.bytes is None
    assert report.bytes_per_s is None
    assert len(report.cautions) == 2


def test_trunk_prints_more_lines_and_a_report_after_an_abort():
    top = "Number of workers:      2\n"
    text = ab(top=top).replace(
        "Time taken",
        "Concurrency achieved:   2\nRampup delay:           0 [ms]\nTime taken",
    ).replace("Complete requests", "Number of requests:     50000 (window)\nComplete requests")  # fmt: skip
    report = parse(text, stderr="apr_socket_recv: Connection reset by peer (104)\n")
    assert report.concurrency == 2
    assert report.requests == 100
    assert report.cautions == ["ab ended early: apr_socket_recv: Connection reset by peer (104)"]


def test_verbose_lines_and_progress_before_the_report():
    noise = (
        "LOG: header received:\nHTTP/1.1 404 Not Found\nServer: x\n\nWARNING: Response code not 2xx (404)\n"
    )
    progress = "Completed 100 requests\nFinished 100 requests\n"
    assert parse(ab(banner=BANNER + noise + progress)).warnings == []


def test_an_abort_glued_to_the_banner():
    text = "This is ApacheBench, Version 2.3 <$Revision$>\n\nBenchmarking h (be patient)..."
    text += "Total of 139 requests completed\n"
    with pytest.raises(NotAReport) as error:
        parse(text, stderr="apr_socket_recv: Connection reset by peer (104)\n")
    assert error.value.seen is not None
    assert error.value.seen.partial_total == 139
    assert "after 139 requests: apr_socket_recv: Connection reset by peer (104)" in error.value.reason


HTML = """<p>
 This is ApacheBench, Version 2.3 <i>&lt;$Revision$&gt;</i><br>
</p>
<p>
..done


<table >
{fields}<tr ><td colspan=4 bgcolor=white >   (Connect: 0, Length: 19, Exceptions: 0)</td></tr>
<tr ><th bgcolor=white colspan=4>Connection Times (ms)</th></tr>
<tr ><th bgcolor=white>&nbsp;</th> <th bgcolor=white>min</th>   <th bgcolor=white>avg</th></tr>
<tr ><th bgcolor=white>Connect:</th><td bgcolor=white>    0</td><td bgcolor=white>    1</td><td bgcolor=white>    3</td></tr>
<tr ><th bgcolor=white>Processing:</th><td bgcolor=white>    1</td><td bgcolor=white>    2</td><td bgcolor=white>    9</td></tr>
<tr ><th bgcolor=white>Total:</th><td bgcolor=white>    1</td><td bgcolor=white>    3</td><td bgcolor=white>   12</td></tr>
</table>
"""  # noqa: E501


def html() -> str:
    values = {
        "Server Software": "nginx", "Server Hostname": "h", "Server Port": "80", "Document Path": "/",
        "Document Length": "5 bytes", "Concurrency Level": "2", "Time taken for tests": "0.026 seconds",
        "Complete requests": "30", "Failed requests": "19", "Non-2xx responses": "30",
        "Total transferred": "3883 bytes", "HTML transferred": "320 bytes",
        "Requests per second": "1146.92", "Transfer rate": "144.97 kb/s received",
    }  # fmt: skip
    row = "<tr ><th colspan=2 bgcolor=white>{}:</th><td colspan=2 bgcolor=white>{}</td></tr>\n"
    return HTML.format(fields="".join(row.format(*item) for item in values.items()))


def test_html():
    report = parse(html())
    assert report.html
    assert report.version == "2.3"
    assert report.requests == 30
    assert report.bytes_per_s == 144.97 * 1024
    assert report.latency_s == {"min": 0.001, "mean": 0.003, "max": 0.012}
    assert report.waiting_s is None
    assert (report.errors.total_failed, report.errors.length, report.errors.read) == (19, 19, None)
    assert report.failed_requests() == 30


def test_cut_html_is_refused():
    with pytest.raises(NotAReport, match="</table>"):
        parse(html().replace("</table>\n", ""))


HEADLESS = ab()[ab().index("Document Path") :]


def test_a_report_pasted_from_document_path_on_is_read_and_says_what_it_lacks():
    report, whole_one = parse(HEADLESS), parse(ab())
    assert report.requests == whole_one.requests
    assert report.latency_s == whole_one.latency_s
    assert (report.url, report.server, report.version) == (None, None, None)
    assert report.path == "/a?b=c:d"
    assert "Server Software, Server Hostname, Server Port" in report.cautions[0]


def test_a_report_pasted_from_its_host_on_misses_only_what_stood_before():
    report = parse(ab()[ab().index("Server Hostname") :])
    assert report.requests == 100
    assert report.cautions[0].startswith("the first lines are missing (Server Software):")


def test_three_reports_without_their_first_lines_are_three_trials():
    found = parts(f"first\n{HEADLESS}\nsecond\n{HEADLESS}{HEADLESS}")
    assert [part.report is not None for part in found] == [True, True, True]


@pytest.mark.parametrize(
    "label",
    ["Document Length", "Concurrency Level", "Complete requests", "HTML transferred", "Transfer rate"],
)
def test_without_its_first_lines_a_report_that_lacks_more_is_still_refused(label):
    lines = HEADLESS.splitlines(keepends=True)
    with pytest.raises(NotAReport):
        parse("".join(line for line in lines if not line.startswith(label)))
    at = next(i for i, line in enumerate(lines) if line.startswith(label))
    with pytest.raises(NotAReport):
        parse("".join(lines[:at]))


def test_a_line_missing_below_the_first_is_damage_not_a_paste():
    with pytest.raises(NotAReport, match="Server Port"):
        parse(ab().replace("Server Port:            8080\n", ""))


def failed_by_length(first: int, others: int, body: int, exceptions: int = 0, status: int = 0):
    kinds = f"   (Connect: 0, Receive: 0, Length: {others}, Exceptions: {exceptions})\n"
    statuses = f"Non-2xx responses:      {status}\n" if status else ""
    failed = f"Failed requests:        {others + exceptions}\n{kinds}{statuses}"
    return parse(ab(failed, length=f"{first} bytes", done=50000, body=body, total=body + 1_000_000))


def test_failed_by_length_after_an_empty_first_answer_is_the_other_way_round():
    report = failed_by_length(0, 48496, 48496 * 35312, exceptions=1504)
    assert report.failed_requests() == 1504
    assert report.failures_summary() == "1504 empty answers, 1504 exceptions"
    assert "the 48,496 counted by Length are those with a body (35,312 bytes each)" in report.cautions[0]
    assert "the other 1,504 failed" in report.cautions[0]


def test_bodies_of_different_lengths_after_an_empty_answer_leave_the_failures_open():
    report = failed_by_length(0, 48496, 48496 * 35312 - 7, exceptions=1504)
    assert report.failed_requests() is None
    assert "1,504 failed or more" in report.cautions[0]


@pytest.mark.parametrize(
    ("case", "failed"),
    [
        ({"first": 162, "others": 49900, "body": 49900 * 612 + 100 * 162, "status": 100}, 100),
        ({"first": 162, "others": 49900, "body": 49900 * 612 + 100 * 162}, None),
        ({"first": 612, "others": 49900, "body": 49900 * 162 + 100 * 612, "status": 49900}, 49900),
        ({"first": 612, "others": 49900, "body": 49900 * 162 + 77}, 49900),
        ({"first": 612, "others": 100, "body": 49900 * 612}, 100),
        ({"first": 0, "others": 48496, "body": 48496 * 162, "status": 48496}, 48496),
        ({"first": 0, "others": 100, "body": 100 * 162}, 100),
    ],
)
def test_what_lengths_prove_of_the_first_answer(case, failed):
    assert failed_by_length(**case).failed_requests() == failed
