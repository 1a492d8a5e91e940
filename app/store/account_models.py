"""The tables of accounts, apart from those of the game, so that they can live in a database of their own.

A sister game may use the same ones: nothing here knows what is played. Times are seconds since 1970 (UTC). What
would let somebody in (tokens, codes) is kept as SHA-256 only, passwords as argon2id.
"""

from sqlalchemy import Index, LargeBinary, MetaData, Text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from app.store.models import METADATA

ACCOUNTS_METADATA = MetaData(naming_convention=METADATA.naming_convention)


class AccountsModel(SQLModel, registry=registry(metadata=ACCOUNTS_METADATA)):
    """What all tables of accounts are."""


class Account(AccountsModel, table=True):
    """A registered person. ``name`` is what others see and type (the ID); keys are how names are compared.

    ``handle`` is what authenticators know the account by: random, and telling nothing.
    """

    __tablename__ = "account"

    id: str = Field(primary_key=True, max_length=32)
    name: str = Field(max_length=20)
    name_key: str = Field(unique=True, max_length=80)
    email: str | None = Field(default=None, max_length=254)
    email_key: str | None = Field(default=None, unique=True, max_length=300)
    password: str = Field(default="", max_length=200)
    portrait: str = Field(default="", max_length=40)
    handle: bytes = Field(unique=True, sa_type=LargeBinary)
    created_at: float


class AccountSession(AccountsModel, table=True):
    """A browser in which somebody is signed in. ``confirmed_at`` is when they last proved who they are."""

    __tablename__ = "account_session"

    id: str = Field(primary_key=True, max_length=32)
    account_id: str = Field(foreign_key="account.id", ondelete="CASCADE", index=True, max_length=32)
    token_hash: str = Field(unique=True, max_length=64)
    agent: str = Field(default="", max_length=80)
    created_at: float
    seen_at: float
    confirmed_at: float


class Invite(AccountsModel, table=True):
    """A code with which one account can be made. Who used it is not kept."""

    __tablename__ = "account_invite"

    code_hash: str = Field(primary_key=True, max_length=64)
    created_at: float
    expires_at: float
    used_at: float | None = None


class RecoveryCode(AccountsModel, table=True):
    """A code with which somebody who has lost everything else can sign in, once."""

    __tablename__ = "account_recovery_code"

    code_hash: str = Field(primary_key=True, max_length=64)
    account_id: str = Field(foreign_key="account.id", ondelete="CASCADE", index=True, max_length=32)


class Picture(AccountsModel, table=True):
    """An uploaded portrait, small and square. Its id cannot be guessed and changes with the picture."""

    __tablename__ = "account_picture"

    id: str = Field(primary_key=True, max_length=32)
    account_id: str = Field(foreign_key="account.id", ondelete="CASCADE", unique=True, max_length=32)
    image: bytes = Field(sa_type=LargeBinary)


class Passkey(AccountsModel, table=True):
    """A credential that an authenticator made for an account."""

    __tablename__ = "account_passkey"

    id: str = Field(primary_key=True, max_length=32)
    account_id: str = Field(foreign_key="account.id", ondelete="CASCADE", index=True, max_length=32)
    credential_id: bytes = Field(unique=True, sa_type=LargeBinary)
    public_key: bytes = Field(sa_type=LargeBinary)
    sign_count: int
    transports: str = Field(default="[]", sa_type=Text)
    synced: bool = False
    kind: str = Field(default="", max_length=36)
    name: str = Field(max_length=40)
    created_at: float
    used_at: float | None = None


class Challenge(AccountsModel, table=True):
    """What an authenticator has been asked to sign: for one purpose, by one browser, for a few minutes."""

    __tablename__ = "account_challenge"
    __table_args__ = (Index("ix_account_challenge_bound_to_expires_at", "bound_to", "expires_at"),)

    id: str = Field(primary_key=True, max_length=64)
    purpose: str = Field(max_length=16)
    bound_to: str = Field(max_length=64)
    challenge: bytes = Field(sa_type=LargeBinary)
    expires_at: float = Field(index=True)


class Tries(AccountsModel, table=True):
    """How often something was tried: ``count`` times since ``since``, and not again before ``until``."""

    __tablename__ = "account_tries"

    key: str = Field(primary_key=True, max_length=64)
    count: int
    since: float = Field(index=True)
    until: float


class FriendCode(AccountsModel, table=True):
    """Eight digits by which an account can be found, made when first wanted. They can be renewed."""

    __tablename__ = "account_friend_code"

    account_id: str = Field(primary_key=True, foreign_key="account.id", ondelete="CASCADE", max_length=32)
    code: str = Field(unique=True, max_length=8)


class Friendship(AccountsModel, table=True):
    """One side of a friendship; the other side has a row of its own, made and deleted in the same step."""

    __tablename__ = "account_friendship"

    account_id: str = Field(primary_key=True, foreign_key="account.id", ondelete="CASCADE", max_length=32)
    friend_id: str = Field(primary_key=True, foreign_key="account.id", ondelete="CASCADE", index=True, max_length=32)
    since: float


class FriendRequest(AccountsModel, table=True):
    """Somebody has asked to be the friend of whoever ``typed`` means.

    ``to_id`` is None where nobody is meant, or somebody who does not want to hear of it: whoever asked sees the same
    in all these cases. ``noticed``: the other has put the notice of it away, though not answered.
    """

    __tablename__ = "account_friend_request"
    __table_args__ = (Index("uq_account_friend_request_from_id_typed_key", "from_id", "typed_key", unique=True),)

    id: str = Field(primary_key=True, max_length=32)
    from_id: str = Field(foreign_key="account.id", ondelete="CASCADE", max_length=32)
    to_id: str | None = Field(default=None, foreign_key="account.id", ondelete="SET NULL", index=True, max_length=32)
    typed: str = Field(max_length=40)
    typed_key: str = Field(max_length=120)
    created_at: float
    noticed: bool = False


class Block(AccountsModel, table=True):
    """``account_id`` wants to hear nothing of ``blocked_id``."""

    __tablename__ = "account_block"

    account_id: str = Field(primary_key=True, foreign_key="account.id", ondelete="CASCADE", max_length=32)
    blocked_id: str = Field(primary_key=True, foreign_key="account.id", ondelete="CASCADE", index=True, max_length=32)
    created_at: float
