"""Mistakes of tuning articles as data: what a variant changes, and the rule that says so."""

from typing import Any, NamedTuple

from agents.contract.reports import Abilities, Facts, NginxFacts
from backend.tests.unit.advice.definition_parts import ALONE, FILES, GZIP, TLS, ab, host, load


class Mistake(NamedTuple):
    """`knobs` of the variant; `shared` are those of all variants; `more` is the rest of the definition."""

    code: str
    knobs: dict[str, Any]
    shared: dict[str, Any] = {}  # noqa: RUF012
    more: dict[str, Any] = {}  # noqa: RUF012
    facts: Facts | None = None


def in_http(text: str) -> dict[str, Any]:
    return {"nginx.http_extra": text}


def in_location(text: str) -> dict[str, Any]:
    return {"nginx.location_extra": text}


def in_pool(parameters: str, more: str = "") -> dict[str, Any]:
    """A pool of its own, which the load's location passes to."""
    pool = f"upstream pool {{ {more} server $backend {parameters}; }}"
    return in_http(pool) | {"nginx.server_extra": "location / { proxy_pass http://pool; }"}


def sysctl(key: str, value: Any) -> dict[str, Any]:
    return {f"sysctl.{key}": value}


ONE_MACHINE = host()
SINCE_1_25 = host(nginx=NginxFacts(path="nginx", version="nginx/1.26.3", base="1.26.3"))
WHOLE = "events {} http { server { listen 80; location / { return 200 a; } location = /b { return 204; } } }"
HTTP2 = "events {} http { server { listen 443 ssl http2; location / { return 200 a; } } }"
FEW_FILES = host(abilities=Abilities(nofile=4096))
STATIC = {**FILES, "origin.body_bytes": 35312}
NEW = load(keepalive=False)
FILES_BY_TLS = {**TLS, **FILES, "nginx.sendfile": "on"}
NO_TLS = host(more={"sysctl": {"net.ipv4.tcp_available_ulp": "espintcp mptcp"}})
PLAIN_BACKEND = {"origin.body_bytes": 1500, "nginx.http_extra": "default_type application/octet-stream;"}
HTML_TYPES = "types { text/html html; text/css css; } default_type application/octet-stream;"
MISTAKES = [
    Mistake(
        "mix_beside_cache",
        {"nginx.open_file_cache": "max=10 inactive=20s"},
        FILES,
        load(mix=[{"path": f"/?{i}"} for i in range(11)]) | ALONE,
    ),
    Mistake(
        "mix_beside_cache",
        in_http("proxy_cache_path cache keys_zone=c:1m max_size=10m;") | in_location("proxy_cache c;"),
        more=load(mix=[{"path": "/"}, {"path": "/", "method": "POST"}]),
    ),
    Mistake("payload_differs", {"origin.kind": "empty_gif"}, STATIC),
    Mistake("payload_differs", {"origin.kind": "status"}),
    Mistake("payload_differs", in_location("sub_filter a b;")),
    Mistake(
        "payload_differs",
        {"nginx.server_extra": "location = /fast { return 200 ok; }"},
        more=load(path="/fast"),
    ),
    Mistake(
        "payload_differs",
        {"nginx.location_extra": "brotli on;"},
        STATIC,
        load(headers={"Accept-Encoding": "gzip, br"}) | ALONE,
    ),
    Mistake("payload_differs", in_location("return 200 other;")),
    Mistake("payload_differs", in_location(f"add_header X-Long {'x' * 300};")),
    Mistake("payload_differs", in_location("gzip on;"), more=load(headers={"Accept-Encoding": "gzip"})),
    # settings of new connections, the load keeps its own
    Mistake("new_connections_only", {"listen.deferred": "on"}),
    Mistake("new_connections_only", {"nginx.multi_accept": "on"}),
    Mistake("new_connections_only", {"nginx.accept_mutex": "on", "nginx.worker_processes": 2}),
    Mistake("new_connections_only", {"listen.backlog": 8192}),
    Mistake("new_connections_only", sysctl("net.ipv4.tcp_syncookies", 0), more=ALONE),
    Mistake("new_connections_only", sysctl("net.ipv4.tcp_max_tw_buckets", 1_440_000), more=ALONE),
    Mistake("handshake_only", {"nginx.ssl_session_cache": "shared:S:10m"}, TLS),
    Mistake("handshake_only", {"nginx.ssl_ecdh_curve": "X25519"}, TLS),
    Mistake("handshake_only", {"nginx.ssl_session_tickets": "off"}, TLS, ab(keepalive=False)),
    # settings that need several workers or backends
    Mistake("needs_workers", {"listen.reuseport": "on"}),
    Mistake("needs_workers", {"nginx.worker_cpu_affinity": "auto"}),
    Mistake("needs_workers", {"nginx.accept_mutex": "on"}),
    Mistake("affinity_masks", {"nginx.worker_processes": 4, "nginx.worker_cpu_affinity": "0001 0010"}),
    Mistake("affinity_masks", {"nginx.worker_processes": 2, "nginx.worker_cpu_affinity": "01"}),
    Mistake("one_backend", {"upstream.balancing": "least_conn"}),
    Mistake("one_backend", {"upstream.balancing": "ip_hash"}),
    Mistake("one_backend", in_location("proxy_next_upstream error timeout http_502;")),
    Mistake("one_client_address", {"upstream.balancing": "ip_hash"}, {"origin.instances": 2}),
    # settings of a part that is off
    Mistake("log_settings_off", {"nginx.access_log": "off", "nginx.access_log_buffer": "64k"}),
    Mistake("log_settings_off", in_http("open_log_file_cache max=1000;")),
    Mistake("sendfile_behind_tls", {"nginx.sendfile": "on"}, STATIC | TLS, ALONE),
    Mistake("no_files_served", {"nginx.sendfile": "on"}),
    Mistake("no_files_served", in_location("aio threads;")),
    Mistake("no_files_served", in_location("directio 4m;"), more=ALONE),
    Mistake("no_files_served", {"nginx.open_file_cache": "max=1000"}),
    Mistake("file_settings_off", {"nginx.open_file_cache_valid": "30s"}, STATIC, ALONE),
    Mistake("file_settings_off", in_location("directio 4m;"), STATIC, ALONE),
    Mistake("file_settings_off", in_location("aio on;"), STATIC, ALONE),
    Mistake("compression_off", {"nginx.gzip_comp_level": 6}),
    Mistake("compression_off", in_http("brotli_comp_level 6;")),
    Mistake("gzip_idle", {"nginx.gzip": "on"}, STATIC, ALONE),
    Mistake("gzip_idle", {"nginx.gzip": "on"}, {"origin.body_bytes": 1500}, load(**GZIP)),
    Mistake("gzip_idle", {"nginx.gzip": "on"}, PLAIN_BACKEND, load(**GZIP)),
    Mistake(
        "gzip_conditions", {"nginx.gzip_proxied": "any"}, {"nginx.gzip": "on", **STATIC}, load(**GZIP) | ALONE
    ),
    Mistake("tls_knobs_without_tls", {"nginx.ssl_session_cache": "shared:S:10m"}),
    Mistake("tls_knobs_without_tls", in_http("ssl_buffer_size 4k;")),
    Mistake("proxy_settings_unused", {"nginx.proxy_buffers": "16 64k"}, more=ALONE),
    Mistake("cache_stores_nothing", in_location("proxy_cache_valid 200 1m;")),
    Mistake("cache_stores_nothing", in_location("proxy_cache c;")),
    Mistake(
        "cache_stores_nothing",
        in_http("proxy_cache_path cache keys_zone=c:10m max_size=100m;") | in_location("proxy_cache c;"),
    ),
    Mistake("http2_unused", in_http("http2 on;"), TLS),
    Mistake("http2_unused", {"listen.http2": "on"}, TLS),
    Mistake("http2_unused", {"nginx.http2_chunk_size": "16k"}, TLS),
    Mistake("http2_unused", in_http("http2_max_concurrent_streams 256;"), TLS),
    Mistake("upstream_unused", in_http("upstream pool { server $backend; keepalive 32; }")),
    Mistake("keepalive_without_http11", {"upstream.keepalive": 32}),
    Mistake("buffers_beyond_answers", {"nginx.proxy_buffers": "16 64k"}),
    # what only other clients would notice
    Mistake("client_side_only", {"nginx.expires": "365d"}),
    Mistake("client_side_only", in_location("add_header Cache-Control public;")),
    Mistake("client_side_only", in_location("etag off;"), STATIC, ALONE),
    Mistake("client_side_only", in_location('add_header Strict-Transport-Security "max-age=1";'), TLS),
    Mistake("request_settings_unused", {"nginx.client_body_buffer_size": "1m"}),
    Mistake("request_settings_unused", {"nginx.large_client_header_buffers": "8 64k"}),
    Mistake("request_settings_unused", in_http("types_hash_max_size 4096;")),
    # kernel settings
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_fin_timeout", 10)),
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_tw_reuse", 1), more=ALONE),
    Mistake("kernel_idle", sysctl("net.ipv4.ip_local_port_range", "1024 65535"), more=ALONE),
    Mistake("kernel_idle", sysctl("vm.swappiness", 0)),
    Mistake("kernel_idle", sysctl("net.core.netdev_max_backlog", 65536)),
    Mistake("kernel_idle", sysctl("net.core.rmem_max", 16_777_216)),
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_rmem", "4096 131072 16777216")),
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_congestion_control", "bbr")),
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_slow_start_after_idle", 0)),
    Mistake("kernel_idle", sysctl("net.core.busy_poll", 50), facts=ONE_MACHINE),
    Mistake("kernel_idle", {"irq.irqbalance": "off"}, facts=ONE_MACHINE),
    Mistake("somaxconn_without_backlog", sysctl("net.core.somaxconn", 65535)),
    # values beyond what hardware or kernel allows, or that nothing reaches
    Mistake("more_workers_than_cpus", {"nginx.worker_processes": 16}, facts=ONE_MACHINE),
    Mistake("room_not_needed", {"nginx.worker_connections": 65535}),
    Mistake("room_not_needed", {"nginx.worker_rlimit_nofile": 100_000}),
    Mistake("room_not_needed", sysctl("fs.file-max", 2_000_000)),
    Mistake("nofile_beyond_host", {"nginx.worker_rlimit_nofile": 100_000}, facts=FEW_FILES),
    Mistake("backlog_above_somaxconn", {"listen.backlog": 65535}, more=NEW, facts=ONE_MACHINE),
    Mistake("connections_near_limit", {"nginx.worker_connections": 1024}, more=load(connections=500)),
    # what changes the test itself
    Mistake("closed_under_kept_load", {"nginx.keepalive_timeout": 0}),
    Mistake("closed_under_kept_load", {"nginx.keepalive_requests": 1}),
    Mistake("keepalive_unused", {"nginx.keepalive_timeout": 65}, more=NEW),
    Mistake("keepalive_unused", {"nginx.keepalive_requests": 100_000}, more=NEW),
    Mistake("idle_timeouts", {"nginx.keepalive_timeout": 300}),
    Mistake("idle_timeouts", {"nginx.send_timeout": 10}),
    Mistake("idle_timeouts", {"nginx.reset_timedout_connection": "on"}),
    Mistake("idle_timeouts", {"listen.so_keepalive": "on"}),
    Mistake(
        "return_first",
        in_http("limit_req_zone $binary_remote_addr zone=z:10m rate=10r/s;")
        | in_location("limit_req zone=z;"),
        more=ALONE,
    ),
    Mistake("return_first", in_location("deny all;"), more=ALONE),
    Mistake("return_first", in_location("return 200 ok;")),
    Mistake("return_first", in_location("return 302 /there;"), more=ALONE),
    Mistake("payload_differs", in_location("return 302 /there;"), FILES, ALONE),
    Mistake(
        "refuses_load",
        in_http("limit_req_zone $binary_remote_addr zone=z:10m rate=10r/s;")
        | in_location("limit_req zone=z;"),
    ),
    Mistake("refuses_load", in_location("limit_rate 100k;")),
    Mistake("refuses_load", in_location('auth_basic "closed"; auth_basic_user_file none;')),
    Mistake("refuses_load", in_location("internal;"), more=ALONE),
    Mistake("return_first", {"nginx.server_extra": "return 204; location /in { internal; }"}, more=ALONE),
    Mistake("max_conns_low", in_pool("max_conns=8")),
    Mistake("max_conns_low", in_pool("max_conns=20", "zone z 64k;"), {"nginx.worker_processes": 4}),
    Mistake("location_not_asked", {"nginx.server_extra": "location ~* \\.png$ { expires 30d; }"}),
    # lines that a part of nginx never reads, or reads as it would without them
    Mistake("needs_another", in_http("limit_req_zone $binary_remote_addr zone=z:10m rate=10r/s;")),
    Mistake("needs_another", in_location("limit_rate_after 1m;")),
    Mistake("needs_another", in_http("proxy_cache_path cache keys_zone=c:1m max_size=1m;")),
    Mistake("same_as_default", {"nginx.tcp_nodelay": "on"}),
    Mistake("same_as_default", {"nginx.use": "epoll"}),
    Mistake("same_as_default", {"nginx.keepalive_timeout": 75}),
    Mistake("priority", {"nginx.worker_priority": -10}),
    Mistake("priority", {"limits.nice": -5}),
    Mistake("error_log_quiet", {"nginx.error_log": "crit"}),
    Mistake("fastopen_without_client", {"listen.fastopen": 256}, more=NEW),
    Mistake("file_settings_off", in_location("gzip_static on;"), STATIC, ALONE),
    Mistake("gzip_conditions", in_location("brotli on;"), STATIC, load(**GZIP) | ALONE),
    Mistake(
        "idle_timeouts",
        {"upstream.keepalive_timeout": 300},
        {"upstream.keepalive": 8, "upstream.http11": "on"},
    ),
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_tw_recycle", 1)),
    Mistake("kernel_idle", sysctl("net.ipv4.tcp_keepalive_time", 300)),
    Mistake("kernel_idle", sysctl("vm.overcommit_memory", 1)),
    Mistake(
        "kernel_idle", sysctl("net.ipv4.tcp_tw_reuse", 1) | sysctl("net.ipv4.tcp_timestamps", 0), more=NEW
    ),
    Mistake("pcre_jit_unused", {"nginx.conf": "pcre_jit on;" + WHOLE}, more=ALONE),
    Mistake("postpone_output_idle", in_location("postpone_output 1460;"), more=ALONE),
    Mistake("postpone_output_idle", in_http("postpone_output 4k;")),
    Mistake("ssl_buffer_beyond_answers", in_http("ssl_buffer_size 4k;"), TLS),
    Mistake("keepalive_disable_unused", in_http("keepalive_disable none;")),
    Mistake("keepalive_disable_unused", in_http("keepalive_disable msie6 safari;"), more=ALONE),
    Mistake("map_unused", in_http("map $uri $kind { default 1; ~jpg$ 2; }")),
    Mistake("map_unused", in_http("geo $office { default 0; 127.0.0.1 1; }")),
    Mistake("listen_http2_old", {"nginx.conf": HTTP2}, more=ALONE, facts=SINCE_1_25),
    Mistake("listen_http2_old", in_http("http2_max_requests 9999;"), facts=SINCE_1_25),
    Mistake("listen_http2_old", in_http("http2_push_preload on;"), facts=SINCE_1_25),
    Mistake("no_occasion", in_http("absolute_redirect off; port_in_redirect off;")),
    Mistake("no_occasion", in_location("proxy_redirect off; proxy_ignore_headers Set-Cookie;")),
    Mistake("no_occasion", in_http("error_page 404 /404.html;"), FILES, ALONE),
    Mistake("no_occasion", in_http("merge_slashes off; underscores_in_headers on;"), more=ALONE),
    Mistake("no_occasion", in_http("max_ranges 0; chunked_transfer_encoding off;"), STATIC, ALONE),
    Mistake("no_occasion", in_http("gunzip on;"), STATIC, ALONE),
    Mistake("no_occasion", in_http("set_real_ip_from 10.0.0.0/8;"), STATIC, ALONE),
    Mistake("unbuffered_large", {"nginx.proxy_buffering": "off"}, {"origin.body_bytes": 1 << 20}),
    Mistake("file_settings_off", in_http("sendfile_max_chunk 0;"), {**STATIC, "nginx.sendfile": "on"}, ALONE),
    Mistake("file_settings_off", in_http("read_ahead 512k;"), STATIC, ALONE),
    Mistake(
        "gzip_conditions",
        {"nginx.gzip_types": "image/jpeg"},
        {**STATIC, "nginx.gzip": "on", **in_http(HTML_TYPES)},
        load(**GZIP) | ALONE,
    ),
    Mistake("handshake_only", {"nginx.ssl_session_cache": "off"}, TLS, NEW),
    Mistake("sessions_resumed", {"tls.key": "ecdsa256"}, TLS, NEW),
    Mistake("idle_timeouts", in_http("lingering_timeout 1s;")),
    Mistake("sendfile_behind_tls", in_http("ssl_conf_command Options KTLS;"), FILES_BY_TLS, ALONE, NO_TLS),
    # what the nginx of distributions does not know
    Mistake("build_needed", in_http("http2 on;"), TLS),
    Mistake("build_needed", in_http("brotli on;"), STATIC, ALONE),
]
