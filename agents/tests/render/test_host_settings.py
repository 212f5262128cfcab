"""From knobs to what hosts are changed to, and values that keep their meaning on the way."""

import pytest

from agents.catalog.knobs import KNOBS, knob_named, parse_knob, parse_value, value_text
from agents.catalog.knobs.sysctl import is_safe_sysctl
from agents.contract.jobs import Setting
from agents.render import external_target, host_settings, setups
from agents.tests.render.test_nginx_accepts import samples

HOST_SAMPLES = {
    "numbers": {2: "1024 65535", 3: "4096 131072 4194304"},
    "word": {None: "fq"},
    "irq_affinity": {None: "eth0*=0 virtio*=0-1"},
    "cpu_list": {None: "0-1"},
    "text": {None: "expires max;"},
}


@pytest.mark.parametrize("knob", KNOBS.values(), ids=lambda k: k.name)
def test_each_knob_keeps_its_values(knob):
    own = HOST_SAMPLES.get(knob.type)
    for raw in [own[knob.count]] if own else samples(knob):
        value = parse_value(knob, raw)
        assert parse_value(knob, value) == value
        assert parse_value(knob, value_text(value)) == value
    for wrong in ("", " ", None, [], {"a": 1}, "x\x00y"):
        with pytest.raises(ValueError, match=knob.name):
            parse_value(knob, wrong)


@pytest.mark.parametrize("knob", KNOBS.values(), ids=lambda k: k.name)
def test_each_entry_says_what_a_form_needs(knob):
    assert knob.default
    assert knob.text[0].isupper() or knob.text.split()[0].strip(":").isascii()
    if knob.type in ("int", "auto_int", "duration", "seconds", "size", "buffers"):
        assert knob.minimum is not None
        assert knob.maximum is not None
    if knob.setting == "sysctl":
        assert knob.name == f"sysctl.{knob.key}"
        assert is_safe_sysctl(knob.key)
        assert knob.scope in ("namespace", "host")


def test_settings_go_to_the_host_that_their_name_says():
    knobs = {
        "sysctl.net.core.somaxconn": 65535,
        "load.sysctl.net.ipv4.ip_local_port_range": "1024 65535",
        "backend.irq.affinity": "eth0*=0 eth1*=1",
        "irq.irqbalance": False,
        "load.cpu.governor": "performance",
        "nginx.sendfile": True,
    }
    assert host_settings(knobs, "proxied") == {
        "backend": [
            Setting(kind="irq_affinity", name="eth0*", value="0"),
            Setting(kind="irq_affinity", name="eth1*", value="1"),
        ],
        "proxy": [
            Setting(kind="irqbalance", name="irqbalance", value="off"),
            Setting(kind="sysctl", name="net.core.somaxconn", value="65535"),
        ],
        "load": [
            Setting(kind="governor", name="governor", value="performance"),
            Setting(kind="sysctl", name="net.ipv4.ip_local_port_range", value="1024 65535"),
        ],
    }
    assert set(host_settings(knobs, "proxy_only")) == {"proxy", "load"}
    assert set(host_settings(knobs, "direct")) == {"backend", "load"}
    assert set(host_settings(knobs | {"origin.address": "10.0.0.9:80"}, "direct")) == {"load"}


def test_limits_and_kernel_settings_reach_the_setups():
    knobs = {
        "limits.nofile": 4096,
        "limits.nice": -5,
        "backend.limits.nofile": 2048,
        "sysctl.net.core.somaxconn": 9,
        "cpu.governor": "performance",
    }
    found = setups(knobs, "proxied")
    assert (found["proxy"].nofile, found["proxy"].nice) == (4096, -5)
    assert found["proxy"].under == {"net.core.somaxconn": "9"}
    assert (found["backend"].nofile, found["backend"].nice, found["backend"].under) == (2048, None, {})


def test_servers_of_ones_own_need_no_backend():
    knobs = {"origin.address": "10.0.0.9:80 web.local:81"}
    proxy = setups(knobs, "proxied", ["1.2.3.4:5"])["proxy"]
    assert proxy.backends == ["10.0.0.9:80", "web.local:81"]
    assert "server web.local:81;" in proxy.conf
    assert external_target({"origin.address": "10.0.0.9:80"}, "direct") == "http://10.0.0.9:80"
    assert external_target(knobs, "proxied") is None


@pytest.mark.parametrize(
    ("name", "raw", "value"),
    [
        ("nginx.ssl_protocols", "TLSv1.3 tlsv1.2", "TLSv1.2 TLSv1.3"),
        ("nginx.ssl_ciphers", "HIGH, !aNULL !kEDH", "HIGH:!aNULL:!kEDH"),
        ("nginx.proxy_buffers", "8  4096", "8 4k"),
        ("nginx.large_client_header_buffers", "2 1K", "2 1k"),
        ("nginx.gzip_types", "Text/CSS  text/css application/json", "text/css application/json"),
        ("nginx.expires", -1, "-1"),
        ("nginx.expires", False, "off"),
        ("origin.address", "10.0.0.9:80, WEB.local:81", "10.0.0.9:80 web.local:81"),
        ("sysctl.net.ipv4.tcp_rmem", " 4096\t131072  4194304 ", "4096 131072 4194304"),
        ("limits.nice", "-20", -20),
        ("load.sysctl.net.core.somaxconn", "512", 512),
        ("sysctl.net.ipv4.tcp_early_retrans", 3, 3),
        ("sysctl.net.ipv4.ip_forward", 1, "1"),
        ("nginx.server_extra", "\n  a b;\n\n", "\n  a b;\n"),
    ],
)
def test_one_spelling_for_one_meaning(name, raw, value):
    assert parse_knob(name, raw) == value


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("nginx.ssl_protocols", "TLSv1.4"),
        ("nginx.ssl_ciphers", "HIGH; user root"),
        ("nginx.ssl_session_cache", "shared:SSL:1k"),
        ("nginx.ssl_session_cache", "none builtin"),
        ("nginx.ssl_session_timeout", "1500ms"),
        ("nginx.expires", "1 week"),
        ("nginx.expires", "max; user root"),
        ("nginx.proxy_buffers", "8"),
        ("nginx.proxy_buffers", "0 4k"),
        ("nginx.gzip_types", "text/css;"),
        ("nginx.gzip_proxied", "sometimes"),
        ("listen.so_keepalive", "::"),
        ("listen.so_keepalive", "on backlog=1"),
        ("origin.address", "10.0.0.9"),
        ("origin.address", "10.0.0.9:99999"),
        ("origin.address", "unix:/run/x.sock"),
        ("origin.address", "a:80;b:81"),
        ("sysctl.net.ipv4.tcp_rmem", "4096 131072"),
        ("sysctl.net.ipv4.tcp_rmem", "4096 131072 65536"),
        ("sysctl.net.ipv4.tcp_mem", "1 1 1"),
        ("sysctl.net.ipv4.tcp_early_retrans", 5),
        ("sysctl.net.ipv4.ip_local_port_range", "1024 1025"),
        ("sysctl.net.core.default_qdisc", "blackhole"),
        ("sysctl.fs.file-max", 1024),
        ("sysctl.net.ipv4.tcp_syncookies", 3),
        ("limits.nice", -21),
        ("tls.key", "dsa"),
        ("nginx.conf", "x" * 100_001),
    ],
)
def test_what_is_no_value_is_refused(name, raw):
    with pytest.raises(ValueError, match=name.replace(".", r"\.")):
        parse_knob(name, raw)


@pytest.mark.parametrize(
    "name",
    [
        "sysctl.kernel.core_pattern",
        "sysctl.kernel.modprobe",
        "sysctl.fs.binfmt_misc.register",
        "sysctl.net",
        "sysctl.net.ipv4.../x",
        "sysctl.dev.cdrom.lock",
    ],
)
def test_what_runs_programs_or_is_no_kernel_setting_is_not_known(name):
    with pytest.raises(ValueError, match="kernel settings are keys below net"):
        knob_named(name)
