"""A workload as answers show it: a mix and a rate in words, of thousands of requests the heaviest. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import Field, TypeAdapter, model_validator

from agents.contract.mix import Mix, MixEntry, heaviest
from agents.contract.workload import RateShare, Workload
from backend.presentation.figures import count
from backend.presentation.words import full_percent

_SHOWN_ENTRIES = 20
_SHOWN_PATH = 30  # characters of the most frequent path
_MIX = TypeAdapter[list[MixEntry]](Mix)


class ShownWorkload(Workload):
    """The load of a run. Of a mix the heaviest requests; the definition has all."""

    mix_words: str = Field(
        default="",
        exclude_if=lambda words: not words,
        description="a sentence part: how many requests, which methods, which is the most frequent",
    )
    rate_words: str = Field(
        default="",
        exclude_if=lambda words: not words,
        description="of a rate that is a share of the baseline's ceiling: the share, the ceiling, the rate",
    )

    @model_validator(mode="before")
    @classmethod
    def _in_words(cls, data: Any) -> Any:
        """Take a workload as it is stored or planned; one that is shown already stays."""
        fields = data.model_dump() if isinstance(data, Workload) else data
        if isinstance(fields, dict) and (share := fields.get("rate_share")) and not fields.get("rate_words"):
            fields = {**fields, "rate_words": rate_words(RateShare.model_validate(share), fields.get("rate"))}
        if not isinstance(fields, dict) or not fields.get("mix") or fields.get("mix_words"):
            return fields
        mix = _MIX.validate_python(fields["mix"])
        shown_mix = [mix[index] for index in heaviest(mix, _SHOWN_ENTRIES)]
        site = (fields.get("site") or [])[:_SHOWN_ENTRIES]
        return {**fields, "mix": shown_mix, "site": site, "mix_words": mix_words(mix)}


def rate_words(share: RateShare, rate: int | None) -> str:
    """`70% of 41,200/s = 28,840/s`; before it is measured `70% of the baseline's ceiling`."""
    percent = full_percent(share.share)
    if share.ceiling is None or rate is None:
        return f"{percent} of the baseline's ceiling"
    tool_words = " (the load tool's limit)" if share.is_tool_limit else ""
    return f"{percent} of {count(share.ceiling)}/s{tool_words} = {count(rate)}/s"


def mix_words(mix: Sequence[MixEntry]) -> str:
    """`mix of 1,000 requests (90% GET, 10% POST), most often /index.html (12%)`; empty without a mix."""
    if not mix:
        return ""
    total = sum(entry.weight for entry in mix)
    methods: Counter[str] = Counter()
    for entry in mix:
        methods[entry.method] += entry.weight  # pyright: ignore[reportArgumentType]
    shares = ", ".join(f"{_percent(weight / total)} {method}" for method, weight in methods.most_common())
    first = mix[heaviest(mix, 1)[0]]
    requests = "1 request" if len(mix) == 1 else f"{len(mix):,} requests"
    path = first.path if len(first.path) <= _SHOWN_PATH else f"{first.path[: _SHOWN_PATH - 1]}…"
    frequent = "" if len(mix) == 1 else f", most often {path} ({_percent(first.weight / total)})"
    return f"mix of {requests} ({shares}){frequent}"


def _percent(share: float) -> str:
    percent = 100 * share
    return "under 0.1%" if percent < 0.1 else f"{percent:.0f}%" if percent >= 10 else f"{percent:.2g}%"
