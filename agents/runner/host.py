"""Changes of this agent to its host, and whether they are undone: processes, nginx, settings, the lock."""

import logging
import threading
from collections.abc import Callable

from agents.contract.heartbeat import Claimed
from agents.contract.jobs import NginxSetup, Setting
from agents.contract.reports import Abilities, AppliedSetting, PreparedSetup, UnrestoredSetting
from agents.contract.states import HostCondition
from agents.failure import JobFailed
from agents.processes import Processes
from agents.proxy.setups import Setups
from agents.runner.host_lock import HostLock
from agents.settings.abilities import abilities
from agents.settings.changes import Changes, sentence
from agents.settings.registry import SettingHandlers

log = logging.getLogger(__name__)


class Host:
    """One change at a time; a report can be read from any thread."""

    def __init__(
        self,
        processes: Processes,
        setups: Setups,
        handlers: SettingHandlers,
        changes: Changes,
        lock: HostLock,
    ) -> None:
        self._processes, self._setups, self._handlers = processes, setups, handlers
        self._changes, self._host_lock = changes, lock
        self._stubborn: list[int] = []
        self._one = threading.RLock()

    @property
    def condition(self) -> HostCondition:
        if self._stubborn or self._changes.unrestored_settings:
            return HostCondition.NEEDS_RESTORE
        is_clean = self._changes.is_none and self._setups.condition == HostCondition.CLEAN
        return HostCondition.CLEAN if is_clean else HostCondition.APPLIED

    @property
    def unrestored_settings(self) -> list[UnrestoredSetting]:
        return list(self._changes.unrestored_settings)

    def foreign_claim(self) -> Claimed | None:
        """Claim of another agent that holds this host."""
        return self._host_lock.foreign_claim()

    def claim(self, experiment: str | None) -> None:
        """This host is the experiment's until `put_back`. JobFailed `host_needs_restore` or `host_busy`."""
        with self._one:
            if self.condition == HostCondition.NEEDS_RESTORE:
                raise JobFailed(
                    "host_needs_restore",
                    f"This host differs from its state before: {self._why_needs_restore()}",
                )
            self._host_lock.take(experiment or "none")

    def prepare(self, setups: list[NginxSetup], is_cancelled: Callable[[], bool]) -> list[PreparedSetup]:
        with self._one:
            return self._setups.prepare(setups, is_cancelled)

    def apply(
        self, settings: list[Setting], keys: list[str], is_cancelled: Callable[[], bool]
    ) -> tuple[list[AppliedSetting], list[PreparedSetup]]:
        """Settings first, then a restart of the setups that were started under others. See Changes.apply."""
        with self._one:
            applied_settings = self._changes.apply(settings)
            return applied_settings, self._setups.renew(keys, is_cancelled)

    def take_over(self, lost_changes: list[AppliedSetting]) -> None:
        """Take over the changes of an agent before this one, to put them back; OSError without a journal."""
        with self._one:
            self._changes.take_over(lost_changes)

    def put_back(self, forget: bool = False) -> None:
        """Stop everything, including what an earlier start left, and put every value back.

        `forget`: what cannot be undone stays as it is.
        """
        with self._one:
            self._setups.stop_all()
            self._stubborn = self._processes.end_leftovers()
            self._changes.restore()
            if self._stubborn:
                log.error("these processes would not end: %s", self._stubborn)
            if forget:
                self._stubborn = []
                self._changes.forget()
            if self.condition != HostCondition.NEEDS_RESTORE:
                self._host_lock.release()

    def close(self) -> None:
        """The agent ends: like `put_back`, and nothing stays in shared places."""
        self.put_back()
        self._setups.close()

    def changed_meanwhile(self) -> list[AppliedSetting]:
        """Settings that something else has changed since they were applied."""
        return self._changes.no_longer_held()

    def abilities(self) -> Abilities:
        return abilities(self._handlers)

    def _why_needs_restore(self) -> str:
        processes = [f"processes {self._stubborn} would not end"] if self._stubborn else []
        return "; ".join([*processes, *filter(None, [sentence(self._changes.unrestored_settings)])])
