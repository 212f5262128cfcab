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
    Knob(
        name="nginx.ahoy_limit",
        role="proxy",
        family="http",
        type="int",
        minimum=1,
        maximum=100,
        default="7",
        text="A planted knob.",
        directive="ahoy_limit",
        context="http",
        rule=_core.rule(HSL, number(1, 100)),
    ),
"""
