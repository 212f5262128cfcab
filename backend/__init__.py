"""The control plane: API, record of truth, orchestration rules and the `dyno` command."""

__version__ = "0.1.0"
