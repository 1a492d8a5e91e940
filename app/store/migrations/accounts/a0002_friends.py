"""Friends: codes by which accounts are found, friendships, requests, blocks."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "a0002"
down_revision = "a0001"


def _account(
    table: str, column: str, *, nullable: bool = False, ondelete: str = "CASCADE"
) -> list[sa.schema.SchemaItem]:
    name = f"fk_{table}_{column}_account"
    return [
        sa.Column(column, AutoString(length=32), nullable=nullable),
        sa.ForeignKeyConstraint([column], ["account.id"], name=name, ondelete=ondelete),
    ]


def upgrade() -> None:
    op.create_table(
        "account_friend_code",
        *_account("account_friend_code", "account_id"),
        sa.Column("code", AutoString(length=8), nullable=False),
        sa.PrimaryKeyConstraint("account_id", name="pk_account_friend_code"),
        sa.UniqueConstraint("code", name="uq_account_friend_code_code"),
    )
    op.create_table(
        "account_friendship",
        *_account("account_friendship", "account_id"),
        *_account("account_friendship", "friend_id"),
        sa.Column("since", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "friend_id", name="pk_account_friendship"),
    )
    op.create_index("ix_account_friendship_friend_id", "account_friendship", ["friend_id"])
    op.create_table(
        "account_friend_request",
        sa.Column("id", AutoString(length=32), nullable=False),
        *_account("account_friend_request", "from_id"),
        *_account("account_friend_request", "to_id", nullable=True, ondelete="SET NULL"),
        sa.Column("typed", AutoString(length=40), nullable=False),
        sa.Column("typed_key", AutoString(length=120), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("noticed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account_friend_request"),
    )
    op.create_index("ix_account_friend_request_to_id", "account_friend_request", ["to_id"])
    op.create_index(
        "uq_account_friend_request_from_id_typed_key", "account_friend_request", ["from_id", "typed_key"], unique=True
    )
    op.create_table(
        "account_block",
        *_account("account_block", "account_id"),
        *_account("account_block", "blocked_id"),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "blocked_id", name="pk_account_block"),
    )
    op.create_index("ix_account_block_blocked_id", "account_block", ["blocked_id"])
