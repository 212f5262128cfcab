"""System calls by name, from perf's summary of each thread."""

from agents.diagnostics.call_table import call_table

TABLE = """
 Summary of events:

 nginx (22849), 97156 events, 100.0%

   syscall            calls  errors  total       min       avg       max       stddev
                                     (msec)    (msec)    (msec)    (msec)        (%)
   --------------- --------  ------ -------- --------- --------- ---------     ------
   writev              7950      0   195.818     0.018     0.025     0.215      0.35%
   epoll_wait           829      0    35.097     0.000     0.042     2.273     14.25%
   recvfrom               1      0     0.013     0.013     0.013     0.013


"""


def test_threads_are_added_up() -> None:
    found = call_table((TABLE + TABLE).splitlines())
    assert found.counts == {"writev": 15900, "epoll_wait": 1658, "recvfrom": 2}
    assert found.lost_events == 0


def test_only_rows_of_a_table_count() -> None:
    said = "   writev 5 0 1.0\n<b>writev</b> 7\n" + TABLE.replace("writev", "<b>x</b>") + "LOST 12 events!\n"
    found = call_table(said.splitlines())
    assert found.counts == {"epoll_wait": 829, "recvfrom": 1}
    assert found.lost_events == 12


def test_an_empty_or_broken_summary_has_no_calls() -> None:
    for text in ("", "\x00\x01", TABLE[: TABLE.index("   ---")]):
        assert call_table(text.splitlines()).counts == {}
