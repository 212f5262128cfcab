"""Whether a host can work for this dashboard: its agent speaks its language, and nobody else holds it."""

from agents import __version__
from agents.contract.heartbeat import Claimed
from agents.contract.version import CONTRACT
from backend.records.hosts import Host


def why_unavailable(host: Host) -> str:
    """Explain why its agent cannot work for this dashboard, and what to do; empty where it can."""
    if host.contract == CONTRACT:
        return ""
    upgrade = f"agent {__version__} on {host.name}" if host.contract < CONTRACT else "a newer dashboard"
    return (
        f"{host.name} runs agent {host.version} (contract {host.contract}), this dashboard is {__version__} "
        f"and needs contract {CONTRACT}: install {upgrade}"
    )


def who_claims(host: Host) -> str:
    """The other dashboard that holds it, “another dashboard at http://… (experiment …)”."""
    if host.claimed is None:
        return ""
    claim = Claimed.model_validate(host.claimed)
    place = f" at {claim.control_plane}" if claim.control_plane else ""
    parts = [f"experiment {claim.experiment}"] if claim.experiment else []
    through = [f"agent {claim.agent}"] if claim.agent else []
    more = ", ".join([*parts, *through, *filter(None, [claim.process])])
    return f"another dashboard{place}" + (f" ({more})" if more else "")
