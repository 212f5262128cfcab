"""Numbers as people read them: three digits and a unit."""

LARGE = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
SMALL = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def count(value: float) -> str:
    """Three digits: 17123 → `17.1k`, 950 → `950`."""
    factor, prefix = next(((f, p) for f, p in LARGE if abs(value) >= f * 0.9995), (1.0, ""))
    return f"{_three_digits(value / factor)}{prefix}"


def latency(seconds: float) -> str:
    """Three digits: 0.00595 → `5.95 ms`."""
    factor, unit = next(((f, u) for f, u in SMALL if abs(seconds) >= f * 0.9995), SMALL[-1])
    return f"{_three_digits(seconds / factor)} {unit}"


def duration(seconds: float) -> str:
    """A time span: 42 → `42 s`, 95 → `1 min 35 s`."""
    whole = max(0, round(seconds))
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"


def _three_digits(value: float) -> str:
    """17.123 → `17.1`, 5.95 → `5.95`, 950.4 → `950`."""
    return f"{value:.{max(0, 3 - len(str(int(abs(value) * 1.0005))))}f}" if value else "0"
