"""Every rendering is read by a real nginx, as the agent has it read."""

import shutil
import subprocess
from pathlib import Path

import pytest

from agents.catalog.knobs import KNOBS, Knob, parse_value
from agents.policy import check
from agents.render import default_backends, render_origin, render_proxy, with_address

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/sbin") or "nginx"
STATUS = "server { listen unix:status.sock; location / { stub_status; } }"
SAMPLES = {
    "auto_int": ("auto", 2),
    "switch": ("on", "off"),
    "duration": ("1s", "60s", "1500ms"),
    "seconds": ("1s", "2m"),
    "size": (2000, "35k"),
    "affinity": ("auto", "01 10"),
    "open_file_cache": ("off", "max=100", "max=102400 inactive=20s"),
    "buffers": ("2 1k", "16 32k"),
    "mime_types": ("text/plain application/json", "*"),
    "expires": ("off", "max", "epoch", "-1", "365d", "modified 24h", "@15h30m", "1y6M"),
    "so_keepalive": ("on", "off", "30m::10", "::3"),
    "session_cache": ("off", "none", "builtin:100", "shared:SSL:10m", "builtin shared:a:32k"),
    "ciphers": ("HIGH:!aNULL:!kEDH", "ECDHE-RSA-AES128-GCM-SHA256, AES256-SHA @SECLEVEL=1"),
    "curves": ("auto", "X25519:prime256v1"),
    "addresses": ("127.0.0.1:81", "127.0.0.1:81 [::1]:82"),
}
OF_ONE = {
    "upstream.keepalive": (1, 65535),  # 0 is for 1.29.7 and later
    "server.name": ("nginx-1.28.3",),
    "backend.server": ("a", "0" * 40),
    "nginx.use": ("epoll",),
    "nginx.access_log_flush": ("1s", "500s"),
    "nginx.proxy_buffers": ("8 4k", "16 64k"),
    "nginx.conf": ("events {} http { server { listen 80; location / { proxy_pass http://$backend; } } }",),
    "nginx.http_extra": ("map $uri $kind { default a; }",),
    "nginx.server_extra": ("location /b { proxy_pass http://$backend; } # no newline at the end",),
    "nginx.location_extra": ('add_header X "a {";',),
    "origin.body_bytes": (1, 2000, 2001),
}
COMPANIONS = {
    "nginx.access_log_flush": {"nginx.access_log_buffer": 65536},
    "nginx.proxy_buffer_size": {"nginx.proxy_buffers": "16 64k"},
    "nginx.large_client_header_buffers": {"nginx.client_header_buffer_size": 64},
}
RENDERED = ("main", "listen", "http", "upstream", "tls", "raw", "origin")
OF_OTHER_SERVERS = "server.conf"
KNOBS_HERE = [
    k for k in KNOBS.values() if k.family in RENDERED and k.flavour is None and k.name != OF_OTHER_SERVERS
]


def samples(knob: Knob) -> tuple:
    ends = knob.choices or (knob.minimum, knob.maximum)
    return OF_ONE.get(knob.name) or SAMPLES.get(knob.type) or ends


CASES = [(k, value, "proxied") for k in KNOBS_HERE for value in samples(k)]
CASES += [(k, value, "proxy_only") for k in KNOBS_HERE if k.answers for value in samples(k)]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=dyno"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(["openssl", "req", "-x509", *options, *files], check=True, capture_output=True)
    return folder


def nginx_reads(conf: str, prefix: Path, certificate: Path) -> None:
    """Fails with nginx's own words, warnings about the text included."""
    (prefix / "logs").mkdir()
    (prefix / "tls").symlink_to(certificate)
    assert check(conf, lambda *_: True)[1] == []  # what knobs say, the policy lets pass
    conf = with_address(conf, "127.0.0.1:18101", [STATUS])
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


@pytest.mark.parametrize(("knob", "value", "topology"), CASES, ids=lambda v: getattr(v, "name", None))
def test_each_knob_alone(knob, value, topology, tmp_path, certificate):
    knobs = {knob.name: parse_value(knob, value)} | COMPANIONS.get(knob.name, {})
    nginx_reads(render_proxy(knobs, topology, default_backends(knobs)), tmp_path, certificate)


@pytest.mark.parametrize(
    "knobs",
    [
        {"origin.body_bytes": 1},
        {"origin.body_bytes": 2000},
        {"origin.body_bytes": 2001},
        {"origin.kind": "static", "origin.delay": "1500ms"},
        {"origin.kind": "status"},
        {"origin.kind": "empty_gif", "origin.delay": "5ms"},
    ],
)
def test_a_backend_of_any_kind(knobs, tmp_path, certificate):
    nginx_reads(render_origin(knobs), tmp_path, certificate)


def test_all_knobs_together(tmp_path, certificate):
    alone = ("nginx.conf", "origin.address", "nginx.location_extra", "nginx.server_extra")
    knobs = {k.name: parse_value(k, samples(k)[-1]) for k in KNOBS_HERE if k.name not in alone}
    knobs |= {"origin.instances": 3, "nginx.worker_connections": 1024, "listen.reuseport": False}
    knobs |= {"nginx.proxy_buffers": "16 64k", "tls.on": True, "nginx.location_extra": "add_header X 1;\n"}
    nginx_reads(render_proxy(knobs, "proxied", default_backends(knobs)), tmp_path, certificate)


TLS_TEXT = """
events {}
http {
  upstream mine { server $backend max_fails=2; keepalive 8; }
  server {
    listen 443 ssl;
    location / { proxy_pass http://mine; }
    location /plain { proxy_pass http://$backend/; }
  }
}"""


@pytest.mark.parametrize("backends", [["127.0.0.1:81"], ["127.0.0.1:81", "127.0.0.1:82"]])
def test_a_text_of_ones_own_gets_backends_certificate_and_log(backends, tmp_path, certificate):
    nginx_reads(render_proxy({"nginx.conf": TLS_TEXT}, "proxied", backends), tmp_path, certificate)
