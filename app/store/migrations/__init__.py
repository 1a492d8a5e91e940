"""The steps from an empty database to the tables of `app.store.models` and of accounts, run by Alembic."""
