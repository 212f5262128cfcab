"""What the API says of reaching it from other machines."""

from pydantic import BaseModel, Field


class Hindrance(BaseModel):
    """Why a machine elsewhere could not become a host, and what to do."""

    what: str
    command: str = Field(default="", description="what to run on the dashboard's machine")


class Reach(BaseModel):
    bind: str = Field(description="address that the dashboard listens on")
    port: int
    broker: str = Field(description="where agents take their jobs from; empty: this machine alone")
    encrypted: bool
    hindrances: list[Hindrance] = Field(description="empty where other machines can become hosts")
    targets: list[str] = Field(description="hosts that packages are there for", examples=[["3.12 x86_64"]])
    key_pin: str = Field(
        "", description="of the certificate's key, for `curl --pinnedpubkey`; empty where systems trust it"
    )
