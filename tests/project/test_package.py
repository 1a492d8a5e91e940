"""The product as a package: what `pip install` would give, run away from the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"import os; os.chdir({str(ROOT)!r}); from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def run(installed: Path, code: str) -> str:
    environ = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, cwd=installed, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["static", "locales"])
def test_an_installed_copy_finds_its_files(installed: Path, name: str) -> None:
    found = Path(run(installed, f"import app; print(app.resource_dir({name!r}))"))
    assert found == installed / "app" / name
    assert files(found) == files(ROOT / name)


def test_an_installed_copy_knows_the_passwords_that_nobody_may_choose(installed: Path) -> None:
    asking = "from app.play import password_problem; print(password_problem('correct horse battery staple').word)"
    assert run(installed, asking) == "password_common"


def files(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


def test_an_installed_copy_migrates(installed: Path, tmp_path: Path) -> None:
    code = "from app.main import main; print(main(['migrate']))"
    assert run(installed, f"import os; os.environ['UNO_DATA_DIR'] = {str(tmp_path)!r}; {code}").endswith("0")
    assert (tmp_path / "uno.sqlite3").exists()


def test_the_command_is_called_unoultimate(installed: Path) -> None:
    (entries,) = installed.glob("*.dist-info/entry_points.txt")
    assert "unoultimate = app.main:main" in entries.read_text()


def test_nothing_that_was_written_at_run_time_is_shipped(installed: Path) -> None:
    assert not [path for path in installed.rglob("*") if path.suffix == ".sqlite3" or path.name == "secret"]
