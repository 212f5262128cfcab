"""From a variant's knobs to the nginx setups that its hosts must run."""

import hashlib
import json
from collections.abc import Mapping, Sequence

from agents.contract.jobs import NginxSetup
from agents.contract.knobs import Value
from agents.contract.states import ROLES_OF_TOPOLOGY, Role, Topology
from agents.render.answer import pages
from agents.render.origin import render_origin
from agents.render.proxy import default_backends, render_proxy, workers


def setups(
    knobs: Mapping[str, Value],
    topology: Topology,
    backends: Sequence[str] | None = None,
    key_prefix: str = "",
) -> dict[Role, NginxSetup]:
    """Role → setup. `backends` are address:port, unknown before the backend is prepared.

    Equal backends of several variants have one key and are shared. The server under test carries
    `key_prefix` (lower-case letters, digits, - and _, at most 24), so that runs do not share it.
    """
    found: dict[Role, NginxSetup] = {}
    if topology != "direct":
        found["proxy"] = _keyed(_proxy(knobs, topology, backends or default_backends(knobs)), key_prefix)
    if "backend" in ROLES_OF_TOPOLOGY[topology]:
        found["backend"] = _keyed(_backend(knobs), key_prefix if topology == "direct" else "")
    return found


def _proxy(knobs: Mapping[str, Value], topology: Topology, backends: Sequence[str]) -> NginxSetup:
    alone = topology == "proxy_only"
    return NginxSetup(
        key="new",
        role="proxy",
        conf=render_proxy(knobs, "proxy_only" if alone else "proxied", backends),
        instances=1,
        cpus=_text(knobs.get("pin.proxy")),
        pages=pages(knobs) if alone else {},
        log_target=_text(knobs.get("nginx.access_log")) or "disk",  # pyright: ignore[reportArgumentType]
        workers=workers(knobs),
    )


def _backend(knobs: Mapping[str, Value]) -> NginxSetup:
    return NginxSetup(
        key="new",
        role="backend",
        conf=render_origin(knobs),
        instances=int(knobs.get("origin.instances", 1)),
        cpus=_text(knobs.get("pin.origin")),
        pages=pages(knobs),
        log_target="off",
        workers=1,
    )


def _text(value: Value | None) -> str | None:
    return None if value is None else str(value)


def _keyed(setup: NginxSetup, prefix: str) -> NginxSetup:
    content = json.dumps(setup.model_dump(exclude={"key"}), sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()[:12]
    return setup.model_copy(update={"key": "-".join(filter(None, (prefix, setup.role, digest)))})
