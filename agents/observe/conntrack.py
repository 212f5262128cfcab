"""Number of connections that netfilter tracks, and how many fit in its table."""

from pathlib import Path

from agents.contract.crowding import Tracked

_FOLDER = Path("/proc/sys/net/netfilter")


def read_tracked(folder: Path = _FOLDER) -> Tracked | None:
    """Read the counts of this network now; None where netfilter tracks nothing."""
    try:
        count, most = (int((folder / f"nf_conntrack_{counter}").read_text()) for counter in ("count", "max"))
    except (OSError, ValueError):
        return None
    return Tracked(count=count, most=most) if count > 0 and most > 0 else None
