"""A table of cases: what a definition says → which advice it gets, and a near miss that gets none."""

from backend.tests.unit.advice.definition_parts import (
    ALONE,
    BIG,
    FILES,
    FORK,
    GZIP,
    H2,
    LARGE_BODIES,
    NEW,
    PUBLISHED,
    SITE,
    TLS,
    TWO,
    Case,
    ab,
    h2load,
    host,
    load,
    vegeta,
)

_TWO_BACKENDS = {"name": "a", "set": {"origin.instances": 2, "nginx.worker_processes": 2}}
CASES: dict[str, tuple[list[Case], list[Case]]] = {
    "keepalive_without_http11": (
        [
            Case({"upstream.keepalive": 32}),
            Case({"upstream.keepalive": 32}, host()),
            Case({"upstream.keepalive": 32}, FORK),
        ],
        [
            Case({"upstream.keepalive": 32, "upstream.http11": "on"}),
            Case({"upstream.use_upstream": "on"}),
            Case({"upstream.keepalive": 32}, NEW),
        ],
    ),
    "http11_without_keepalive": (
        [Case({"upstream.http11": "on"}), Case({"upstream.http11": "on", "upstream.use_upstream": "on"})],
        [Case({"upstream.http11": "on", "upstream.keepalive": 8})],
    ),
    "keepalive_pool_small": (
        [
            Case(
                {"upstream.keepalive": 8, "upstream.http11": "on", "origin.delay": "100ms"},
                more=load(connections=1000),
            )
        ],
        [
            Case(
                {"upstream.keepalive": 100, "upstream.http11": "on", "origin.delay": "100ms"},
                more=load(connections=1000),
            ),
            Case({"upstream.keepalive": 8, "upstream.http11": "on"}, more=load(connections=1000)),
        ],
    ),
    "keepalive_requests_low": (
        [
            Case({"nginx.keepalive_requests": 100}),
            Case({"nginx.keepalive_requests": 1000}, more=PUBLISHED),
            Case({"upstream.keepalive": 8, "upstream.keepalive_requests": 100}),
        ],
        [
            Case({"nginx.keepalive_requests": 10_000}, more=PUBLISHED),
            Case({"nginx.keepalive_requests": 100}, more=load(keepalive=False)),
            Case({}, more=PUBLISHED),
        ],
    ),
    "too_few_worker_connections": (
        [
            Case({}, more=ab(connections=3000)),
            Case({"nginx.worker_connections": 1024}, more=load(connections=600)),
        ],
        [
            Case({"nginx.worker_connections": 3000}, more=ab(connections=3000)),
            Case({"nginx.worker_connections": 1024}, more=load(connections=600) | ALONE),
            Case({"nginx.worker_processes": "auto"}, more=ab(connections=3000)),
            Case({}, more=ab(connections=3000) | {"topology": "direct"}),
        ],
    ),
    "worker_connections_above_nofile": (
        [
            Case({"nginx.worker_connections": 65535}, host()),
            Case({"nginx.worker_connections": 2048, "nginx.worker_rlimit_nofile": 1024}),
            Case({"nginx.worker_connections": 2048, "limits.nofile": 1024}),
        ],
        [
            Case({"nginx.worker_connections": 65535}),
            Case({"nginx.worker_connections": 65535, "nginx.worker_rlimit_nofile": 65535}, host()),
            Case({"nginx.worker_connections": 1024}, host()),
        ],
    ),
    "backlog_above_somaxconn": (
        [
            Case({"listen.backlog": 8192}, host()),
            Case({"listen.backlog": 8192, "sysctl.net.core.somaxconn": 1024}),
        ],
        [
            Case({"listen.backlog": 4096}, host()),
            Case({"listen.backlog": 8192}),
            Case({"listen.backlog": 8192, "sysctl.net.core.somaxconn": 65535}, host()),
        ],
    ),
    "somaxconn_without_backlog": (
        [
            Case({"sysctl.net.core.somaxconn": 65535}),
            Case({"sysctl.net.ipv4.tcp_max_syn_backlog": 24800}),
        ],
        [
            Case({"sysctl.net.core.somaxconn": 65535, "listen.backlog": 24800}),
            Case({"sysctl.net.core.somaxconn": 128}),
        ],
    ),
    "fastopen_half": (
        [Case({"listen.fastopen": 256}, host()), Case({"sysctl.net.ipv4.tcp_fastopen": 2})],
        [
            Case({"listen.fastopen": 256, "sysctl.net.ipv4.tcp_fastopen": 3}),
            Case({"listen.fastopen": 256}),
            Case({"sysctl.net.ipv4.tcp_fastopen": 1}),
        ],
    ),
    "http2_off": (
        [
            Case(TLS, more=h2load()),
            Case({}, more=h2load(protocol="h2")),
            Case({}, more=h2load() | {"topology": "direct"}),
        ],
        [
            Case(H2, more=h2load()),
            Case(TLS, more=h2load(protocol="h1")),
            Case(TLS),
            Case(TLS | {"nginx.server_extra": "http2 on;"}, more=h2load()),
        ],
    ),
    "http2_requests_low": (
        [
            Case(H2, more=h2load(requests=16_001)),
            Case(H2, more=h2load(requests=None, duration=5)),
            Case(H2 | {"nginx.keepalive_requests": 100}, more=h2load(requests=1_601)),
        ],
        [
            Case(H2, more=h2load(requests=16_000)),
            Case(H2, more=h2load(requests=99_000, protocol="h1")),
            Case(H2 | {"nginx.keepalive_requests": 1_000_000_000}, more=h2load(requests=16_001)),
        ],
    ),
    "streams_above_limit": (
        [
            Case(H2, more=h2load(streams=129)),
            Case(H2 | {"nginx.http2_max_concurrent_streams": 8}, more=h2load(streams=10)),
        ],
        [
            Case(H2, more=h2load(streams=128)),
            Case(H2 | {"nginx.http2_max_concurrent_streams": 256}, more=h2load(streams=200)),
        ],
    ),
    "http2_clear_text": (
        [Case({"listen.http2": "on"}, more=h2load(streams=2))],
        [Case(H2, more=h2load(streams=2)), Case({}, more=h2load(protocol="h1"))],
    ),
    "more_workers_than_cpus": (
        [
            Case({"nginx.worker_processes": 3}, host()),
            Case({"nginx.worker_processes": 2, "pin.proxy": "0"}),
            Case({"nginx.worker_processes": "auto", "pin.proxy": "0"}, host()),
        ],
        [
            Case({"nginx.worker_processes": 2}, host()),
            Case({"nginx.worker_processes": 22}),
            Case({"nginx.worker_processes": "auto"}, host()),
            Case({"nginx.worker_processes": 2, "pin.proxy": "0-1"}),
        ],
    ),
    "one_worker": (
        [Case({}, BIG), Case({"nginx.worker_processes": 1, "pin.proxy": "0-3"}, BIG)],
        [Case({}, host()), Case({}), Case({"pin.proxy": "0"}, BIG), Case({"nginx.worker_processes": 2}, BIG)],
    ),
    "accept_mutex_with_reuseport": (
        [Case({"nginx.accept_mutex": "on", "listen.reuseport": "on"})],
        [Case({"nginx.accept_mutex": "on"}), Case({"nginx.accept_mutex": "off", "listen.reuseport": "on"})],
    ),
    "overlapping_pins": (
        [Case({"pin.load": "0-1", "pin.proxy": "1"}), Case({"pin.proxy": "0", "pin.origin": "0"}, host())],
        [
            Case({"pin.load": "1", "pin.proxy": "0"}),
            Case({"pin.load": "1"}),
        ],
    ),
    "tool_is_the_limit": (
        [
            Case({"nginx.worker_processes": 2}, more=ab()),
            Case({}, more=ab(connections=30_000)),
            Case({}, host(), more=load(threads=4)),
        ],
        [
            Case({"nginx.worker_processes": 2}),
            Case({}, more=ab(connections=3000)),
            Case({}, BIG, more=load(threads=4)),
        ],
    ),
    "short_for_generators": (
        [Case({}, more=load(processes=4, duration=1))],
        [Case({}, more=load(processes=4, duration=5)), Case({}, more=load(duration=1))],
    ),
    "rate_above_cores": (
        [
            Case({}, BIG, more=vegeta(rate=90_000, threads=8)),
            Case({}, BIG, more=vegeta(rate=15_000)),
            Case({"pin.load": "0"}, BIG, more=vegeta(rate=15_000, threads=2)),
            Case({}, more=vegeta(rate=60_000, connections=4, hosts=2)),
            Case({"pin.load": "0"}, BIG, more=vegeta(rate=30_000, processes=3)),
        ],
        [
            Case({}, host(), more=vegeta(rate=40_000, threads=2, hosts=2)),
            Case({}, more=vegeta(rate=30_000, hosts="all")),
            Case({}, BIG, more=vegeta(rate=15_000, threads=2)),
            Case({}, more=vegeta(rate=10_000)),
            Case({}, BIG, more=load()),
        ],
    ),
    "no_files_served": (
        [Case({"nginx.sendfile": "on"}), Case({"nginx.open_file_cache": "max=100"}, more=ALONE)],
        [
            Case({"nginx.sendfile": "on", **FILES}, more=ALONE),
            Case({"nginx.sendfile": "off", "nginx.open_file_cache": "off"}),
        ],
    ),
    "tcp_nopush_without_sendfile": (
        [Case({"nginx.tcp_nopush": "on", **FILES}, more=ALONE)],
        [
            Case({"nginx.tcp_nopush": "on", "nginx.sendfile": "on", **FILES}, more=ALONE),
            Case({"nginx.tcp_nopush": "off"}),
        ],
    ),
    "gzip_level": (
        [Case({"nginx.gzip": "on", "nginx.gzip_comp_level": 6})],
        [
            Case({"nginx.gzip": "on", "nginx.gzip_comp_level": 5}),
            Case({"nginx.gzip": "off", "nginx.gzip_comp_level": 9}),
        ],
    ),
    "gzip_of_site": (
        [Case({"nginx.gzip": "on"}, more=SITE), Case({"nginx.gzip": "on"}, more=SITE | ALONE)],
        [Case({}, more=SITE), Case({"nginx.gzip": "on", "origin.body_bytes": 5000}, more=load(**GZIP))],
    ),
    "gzip_idle": (
        [
            Case({"nginx.gzip": "on", "origin.body_bytes": 5000}),
            Case({"nginx.gzip": "on"}, more=load(**GZIP)),
            Case({"nginx.gzip": "on", "origin.body_bytes": 5000}, more=ab(**GZIP)),
        ],
        [Case({"nginx.gzip": "on", "origin.body_bytes": 5000}, more=load(**GZIP)), Case({})],
    ),
    "tls_knobs_without_tls": (
        [Case({"nginx.ssl_session_cache": "shared:S:1m"}), Case({"tls.key": "ecdsa256"})],
        [Case({"nginx.ssl_session_cache": "shared:S:1m", **TLS}), Case({"tls.on": "off"})],
    ),
    "obsolete_tls": (
        [
            Case({"nginx.ssl_protocols": "SSLv3 TLSv1.2", **TLS}),
            Case({"nginx.ssl_ciphers": "kEDH+AESGCM:HIGH", **TLS}),
            Case({"nginx.ssl_ciphers": "ECDHE-RSA-AES128-GCM-SHA256:RC4-SHA", **TLS}),
            Case({"nginx.ssl_ciphers": "DHE-RSA-AES128-GCM-SHA256", **TLS}),
        ],
        [
            Case({"nginx.ssl_protocols": "TLSv1.2 TLSv1.3", **TLS}),
            Case({"nginx.ssl_ciphers": "ECDHE+AESGCM:HIGH:!kEDH:!RC4:!aNULL:!MD5", **TLS}),
        ],
    ),
    "until_precise": (
        [
            Case({}, more=TWO | {"trials": {"until": "2%"}}),
            Case({}, more=TWO | {"trials": {"min": 5, "until": {"latency_p99": 0.05}}}),
        ],
        [Case({}, more=TWO | {"trials": {"until": "decided"}}), Case({}, more={"trials": 3})],
    ),
    "no_baseline_in_context": (
        [Case({"origin.instances": 2}, more={"variants": [{"name": "b"}, _TWO_BACKENDS]})],
        [Case({}, more={"variants": [{"name": "b"}, {"name": "a", "topology": "direct"}]})],
    ),
    "one_start": (
        [Case({}, more={"servers": {"fresh": "once"}})],
        [Case({}), Case({}, more={"trials": 12, "servers": {"every": 4}})],
    ),
    "mix_paths_missing": (
        [
            Case(FILES, more=load(mix=[{"path": "/"}, {"path": "/a"}])),
            Case(FILES, more=load(mix=[{"path": "/a?b"}]) | ALONE),
        ],
        [
            Case({}, more=load(mix=[{"path": "/a"}])),
            Case(FILES, more=load(mix=[{"path": "/index.html?a=1"}, {"path": "/?b"}])),
            Case({"origin.address": "10.0.0.9:80"}, more=load(mix=[{"path": "/a"}])),
        ],
    ),
    "mix_method_refused": (
        [
            Case(FILES, more=load(mix=[{"path": "/", "method": "POST"}])),
            Case({"origin.kind": "empty_gif"}, more=load(mix=[{"path": "/", "method": "PUT"}])),
        ],
        [
            Case({}, more=load(mix=[{"path": "/", "method": "POST"}])),
            Case(FILES, more=load(mix=[{"path": "/"}])),
        ],
    ),
    "mix_body_refused": (
        [
            Case({}, more=LARGE_BODIES),
            Case({"nginx.client_max_body_size": "1m"}, more=LARGE_BODIES | ALONE),
        ],
        [
            Case({"nginx.client_max_body_size": "2m"}, more=LARGE_BODIES),
            Case({"nginx.client_max_body_size": 0}, more=LARGE_BODIES),
            Case({"nginx.http_extra": "client_max_body_size 1g;"}, more=LARGE_BODIES),
            Case({}, more=load(mix=[{"path": "/", "method": "POST", "body": {"bytes": 1_000_000}}])),
            Case({}, more=LARGE_BODIES | {"topology": "direct"}),
        ],
    ),
    "mix_request_too_rare": (
        [Case({}, more=load(mix=[{"path": "/", "weight": 1e6}, {"path": "/a"}]))],
        [
            Case({}, more=load(mix=[{"path": "/", "weight": 65535}, {"path": "/a"}])),
            Case({}, more=load(mix=[{"path": f"/{i}", "weight": 1e6} for i in range(10_000)])),
        ],
    ),
}
