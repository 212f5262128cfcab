"""wrk: ends by duration; a Lua `done` hook adds exact figures to its report."""

import shutil
from pathlib import Path

from agents.contract.workload import Workload
from agents.load.driver import Asked, Outcome, outcome_of
from agents.render.argv import wrk_argv

DONE_HOOK = Path(__file__).with_name("done.lua")
_MARGIN_S = 10


class Wrk:
    name = "wrk"

    def version(self, said: Asked) -> str | None:
        if not shutil.which("wrk"):
            return None
        first = said(["wrk", "-v"]).partition("\n")[0].split()
        return first[1] if len(first) > 1 else ""

    def argv(self, workload: Workload, url: str, folder: Path) -> list[str]:
        shutil.copyfile(DONE_HOOK, folder / DONE_HOOK.name)
        return wrk_argv(workload, url, DONE_HOOK.name)

    def longest_s(self, workload: Workload) -> float:
        return (workload.duration_s or 0) + workload.timeout_s + _MARGIN_S

    def files_needed(self, workload: Workload) -> int:
        return workload.connections + 2 * workload.threads + 16

    def outcome(self, stdout: str, stderr: str, folder: Path) -> Outcome:
        return outcome_of("wrk", stdout, stderr)
