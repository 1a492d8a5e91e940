"""Accounts with their sessions, invites, codes, pictures, passkeys, and counters of tries."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "a0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", AutoString(length=32), nullable=False),
        sa.Column("name", AutoString(length=20), nullable=False),
        sa.Column("name_key", AutoString(length=80), nullable=False),
        sa.Column("email", AutoString(length=254), nullable=True),
        sa.Column("email_key", AutoString(length=300), nullable=True),
        sa.Column("password", AutoString(length=200), nullable=False),
        sa.Column("portrait", AutoString(length=40), nullable=False),
        sa.Column("handle", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("email_key", name="uq_account_email_key"),
        sa.UniqueConstraint("handle", name="uq_account_handle"),
        sa.UniqueConstraint("name_key", name="uq_account_name_key"),
    )
    op.create_table(
        "account_challenge",
        sa.Column("id", AutoString(length=64), nullable=False),
        sa.Column("purpose", AutoString(length=16), nullable=False),
        sa.Column("bound_to", AutoString(length=64), nullable=False),
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account_challenge"),
    )
    op.create_index("ix_account_challenge_bound_to_expires_at", "account_challenge", ["bound_to", "expires_at"])
    op.create_index("ix_account_challenge_expires_at", "account_challenge", ["expires_at"])
    op.create_table(
        "account_invite",
        sa.Column("code_hash", AutoString(length=64), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("code_hash", name="pk_account_invite"),
    )
    op.create_table(
        "account_tries",
        sa.Column("key", AutoString(length=64), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_account_tries"),
    )
    op.create_index("ix_account_tries_since", "account_tries", ["since"])
    op.create_table(
        "account_passkey",
        sa.Column("id", AutoString(length=32), nullable=False),
        sa.Column("account_id", AutoString(length=32), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.Integer(), nullable=False),
        sa.Column("transports", sa.Text(), nullable=False),
        sa.Column("synced", sa.Boolean(), nullable=False),
        sa.Column("kind", AutoString(length=36), nullable=False),
        sa.Column("name", AutoString(length=40), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_account_passkey_account_id_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_account_passkey"),
        sa.UniqueConstraint("credential_id", name="uq_account_passkey_credential_id"),
    )
    op.create_index("ix_account_passkey_account_id", "account_passkey", ["account_id"])
    op.create_table(
        "account_picture",
        sa.Column("id", AutoString(length=32), nullable=False),
        sa.Column("account_id", AutoString(length=32), nullable=False),
        sa.Column("image", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_account_picture_account_id_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_account_picture"),
        sa.UniqueConstraint("account_id", name="uq_account_picture_account_id"),
    )
    op.create_table(
        "account_recovery_code",
        sa.Column("code_hash", AutoString(length=64), nullable=False),
        sa.Column("account_id", AutoString(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_account_recovery_code_account_id_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("code_hash", name="pk_account_recovery_code"),
    )
    op.create_index("ix_account_recovery_code_account_id", "account_recovery_code", ["account_id"])
    op.create_table(
        "account_session",
        sa.Column("id", AutoString(length=32), nullable=False),
        sa.Column("account_id", AutoString(length=32), nullable=False),
        sa.Column("token_hash", AutoString(length=64), nullable=False),
        sa.Column("agent", AutoString(length=80), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.Column("confirmed_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_account_session_account_id_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_account_session"),
        sa.UniqueConstraint("token_hash", name="uq_account_session_token_hash"),
    )
    op.create_index("ix_account_session_account_id", "account_session", ["account_id"])
