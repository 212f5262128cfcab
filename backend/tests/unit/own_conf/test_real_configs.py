"""Configurations in the forms that people have come through, with every difference named."""

import shutil
import subprocess
from pathlib import Path

import pytest

from agents.policy import check, may_reach_only
from agents.render import with_address
from backend.own_conf.conversion import convert
from backend.own_conf.differences import differences, render_baseline

FOLDER = Path(__file__).parents[2] / "fixtures" / "own_conf"
FILES = sorted(FOLDER.iterdir())
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/sbin")
BACKEND = "127.0.0.1:81"

each = pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)


@each
def test_every_directive_has_a_fate(file):
    conversion = convert(file.read_text("utf-8"))
    nodes = [node for top in conversion.nodes for node in top.walk()]
    fates = conversion.ledger.fates
    assert sum(fate.count for fate in fates.values()) == len(nodes)
    assert set(fates) <= set(nodes)
    assert [
        node.text for node, fate in fates.items() if fate.kind in ("replaced", "left_out") and not fate.reason
    ] == []


@each
def test_every_difference_is_named(file):
    rows = differences(convert(file.read_text("utf-8")))
    assert [row for row in rows if not row.reason] == []
    pasted_rows = [row for row in rows if row.sign == "-"]
    assert pasted_rows
    assert all(row.line for row in pasted_rows)


@each
@pytest.mark.slow
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_accepts_the_outcome(file, tmp_path, certificate):
    conf = render_baseline(convert(file.read_text("utf-8"))).replace("$backend", BACKEND)
    assert check(conf, may_reach_only([BACKEND]))[1] == []
    for folder in ("logs", "html"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tls").symlink_to(certificate)
    (tmp_path / "nginx.conf").write_text(with_address(conf, "127.0.0.1:18101"))
    options = ["-p", str(tmp_path), "-c", "nginx.conf", "-e", "logs/error.log", "-g", "pid nginx.pid;"]
    done = subprocess.run(
        [str(NGINX), "-t", *options], capture_output=True, text=True, timeout=20, check=False
    )
    assert done.returncode == 0, done.stderr + conf


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    options = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=dyno"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(["openssl", "req", "-x509", *options, *files], check=True, capture_output=True)
    return folder


def knobs_of(name: str) -> dict:
    file = next(file for file in FILES if file.stem == name)
    return convert(file.read_text("utf-8")).knobs


def test_a_node_proxy_becomes_knobs():
    knobs = knobs_of("node-proxy")
    assert knobs["upstream.keepalive"] == 64
    assert knobs["upstream.balancing"] == "least_conn"
    assert knobs["upstream.http11"] is True
    assert knobs["origin.instances"] == 2
    assert knobs["listen.reuseport"] is True
    assert knobs["nginx.client_max_body_size"] == 10 * 1024**2
    assert "proxy_set_header X-Real-IP $remote_addr;" in knobs["nginx.location_extra"]


def test_wordpress_asks_the_backend_where_php_answered():
    knobs = knobs_of("wordpress")
    assert "index /index.php;" in knobs["nginx.server_extra"]
    assert "proxy_cache WORDPRESS;" in knobs["nginx.server_extra"]
    assert "fastcgi" not in knobs["nginx.server_extra"] + knobs["nginx.http_extra"]


def test_a_static_page_needs_no_backend():
    conversion = convert((FOLDER / "debian.txt").read_text("utf-8"))
    assert conversion.topology == "proxy_only"
    assert conversion.knobs["origin.kind"] == "static"
    assert conversion.knobs["nginx.worker_connections"] == 768
