"""Is a delta honest? Simulated experiments with a known truth, judged by the product's own code.

    .venv/bin/python -m e2e.bench.calibration [--seed N] [--experiments N] [--out FILE]

Prints a table and one line of JSON; exits 1 if a figure is outside its bounds. Noise is log-normal;
drift is a first-order autoregression over the trials in the order in which they run, of the same size as
the noise. A/A: the share of equal runs called better or worse. Coverage: the share of 95% intervals that
hold the true change. Bounds allow for what so many experiments may deviate by chance (3.3 standard errors).
"""
