"""Rooms, who belongs to them, and whose a match was that several owners keep."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "room",
        sa.Column("code", AutoString(length=8), nullable=False),
        sa.Column("host_id", AutoString(length=64), nullable=False),
        sa.Column("status", AutoString(length=16), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("table_id", AutoString(length=36), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("code", name="pk_room"),
    )
    op.create_index("ix_room_host_id", "room", ["host_id"])
    op.create_index("ix_room_due_at", "room", ["due_at"])
    op.create_table(
        "room_member",
        sa.Column("code", AutoString(length=8), nullable=False),
        sa.Column("owner_id", AutoString(length=64), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["room.code"], name="fk_room_member_code_room", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "owner_id", name="pk_room_member"),
    )
    op.create_index("ix_room_member_owner_id", "room_member", ["owner_id"])
    op.add_column("finished_match", sa.Column("match_id", AutoString(length=36), nullable=True))
    op.add_column("finished_match", sa.Column("own_seats", AutoString(length=64), nullable=True))
    op.add_column("finished_match", sa.Column("place", sa.Integer(), nullable=True))
    op.create_index("ix_finished_match_owner_id_match_id", "finished_match", ["owner_id", "match_id"])
