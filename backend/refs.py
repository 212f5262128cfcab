"""References to things that have a page of their own, as the API says them."""

from pydantic import BaseModel


class ExperimentRef(BaseModel):
    id: str
    name: str
