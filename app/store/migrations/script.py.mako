"""${message}."""

import sqlalchemy as sa
import sqlmodel
from alembic import op
${imports if imports else ""}
revision = "${up_revision}"
down_revision = ${'"' + down_revision + '"' if down_revision else None}


# There is no way down: the copy made before migrating is the way back.
def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
