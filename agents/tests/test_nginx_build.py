"""Kinds of nginx by what they say of themselves."""

import shutil

import pytest

from agents.observe.facts import read_facts
from agents.observe.host_text import output_of
from agents.observe.nginx_build import build_of
from agents.proxy.instance import version_of

NGINX = """nginx version: nginx/1.22.1
built with OpenSSL 3.0.11 19 Sep 2023
TLS SNI support enabled
configure arguments: --with-cc-opt='-g -O2 --with-http_fake_module' --prefix=/usr/share/nginx --with-debug \
--with-http_ssl_module --with-http_v2_module --with-stream=dynamic --with-http_geoip_module=dynamic \
--without-http_gzip_module --without-http_upstream_ip_hash_module
"""
NEWEST = """nginx version: nginx/1.31.4
built by gcc 12.2.0 (Debian 12.2.0-14+deb12u1)
built with OpenSSL 3.0.19 27 Jan 2026
TLS SNI support enabled
configure arguments: --with-cc-opt=-O2 --with-http_v3_module --with-threads --with-http_stub_status_module
"""
OPENRESTY = """nginx version: openresty/1.21.4.1
built by gcc 10.2.1 20210110 (Debian 10.2.1-6)
built with OpenSSL 1.1.1n  15 Mar 2022
TLS SNI support enabled
configure arguments: --prefix=/usr/local/openresty/nginx --add-module=../ngx_lua-0.10 --with-http_ssl_module
"""
TENGINE = """Tengine version: Tengine/2.3.3
nginx version: nginx/1.18.0
built by gcc 9.3.0 (Ubuntu 9.3.0-17ubuntu1~20.04)
TLS SNI support enabled
configure arguments: --prefix=/opt/tengine --with-http_ssl_module
"""
OLD_TENGINE = """Tengine version: Tengine/2.1.0 (nginx/1.6.2)
built by gcc 4.8.2
configure arguments: --prefix=/opt/tengine
"""
ANGIE = """Angie version: Angie/1.4.1
nginx version: nginx/1.25.3
built by gcc 12.2.0 (Debian 12.2.0-14)
configure arguments: --prefix=/etc/angie --with-http_ssl_module --with-http_v3_module
"""
FREENGINX = """nginx version: freenginx/1.27.1
built by gcc 12.2.0
configure arguments: --with-http_ssl_module
"""


@pytest.mark.parametrize(
    ("said", "flavour", "number", "base", "version"),
    [
        (NGINX, "nginx", "1.22.1", "1.22.1", "nginx/1.22.1"),
        (NEWEST, "nginx", "1.31.4", "1.31.4", "nginx/1.31.4"),
        (OPENRESTY, "openresty", "1.21.4.1", "1.21.4", "openresty/1.21.4.1"),
        (TENGINE, "tengine", "2.3.3", "1.18.0", "Tengine/2.3.3, nginx/1.18.0"),
        (OLD_TENGINE, "tengine", "2.1.0", "1.6.2", "Tengine/2.1.0 (nginx/1.6.2)"),
        (ANGIE, "angie", "1.4.1", "1.25.3", "Angie/1.4.1, nginx/1.25.3"),
        (FREENGINX, "freenginx", "1.27.1", "1.27.1", "freenginx/1.27.1"),
        ("", "nginx", "", "", ""),
    ],
)
def test_flavour_and_versions(said, flavour, number, base, version):
    build = build_of("/x/nginx", said)
    assert (build.flavour, build.number, build.base, build.version) == (flavour, number, base, version)


def test_modules_are_those_that_are_built_in():
    modules = build_of("/x/nginx", NGINX).modules
    assert {"http_ssl", "http_v2", "debug", "http_proxy", "http_empty_gif"} <= set(modules)
    assert not {"http_gzip", "http_upstream_ip_hash", "http_geoip", "stream", "http_fake"} & set(modules)


def test_the_nginx_of_this_host():
    nginx = read_facts(shutil.which("nginx") or "/usr/sbin/nginx", {}).nginx
    assert nginx
    assert nginx.version.endswith(nginx.number)
    assert "http_ssl" in nginx.modules


def test_an_agent_with_another_server_knows_what_it_runs(tmp_path):
    other = tmp_path / "nginx"
    other.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{TENGINE}END\n")
    other.chmod(0o755)
    nginx = read_facts(str(other), {}).nginx
    assert nginx
    assert (nginx.flavour, nginx.path) == ("tengine", str(other))
    assert version_of(output_of([str(other), "-v"])) == "Tengine/2.3.3"
