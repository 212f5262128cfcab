"""From knobs to nginx.conf texts and setups: pure, used by the control plane and by tests."""

from agents.render.edits import more_listens, render_example, with_address
from agents.render.host import host_settings, limit_of, sysctls
from agents.render.origin import render_origin
from agents.render.proxy import (
    default_backends,
    external_backends,
    external_target,
    own_upstreams,
    raw_texts,
    render_proxy,
    tls_key,
)
from agents.render.setups import role_of_key, setups
