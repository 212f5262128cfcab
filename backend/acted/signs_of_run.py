"""Signs of a run's settings: acted, never acted, or not known. Pure."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.signs import sign_of
from backend.acted.deduced import cannot_act
from backend.acted.observed import OF_LOGS, OF_SIZE, Counts, observe
from backend.acted.settings import changed_settings, word_of
from backend.advice.rule import Subject
from backend.presentation.words import few

State = Literal["acted", "never_acted", "unknown"]
MAX_SETTINGS = 60
OPENED = 0.01
"""Connections for each request, beyond which a load does not keep its own."""


class SettingSign(BaseModel):
    """Whether a setting that the baseline does not have acted in a run."""

    setting: str = Field(examples=["listen.reuseport"], description="a knob, or a directive of an nginx text")
    state: State
    reason: str = Field("", examples=["one socket listened"], description="empty where nothing is known")

    @property
    def sentence(self) -> str:
        """`reuseport never acted: one socket listened`"""
        return f"{word_of(self.setting)} {self.state.replace('_', ' ')}: {self.reason}"


def signs_of_run(subject: Subject, run: Counts, baseline: Counts) -> list[SettingSign]:
    """One for each setting in which a run differs from its baseline. A counter that moved counts most."""
    settings = changed_settings(subject)[:MAX_SETTINGS]
    opened_share = run.share(run.client_connections)
    reasons = cannot_act(subject, settings, keeps=opened_share is None or opened_share < OPENED)
    return [_sign(setting, reasons.get(setting, ""), subject, run, baseline) for setting in settings]


def _sign(setting: str, reason: str, subject: Subject, run: Counts, baseline: Counts) -> SettingSign:
    observation = observe(setting, subject, run, baseline)
    is_shared = word_of(setting) in OF_SIZE | OF_LOGS  # other settings change sizes and writes as well
    if observation and observation.has_acted and not (reason and is_shared):
        return SettingSign(setting=setting, state="acted", reason=observation.reason)
    if reason or observation:
        final_reason = reason or (observation.reason if observation else "")
        return SettingSign(setting=setting, state="never_acted", reason=final_reason)
    if run.requests and sign_of(setting).read == "start":  # a run that reads back another value fails
        return SettingSign(setting=setting, state="acted", reason="it was read back at the start")
    return SettingSign(setting=setting, state="unknown", reason="")


def never_acted(signs: Sequence[SettingSign]) -> list[SettingSign]:
    return [sign for sign in signs if sign.state == "never_acted"]


def sentence_of(signs: Sequence[SettingSign]) -> str:
    """`reuseport never acted: one socket listened`; of several the names: the run has the reasons."""
    idle = never_acted(signs)
    if len(idle) == 1:
        return idle[0].sentence
    names = list(dict.fromkeys(word_of(sign.setting) for sign in idle))
    return f"{few(names, 3)} never acted" if idle else ""


def is_idle(signs: Sequence[SettingSign]) -> bool:
    """Whether no setting of a run acted."""
    return bool(signs) and all(sign.state == "never_acted" for sign in signs)
