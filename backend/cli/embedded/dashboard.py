"""What the embedded stack asks of its own API while it starts."""

import httpx
from pydantic import SecretStr


class Dashboard:
    """The API at `url`, asked with the token when there is one."""

    def __init__(self, url: str, token: SecretStr | None) -> None:
        headers = {"Authorization": f"Bearer {token.get_secret_value()}"} if token else {}
        self.url = url
        self._client = httpx.Client(base_url=url, headers=headers, timeout=5, trust_env=False)

    def ready(self) -> bool:
        """True when the API has its database, broker and schema."""
        return self._get("/readyz") is not None

    def online(self) -> set[str]:
        """The names of the hosts that are online."""
        answer = self._get("/api/v1/hosts")
        hosts = answer.json() if answer else []
        return {host["name"] for host in hosts if host["online"]}

    def _get(self, path: str) -> httpx.Response | None:
        try:
            answer = self._client.get(path)
        except httpx.TransportError:
            return None
        return answer if answer.is_success else None
