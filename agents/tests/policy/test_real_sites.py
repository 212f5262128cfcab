"""Texts of real sites: the policy lets them pass, and nginx takes them as they are."""

import pytest

from agents.proxy.setups import Setups
from agents.render import setups as render

SAMPLE = """
#user  nobody;
worker_processes  1;
#error_log  logs/error.log;
#pid        logs/nginx.pid;

events {
    worker_connections  1024;
}

http {
    default_type  application/octet-stream;
    #log_format  main  '$remote_addr - $remote_user [$time_local] "$request" '
    #                  '$status $body_bytes_sent "$http_referer" '
    #access_log  logs/access.log  main;
    sendfile        on;
    #tcp_nopush     on;
    #keepalive_timeout  0;
    keepalive_timeout  65;
    #gzip  on;

    server {
        listen       80;
        server_name  localhost;
        #charset koi8-r;
        #access_log  logs/host.access.log  main;

        location / {
            root   html;
            index  index.html index.htm;
        }

        #error_page  404              /404.html;
        # redirect server error pages to the static page /50x.html
        #
        error_page   500 502 503 504  /50x.html;
        location = /50x.html {
            root   html;
        }
        # deny access to .htaccess files, if Apache's document root concurs with nginx's one
        #location ~ /\\.ht {
        #    deny  all;
        #}
    }
}
"""

BOILERPLATE = """
worker_processes auto;
worker_rlimit_nofile 8192;
error_log logs/error.log warn;
events { worker_connections 8000; }
http {
  map $sent_http_content_type $expires {
    default 1M;
    "" off;
    ~*text/(css|html) 1y;
    ~*application/json -1;
  }
  map $sent_http_content_type $frame_options { ~*text/html DENY; }
  map $sent_http_content_type $policy {
    ~*text/(html|javascript)|application/pdf "default-src 'self'; base-uri 'none'";
  }
  map $http_origin $cors { default ""; "~^https://[\\w.-]+\\.example\\.org$" $http_origin; }
  types {
    text/html html htm; text/css css; image/svg+xml svg svgz; application/javascript js mjs; font/woff2 woff2;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/css text/plain application/json;
  log_format main '$remote_addr - $remote_user [$time_local] "$request" '
                  '$status $body_bytes_sent "$http_referer"';
  access_log logs/access.log main;
  server_tokens off;
  sendfile on; tcp_nopush on; keepalive_timeout 20s;
  gzip on; gzip_comp_level 5; gzip_min_length 256; gzip_proxied any; gzip_vary on;
  gzip_types application/atom+xml application/json font/eot image/bmp text/css;
  expires $expires;
  add_header X-Content-Type-Options nosniff always;
  add_header X-Frame-Options $frame_options always;
  add_header Content-Security-Policy $policy always;
  add_header Strict-Transport-Security "max-age=16070400; includeSubDomains" always;
  add_header Access-Control-Allow-Origin $cors;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256;
  ssl_session_timeout 24h; ssl_session_cache shared:SSL:10m; ssl_session_tickets off; ssl_buffer_size 4k;
  server { listen 443 ssl default_server; server_name _; return 444; }
  server {
    listen 443 ssl;
    server_name example.org *.example.org ~^www\\d+\\.example\\.org$;
    root html;
    error_page 404 /404.html;
    location ~* /\\.(?!well-known\\/) { deny all; }
    location ~* (?:#.*#|\\.(?:bak|conf|dist|in[ci]|log|sql|sw[op])|~)$ { deny all; }
    location ~* \\.(?:svgz?|ttf|otf|woff2?)$ {
      add_header Access-Control-Allow-Origin *; access_log off; expires 1y;
    }
    location / { try_files $uri $uri/ /index.html?$args; }
    location = /robots.txt { log_not_found off; access_log off; }
  }
}
"""

PROXY = """
events { use epoll; multi_accept on; }
http {
  upstream app {
    least_conn;
    server $backend max_fails=3 fail_timeout=30s;
    keepalive 32;
  }
  proxy_cache_path cache levels=1:2 keys_zone=app:10m max_size=1g inactive=60m use_temp_path=off;
  limit_req_zone $binary_remote_addr zone=perip:10m rate=100r/s;
  limit_conn_zone $binary_remote_addr zone=addr:10m;
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  split_clients "${remote_addr}AAA" $variant { 0.5% .one; 2.0% .two; * ""; }
  geo $limited { default 1; 10.0.0.0/8 0; 192.168.0.0/24 0; }
  server {
    listen 80 default_server reuseport backlog=4096;
    client_max_body_size 100m;
    set_real_ip_from 10.0.0.0/8; real_ip_header X-Forwarded-For; real_ip_recursive on;
    proxy_set_header Host $host;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    location / {
      proxy_pass http://app;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering on; proxy_buffers 16 16k; proxy_buffer_size 8k; proxy_busy_buffers_size 32k;
      proxy_connect_timeout 5s; proxy_read_timeout 60s; proxy_next_upstream error timeout http_502;
      proxy_cache app; proxy_cache_valid 200 302 10m; proxy_cache_valid any 1m; proxy_cache_lock on;
      proxy_cache_key $scheme$proxy_host$request_uri; proxy_cache_use_stale error timeout updating;
      proxy_cache_bypass $cookie_nocache $arg_nocache; proxy_no_cache $http_pragma;
      add_header X-Cache $upstream_cache_status;
      limit_req zone=perip burst=20 nodelay; limit_conn addr 10;
    }
    location /ws/ {
      proxy_pass http://app;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
    location /api/ { rewrite ^/api/(.*)$ /$1 break; proxy_pass http://$backend; proxy_redirect off; }
    location ~ ^/users/(?<user>[^/]+)/ { proxy_pass http://$backend/u/$user?$args; }
    location = /status { stub_status; allow 127.0.0.1; deny all; }
    location /old { return 301 $scheme://$host/new$is_args$args; }
    location /download/ {
      limit_rate_after 1m; limit_rate 500k; proxy_max_temp_file_size 0; proxy_pass http://app;
    }
    if ($request_method !~ ^(GET|HEAD|POST)$) { return 405; }
    if ($http_user_agent ~* "(wget|curl/7\\.1)") { return 403; }
    error_page 502 503 =503 /busy.html;
    location = /busy.html { internal; return 503 "busy, \\"please\\" wait\\n"; }
  }
}
"""

STATIC = """
worker_processes 2; worker_cpu_affinity 01 10; worker_priority -5; timer_resolution 100ms; pcre_jit on;
thread_pool pages threads=16 max_queue=4096;
events { worker_connections 4096; accept_mutex off; }
http {
  aio threads=pages; directio 4m; output_buffers 2 512k; sendfile on; sendfile_max_chunk 512k;
  open_file_cache max=10000 inactive=30s; open_file_cache_valid 60s; open_file_cache_errors on;
  access_log logs/access.log combined buffer=64k flush=5s; reset_timedout_connection on; lingering_close off;
  client_body_buffer_size 10K; client_header_buffer_size 1k; large_client_header_buffers 2 1k;
  types_hash_max_size 2048;
  server {
    listen 80;
    server_name static.example.org;
    location /img/ {
      alias html/images/; autoindex on; expires 30d; add_header Cache-Control "public, immutable"; etag off;
    }
    location ~ ^/v([0-9]+)/(.+)$ { root html; try_files $uri /index.html; gzip_static on; gunzip on; }
    location / {
      if (!-e $request_filename) { rewrite ^ /index.html last; }
      root html; sub_filter a b; valid_referers none blocked server_names;
    }
  }
}
"""


@pytest.mark.parametrize(
    "text", [SAMPLE, BOILERPLATE, PROXY, STATIC], ids=["sample", "h5bp", "proxy", "static"]
)
def test_a_real_site_passes(setups: Setups, text: str) -> None:
    found = render(
        {"nginx.conf": text, "origin.instances": 2}, "proxied", ["127.0.0.1:8101", "127.0.0.1:8102"]
    )
    (checked,) = setups.check([found["proxy"]])
    assert checked.failure is None, checked.failure
    lines = [line for line in text.splitlines() if "listen" not in line and "$backend" not in line]
    assert [line for line in lines if line not in checked.conf] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("include mime.types;", "write `types {"),
        ("include /etc/nginx/conf.d/*.conf;", "write what is in the file in its place"),
        ("user www-data;", "the agent sets this itself"),
        ("root /var/www/html;", "write a relative path: `html`"),
        ("access_log /var/log/nginx/access.log;", "write a name such as logs/access.log"),
        ("ssl_certificate /etc/letsencrypt/live/x/fullchain.pem;", "`tls/cert.pem`"),
        ("ssl_dhparam /etc/ssl/dh.pem;", "leave this out"),
        ("ssl_stapling on;", "it asks servers outside the testbed; write off or leave it out"),
        ("resolver 8.8.8.8;", "write $backend"),
        ("fastcgi_pass unix:/run/php.sock;", "write $backend"),
    ],
)
def test_what_real_sites_have_to_change_is_said(setups: Setups, line: str, said: str) -> None:
    text = f"events {{}}\nhttp {{\n  server {{ listen 80;\n{line}\n }}\n}}"
    (checked,) = setups.check([render({"nginx.conf": text}, "proxied", ["127.0.0.1:8101"])["proxy"]])
    assert checked.failure
    assert f"line 4: `{line.split()[0]}` is not allowed: " in checked.failure.message
    assert said in checked.failure.message
