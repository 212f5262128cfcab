"""Every rendering is read by a real nginx, as the agent has it read."""

import shutil
import subprocess
from pathlib import Path

import pytest

from agents.contract.jobs import LISTEN_TOKEN
from agents.contract.knobs import KNOBS, Knob, parse_knob
from agents.render import STATUS_MARK, default_backends, render_origin, render_proxy

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/sbin") or "nginx"
STATUS = "server { listen unix:status.sock; location / { stub_status; } }"
SAMPLES = {
    "auto_int": ("auto", 2),
    "switch": ("on", "off"),
    "duration": ("0", "60s", "1500ms"),
    "size": (1, 2000, "35k"),
    "cpu_list": ("0",),
    "affinity": ("auto", "01 10"),
    "open_file_cache": ("off", "max=100", "max=102400 inactive=20s"),
}
CASES = [
    (name, value)
    for name, knob in KNOBS.items()
    for value in SAMPLES.get(knob.type, knob.choices or (knob.minimum, 64))
]


def nginx_reads(conf: str, prefix: Path) -> None:
    """Fails with nginx's own words, warnings about the text included."""
    (prefix / "logs").mkdir()
    conf = conf.replace(LISTEN_TOKEN, "127.0.0.1:18101").replace(STATUS_MARK, STATUS)
    conf = conf.replace("backend:81", "127.0.0.1:81")
    (prefix / "nginx.conf").write_text(conf)
    command = [
        NGINX,
        "-t",
        "-p",
        str(prefix),
        "-c",
        "nginx.conf",
        "-e",
        "logs/error.log",
        "-g",
        "pid nginx.pid;",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 0, done.stderr + conf
    for line in done.stderr.splitlines():
        harmless = (
            "open file resource limit",
            'the "user" directive',
            "worker_cpu_affinity",
            "test is",
            "syntax",
        )
        assert any(word in line for word in harmless), done.stderr


@pytest.mark.parametrize(("name", "value"), CASES)
@pytest.mark.parametrize("topology", ["proxied", "proxy_only"])
def test_each_knob_alone(name, value, topology, tmp_path):
    knobs = {name: parse_knob(name, value)}
    nginx_reads(render_proxy(knobs, topology, default_backends(knobs)), tmp_path)


@pytest.mark.parametrize("value", [1, 2000, 2001])
def test_a_backend_of_any_size(value, tmp_path):
    nginx_reads(render_origin({"origin.body_bytes": value}), tmp_path)


def test_all_knobs_together(tmp_path):
    def highest(knob: Knob):
        return SAMPLES.get(knob.type, knob.choices or (knob.maximum,))[-1]

    knobs = {name: parse_knob(name, highest(knob)) for name, knob in KNOBS.items()}
    knobs |= {"origin.instances": 3, "nginx.worker_connections": 1024, "listen.reuseport": False}
    nginx_reads(render_proxy(knobs, "proxied", default_backends(knobs)), tmp_path)
