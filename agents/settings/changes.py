"""Brings a host to what a job asks for, and back: every change goes through the journal first."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agents.catalog.roles import SettingKind
from agents.contract.jobs import Setting
from agents.contract.reports import AppliedSetting, UnrestoredSetting
from agents.failure import JobFailed, is_full, no_space
from agents.journal.entry import Entry, Key, Place, note_change, standing
from agents.journal.journal import Journal
from agents.settings.handler import SettingHandler, why_not
from agents.settings.place import current_place, is_elsewhere, network_of, why_gone

log = logging.getLogger(__name__)
# irqbalance stops before interrupts are placed, and starts again after they are back.
_ORDER: tuple[SettingKind, ...] = ("irqbalance", "governor", "irq_affinity", "sysctl")
_Targets = dict[Key, Setting]


class Changes:
    """Changes of this agent to its host. One caller at a time."""

    def __init__(
        self, journal: Journal, handlers: Mapping[SettingKind, SettingHandler], place: Place | None = None
    ) -> None:
        self._journal, self._handlers, self._place = journal, handlers, place or current_place()
        self._applied: dict[Setting, list[Setting]] = {}  # asked → its targets
        self.unrestored_settings: list[UnrestoredSetting] = []

    @property
    def is_none(self) -> bool:
        """Nothing is changed, or everything is back."""
        return not self._journal.entries

    def apply(self, settings: Sequence[Setting]) -> list[AppliedSetting]:
        """Set what is missing and put back what is not named; each value is read back.

        JobFailed `setting_refused` before anything is changed, or `effective_differs`, `setting_refused`,
        `host_touched`, `journal` after everything was put back; `unrestored_settings` says where that failed.
        """
        targets_of = {setting: self._targets(setting) for setting in settings}
        targets = _all_targets(targets_of)
        try:
            self._put_back([e for e in self._journal.entries.values() if e.key not in targets])
            if self.unrestored_settings:
                raise JobFailed("host_touched", sentence(self.unrestored_settings))
            for target in sorted(targets.values(), key=lambda t: _ORDER.index(t.kind)):
                self._set(target)
        except (JobFailed, OSError) as error:
            self.restore()
            if isinstance(error, JobFailed):
                raise
            if is_full(error):
                raise no_space(f"the journal cannot be written, so nothing is changed ({error})") from error
            raise JobFailed("journal", f"Nothing can be changed without the journal: {error}") from error
        self._applied = targets_of
        return [self._as_applied(setting, targets_of[setting]) for setting in settings]

    def restore(self) -> list[UnrestoredSetting]:
        """Put everything back, newest change first; returns what could not be."""
        self._applied = {}
        self._put_back(list(self._journal.entries.values()))
        return self.unrestored_settings

    def take_over(self, lost_changes: Iterable[AppliedSetting]) -> None:
        """Note in the journal what an agent before this one changed; `restore` then restores it as well.

        Only values that still stand as applied, back to values that this agent may set too.
        """
        for change in lost_changes:
            for entry in self._lost_entries(change):
                self._journal.note(entry)

    def forget(self) -> None:
        """Leave what is still changed as it is, because a person said so."""
        for entry in self._journal.entries.values():
            log.warning("%s %s stays changed, as a person chose", entry.kind, entry.name)
        self._journal.forget(list(self._journal.entries))
        self.unrestored_settings = []

    def no_longer_held(self) -> list[AppliedSetting]:
        """Settings of the last `apply` that something else has changed since."""
        return [
            self._as_applied(setting, targets)
            for setting, targets in self._applied.items()
            if any(not self._handler(t).is_same(self._read_or_gone(t), t.value) for t in targets)
        ]

    def changed_sysctls(self) -> set[str]:
        return {name for kind, name in self._journal.entries if kind == "sysctl"}

    def sysctls(self, keys: Iterable[str]) -> dict[str, str]:
        """Key → its value now; empty where there is none."""
        settings = (Setting(kind="sysctl", name=key, value="") for key in keys)
        return {setting.name: self._read_or_gone(setting) for setting in settings}

    def same_sysctls(self, a: Mapping[str, str], b: Mapping[str, str]) -> bool:
        is_same = self._handlers["sysctl"].is_same
        return a.keys() == b.keys() and all(is_same(a[key], b[key]) for key in a)

    def _lost_entries(self, change: AppliedSetting) -> Iterator[Entry]:
        setting_before = change.setting.model_copy(update={"value": change.before})
        try:
            targets, targets_before = self._targets(change.setting), self._targets(setting_before)
        except JobFailed as error:
            log.error("%s cannot be taken over: %s", change.setting.name, error.message)
            return
        for target, before in zip(targets, targets_before, strict=True):
            is_same = self._handler(target).is_same
            is_ours = is_same(self._read_or_gone(target), target.value)
            if is_ours and (target.kind, target.name) not in self._journal.entries:
                yield note_change(None, target, before.value, self._place)

    def _targets(self, setting: Setting) -> list[Setting]:
        try:
            return self._handler(setting).targets(setting)
        except OSError as error:
            raise JobFailed("setting_refused", f"{setting.name}: {why_not(error)}") from error

    def _set(self, target: Setting) -> None:
        handler, entry = self._handler(target), self._journal.entries.get((target.kind, target.name))
        now = handler.read(target.name)
        if entry and standing(entry, now, handler.is_same) == "foreign":
            raise JobFailed("host_touched", f"{target.name} was changed to {now} by something else")
        if handler.is_same(now, target.value):
            return
        self._journal.note(note_change(entry, target, now, self._place))
        self._write(target)
        value = handler.read(target.name)
        if not handler.is_same(value, target.value):
            self._take_as_ours(target, value)
            raise JobFailed(
                "effective_differs", f"{target.name} was set to {target.value}, and reads back as {value}"
            )

    def _write(self, target: Setting) -> None:
        try:
            self._handler(target).write(target.name, target.value)
        except OSError as error:
            raise JobFailed(
                "setting_refused", f"{target.name} cannot be set to {target.value}: {why_not(error)}"
            ) from error

    def _take_as_ours(self, target: Setting, value: str) -> None:
        """The kernel turned the value we wrote into another one, which is then ours to put back as well."""
        entry = self._journal.entries[(target.kind, target.name)]
        self._journal.note(note_change(entry, target.model_copy(update={"value": value}), value, self._place))

    def _put_back(self, entries: list[Entry]) -> None:
        results = [(entry, self._put_back_one(entry)) for entry in reversed(entries)]
        self._journal.forget([entry.key for entry, change in results if change is None])
        self.unrestored_settings = [change for _, change in results if change]
        for change in self.unrestored_settings:
            log.error("%s %s is left over: %s", change.setting.kind, change.setting.name, change.reason)

    def _put_back_one(self, entry: Entry) -> UnrestoredSetting | None:
        """None when the value is as it was before, or is gone with what it was a value of."""
        handler = self._handlers[entry.kind]
        if gone_reason := why_gone(entry, self._place):
            log.info("%s %s is back already: %s", entry.kind, entry.name, gone_reason)
            return None
        if is_elsewhere(entry, self._place):
            return self._unrestored_setting(
                entry, "", "it was changed in another network namespace, which is still there"
            )
        try:
            now = handler.read(entry.name)
            match standing(entry, now, handler.is_same):
                case "before":
                    return None
                case "foreign":
                    return self._unrestored_setting(entry, now, f"it was changed to {now} by something else")
            handler.write(entry.name, entry.before)
            value = handler.read(entry.name)
        except FileNotFoundError:
            log.info("%s %s does not exist any more", entry.kind, entry.name)
            return None
        except (OSError, JobFailed) as error:
            reason = why_not(error) if isinstance(error, OSError) else error.message
            return self._unrestored_setting(entry, entry.ours[-1], reason)
        if not handler.is_same(value, entry.before):
            return self._unrestored_setting(
                entry, value, f"it was set to {entry.before}, and reads back as {value}"
            )
        log.info("%s %s is back at %s", entry.kind, entry.name, entry.before)
        return None

    def _unrestored_setting(self, entry: Entry, now: str, reason: str) -> UnrestoredSetting:
        netns, net_of = network_of(entry)
        return UnrestoredSetting(
            setting=entry.setting, before=entry.before, now=now, reason=reason, netns=netns, net_of=net_of
        )

    def _as_applied(self, setting: Setting, targets: list[Setting]) -> AppliedSetting:
        now = {t.name: self._read_or_gone(t) for t in targets}
        entries = self._journal.entries
        before = {n: e.before if (e := entries.get((setting.kind, n))) else now[n] for n in now}
        return AppliedSetting(setting=setting, before=_in_words(before), now=_in_words(now))

    def _read_or_gone(self, target: Setting) -> str:
        try:
            return self._handler(target).read(target.name)
        except (OSError, JobFailed):
            return ""

    def _handler(self, setting: Setting) -> SettingHandler:
        return self._handlers[setting.kind]


def sentence(unrestored_settings: Sequence[UnrestoredSetting]) -> str:
    """Describe for people what is not as it was before."""
    return "; ".join(f"{change.setting.name}: {change.reason}" for change in unrestored_settings)


def _all_targets(targets_of: Mapping[Setting, Sequence[Setting]]) -> _Targets:
    all_targets: _Targets = {}
    for targets in targets_of.values():
        for target in targets:
            earlier = all_targets.setdefault((target.kind, target.name), target)
            if earlier.value != target.value:
                raise JobFailed(
                    "setting_refused",
                    f"{target.name} was asked to be both {earlier.value} and {target.value}",
                )
    return all_targets


def _in_words(values: Mapping[str, str]) -> str:
    """One value where all targets have the same, else each by its name."""
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return ", ".join(f"{name}: {value}" for name, value in values.items())
