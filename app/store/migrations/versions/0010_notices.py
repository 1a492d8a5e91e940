"""What owners are told on every page until it is settled."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "0010"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "notice",
        sa.Column("owner_id", AutoString(length=64), nullable=False),
        sa.Column("key", AutoString(length=64), nullable=False),
        sa.Column("kind", AutoString(length=32), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("href", AutoString(length=200), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name="fk_notice_owner_id_owner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("owner_id", "key", name="pk_notice"),
    )
