"""From a variant's knobs to the nginx setups that its hosts must run."""

import hashlib
import json
from collections.abc import Mapping, Sequence

from agents.catalog.knobs import Value, roles_of
from agents.catalog.roles import ROLES, Role, Topology
from agents.catalog.server_names import DEFAULT_SERVER, TEXT, params_of, server_of
from agents.contract.jobs import NginxSetup, Setting
from agents.render import raw
from agents.render.answer import pages
from agents.render.host import host_settings, limit_of, sysctls
from agents.render.origin import render_origin
from agents.render.proxy import default_backends, external_backends, render_proxy, tls_key, workers


def setups(
    knobs: Mapping[str, Value],
    topology: Topology,
    backends: Sequence[str] | None = None,
    key_prefix: str = "",
    site: Sequence[int] = (),
    nginx_base: str = "",
) -> dict[Role, NginxSetup]:
    """Role → setup. `backends` are address:port, unknown before the backend is prepared.

    Each carries `key_prefix` (lower-case letters, digits, - and _, at most 24): a run shares neither its
    proxy nor its backends with another, so that none has the luck of another's. The user's own servers
    (origin.address) need no backend setup. With a `site`, whoever answers serves its pages. `nginx_base` is
    the version of the proxy host's nginx.
    """
    knobs = {**knobs, "origin.kind": "static"} if site else knobs
    setups_of: dict[Role, NginxSetup] = {}
    settings = host_settings(knobs, topology)
    if topology != "direct":
        backends = external_backends(knobs) or backends or default_backends(knobs)
        proxy = _proxy(knobs, topology, backends, site if topology == "proxy_only" else (), nginx_base)
        setups_of["proxy"] = _prefix_keys(_on_its_host(proxy, knobs, settings), key_prefix)
    if "backend" in roles_of(knobs, topology):
        backend = _on_its_host(_backend(knobs, site), knobs, settings)
        setups_of["backend"] = _prefix_keys(backend, key_prefix)
    return setups_of


def _on_its_host(
    setup: NginxSetup, knobs: Mapping[str, Value], settings: Mapping[Role, list[Setting]]
) -> NginxSetup:
    return setup.model_copy(
        update={
            "nofile": limit_of(knobs, setup.role, "nofile"),
            "nice": limit_of(knobs, setup.role, "nice"),
            "under": sysctls(settings.get(setup.role, [])),
            "params": params_of(knobs, setup.role),
            "server": None if (name := server_of(knobs, setup.role)) == DEFAULT_SERVER else name,
        }
    )


def _proxy(
    knobs: Mapping[str, Value],
    topology: Topology,
    backends: Sequence[str],
    site: Sequence[int],
    nginx_base: str,
) -> NginxSetup:
    alone = topology == "proxy_only"
    serves_files = alone or any(name in knobs for name in (raw.WHOLE, *raw.EXTRAS))
    return NginxSetup(
        key="new",
        role="proxy",
        conf=_text(knobs.get(TEXT))
        or render_proxy(knobs, "proxy_only" if alone else "proxied", backends, nginx_base),
        instances=1,
        cpus=_text(knobs.get("pin.proxy")),
        pages=pages(knobs, always=not alone) if serves_files else {},
        site=list(site),
        log_target=_text(knobs.get("nginx.access_log")) or "disk",  # pyright: ignore[reportArgumentType]
        workers=workers(knobs),
        tls=tls_key(knobs),
        backends=[] if alone else list(backends),
    )


def _backend(knobs: Mapping[str, Value], site: Sequence[int]) -> NginxSetup:
    return NginxSetup(
        key="new",
        role="backend",
        conf=render_origin(knobs, open_files=len(site)),
        instances=int(knobs.get("origin.instances", 1)),
        cpus=_text(knobs.get("pin.origin")),
        pages=pages(knobs),
        site=list(site),
        log_target="off",
        workers=1,
        backends=[],
    )


def _text(value: Value | None) -> str | None:
    return None if value is None else str(value)


def role_of_key(key: str) -> Role | None:
    """The role of a setup, by the key that `setups` gave it; None for any other text."""
    parts = key.split("-")
    return next((role for role in ROLES if parts[-2:-1] == [role]), None)


def _prefix_keys(setup: NginxSetup, prefix: str) -> NginxSetup:
    content = json.dumps(setup.model_dump(exclude={"key"}), sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()[:12]
    return setup.model_copy(update={"key": "-".join(filter(None, (prefix, setup.role, digest)))})
