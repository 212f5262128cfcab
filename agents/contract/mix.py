"""A mix of requests: what a workload asks for instead of a single path. Pure."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Discriminator,
    Field,
    StrictFloat,
    StrictStr,
    Tag,
    model_validator,
)

from agents.catalog.knobs.values import quote
from agents.catalog.tool import ToolInfo
from agents.catalog.tools import TOOLS, any_of
from agents.catalog.whole import Whole
from agents.catalog.wire import WITH_BODY
from agents.contract.headers import HeaderName, HeaderValue, check_headers, headers_bytes

MAX_ENTRIES = 10_000
MAX_SEQUENCE = 65_536
MAX_MIX_BYTES = 16_000_000  # of all requests as they are sent, each once
MAX_PROBED = 50  # requests of a mix that are asked once before a measurement
MAX_WEIGHT = 1_000_000_000
MAX_PATH = 2000
PATH = r"^/[!-~]*$"
_HEAD_BYTES = 100  # of a request line and Host, beside what the entry says

Method = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
Order = Literal["shuffled", "given"]
FILLED_TAG, TEXT_TAG = "[filled]", "[text]"


def _one_line(text: str) -> str:
    if not text.isascii() or not text.isprintable():
        raise ValueError("must be printable ASCII on one line; JSON can write other characters as \\u00e9")
    return text


class FilledBody(BaseModel, extra="forbid", frozen=True):
    """A body of so many bytes, whose content does not matter."""

    bytes: Whole = Field(ge=0, le=MAX_MIX_BYTES)


def _kind(body: object) -> str:
    return FILLED_TAG if isinstance(body, dict | FilledBody) else TEXT_TAG


Body = Annotated[
    Annotated[FilledBody, Tag(FILLED_TAG)] | Annotated[StrictStr, AfterValidator(_one_line), Tag(TEXT_TAG)],
    Discriminator(_kind),
]


def _check_digits(raw: object) -> object:
    """Refuse whole numbers that no float holds or that YAML leaves as text, by the bound that they break."""
    is_text = isinstance(raw, str) and len(raw) > 18 and raw.isascii() and raw.isdecimal()
    if is_text or (isinstance(raw, int) and raw > MAX_WEIGHT):
        raise ValueError(f"must be at most {MAX_WEIGHT}; got {quote(raw)}")
    return raw


class MixEntry(BaseModel, extra="forbid", frozen=True):
    """One request of a mix. Headers are sent beside those of the workload and replace them."""

    method: Method = Field(default="GET", exclude_if=lambda method: method == "GET")
    path: StrictStr = Field(pattern=PATH, max_length=MAX_PATH, description="with its query")
    weight: Annotated[StrictFloat, BeforeValidator(_check_digits)] = Field(
        default=1.0,
        gt=0,
        le=MAX_WEIGHT,
        allow_inf_nan=False,
        exclude_if=lambda weight: weight == 1,
        description="how often, beside the weights of the others",
    )
    headers: Annotated[dict[HeaderName, HeaderValue], AfterValidator(check_headers)] = Field(
        default_factory=dict, max_length=30, exclude_if=lambda headers: not headers
    )
    body: Body | None = Field(
        default=None,
        exclude_if=lambda body: body is None,
        description="a text, or {bytes: n}; of POST, PUT, PATCH and DELETE",
    )

    @model_validator(mode="after")
    def _may_have_body(self) -> "MixEntry":
        if self.body is not None and self.method not in WITH_BODY:
            raise ValueError(f"body must not be given: a {self.method} has none")
        return self

    @property
    def body_bytes(self) -> int:
        return self.body.bytes if isinstance(self.body, FilledBody) else len(self.body or "")

    @property
    def content(self) -> bytes:
        if isinstance(self.body, FilledBody):
            return b"x" * self.body.bytes
        return (self.body or "").encode()

    @property
    def sent_bytes(self) -> int:
        """Bytes of the request as it is sent, about."""
        return _HEAD_BYTES + len(self.path) + headers_bytes(self.headers) + self.body_bytes


def check_mix(mix: list[MixEntry]) -> list[MixEntry]:
    """The mix, where all requests together are small enough; else ValueError."""
    size = sum(entry.sent_bytes for entry in mix)
    if size > MAX_MIX_BYTES:
        raise ValueError(f"must have at most {MAX_MIX_BYTES} bytes of requests together; got {size}")
    return mix


Mix = Annotated[list[MixEntry], Field(max_length=MAX_ENTRIES), AfterValidator(check_mix)]


def heaviest(mix: Sequence[MixEntry], most: int = MAX_PROBED) -> list[int]:
    """Indexes of the largest weights, the heaviest first; equal ones in the order of the mix."""
    return sorted(range(len(mix)), key=lambda index: -mix[index].weight)[:most]


def mix_problem(mix: Sequence[MixEntry], tool: ToolInfo) -> str | None:
    """Explain why this tool cannot send this mix; None where it can."""
    support = tool.mix
    if support is None:
        return f"{tool.name} asks for one URL and cannot send a mix: give path, or take {_tools_with_mix()}"
    for number, entry in enumerate(mix):
        if reason := support.refused_methods.get(entry.method):
            return f"mix[{number}] must not be a {entry.method}: {reason}"
        if support.is_paths_only and _beside_path(entry) != _beside_path(mix[0]):
            return (
                f"mix[{number}] must have the method, headers and body of mix[0]: "
                f"{tool.name} has paths alone that differ"
            )
    return None


def _beside_path(entry: MixEntry) -> tuple[object, ...]:
    return entry.method, entry.headers, entry.body


def _tools_with_mix() -> str:
    return any_of({name: tool for name, tool in TOOLS.items() if tool.mix})
