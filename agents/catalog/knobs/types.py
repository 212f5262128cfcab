"""The type of a knob: one tunable setting, where it lives, and which values it takes."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field, GetPydanticSchema
from pydantic_core import core_schema

from agents.catalog.roles import Role, SettingKind
from agents.catalog.rules.rule import Rule

Value = int | str | bool
"""A canonical value: switches are bool, counts and sizes int, everything else text."""

KnobType = Literal[
    "int",
    "auto_int",
    "switch",
    "choice",
    "duration",
    "seconds",  # a time that the server counts in whole seconds
    "size",
    "cpu_list",
    "affinity",
    "open_file_cache",
    "numbers",  # one or more whole numbers, as kernel settings are written
    "word",  # one line without blanks at its ends
    "irq_affinity",
    "words",  # some of the choices, separated by blanks
    "buffers",  # number and size: 8 4k
    "mime_types",
    "expires",
    "so_keepalive",
    "session_cache",
    "ciphers",  # an OpenSSL cipher list
    "curves",
    "server",  # name of a declared server
    "addresses",  # host:port, separate several with blanks
    "text",  # several lines
]
Family = Literal[
    "main",
    "listen",
    "http",
    "upstream",
    "tls",
    "raw",
    "origin",
    "server",
    "pin",
    "sysctl",
    "irq",
    "cpu",
    "limits",
    "load",
]
Flavour = Literal["nginx", "openresty", "tengine", "angie", "freenginx"]
Context = Literal["main", "events", "http", "upstream"]

_ANY = GetPydanticSchema(lambda _source, _handler: core_schema.any_schema())  # the API has no rules


class Knob(BaseModel, frozen=True, extra="forbid"):
    """One entry of the registry.

    With `directive` and `context` a knob is rendered as `directive value;` in that block of the
    proxy's nginx.conf; a knob without them has its own code in agents/render.
    """

    name: str
    role: Role
    family: Family
    type: KnobType
    default: str  # what the server does when the knob is unset
    default_until: str = ""  # first version that does something else then
    later_default: str = ""
    text: str
    unit: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    count: int | None = None  # how many numbers
    span: int = 0  # the last of several numbers is at least this far above the first
    scope: Literal["process", "namespace", "host"] = "process"
    cost: Literal["restart"] = "restart"
    see: tuple[str, ...] = ()
    setting: SettingKind | None = None  # a value of the host, put back afterwards
    key: str = ""  # what the host calls it: the sysctl key
    directive: str = ""
    context: Context | None = None
    # What a config of one's own may write there.
    rule: Annotated[Rule | None, _ANY] = Field(default=None, exclude=True, repr=False)
    flavour: Flavour | None = None  # only this kind of server has it; None: nginx and all that follow it
    since: str = ""  # first version of that kind of server that has it
    until: str = ""  # first version that no longer has it
    module: str = ""  # must be built in, as `nginx -V` names it: http_ssl
    axis: str = ""  # of a condition to measure candidates under, and no candidate: what its levels are of
    answers: bool = False  # shapes the answer, so it acts on the proxy where the proxy answers itself


class UnknownKnob(ValueError):
    """No knob has this name; the message suggests the nearest ones."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__(f"there is no knob “{name[:80]}”{hint}")
        self.name = name


def takes(
    type: KnobType,
    default: str,
    minimum: int | None = None,
    maximum: int | None = None,
    unit: str = "",
    **more: Any,
) -> dict[str, Any]:
    """Fields of a knob that say which values it takes, and what the server does without one."""
    unit = unit or ("s" if type in ("duration", "seconds") else "B" if type == "size" else "")
    bounds = {"minimum": minimum, "maximum": maximum}
    return {"type": type, "default": default, "unit": unit, **bounds, **more}


def host_value(
    minimum: int | None = None,
    maximum: int | None = None,
    unit: str = "",
    type: KnobType = "int",
    **more: Any,
) -> dict[str, Any]:
    """The same of a setting that the host has a value of."""
    return takes(type, "as the host has it", minimum, maximum, unit, **more)


def knob(name: str, values: dict[str, Any], text: str, rule: Rule | None = None, **more: Any) -> Knob:
    """One entry, of the proxy and of the family that its name begins with.

    With a rule it is the directive of its last name, in the outermost block that the rule allows.
    """
    family, _, last = name.partition(".")
    fields: dict[str, Any] = {"role": "proxy", "family": family, **values, **more}
    if rule:
        context = next(c for c in get_args(Context) if c in rule.contexts)
        fields |= {"directive": last, "context": context}
    return Knob(name=name, text=text, rule=rule, **fields)


def kernel_setting(key: str, values: dict[str, Any], text: str, **more: Any) -> Knob:
    """A sysctl of the proxy's host, of its network namespace where it is one of net's."""
    scope = more.pop("scope", "namespace" if key.startswith("net.") else "host")
    return knob(f"sysctl.{key}", values, text, setting="sysctl", key=key, scope=scope, **more)
