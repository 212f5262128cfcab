"""HAProxy's counters, and what may come in their place."""

from agents.servers.haproxy_counters import parse_counters

HEAD = "# pxname,svname,scur,req_tot,conn_tot,\n"


def test_frontends_are_added_and_backends_are_not() -> None:
    text = HEAD + "a,FRONTEND,1,10,3,\nb,FRONTEND,2,5,4,\nout,BACKEND,9,9,9,\n\n"
    assert parse_counters(text) == {"requests": 15, "accepted": 7, "active": 3}


def test_what_a_version_does_not_count_is_left_out() -> None:
    assert parse_counters("# pxname,svname,scur,req_tot,\na,FRONTEND,1,10,\n") == {
        "requests": 10,
        "active": 1,
    }
    assert parse_counters(HEAD + "a,FRONTEND,1,,3,\n") == {"accepted": 3, "active": 1}


def test_other_texts_are_no_counters() -> None:
    for text in ("", "Unknown command", HEAD, HEAD + "a,FRONTEND,x,-1,²,\n", "\0" * 100, HEAD * 3):
        assert parse_counters(text) == {}
