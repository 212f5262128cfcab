"""What people gave to import, as they gave it."""

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base
from backend.records.sharing import columns


class ImportText(Base):
    """One pasted text or dropped file of an imported experiment, whole."""

    __tablename__ = "import_texts"
    __table_args__ = (UniqueConstraint("experiment_id", "position"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    experiment_id: Mapped[str] = mapped_column(ForeignKey("experiments.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(columns.never(String(200)))
    text: Mapped[str] = mapped_column(columns.never(Text()))
