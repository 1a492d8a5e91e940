"""Links by which somebody else can watch a finished match."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "replay_link",
        sa.Column("token", AutoString(length=43), nullable=False),
        sa.Column("match_id", AutoString(length=36), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["finished_match.id"], name="fk_replay_link_match_id_finished_match", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token", name="pk_replay_link"),
    )
    op.create_index("ix_replay_link_match_id", "replay_link", ["match_id"], unique=True)
