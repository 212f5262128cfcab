import pytest

from agents.catalog.knobs import KNOBS, acts_in, knob_named, parse_knob, value_text

ONE_NUMBER = {"int": "", "auto_int": "", "size": "", "duration": "s", "seconds": "s"}
"""Types of knobs that are one number with limits, and the unit that the limits have."""


@pytest.mark.parametrize(
    ("name", "raw", "value"),
    [
        ("nginx.worker_processes", 16, 16),
        ("nginx.worker_processes", "16", 16),
        ("nginx.worker_processes", "auto", "auto"),
        ("nginx.multi_accept", "on", True),
        ("nginx.multi_accept", True, True),
        ("nginx.multi_accept", "off", False),
        ("nginx.multi_accept", False, False),
        ("nginx.access_log", "off", "off"),
        ("nginx.access_log", False, "off"),
        ("nginx.access_log", "memory", "memory"),
        ("nginx.keepalive_timeout", "60s", "60s"),
        ("nginx.keepalive_timeout", 60, "60s"),
        ("nginx.keepalive_timeout", "1m", "60s"),
        ("nginx.keepalive_timeout", "1500ms", "1500ms"),
        ("nginx.keepalive_timeout", 0, "0s"),
        ("origin.body_bytes", "4k", 4096),
        ("origin.body_bytes", 35312, 35312),
        ("pin.load", 3, "3"),
        ("pin.load", "1,0", "0-1"),
        ("pin.load", "32-63", "32-63"),
        ("nginx.worker_cpu_affinity", 10, "10"),
        ("nginx.worker_cpu_affinity", "0001  0010", "0001 0010"),
        ("nginx.worker_cpu_affinity", "auto", "auto"),
        ("nginx.open_file_cache", "max=102400 inactive=20s", "max=102400 inactive=20s"),
        ("nginx.open_file_cache", False, "off"),
    ],
)
def test_what_people_and_yaml_write_has_one_canonical_value(name, raw, value):
    parsed = parse_knob(name, raw)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("nginx.worker_processes", "many", "auto or a whole number from 1 to 256; got “many”"),
        ("nginx.worker_processes", 0, "from 1"),
        ("nginx.worker_processes", True, "got true"),
        ("nginx.worker_processes", 1.5, "whole number"),
        ("nginx.worker_processes", None, "got nothing"),
        ("nginx.worker_processes", [2], "got a list"),
        ("nginx.worker_connections", "4k", "whole number"),
        ("nginx.sendfile", 3, "on or off"),
        ("nginx.access_log", "ram", "one of off, disk, memory"),
        ("nginx.keepalive_timeout", "60 parsecs", "a time such as 60s"),
        ("nginx.keepalive_timeout", "-1s", "a time such as 60s"),
        ("nginx.keepalive_timeout", "10d", "86400"),
        ("origin.body_bytes", "4q", "a size in bytes"),
        ("pin.load", "3-1", "runs backwards"),
        ("pin.load", "all", "CPU list"),
        ("pin.load", True, "CPU list"),
        ("nginx.worker_cpu_affinity", "0 1; worker_processes 3", "bit mask"),
        ("nginx.worker_cpu_affinity", "00", "bit mask"),
        ("nginx.open_file_cache", "max=10; load_module x", "max=N"),
    ],
)
def test_a_wrong_value_says_what_is_allowed(name, raw, said):
    with pytest.raises(ValueError, match=name.replace(".", r"\.")) as error:
        parse_knob(name, raw)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("nginx.worker_proceses", "nginx.worker_processes"),
        ("worker_processes", "nginx.worker_processes"),
        ("nginx.reuseport", "listen.reuseport"),
        ("ngnix.worker_proceses", "nginx.worker_processes"),
    ],
)
def test_an_unknown_knob_names_the_nearest(name, near):
    with pytest.raises(ValueError, match=f"no knob “{name}”; did you mean {near}"):
        knob_named(name)


@pytest.mark.parametrize("name", ["nginx.nope", "nginx.fs", "pin.nofiles"])
def test_an_unknown_knob_names_none_of_another_family(name):
    with pytest.raises(ValueError, match=f"no knob “{name}”$"):
        knob_named(name)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("taskset", "pin.load"),
        ("taskset", "pin.proxy"),
        ("ulimit", "limits.nofile"),
        ("LimitNOFILE", "limits.nofile"),
        ("kEDH", "nginx.ssl_ciphers"),
        ("proxy_http_version", "upstream.http11"),
        ("second backend", "origin.instances"),
        ("log_format", "nginx.http_extra"),
        ("stub_status", "nginx.server_extra"),
        ("stub_status", "origin.kind"),
    ],
)
def test_a_search_for_the_words_of_write_ups_finds_their_knob(words, name):
    text = f"{name} {KNOBS[name].text}".lower()
    assert all(word in text for word in words.lower().split())


@pytest.mark.parametrize("knob", [k for k in KNOBS.values() if k.type in ONE_NUMBER], ids=lambda k: k.name)
def test_a_knob_takes_what_lies_within_its_limits_and_nothing_beyond(knob):
    low, high = knob.minimum, knob.maximum
    for number in (low, high):
        parse_knob(knob.name, f"{number}{ONE_NUMBER[knob.type]}")
    for number in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"from {low} to {high}"):
            parse_knob(knob.name, f"{number}{ONE_NUMBER[knob.type]}")


@pytest.mark.parametrize("port", [1, 65535])
def test_an_address_has_any_port(port):
    assert parse_knob("origin.address", f"127.0.0.1:{port}") == f"127.0.0.1:{port}"


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", ""])
def test_an_address_has_no_port_that_does_not_exist(port):
    with pytest.raises(ValueError, match="host:port"):
        parse_knob("origin.address", f"127.0.0.1:{port}")


def test_canonical_values_parse_to_themselves():
    for knob, raw in [("nginx.sendfile", "on"), ("pin.load", "0-3"), ("nginx.keepalive_timeout", "90s")]:
        value = parse_knob(knob, raw)
        assert parse_knob(knob, value) == value
        assert parse_knob(knob, value_text(value)) == value


def test_the_registry_is_consistent():
    for name, knob in KNOBS.items():
        assert knob.name == name
        assert set(knob.see) <= set(KNOBS) - {name}
        assert bool(knob.directive) == (knob.context is not None)
        assert bool(knob.choices) == (knob.type in ("choice", "words"))
        assert knob.text.endswith(".")


def test_a_knob_acts_where_a_host_of_its_role_takes_part():
    assert not acts_in(KNOBS["nginx.sendfile"], "direct")
    assert not acts_in(KNOBS["origin.instances"], "proxy_only")
    assert acts_in(KNOBS["origin.body_bytes"], "proxy_only")
    assert acts_in(KNOBS["pin.load"], "direct")
