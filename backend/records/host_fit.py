"""Whether a host can work for this dashboard: its agent speaks its language, and nobody else holds it."""

from agents import __version__
from agents.contract.heartbeat import Claimed
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


def who_claims(host: Host) -> str:
    """The other dashboard that holds it, “another dashboard at http://… (experiment …)”."""
    if host.claimed is None:
        return ""
    said = Claimed.model_validate(host.claimed)
    where = f" at {said.control_plane}" if said.control_plane else ""
    what = [f"experiment {said.experiment}"] if said.experiment else []
    through = [f"agent {said.agent}"] if said.agent else []
    more = ", ".join([*what, *through, *filter(None, [said.process])])
    return f"another dashboard{where}" + (f" ({more})" if more else "")
