"""`protocol: [h1, h2]`: one workload for each, all else the same. Pure, on plain data of any shape."""

from collections.abc import Iterator
from typing import Any, get_args

from agents.catalog.tool import HttpProtocol

_PROTOCOLS = get_args(HttpProtocol)


def normalize(data: dict[str, Any]) -> None:
    """Replace each workload with several protocols by one for each; other values are left to the model."""
    workloads = data.get("workloads")
    if isinstance(workloads, list):
        data["workloads"] = [part for workload in workloads for part in _split(workload)]


def _split(workload: Any) -> Iterator[Any]:
    protocols = workload.get("protocol") if isinstance(workload, dict) else None
    if not isinstance(protocols, list) or not protocols or len(protocols) > len(_PROTOCOLS):
        yield workload
        return
    for protocol in protocols:
        name = f"{workload['name']} {protocol}" if workload.get("name") else str(protocol)
        fields = workload | {"name": name, "protocol": protocol}
        if protocol == "h1":
            fields.pop("streams", None)  # HTTP/1.1 has none
        yield fields
