"""Lines of access logs for tests."""

from backend.access_logs.reader import LogReader, LogSample


def combined_line(
    target: str = "/", method: str = "GET", status: int = 200, size: int | str = 1000, second: int = 0
) -> str:
    time = f"26/Nov/2026:15:45:{second:02} +0000"
    return f'203.0.113.7 - - [{time}] "{method} {target} HTTP/1.1" {status} {size} "-" "curl/8.0"\n'


def read(data: str | bytes, format_name: str = "auto", piece: int = 1000) -> LogSample:
    """Read a log in small pieces."""
    text = data.encode("latin-1") if isinstance(data, str) else data
    reader = LogReader(format_name)
    for begin in range(0, len(text), piece):
        reader.feed(text[begin : begin + piece])
    return reader.finish()
