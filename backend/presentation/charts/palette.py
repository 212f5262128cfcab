"""The colours of the dashboard, light and dark: one accent; green, orange and grey for verdicts only."""

import re
from collections.abc import Mapping
from typing import Literal

Theme = Literal["light", "dark"]

LIGHT: dict[str, str] = {
    "surface": "#ffffff",
    "sunken": "#f1f3f6",
    "grid": "#e8ebf0",
    "axis": "#98a2b3",
    "ink": "#101828",
    "dimmed": "#58647a",
    "accent": "#2454d6",
    "a": "#b3bcc9",
    "b": "#4b78de",
    "better": "#21936a",
    "better-ink": "#0b6b48",
    "better-soft": "#dcefe7",
    "worse": "#d2571f",
    "worse-ink": "#a63d0a",
    "worse-soft": "#fbe5da",
    "unclear": "#c3c9d2",
    "unclear-ink": "#566073",
    "unclear-soft": "#edf0f3",
    "noise": "#e9ecf2",
    "dot": "#5d6880",
    "s2": "#7a5bc7",
    "s3": "#0e7f8c",
    "s4": "#a3416b",
    "s5": "#7a6a20",
}
DARK: dict[str, str] = {
    "surface": "#151b23",
    "sunken": "#1e2630",
    "grid": "#232b36",
    "axis": "#6c7686",
    "ink": "#e9edf3",
    "dimmed": "#98a2b2",
    "accent": "#6394ff",
    "a": "#5b6472",
    "b": "#3f73d9",
    "better": "#31bd8b",
    "better-ink": "#47d6a2",
    "better-soft": "#14342b",
    "worse": "#e8833a",
    "worse-ink": "#f59a56",
    "worse-soft": "#3b2618",
    "unclear": "#4a5260",
    "unclear-ink": "#a2abba",
    "unclear-soft": "#222a35",
    "noise": "#1f2733",
    "dot": "#a7b0be",
    "s2": "#a78bea",
    "s3": "#3fb3c0",
    "s4": "#d9769d",
    "s5": "#bda94a",
}
THEMES: Mapping[Theme, Mapping[str, str]] = {"light": LIGHT, "dark": DARK}
SERIES = ("accent", "s2", "s3", "s4", "s5", "dot")
_VERDICTS = {"better": "better", "worse": "worse"}


def of_verdict(verdict: str) -> str:
    """The token of a verdict: whatever is not settled is grey."""
    return _VERDICTS.get(verdict, "unclear")


def muted_token(token: str) -> str:
    """The token in place of a verdict's, where none is to be trusted."""
    return re.sub("^(better|worse)(?=-|$)", "unclear", token)


def css_variables(theme: Theme) -> str:
    """`--dyno-ink: #101828; …` for a style sheet."""
    return " ".join(f"--dyno-{token}: {colour};" for token, colour in THEMES[theme].items())
