"""Settings from the environment: defaults, bad values, the data folder and the secret in it."""

import stat
from dataclasses import fields
from pathlib import Path

import pytest

from app.config import BadSetting, Settings, described, read_settings, unknown_variables, with_data_dir


def test_without_any_variable_there_are_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    settings = read_settings({})
    assert (settings.host, settings.port, settings.base_url, settings.computer_pace) == ("0.0.0.0", 8080, "", 1)
    assert settings.data_dir == tmp_path / "data"
    assert settings.database_url == f"sqlite:///{tmp_path}/data/uno.sqlite3"
    assert settings.accounts_database_url == settings.database_url


def test_every_setting_is_read() -> None:
    given = {
        "UNO_HOST": "::1",
        "UNO_PORT": "9000",
        "UNO_DATA_DIR": "/srv/uno",
        "UNO_DATABASE_URL": "postgresql+psycopg://localhost/uno",
        "UNO_ACCOUNTS_DATABASE_URL": "sqlite:////srv/accounts.sqlite3",
        "UNO_BASE_URL": "https://uno.example.org/",
        "UNO_SECRET": "s" * 32,
        "UNO_INVITES": "Off",
        "UNO_COMPUTER_PACE": "0.5",
        "UNO_LOG_LEVEL": "Warning",
    }
    settings = read_settings(given)
    assert settings == Settings(
        "::1", 9000, Path("/srv/uno"), given["UNO_DATABASE_URL"], given["UNO_ACCOUNTS_DATABASE_URL"],
        "https://uno.example.org", "s" * 32, False, 0.5, "warning",
    )  # fmt: skip
    assert set(given) == {about.variable for about in described()}


def test_an_empty_variable_means_the_default() -> None:
    assert read_settings({"UNO_PORT": " ", "UNO_HOST": ""}) == read_settings({})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("UNO_HOST", "here there"),
        ("UNO_HOST", "http://here"),
        ("UNO_PORT", "0"),
        ("UNO_PORT", "65536"),
        ("UNO_PORT", "-1"),
        ("UNO_PORT", "80.0"),
        ("UNO_PORT", "eighty"),
        ("UNO_PORT", "٨٠"),
        ("UNO_PORT", "9" * 5000),
        ("UNO_DATA_DIR", "a\0b"),
        ("UNO_DATABASE_URL", "uno.sqlite3"),
        ("UNO_DATABASE_URL", "sqlite://"),
        ("UNO_DATABASE_URL", "sqlite:///:memory:"),
        ("UNO_ACCOUNTS_DATABASE_URL", "://x"),
        ("UNO_BASE_URL", "uno.example.org"),
        ("UNO_BASE_URL", "ftp://uno.example.org"),
        ("UNO_BASE_URL", "https://uno.example.org/game"),
        ("UNO_BASE_URL", "https://uno.example.org?x=1"),
        ("UNO_BASE_URL", "https://me@uno.example.org"),
        ("UNO_BASE_URL", "https://uno.example.org:99999"),
        ("UNO_BASE_URL", "https://[::1"),
        ("UNO_SECRET", "short"),
        ("UNO_INVITES", "maybe"),
        ("UNO_COMPUTER_PACE", "-1"),
        ("UNO_COMPUTER_PACE", "11"),
        ("UNO_COMPUTER_PACE", "nan"),
        ("UNO_COMPUTER_PACE", "fast"),
        ("UNO_LOG_LEVEL", "loud"),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_the_variable(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=rf"^{variable} must be [^\n]+\.$"):
        read_settings({variable: value})


def test_a_secret_is_never_repeated_in_an_error_or_a_log() -> None:
    with pytest.raises(BadSetting) as refusal:
        read_settings({"UNO_SECRET": "hunter2"})
    assert "hunter2" not in str(refusal.value)
    shown = repr(read_settings({"UNO_SECRET": "s" * 32, "UNO_DATABASE_URL": "postgresql://u:hunter2@db/uno"}))
    assert "hunter2" not in shown
    assert "s" * 32 not in shown


def test_every_setting_says_what_it_is_for() -> None:
    assert len(described()) == len(fields(Settings))
    for about in described():
        assert about.variable.startswith("UNO_")
        assert about.default
        assert about.meaning


def test_mistyped_variables_are_noticed() -> None:
    environ = {"UNO_PROT": "1", "UNO_PORT": "80", "UNO_TEST_BROWSER": "x", "HOME": "/", "UNO_HOTS": "x"}
    assert unknown_variables(environ) == ["UNO_HOTS", "UNO_PROT"]


def in_folder(folder: Path, **more: str) -> Settings:
    return read_settings({"UNO_DATA_DIR": str(folder), **more})


def test_the_secret_is_made_once_and_its_owner_alone_can_read_it(tmp_path: Path) -> None:
    settings = in_folder(tmp_path / "deep" / "data")
    first = with_data_dir(settings).secret
    assert len(first) >= 32
    assert with_data_dir(settings).secret == first
    (file,) = settings.data_dir.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert with_data_dir(in_folder(tmp_path / "other")).secret != first


def test_a_given_secret_is_used_and_not_kept(tmp_path: Path) -> None:
    assert with_data_dir(in_folder(tmp_path, UNO_SECRET="s" * 40)).secret == "s" * 40
    assert list(tmp_path.iterdir()) == []


def test_a_spoilt_secret_is_said_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    with pytest.raises(BadSetting, match="too short"):
        with_data_dir(in_folder(tmp_path))
    assert (tmp_path / "secret").read_text() == ""


@pytest.mark.parametrize("place", ["{file}", "{file}/data", "/proc/data"])
def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    folder = place.format(file=tmp_path / "file")
    with pytest.raises(BadSetting, match=rf"^The data folder {folder} cannot be written to \([^\n]+UNO_DATA_DIR\.$"):
        with_data_dir(in_folder(Path(folder)))
