"""Games and matches belong to owners: devices as before, and accounts."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.rename_table("device", "owner")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("ALTER TABLE owner RENAME CONSTRAINT pk_device TO pk_owner")
    op.drop_index("ix_live_table_device_id", "live_table")
    op.drop_index("ix_finished_match_device_id_finished_at", "finished_match")
    for table in ("live_table", "finished_match"):
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(f"fk_{table}_device_id_device", type_="foreignkey")
            batch.alter_column("device_id", new_column_name="owner_id")
        with op.batch_alter_table(table) as batch:
            batch.create_foreign_key(f"fk_{table}_owner_id_owner", "owner", ["owner_id"], ["id"], ondelete="CASCADE")
    op.create_index("ix_live_table_owner_id", "live_table", ["owner_id"])
    op.create_index("ix_finished_match_owner_id_finished_at", "finished_match", ["owner_id", "finished_at"])
