"""What a knob is: one tunable setting, where it lives, and which values it takes."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.contract.states import Role, SettingKind

Value = int | str | bool
"""A canonical value: switches are bool, counts and sizes int, everything else text."""

KnobType = Literal[
    "int",
    "auto_int",
    "switch",
    "choice",
    "duration",
    "size",
    "cpu_list",
    "affinity",
    "open_file_cache",
    "numbers",  # one or more whole numbers, as kernel settings are written
    "word",  # one line without blanks at its ends
    "irq_affinity",
    "text",  # several lines
]
Family = Literal[
    "main", "listen", "http", "upstream", "tls", "raw", "origin", "pin", "sysctl", "irq", "cpu", "limits"
]
Context = Literal["main", "events", "http", "upstream"]


class Knob(BaseModel):
    """One entry of the registry.

    With `directive` and `context` a knob is rendered as `directive value;` in that block of the
    proxy's nginx.conf; a knob without them has code of its own in agents/render.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    role: Role
    family: Family
    type: KnobType
    default: str  # what the server does when the knob is unset
    text: str
    unit: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    scope: Literal["process", "namespace", "host"] = "process"
    cost: Literal["restart"] = "restart"
    see: tuple[str, ...] = ()
    setting: SettingKind | None = None  # a value of the host, put back afterwards
    key: str = ""  # what the host calls it: the sysctl key
    directive: str = ""
    context: Context | None = None
    answers: bool = False  # shapes the answer, so it acts on the proxy where the proxy answers itself
