"""References to things and people, as the API says them."""

from pydantic import BaseModel


class ExperimentRef(BaseModel):
    id: str
    name: str


class PersonRef(BaseModel):
    """An account, as everybody who is signed in sees it."""

    id: str
    login: str
    name: str
