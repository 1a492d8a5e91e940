"""Devices, live tables with their moves, finished matches."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "0001"
down_revision = None


# There is no way down: the copy made before migrating is the way back.
def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", AutoString(length=64), nullable=False),
        sa.Column("language", AutoString(length=8), nullable=False),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
    )
    op.create_table(
        "live_table",
        sa.Column("id", AutoString(length=36), nullable=False),
        sa.Column("device_id", AutoString(length=64), nullable=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("status", AutoString(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=True),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name="fk_live_table_device_id_device", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_live_table"),
    )
    op.create_index("ix_live_table_device_id", "live_table", ["device_id"])
    op.create_index("ix_live_table_due_at", "live_table", ["due_at"])
    op.create_table(
        "table_event",
        sa.Column("table_id", AutoString(length=36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("action_id", AutoString(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["live_table.id"], name="fk_table_event_table_id_live_table", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_table_event"),
    )
    op.create_index("uq_table_event_table_id_action_id", "table_event", ["table_id", "action_id"], unique=True)
    op.create_table(
        "finished_match",
        sa.Column("id", AutoString(length=36), nullable=False),
        sa.Column("device_id", AutoString(length=64), nullable=True),
        sa.Column("finished_at", sa.Float(), nullable=False),
        sa.Column("online", sa.Boolean(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name="fk_finished_match_device_id_device", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_finished_match"),
    )
    op.create_index("ix_finished_match_device_id_finished_at", "finished_match", ["device_id", "finished_at"])
