"""The control plane: API, record of truth, orchestration rules and the `dyno` command."""

from agents import __version__ as __version__
