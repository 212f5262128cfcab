"""`dyno agent …` hands its words to the agent's own program as they are."""

import os

import pytest
from typer.testing import CliRunner

from backend.cli.agent import app


@pytest.mark.parametrize(
    "words",
    [
        ["--server", "http://127.0.0.1:8080", "--roles", "load,proxy", "--token-file", "x"],
        ["--help"],
        ["upgrade", "--now"],
        ["server", "add", "built", "--source", "nginx", "--", "--with-cc-opt=-O3 -march=native"],
    ],
)
def test_words_reach_the_agent_unchanged(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, argv: calls.append(argv))
    CliRunner().invoke(app, words)
    assert calls[0][4:] == words
