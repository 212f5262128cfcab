"""Hosts that have to cool down before their next trial. Pure."""

from collections.abc import Mapping

from agents.contract.reports import Window


def crowded_hosts(windows: Mapping[str, Window]) -> set[str]:
    """The keys (host ids) of windows at whose end too many closed connections were left for another trial.

    The limits are in agents.contract.crowding; the agent's answer to a CoolJob waits for the same ones.
    """
    return {host for host, window in windows.items() if window.ports_after and window.ports_after.is_crowded}
