"""What a share link opens: which addresses of the API, of which experiments and runs. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from backend.comparisons.selection import SIDES
from backend.sharing.schemas import Kind

_ID = "[A-Za-z0-9]{1,32}"
_FREE = frozenset(
    (
        "metric",
        "theme",
        "save",
        "rows",
        "columns",
        "at",
        "role",
        "workload",
        "output",
        "samples",
        "trial",
        "side",
        "match",
        "v",
    )
)
"""Queries that choose among what is open already."""
_RUNS = frozenset(SIDES)
_SPLIT = ("experiment", "factor", "level_a", "level_b")

EVERYWHERE = ("metrics", "tools", "version")
"""What the program knows by itself; nothing of any result."""
_FILES = ("/report", "/export.{kind}", "/charts/{name}.{kind}", "/card.png")
_EXPERIMENT = (
    *(
        "",
        "/trials",
        "/deltas",
        "/steps",
        "/calibration",
        "/pivot",
        "/main-effects",
        "/diagnostics",
        "/accounting",
        "/retested",
    ),
    *("/profile-difference", "/profile-difference.svg", "/definition.yaml", "/texts", "/texts/{number}"),
    *_FILES,
)
_RUN = ("", "/samples", "/latency", "/latency.{kind}", "/profile", "/profile.{kind}", *_FILES[1:])
OF_EXPERIMENT = tuple(f"experiments/{{experiment}}{rest}" for rest in _EXPERIMENT)
OF_RUN = ("trials/{trial}/output", *(f"runs/{{run}}{rest}" for rest in _RUN))
OF_SAVED = tuple(f"comparisons/{{comparison}}{rest}" for rest in ("", *_FILES))
OF_VIEW = tuple(f"compare{rest}" for rest in ("", "/configs", *_FILES))
_OF_REPORT = re.compile(r".*/(report|export\.(?:md|html)|charts/[a-z]+\.(?:svg|png)|card\.png)")
"""Of the same addresses what a report alone is made of."""
_PARTS = {"kind": "[a-z]{2,6}", "name": "[a-z]{1,20}", "number": "[0-9]{1,3}"}


@dataclass(frozen=True)
class Inside:
    """What lies inside of a link.

    experiment   whose page it opens; None: no experiment's
    comparison   the saved one that it opens
    state        the view of Compare that it opens, also that of the saved one
    runs         whose pages it opens
    experiments  whose rows these are made of
    """

    kind: Kind
    as_report: bool
    title: str
    page: str
    experiments: frozenset[str]
    runs: frozenset[str] = frozenset()
    experiment: str | None = None
    comparison: str | None = None
    state: Mapping[str, str] = field(default_factory=dict)

    def opens(self, path: str, query: Iterable[tuple[str, str]]) -> str | None:
        """Whether `path` (below /api/v1/) with this query is part of it: the trial whose run has to be looked
        up, else an empty text; None for everything else."""
        for template in self._templates():
            match = _pattern(template).fullmatch(path)
            if match is not None:
                ids = match.groupdict()
                if self._names(ids) and self._asks(query) and self._is_shown(path):
                    return ids.get("trial", "")
                return None
        return None

    @property
    def card(self) -> str:
        """The picture of the link, below /api/v1/, with its query."""
        return f"{self._own_path()}/card.png"

    def _own_path(self) -> str:
        if self.kind == Kind.EXPERIMENT:
            return f"experiments/{self.experiment}"
        if self.kind == Kind.RUN:
            return f"runs/{next(iter(self.runs))}"
        return f"comparisons/{self.comparison}" if self.comparison else "compare"

    def _templates(self) -> Sequence[str]:
        if self.kind == Kind.EXPERIMENT:
            return (*EVERYWHERE, *OF_EXPERIMENT, *OF_RUN)
        if self.kind == Kind.RUN:
            return (*EVERYWHERE, *OF_RUN)
        return (*EVERYWHERE, *OF_VIEW, *(OF_SAVED if self.comparison else ()), *OF_RUN)

    def _is_shown(self, path: str) -> bool:
        if not self.as_report or path in EVERYWHERE:
            return True
        return (
            path.startswith((self._own_path() + "/", "compare/")) and _OF_REPORT.fullmatch(path) is not None
        )

    def _names(self, ids: Mapping[str, str]) -> bool:
        """Whether every id in the path is of something inside. Whose trial it is takes a look at its row."""
        return (
            ids.get("experiment", self.experiment) == self.experiment
            and ids.get("comparison", self.comparison) == self.comparison
            and ("run" not in ids or ids["run"] in self.runs)
        )

    def _asks(self, query: Iterable[tuple[str, str]]) -> bool:
        """A part of a comparison is named whole: what is left out would be another one, chosen for us."""
        parameters = list(query)
        split = {name: value for name, value in parameters if name in _SPLIT and value}
        is_whole = not split or split == {name: value for name in _SPLIT if (value := self.state.get(name))}
        return is_whole and all(self._may_ask(name, value) for name, value in parameters)

    def _may_ask(self, name: str, value: str) -> bool:
        if name in _RUNS:
            return all(run in self.runs for run in value.split(",") if run)
        if name in _SPLIT:
            return self.state.get(name, "") == value
        return name in _FREE


def _pattern(template: str) -> re.Pattern[str]:
    pattern = re.sub(
        r"\\\{([a-z]+)\\\}",
        lambda part: f"(?P<{part[1]}>{_PARTS.get(part[1], _ID)})",
        re.escape(template),
    )
    return re.compile(pattern)
