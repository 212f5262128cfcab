"""The entries of a planted metric and a planted knob, as they stand in the catalog."""

METRIC = """
    _metric(
        "jitter_s",
        "jitter",
        "Change from one latency to the next, as the planted tool printed it",
        unit="s",
        direction="lower",
        group="latency",
        short="planted jitter",
        phrase="planted jitter",
        shown=("picker", "compare", "trials", "trial_columns"),
        columns=("jitter",),
    ),
"""
KNOB = """
    _knob(
        "nginx.ahoy_limit",
        takes("int", "7", 1, 100),
        "A planted knob.",
        _core.rule(HSL, number(1, 100)),
    ),
"""
