"""Declared servers for tests: a small HTTP server in Python that misbehaves as it is told."""

import os
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "servers" / "examples"
PYTHON = os.path.realpath(sys.executable)
SCRIPT = """
import http.server, os, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(STATUS)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"hi\\n")
    log_message = lambda *_: None
STATUS = 200
def serve(address, port):
    http.server.ThreadingHTTPServer((address, int(port)), Answer).serve_forever()
address, port = sys.argv[1:3]
"""
SERVE = "serve(address, port)\n"
DECLARATION = """
kind = "declared"
argv = ["{python}", "-I", "{script}", "{{address}}", "{{port}}"]
files = ["{script}"]
ready = {{path = "/", status = 200}}
{more}
"""


def declare(folder: Path, end: str = SERVE, more: str = "", name: str = "own") -> Path:
    """Write servers.d with one such server, whose script ends in these lines."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    script = folder / f"{name}.py"
    script.write_text(SCRIPT + end)
    script.chmod(0o644)
    text = DECLARATION.format(python=PYTHON, script=script, more=more).replace("{{", "{").replace("}}", "}")
    (folder / f"{name}.toml").write_text(text)
    return folder
