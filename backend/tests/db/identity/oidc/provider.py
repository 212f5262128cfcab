"""A small OpenID provider over real HTTP, from discovery to userinfo. It may be made to lie."""

import base64
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "dynoboard", "the client's secret"
Claims = dict[str, Any]


def _key(kid: str) -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"}, private=True)


KEY, FOREIGN_KEY = _key("first"), _key("first")


@dataclass
class Provider:
    """Signs everybody in as `person` without asking, or by a page that asks which of `people` it is."""

    port: int = 0
    person: Claims = field(
        default_factory=lambda: {
            "sub": "ada-1",
            "name": "Ada",
            "email": "ada@team.example",
            "email_verified": True,
            "preferred_username": "ada",
        }
    )
    people: dict[str, Claims] = field(default_factory=dict)  # by the name on the page
    keys: list[Any] = field(default_factory=lambda: [KEY.as_dict(private=False)])
    sign: Callable[[Claims], str] = lambda claims: jwt.encode({"alg": "RS256", "kid": "first"}, claims, KEY)
    claims: Claims = field(default_factory=dict)  # in place of the right ones; None: left out
    discovery: Claims = field(default_factory=dict)
    answer: Claims = field(default_factory=dict)  # what the browser is sent back with besides
    userinfo: Claims | None = None
    codes: dict[str, Claims] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)  # paths

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}/realm"

    def metadata(self) -> Claims:
        endpoints = {
            "authorization_endpoint": "authorize",
            "token_endpoint": "token",
            "jwks_uri": "keys",
            "userinfo_endpoint": "userinfo",
        }
        found = {name: f"{self.issuer}/{path}" for name, path in endpoints.items()}
        return {"issuer": self.issuer, **found, **self.discovery}

    def page(self, query: Claims) -> str:
        """Who is it?"""
        ways = {name: escape(urlencode(query | {"as": name})) for name in self.people}
        links = "".join(f'<p><a href="authorize?{way}">{escape(name)}</a></p>' for name, way in ways.items())
        return f"<!doctype html><title>Provider</title><h1>Who are you?</h1>{links}"

    def authorize(self, query: Claims) -> str:
        """Where the browser goes back to."""
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert {"openid", "email"} <= set(query["scope"].split())
        if name := query.get("as"):
            self.person = self.people[name]
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        back = {"code": code, "state": query["state"], "iss": self.issuer, **self.answer}
        return f"{query['redirect_uri']}?{urlencode({k: v for k, v in back.items() if v is not None})}"

    def token(self, form: Claims, authorization: str) -> tuple[int, Claims]:
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if authorization != f"Basic {basic}":
            return 401, {"error": "invalid_client"}
        asked = self.codes.pop(form["code"], None)
        is_proven = asked and create_s256_code_challenge(form["code_verifier"]) == asked["code_challenge"]
        if not asked or not is_proven or form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        right = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        said = {**self.person, **right, **self.claims}
        token = self.sign({name: value for name, value in said.items() if value is not None})
        return 200, {"access_token": "a-token", "token_type": "Bearer", "id_token": token}


@contextmanager
def running(port: int = 0) -> Iterator[Provider]:
    """One on a free port."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            provider.asked.append(url.path)
            query = {name: values[0] for name, values in parse_qs(url.query).items()}
            match url.path.removeprefix("/realm/"):
                case ".well-known/openid-configuration":
                    self._say(200, provider.metadata())
                case "keys":
                    self._say(200, {"keys": provider.keys})
                case "userinfo" if self.headers["Authorization"] == "Bearer a-token":
                    said = {"sub": provider.person["sub"]} if provider.userinfo is None else provider.userinfo
                    self._say(200, said)
                case "authorize" if provider.people and "as" not in query:
                    self._write(200, "text/html", provider.page(query))
                case "authorize":
                    self.send_response(303)
                    self.send_header("Location", provider.authorize(query))
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                case _:
                    self._say(404, {})

        def do_POST(self) -> None:
            provider.asked.append(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._say(*provider.token(form, self.headers.get("Authorization", "")))

        def _say(self, status: int, body: Claims) -> None:
            self._write(status, "application/json", json.dumps(body))

        def _write(self, status: int, kind: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    provider.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
