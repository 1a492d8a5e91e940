"""What Alembic runs to migrate: on the connection that `upkeep` hands in, or on that of the settings.

The second is for ``alembic revision`` on the command line. All steps share one transaction, so a process
killed in the middle leaves the database as it was.
"""

import os

from alembic import context
from sqlalchemy import Connection

from app.config import read_settings
from app.store.db import writing_engine
from app.store.models import METADATA


def migrate(connection: Connection) -> None:
    """Run the steps wanted on ``connection``, which is inside a transaction."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_as_batch=True,
        transactional_ddl=True,
        compare_type=True,
        user_module_prefix="sqlmodel.sql.sqltypes.",
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    engine = writing_engine(read_settings(os.environ).database_url, enforce=False)
    with engine.begin() as own:
        migrate(own)
    engine.dispose()
