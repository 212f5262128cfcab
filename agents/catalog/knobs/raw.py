"""The user's own nginx config, within the policy (agents/policy): no other files, programs or servers."""

from functools import partial

from agents.catalog.knobs.types import knob, takes

_knob = partial(knob, family="raw")
KNOBS = (
    _knob(
        "nginx.conf",
        takes("text", "rendered from the knobs"),
        "A whole nginx.conf in place of the rendered one. Write `listen 80;` or `listen $listen;` for "
        "the address that the agent chooses, and `proxy_pass http://$backend;` for the testbed's backends.",
        see=("nginx.http_extra", "nginx.server_extra", "nginx.location_extra"),
    ),
    _knob(
        "nginx.http_extra",
        takes("text", "nothing"),
        "Lines added inside http {}, before the server: directives without a knob, such as log_format.",
        see=("nginx.server_extra", "nginx.location_extra", "nginx.conf"),
    ),
    _knob(
        "nginx.server_extra",
        takes("text", "nothing"),
        "Lines added inside server {}, before its location, such as a location with stub_status. A "
        "`location /` in them takes its place.",
        see=("nginx.http_extra", "nginx.location_extra", "nginx.conf"),
    ),
    _knob(
        "nginx.location_extra",
        takes("text", "nothing"),
        "Lines added inside location / {}, after proxy_pass or whatever answers.",
        see=("nginx.http_extra", "nginx.server_extra", "nginx.conf"),
    ),
)
