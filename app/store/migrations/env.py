"""What Alembic runs to migrate: on the connection that `upkeep` hands in, or on that of the settings.

The second is for ``alembic revision`` on the command line, which looks after the game's tables; with
``-x tables=accounts --version-path app/store/migrations/accounts`` after those of accounts. All steps share one
transaction, so a process killed in the middle leaves the database as it was.
"""

import os

from alembic import context
from sqlalchemy import Connection

from app.config import read_settings
from app.store import upkeep
from app.store.account_models import ACCOUNTS_METADATA
from app.store.db import writing_engine
from app.store.models import METADATA

TABLES = {upkeep.GAMES: METADATA, upkeep.ACCOUNTS: ACCOUNTS_METADATA}


def migrate(connection: Connection, tables: str) -> None:
    """Run the steps wanted on ``connection``, which is inside a transaction."""
    mine = TABLES[tables]
    context.configure(
        connection=connection,
        target_metadata=mine,
        version_table=upkeep.STEP_TABLES[tables],
        # The other tables may be in the same database and are no business of these steps.
        include_name=lambda name, kind, _parents: kind != "table" or name in mine.tables,
        render_as_batch=True,
        transactional_ddl=True,
        compare_type=True,
        user_module_prefix="sqlmodel.sql.sqltypes.",
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given, context.config.attributes["tables"])
else:
    wanted = context.get_x_argument(as_dictionary=True).get("tables", upkeep.GAMES)
    settings = read_settings(os.environ)
    url = settings.accounts_database_url if wanted == upkeep.ACCOUNTS else settings.database_url
    engine = writing_engine(url, enforce=False)
    with engine.begin() as own:
        migrate(own, wanted)
    engine.dispose()
