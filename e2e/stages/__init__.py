"""The stages of `make test` side by side, and what their tests took: `python -m e2e.stages LANE...`."""
