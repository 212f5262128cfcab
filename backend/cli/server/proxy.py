"""The configuration of the proxy: nginx with TLS in front of the API processes and of the broker. Pure.

API and broker listen on unix sockets that nobody but the proxy can open. So what it says of a client's
address and of TLS is true: it alone can say it, and overwrites what a client says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.http.request_limits import BODIES, BODY_WITHIN_S, MAX_ADDRESS_LENGTH, MIB, SEND_WITHIN_S, STREAM

CONNECTIONS, OF_ONE_ADDRESS = 4096, 512
"""A whole office may have one address, and a browser with a tab of each page 24 streams."""
BROKER_OF_ONE_ADDRESS = 64  # an agent has three or four
ANSWER_WITHIN_S = 300
"""The first byte, and between two: reports with many charts are drawn in between."""
AWAY = "Dynoboard is starting, or its API is down. Try again in a few seconds."


@dataclass(frozen=True)
class Proxy:
    """name         what people and agents call the server; HTTP is redirected to it
    port         for https; http_port: what comes there is sent on to `port`; broker_port: TLS for agents
    certificate  PEM: the certificate with its chain, and its key
    apis         unix socket of each API process
    broker       unix socket of Redis; None where agents reach it by another way
    scratch      folder for what passes through
    """

    name: str
    port: int
    http_port: int
    broker_port: int
    certificate: Path
    apis: Sequence[Path]
    broker: Path | None
    scratch: Path


def nginx_conf(proxy: Proxy) -> str:
    """What nginx is started with. No log has addresses of requests: that of a shared result is its key."""
    return f"""\
# Made by Dynoboard at each start of its server: changes are lost.
worker_processes 1;
worker_rlimit_nofile {2 * CONNECTIONS};
pid {proxy.scratch}/nginx.pid;
error_log stderr warn;
include /etc/nginx/modules-enabled/*.conf;
include /usr/share/nginx/modules/*.conf;
events {{ worker_connections {CONNECTIONS}; }}

http {{
{_http(proxy)}}}

{_stream(proxy, proxy.broker) if proxy.broker else ""}"""


def _http(proxy: Proxy) -> str:
    # an API that is away refuses at once; one that was away a moment ago is there when the other one goes
    servers = "".join(f"    server unix:{path} max_fails=0;\n" for path in proxy.apis)
    largest = max(body.most for body in BODIES if not body.is_stream) // MIB + 1
    return f"""\
  access_log off;
  error_log stderr emerg;
  server_tokens off;
  default_type text/plain;
  client_body_temp_path {proxy.scratch}/body;
  proxy_temp_path {proxy.scratch}/proxy;
  proxy_max_temp_file_size 0;
  limit_conn_zone $binary_remote_addr zone=each:2m;
  limit_conn each {OF_ONE_ADDRESS};
  limit_conn_status 429;
{_tls(proxy)}
  upstream api {{
{servers}    keepalive 32;
    keepalive_timeout 10s;
  }}

  server {{
    listen {proxy.http_port} default_server;
    # a token that was sent in the clear is not made good by a redirect
    location /api/ {{ return 403 "Only by https\\n"; }}
    location / {{ return 301 {_site(proxy)}$request_uri; }}
  }}

  server {{
    listen {proxy.port} ssl http2 default_server;
    client_max_body_size {largest}m;
    client_header_timeout 15s;
    client_body_timeout {BODY_WITHIN_S}s;
    send_timeout {SEND_WITHIN_S}s;
    keepalive_timeout 30s;
    large_client_header_buffers 4 {MAX_ADDRESS_LENGTH // 1024 + 4}k;
    error_page 502 504 =503 @away;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto https;
    # the API looks at who sends a body before it takes any of it
    proxy_request_buffering off;
    proxy_connect_timeout 2s;
    proxy_read_timeout {ANSWER_WITHIN_S}s;
    proxy_next_upstream error timeout;
    proxy_next_upstream_tries {len(proxy.apis)};

    location / {{ proxy_pass http://api; }}
    location = {STREAM} {{
      proxy_pass http://api;
      proxy_buffering off;
    }}
{_upload_locations()}\
    location = /metrics {{ return 404 "Each API process has its own figures: {_metrics(proxy)}\\n"; }}
{_metrics_location(proxy)}    location @away {{
      add_header Retry-After 5 always;
      return 503 "{AWAY}\\n";
    }}
  }}
"""


def _upload_locations() -> str:
    """Bodies that the API reads as they come may be larger than those that it holds."""
    return "".join(
        f"    location = {body.route.path} {{\n"
        f"      client_max_body_size {body.most // MIB + 1}m;\n"
        "      proxy_pass http://api;\n"
        "    }\n"
        for body in BODIES
        if body.is_stream
    )


def _stream(proxy: Proxy, broker: Path) -> str:
    return f"""\
stream {{
  error_log stderr emerg;
  limit_conn_zone $binary_remote_addr zone=agents:1m;
{_tls(proxy)}
  server {{
    listen {proxy.broker_port} ssl so_keepalive=30s:10s:3;
    limit_conn agents {BROKER_OF_ONE_ADDRESS};
    ssl_handshake_timeout 5s;
    proxy_connect_timeout 2s;
    proxy_timeout 1d;
    proxy_pass unix:{broker};
  }}
}}
"""


def _tls(proxy: Proxy) -> str:
    return f"""\
  ssl_certificate {proxy.certificate};
  ssl_certificate_key {proxy.certificate};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_tickets off;
"""


def _site(proxy: Proxy) -> str:
    return f"https://{proxy.name}" + ("" if proxy.port == 443 else f":{proxy.port}")


def _metrics_location(proxy: Proxy) -> str:
    return "".join(
        f"    location = /metrics/{number} {{ proxy_pass http://unix:{path}:/metrics; }}\n"
        for number, path in enumerate(proxy.apis, 1)
    )


def _metrics(proxy: Proxy) -> str:
    return " and ".join(f"/metrics/{number}" for number, _ in enumerate(proxy.apis, 1))
