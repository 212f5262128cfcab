"""API models of an accounting."""

from typing import Literal

from pydantic import BaseModel, Field

from backend.diagnostics.accounting.parts import PartName


class AccountedPart(BaseModel):
    """A part of the time a request, in µs; the last row is the whole."""

    name: PartName | Literal["whole"]
    label: str = Field(examples=["waiting at the backend"])
    baseline: float
    variant: float = Field(description="the baseline's and the change")
    change: float
    low: float | None = Field(
        description="of the 95% interval of the change; None: too few starts of servers"
    )
    high: float | None
    clear: bool = Field(description="not 0, counting all parts: Holm")
    share: float | None = Field(description="of the whole change; None where that is not clear")
    texts: list[str] = Field(
        description="cells of the table, by `columns`",
        examples=[["waiting at the backend", "10.0 µs", "144 µs", "+134 µs [130, 138]", "93%"]],
    )


class Accounting(BaseModel):
    """Parts of the change in time a request, 1 ÷ throughput: CPU, waiting by place, rest. They add up."""

    sentence: str = Field(
        description="empty where the whole is not clear",
        examples=["The loss is 144 µs a request: 134 µs [130, 138] waiting at the backend (93%)."],
    )
    title: str = Field(examples=["Where the time of a request goes"])
    caption: str = Field(description="how to read the table")
    columns: list[str]
    rows: list[AccountedPart] = Field(description="none where nothing is accounted for: a note says why")
    notes: list[str] = Field(description="what is not measured and why, or why there are no intervals")
