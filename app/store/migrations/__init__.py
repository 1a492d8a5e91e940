"""The steps from an empty database to the tables of `app.store.models`, run by Alembic."""
