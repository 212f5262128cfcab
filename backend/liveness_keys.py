"""Where beat and worker say in Redis that they live. Pure."""

from typing import Literal, get_args

Part = Literal["beat", "worker"]
PARTS: tuple[Part, ...] = get_args(Part)


def key_of(part: Part, machine: str = "") -> str:
    """The key of the time at which a part said so: another one each time. `machine`: of several, its host."""
    return f"dyno:{part}:heard_at" + (f":{machine}" if machine else "")
