"""Configurations that do what they say: no rule may speak of them."""

from typing import Any, NamedTuple

from agents.contract.reports import Facts
from backend.tests.unit.advice.definition_parts import (
    ALONE,
    BIG,
    FILES,
    GZIP,
    LARGE_BODIES,
    TLS,
    load,
    vegeta,
)


class Good(NamedTuple):
    name: str
    knobs: dict[str, Any]
    shared: dict[str, Any] = {}  # noqa: RUF012
    more: dict[str, Any] = {}  # noqa: RUF012
    facts: Facts | None = None


MANY = {"nginx.worker_processes": 4}
POOL = {"upstream.keepalive": 32, "upstream.http11": "on"}
STATIC = {**FILES, "origin.body_bytes": 35312}
NEW = load(keepalive=False, connections=64)
STATIC_SITE = """
worker_processes auto;
events { worker_connections 1024; }
http {
  types { text/html html; text/css css; }
  default_type application/octet-stream;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  types_hash_max_size 2048;
  server_tokens off;
  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_types text/plain text/css application/json;
  client_max_body_size 16m;
  open_file_cache max=1000 inactive=20s;
  open_file_cache_valid 30s;
  server {
    listen 80;
    root html;
    location / { try_files $uri /index.html; }
    location ~* \\.(css|js)$ { expires 30d; add_header Cache-Control public; }
  }
}
"""
TLS_SITE = """
worker_processes auto;
events { worker_connections 1024; multi_accept on; }
http {
  sendfile on;
  ssl_session_timeout 1d;
  ssl_session_cache shared:MozSSL:10m;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256;
  ssl_prefer_server_ciphers off;
  server {
    listen 443 ssl;
    add_header Strict-Transport-Security "max-age=63072000" always;
    root html;
  }
}
"""
PROXY = """
worker_processes auto;
events { worker_connections 4096; }
http {
  proxy_cache_path cache levels=1:2 keys_zone=one:10m max_size=100m;
  limit_req_zone $binary_remote_addr zone=r:10m rate=1000000r/s;
  upstream app { least_conn; server $backend; keepalive 16; }
  server {
    listen 80 default_server reuseport backlog=1024;
    client_max_body_size 10m;
    location / {
      limit_req zone=r burst=100 nodelay;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_buffers 16 16k;
      proxy_read_timeout 90s;
      proxy_cache one;
      proxy_cache_valid 200 10s;
      proxy_pass http://app;
    }
    location /health { return 200 ok; }
  }
}
"""
KEPT_GZIP = load(**GZIP)
LIMIT = {
    "nginx.http_extra": "limit_req_zone $uri zone=z:1m rate=1000000r/s;",
    "nginx.server_extra": "limit_req zone=z;",
}
MOVED = {"nginx.server_extra": "location /old { return 301 /new; }"}
PAGE = {**STATIC, "nginx.gzip": "on"}
HUGE = {**FILES, "origin.body_bytes": 8 << 20, "nginx.sendfile": "on"}
CONDITIONAL = {"If-None-Match": "x", "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}
CACHE_BEHIND_FILES = """
root html;
location / { try_files $uri @app; }
location @app { proxy_pass http://$backend; proxy_cache c; proxy_cache_valid 200 1m; }
"""
NEAR_MISSES = [
    Good("errors of a limit", {"nginx.location_extra": "error_page 503 /busy.html;"}, LIMIT),
    Good(
        "a range", {"nginx.http_extra": "max_ranges 0;"}, FILES, load(headers={"Range": "bytes=0-9"}) | ALONE
    ),
    Good("redirects of one's own", {"nginx.location_extra": "absolute_redirect off;"}, MOVED),
    Good("slashes", {"nginx.http_extra": "merge_slashes off;"}, more=load(path="//a")),
    Good(
        "an odd header", {"nginx.http_extra": "underscores_in_headers on;"}, more=load(headers={"A_b": "c"})
    ),
    Good("no length", {"nginx.http_extra": "chunked_transfer_encoding off;"}, PAGE, KEPT_GZIP),
    Good(
        "a real address",
        {"nginx.http_extra": "set_real_ip_from ::/0;"},
        more=load(headers={"X-Real-IP": "::2"}),
    ),
    Good("short answers unbuffered", {"nginx.proxy_buffering": "off"}, {"origin.body_bytes": 16384}),
    Good("chunks of a long file", {"nginx.http_extra": "sendfile_max_chunk 0;"}, HUGE, ALONE),
    Good(
        "types of a short text",
        {"nginx.gzip": "on", "nginx.gzip_types": "text/plain"},
        {"origin.body_bytes": 1900},
        KEPT_GZIP,
    ),
    Good(
        "compiled patterns",
        {
            "nginx.conf": "pcre_jit on; events {} http { server { listen 80; "
            "location ~ ^/[a-z]*$ { root html; } } }"
        },
        more=ALONE,
    ),
    Good("head and body apart", {"nginx.location_extra": "postpone_output 0;"}, more=ALONE),
    Good(
        "data of a long answer", {"nginx.location_extra": "postpone_output 4k;"}, {"origin.body_bytes": 35312}
    ),
    Good(
        "records of a long answer",
        {"nginx.http_extra": "ssl_buffer_size 4k;"},
        {**TLS, "origin.body_bytes": 35312},
    ),
    Good(
        "a load that says it is Safari",
        {"nginx.http_extra": "keepalive_disable safari;"},
        more=load(headers={"User-Agent": "Mozilla/5.0 (Macintosh) Safari/537.36"}),
    ),
    Good(
        "a map that a header reads",
        {
            "nginx.http_extra": "map $uri $a { default 1; } map $a $b { 1 x; } "
            "limit_req_zone $b zone=z:1m rate=1000000r/s;",
            "nginx.location_extra": "limit_req zone=z;",
        },
    ),
    Good(
        "room for all connections",
        {
            "nginx.http_extra": "upstream pool { server $backend max_conns=16; }",
            "nginx.server_extra": "location / { proxy_pass http://pool; }",
        },
        MANY,
    ),
    Good("priority taken back", {"nginx.worker_priority": 5}),
    Good("a log of everything", {"nginx.error_log": "info"}),
    Good("one default among others", {"nginx.tcp_nodelay": "off"}),
    Good(
        "a rate and where it begins",
        {"nginx.location_extra": "limit_rate_after 1g;"},
        {"nginx.http_extra": "limit_rate 1g;"},
    ),
    Good(
        "etag of conditional requests",
        {"nginx.location_extra": "etag off;"},
        STATIC,
        load(headers=CONDITIONAL) | ALONE,
    ),
    Good(
        "buffers of a request's body",
        {"nginx.client_max_body_size": "8m", "nginx.client_body_buffer_size": "4m"},
        more=LARGE_BODIES,
    ),
    Good(
        "bodies passed on at once",
        {"nginx.location_extra": "proxy_request_buffering off;"},
        {"nginx.client_max_body_size": "8m"},
        more=LARGE_BODIES,
    ),
    Good(
        "buffers of long headers",
        {"nginx.client_header_buffer_size": 4096},
        more=load(headers={"Cookie": "c" * 2000}),
    ),
    Good(
        "a limit that the host gives",
        {"nginx.worker_rlimit_nofile": 100_000},
        {"nginx.worker_connections": 65535},
        load(connections=20_000),
        BIG,
    ),
    Good(
        "room before the last sixteenth",
        {"nginx.keepalive_requests": 100_000},
        {"nginx.worker_connections": 1024},
        load(connections=478),
    ),
    Good(
        "a timeout near the backend's delay",
        {"nginx.location_extra": "proxy_read_timeout 3s;"},
        {"origin.delay": "2s"},
    ),
    Good(
        "a limit above the load",
        {
            "nginx.http_extra": "limit_req_zone $binary_remote_addr zone=z:1m rate=1000000r/s;",
            "nginx.location_extra": "limit_req zone=z;",
        },
    ),
    Good(
        "a limit before a file",
        {
            "nginx.http_extra": "limit_req_zone $binary_remote_addr zone=z:1m rate=1000000r/s;",
            "nginx.location_extra": "limit_req zone=z;",
        },
        STATIC,
        ALONE,
    ),
    Good("masks for all workers", {"nginx.worker_cpu_affinity": "auto"}, MANY),
    Good(
        "hash of the address in front of one backend is no matter of workers", {"nginx.worker_processes": 2}
    ),
    Good("a backlog for many new connections", {"listen.backlog": 4096}, more=NEW),
    Good("interrupts between machines", {"irq.irqbalance": "off"}),
    Good(
        "gzip_proxied for a proxy in front",
        {"nginx.gzip_proxied": "any"},
        {"nginx.gzip": "on", **STATIC},
        load(headers={"Via": "1.1 cdn", **GZIP["headers"]}) | ALONE,
    ),
    Good("directio below the page's size", {"nginx.location_extra": "directio 16k;"}, STATIC, ALONE),
]
GOOD = [
    Good(
        "a limit above the fixed rate of the load",
        {
            "nginx.http_extra": "limit_req_zone $binary_remote_addr zone=z:10m rate=190r/s;",
            "nginx.location_extra": "limit_req zone=z burst=20;",
        },
        FILES,
        more=vegeta(rate=100) | ALONE,
    ),
    Good("a text of as many bytes as the file", {"origin.kind": "hello"}, STATIC),
    Good("a picture of as many bytes as the text", {"origin.kind": "empty_gif"}, {"origin.body_bytes": 43}),
    *NEAR_MISSES,
    Good("static site", {"nginx.conf": STATIC_SITE}, more=KEPT_GZIP | ALONE),
    Good("TLS site", {"nginx.conf": TLS_SITE}, more=ALONE),
    Good("proxy", {"nginx.conf": PROXY}, more={"set": {"origin.instances": 2}}),
    Good("reuseport", {"listen.reuseport": "on"}, MANY),
    Good("affinity", {"nginx.worker_cpu_affinity": "0001 0010 0100 1000"}, MANY, facts=BIG),
    Good("one worker bound to its CPU", {"nginx.worker_cpu_affinity": "10"}),
    Good("pool of connections", POOL),
    Good("balancing", {"upstream.balancing": "least_conn"}, {"origin.instances": 2}),
    Good("sendfile", {"nginx.sendfile": "on"}, STATIC, ALONE),
    Good("sendfile with nopush", {"nginx.sendfile": "on", "nginx.tcp_nopush": "on"}, STATIC, ALONE),
    Good("open files", {"nginx.open_file_cache": "max=1000 inactive=20s"}, STATIC, ALONE),
    Good("gzip", {"nginx.gzip": "on", "nginx.gzip_comp_level": 2}, STATIC, KEPT_GZIP | ALONE),
    Good(
        "kernel TLS",
        {"nginx.http_extra": "ssl_conf_command Options KTLS;"},
        {"nginx.sendfile": "on", **STATIC, **TLS},
        ALONE,
    ),
    Good("log off", {"nginx.access_log": "off"}),
    Good("log buffer", {"nginx.access_log_buffer": "64k"}),
    Good("deferred on new connections", {"listen.deferred": "on"}, more=NEW),
    Good("multi_accept on new connections", {"nginx.multi_accept": "on"}, more=NEW),
    Good(
        "queue for many at once",
        {"listen.backlog": 4096},
        {"nginx.worker_connections": 4096},
        load(connections=1500),
    ),
    Good(
        "ports for connections to backends", {"sysctl.net.ipv4.ip_local_port_range": "1024 65535"}, more=NEW
    ),
    Good("reuse of ports towards backends", {"sysctl.net.ipv4.tcp_tw_reuse": 1}, more=NEW),
    Good(
        "session cache of clients that get no tickets",
        {"nginx.ssl_session_cache": "shared:S:10m"},
        {**TLS, "nginx.ssl_session_tickets": "off"},
        NEW,
    ),
    Good(
        "key on new connections",
        {"tls.key": "ecdsa256"},
        {**TLS, "nginx.ssl_session_tickets": "off"},
        NEW,
    ),
    Good("ciphers", {"nginx.ssl_ciphers": "ECDHE+CHACHA20"}, TLS),
    Good("more room", {"nginx.worker_connections": 4096}, more=load(connections=1000)),
    Good("buffers for a large answer", {"nginx.proxy_buffers": "16 8k"}, {"origin.body_bytes": 35312}),
    Good("unbuffered", {"nginx.proxy_buffering": "off"}),
    Good(
        "congestion control for large answers",
        {"sysctl.net.ipv4.tcp_congestion_control": "bbr"},
        {"origin.body_bytes": 500_000},
    ),
    Good(
        "send buffers for large answers",
        {"sysctl.net.ipv4.tcp_wmem": "4096 65536 16777216"},
        {"origin.body_bytes": 500_000},
    ),
    Good("short timeout", {"nginx.send_timeout": 1}),
    Good("requests a connection", {"nginx.keepalive_requests": 1_000_000}),
    Good(
        "cache",
        {
            "nginx.http_extra": "proxy_cache_path cache keys_zone=c:10m max_size=100m;",
            "nginx.location_extra": "proxy_cache c; proxy_cache_valid 200 1m;",
        },
    ),
    Good(
        "cache of the location that try_files names",
        {
            "nginx.http_extra": "proxy_cache_path cache keys_zone=c:10m max_size=100m;",
            "nginx.server_extra": CACHE_BEHIND_FILES,
        },
    ),
]
