"""Before and around the running product: migrations, damaged, foreign and newer databases, copies."""

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store import upkeep
from app.store.db import writing_engine
from app.store.errors import ForeignDatabase, InUse, NewerDatabase, Unusable
from app.store.games import GameStore
from app.store.models import METADATA


def execute(file: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def add_owner(file: Path, id: str) -> None:
    execute(file, f"INSERT INTO owner VALUES ('{id}', '', '{{}}', 0, 0)")


def beside(file: Path) -> list[str]:
    """The other databases in the folder, without their dates."""
    names = (path.name for path in file.parent.iterdir() if path.name not in (file.name, f"{file.name}.lock"))
    return sorted(name.rsplit("-", 2)[0] for name in names)


def test_an_empty_database_gets_the_tables_of_the_models(url: str) -> None:
    """A table changed in the models alone, or in a migration alone, shows here."""
    upkeep.prepare(url)
    engine = writing_engine(url)
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_steps_form_one_chain() -> None:
    assert len(ScriptDirectory.from_config(upkeep.alembic_config()).get_heads()) == 1


def test_preparing_twice_changes_nothing(url: str, file: Path) -> None:
    assert upkeep.prepare(url) == []
    add_owner(file, "d1")
    assert upkeep.prepare(url) == []
    assert rows(file, "SELECT id FROM owner") == [("d1",)]
    assert beside(file) == []


@pytest.mark.parametrize("damage", ["header", "middle", "text"])
async def test_a_damaged_database_is_kept_aside_and_play_begins_anew(url: str, file: Path, damage: str) -> None:
    upkeep.prepare(url)
    for number in range(300):
        add_owner(file, f"owner-{number}")
    whole = file.read_bytes()
    broken = {
        "header": b"\0" * 100 + whole[100:],
        "middle": whole[:8192] + b"\xa5" * (len(whole) - 8192),
        "text": b"this is a letter, not a database" * 200,
    }[damage]
    file.write_bytes(broken)
    (notice,) = upkeep.prepare(url)
    (aside,) = [path for path in file.parent.iterdir() if "corrupt" in path.name]
    assert str(aside) in notice
    assert aside.read_bytes() == broken
    store = GameStore(url)
    await store.create_table("t", "d", rules="{}", seats="[]", snapshot="{}")
    store.close()


def test_a_second_damage_in_the_same_second_overwrites_nothing(url: str, file: Path) -> None:
    for letter in (b"a", b"b", b"c"):
        file.write_bytes(letter * 1000)
        upkeep.prepare(url)
    kept = {path.read_bytes()[:1] for path in file.parent.iterdir() if "corrupt" in path.name}
    assert kept == {b"a", b"b", b"c"}


def test_a_database_newer_than_the_code_is_left_alone(url: str, file: Path) -> None:
    upkeep.prepare(url)
    execute(file, "UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(NewerDatabase, match="newer version of UNO Ultimate"):
        upkeep.prepare(url)
    assert file.read_bytes() == before


def test_the_database_of_another_program_is_left_alone(url: str, file: Path) -> None:
    execute(file, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(ForeignDatabase, match="another program"):
        upkeep.prepare(url)
    assert rows(file, "SELECT name FROM sqlite_master") == [("recipes",)]


def test_an_older_database_is_copied_before_it_is_migrated(
    url: str, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    upkeep.prepare(url)
    add_owner(file, "d1")
    with_next_step(monkeypatch, tmp_path_factory, "op.add_column('owner', sa.Column('extra', sa.Text()))")
    (notice,) = upkeep.prepare(url)
    (copy,) = [path for path in file.parent.iterdir() if "before-migration-from-" in path.name]
    assert str(copy) in notice
    assert rows(copy, "SELECT * FROM owner") == [("d1", "", "{}", 0, 0)]
    assert rows(file, "SELECT * FROM owner") == [("d1", "", "{}", 0, 0, None)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    url: str, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    upkeep.prepare(url)
    add_owner(file, "d1")
    with_next_step(monkeypatch, tmp_path_factory, "op.drop_table('owner')\n    op.execute('SELEKT')")
    with pytest.raises(Unusable, match="cannot be opened"):
        upkeep.prepare(url)
    assert rows(file, "SELECT id FROM owner") == [("d1",)]


def test_a_migration_that_orphans_moves_is_not_done(
    url: str, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    upkeep.prepare(url)
    orphan = "INSERT INTO table_event VALUES ('none', 1, 'a', 0, '', '', 0)"
    with_next_step(monkeypatch, tmp_path_factory, f'op.execute("{orphan}")')
    with pytest.raises(Unusable, match="nothing was changed"):
        upkeep.prepare(url)
    assert rows(file, "SELECT * FROM table_event") == []


def with_next_step(monkeypatch: pytest.MonkeyPatch, folders: pytest.TempPathFactory, what: str) -> None:
    """Let the code know one migration more than it does, which does ``what``."""
    newest = ScriptDirectory.from_config(upkeep.alembic_config()).get_current_head()
    folder = folders.mktemp("step")
    (folder / "step.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = 'next'\ndown_revision = {newest!r}\n\n\ndef upgrade():\n    {what}\n"
    )
    config = upkeep.alembic_config()
    own = Path(upkeep.__file__).parent / "migrations" / "versions"
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", f"{own}\n{folder}")
    monkeypatch.setattr(upkeep, "alembic_config", lambda _tables: config)


@pytest.mark.parametrize("place", ["/proc/none/uno.sqlite3", "{folder}", "{folder}/none/uno.sqlite3"])
def test_a_place_where_no_database_can_be_is_named(tmp_path: Path, place: str) -> None:
    url = "sqlite:///" + place.format(folder=tmp_path)
    with pytest.raises(Unusable, match=r"^The database .+ cannot be opened \(.+\)\.$"), upkeep.held(url):
        upkeep.prepare(url)


@pytest.mark.parametrize("url", ["nonsense", "oracle9://here/there", "postgresql+psycopg://u:pass@127.0.0.1:1/none"])
def test_a_database_that_is_not_to_be_had_is_named_without_its_password(url: str) -> None:
    with pytest.raises(Unusable, match=r"cannot be opened") as refusal, upkeep.held(url):
        upkeep.prepare(url)
    assert "pass@" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_database_is_held_by_one_process_until_that_ends(url: str) -> None:
    hold = (
        "import sys\nfrom app.store import upkeep\n"
        f"with upkeep.held({url!r}):\n    print('held', flush=True)\n    sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InUse, match="in use by another UNO Ultimate"), upkeep.held(url):
            pass
        other.kill()
    with upkeep.held(url):
        pass


def test_trouble_while_a_database_is_held_stays_what_it_is(url: str) -> None:
    with pytest.raises(FileNotFoundError), upkeep.held(url):
        raise FileNotFoundError("of the caller's own")


async def test_a_backup_of_the_running_database_can_be_restored(url: str, file: Path, store: GameStore) -> None:
    copy = file.with_name("copy")
    await store.create_table("kept", "d", rules="{}", seats="[]", snapshot="{}")
    upkeep.backup(url, copy)
    await store.create_table("later", "d", rules="{}", seats="[]", snapshot="{}")
    store.close()
    before = upkeep.restore(url, copy)
    assert before is not None
    assert rows(file, "SELECT id FROM live_table") == [("kept",)]
    assert rows(before, "SELECT id FROM live_table") == [("later",)]
    assert upkeep.prepare(url) == []


def test_a_backup_can_be_restored_where_there_is_no_database(url: str, file: Path) -> None:
    upkeep.prepare(url)
    add_owner(file, "d1")
    upkeep.backup(url, file.with_name("copy"))
    file.unlink()
    assert upkeep.restore(url, file.with_name("copy")) is None
    assert rows(file, "SELECT id FROM owner") == [("d1",)]


def test_a_backup_overwrites_nothing(url: str, file: Path) -> None:
    upkeep.prepare(url)
    target = file.with_name("copy")
    target.write_text("mine")
    with pytest.raises(Unusable, match="exists already"):
        upkeep.backup(url, target)
    assert target.read_text() == "mine"


def test_a_backup_needs_a_database_and_a_folder(url: str, file: Path) -> None:
    with pytest.raises(Unusable, match="no database"):
        upkeep.backup(url, file.with_name("copy"))
    upkeep.prepare(url)
    with pytest.raises(Unusable, match="could not be written"):
        upkeep.backup(url, file.with_name("none") / "copy")


@pytest.mark.parametrize("kind", ["missing", "damaged", "foreign", "newer"])
def test_what_is_no_backup_is_not_restored(url: str, file: Path, kind: str) -> None:
    upkeep.prepare(url)
    add_owner(file, "d1")
    source = file.with_name("source")
    if kind == "damaged":
        source.write_bytes(b"no database" * 1000)
    if kind == "foreign":
        execute(source, "CREATE TABLE recipes (name TEXT)")
    if kind == "newer":
        upkeep.backup(url, source)
        execute(source, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unusable):
        upkeep.restore(url, source)
    assert rows(file, "SELECT id FROM owner") == [("d1",)]
    assert beside(file) in ([], ["source"])


def test_nothing_is_restored_under_a_running_product(url: str, file: Path) -> None:
    upkeep.prepare(url)
    upkeep.backup(url, file.with_name("copy"))
    with upkeep.held(url), pytest.raises(InUse):
        upkeep.restore(url, file.with_name("copy"))


@pytest.mark.parametrize("act", [upkeep.backup, upkeep.restore])
def test_a_database_server_has_its_own_tools(act: "object", tmp_path: Path) -> None:
    assert callable(act)
    with pytest.raises(Unusable, match="own tools"):
        act("postgresql://localhost/uno", tmp_path / "copy")
