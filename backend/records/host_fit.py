"""Whether a host's agent speaks the language of this dashboard."""

from agents import __version__
from agents.contract.version import CONTRACT
from backend.records.hosts import Host


def why_unfit(host: Host) -> str:
    """Why its agent cannot work for this dashboard, and what to do; empty where it can."""
    if host.contract == CONTRACT:
        return ""
    what = f"agent {__version__} on {host.name}" if host.contract < CONTRACT else "a newer dashboard"
    return (
        f"{host.name} runs agent {host.version} (contract {host.contract}), this dashboard is {__version__} "
        f"and needs contract {CONTRACT}: install {what}"
    )
