"""weighttp: ends by requests; 0.5 has times in its report, older ones have none."""

import re
import shutil
from pathlib import Path

from agents.contract.workload import Workload
from agents.load.driver import LONGEST_S, Asked, Outcome, outcome_of
from agents.render.argv import weighttp_argv

_VERSION = re.compile(r"(?:^|\s)(?:weighttp|version:)\s+(\d[\w.-]*)")
_MARGIN_S = 30


class Weighttp:
    name = "weighttp"

    def version(self, said: Asked) -> str | None:
        """Empty where it does not say: builds between 0.4 and 0.5."""
        if not shutil.which("weighttp"):
            return None
        # 0.3 and 0.4 have -v, later ones -V; the other one gets usage, which may name the version too.
        found = (_VERSION.search(said(["weighttp", option])) for option in ("-v", "-V"))
        return next((match[1] for match in found if match), "")

    def argv(self, workload: Workload, url: str, folder: Path) -> list[str]:
        return weighttp_argv(workload, url)

    def longest_s(self, workload: Workload) -> float:
        return LONGEST_S + _MARGIN_S

    def files_needed(self, workload: Workload) -> int:
        return workload.connections + 2 * workload.threads + 16

    def outcome(self, stdout: str, stderr: str, folder: Path) -> Outcome:
        return outcome_of("weighttp", stdout, stderr)
