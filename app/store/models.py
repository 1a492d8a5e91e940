"""The tables of the database. Times are seconds since 1970 (UTC); texts named so hold JSON made by the caller."""

from sqlalchemy import Index, MetaData, Text
from sqlmodel import Field, SQLModel

# Every constraint has a name, since SQLite can only change those that have one.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA: MetaData = SQLModel.metadata


class Owner(SQLModel, table=True):
    """Whose a local game, preferences and matches are: a browser or an account.

    A browser is known by a hash of the token in its cookie; the token itself is not kept. The account may be in
    another database, so there is nothing but its id here (see `games.account_owner`).
    """

    __tablename__ = "owner"

    id: str = Field(primary_key=True, max_length=64)
    language: str = Field(default="", max_length=8)
    preferences: str = Field(default="{}", sa_type=Text)
    created_at: float
    seen_at: float


class LiveTable(SQLModel, table=True):
    """A match that can be gone on with: its state after ``version`` moves, and when it moves by itself."""

    __tablename__ = "live_table"

    id: str = Field(primary_key=True, max_length=36)
    owner_id: str | None = Field(default=None, foreign_key="owner.id", ondelete="CASCADE", index=True, max_length=64)
    rules: str = Field(sa_type=Text)
    seats: str = Field(sa_type=Text)
    status: str = Field(default="running", max_length=16)
    version: int = 0
    snapshot: str = Field(sa_type=Text)
    record: str = Field(default="", sa_type=Text)
    due_at: float | None = Field(default=None, index=True)
    created_at: float
    updated_at: float


class TableEvent(SQLModel, table=True):
    """One move at a table: move number ``seq`` led to version ``seq``. ``told`` is what it made happen."""

    __tablename__ = "table_event"
    __table_args__ = (Index("uq_table_event_table_id_action_id", "table_id", "action_id", unique=True),)

    table_id: str = Field(primary_key=True, foreign_key="live_table.id", ondelete="CASCADE", max_length=36)
    seq: int = Field(primary_key=True)
    action_id: str = Field(max_length=64)
    seat: int
    move: str = Field(sa_type=Text)
    told: str = Field(default="[]", sa_type=Text)
    at: float


class FinishedMatch(SQLModel, table=True):
    """A match played to its end, as one owner keeps it.

    ``id`` is that of its table, in a room made from that and the owner, so that it cannot be kept twice.
    In a room ``match_id`` is what the rows of one match have in common, ``own_seats`` (a list) are the owner's there,
    and ``place`` is the best of them, from 1; 0 for an owner who left for good.
    """

    __tablename__ = "finished_match"
    __table_args__ = (
        Index("ix_finished_match_owner_id_finished_at", "owner_id", "finished_at"),
        Index("ix_finished_match_owner_id_match_id", "owner_id", "match_id"),
    )

    id: str = Field(primary_key=True, max_length=36)
    owner_id: str | None = Field(default=None, foreign_key="owner.id", ondelete="CASCADE", max_length=64)
    finished_at: float
    online: bool = False
    rules: str = Field(sa_type=Text)
    seats: str = Field(sa_type=Text)
    places: str = Field(sa_type=Text)
    scores: str = Field(sa_type=Text)
    figures: str = Field(sa_type=Text)
    record: str = Field(sa_type=Text)
    match_id: str | None = Field(default=None, max_length=36)
    own_seats: str | None = Field(default=None, max_length=64)
    place: int | None = None


class ReplayLink(SQLModel, table=True):
    """Whoever has the ``token`` may watch the match; deleting the row ends that.

    The token stands here as it is: it opens nothing but what stands beside it, and its owner wants to copy it again.
    """

    __tablename__ = "replay_link"

    token: str = Field(primary_key=True, max_length=43)
    match_id: str = Field(foreign_key="finished_match.id", ondelete="CASCADE", index=True, unique=True, max_length=36)
    created_at: float


class Notice(SQLModel, table=True):
    """Something that an owner is told on every page until it is settled; ``key`` names what it is about."""

    __tablename__ = "notice"

    owner_id: str = Field(primary_key=True, foreign_key="owner.id", ondelete="CASCADE", max_length=64)
    key: str = Field(primary_key=True, max_length=64)
    kind: str = Field(max_length=32)
    params: str = Field(default="{}", sa_type=Text)
    href: str = Field(max_length=200)
    created_at: float


class Room(SQLModel, table=True):
    """An online room: everything about it in ``body``, beside what is searched for.

    ``host_id`` is the owner who decides there, ``table_id`` its match, ``due_at`` when it moves by itself.
    """

    __tablename__ = "room"

    code: str = Field(primary_key=True, max_length=8)
    host_id: str = Field(index=True, max_length=64)
    status: str = Field(max_length=16)
    listed: bool = False
    table_id: str | None = Field(default=None, max_length=36)
    body: str = Field(sa_type=Text)
    created_at: float
    updated_at: float
    due_at: float | None = Field(default=None, index=True)


class RoomMember(SQLModel, table=True):
    """A room has to do with an owner; in what way says its ``body``."""

    __tablename__ = "room_member"

    code: str = Field(primary_key=True, foreign_key="room.code", ondelete="CASCADE", max_length=8)
    owner_id: str = Field(primary_key=True, index=True, max_length=64)
