"""A workload as answers show it: a mix in words with its heaviest requests, instead of thousands. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import Field, TypeAdapter, model_validator

from agents.contract.mix import Mix, MixEntry, heaviest
from agents.contract.workload import Workload

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

    @model_validator(mode="before")
    @classmethod
    def _with_heaviest_alone(cls, data: Any) -> Any:
        """Take a workload as it is stored or planned; one that is shown already stays."""
        fields = data.model_dump() if isinstance(data, Workload) else data
        if not isinstance(fields, dict) or not fields.get("mix") or fields.get("mix_words"):
            return fields
        mix = _MIX.validate_python(fields["mix"])
        shown_mix = [mix[index] for index in heaviest(mix, _SHOWN_ENTRIES)]
        site = (fields.get("site") or [])[:_SHOWN_ENTRIES]
        return {**fields, "mix": shown_mix, "site": site, "mix_words": mix_words(mix)}


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
