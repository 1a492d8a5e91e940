"""Typed settings, read from the environment once, when the product starts.

Each setting is one field of `Settings` with its variable, default, meaning and reader; ``--help`` and the
README's table are made from the same fields. Imports nothing of ours.
"""

import math
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

SECRET_FILE = "secret"
SECRET_LENGTH = 32
DATABASE_FILE = "uno.sqlite3"
LOG_LEVELS = ("debug", "info", "warning", "error")

# Variables that begin like this belong to the project's own tests.
TEST_PREFIX = "UNO_TEST_"


class BadSetting(Exception):
    """A setting that cannot be used; the message is one sentence for whoever starts the product."""


@dataclass(frozen=True)
class About:
    """What is to be said of one setting: its variable, its default, its meaning."""

    variable: str
    default: str
    meaning: str


def _setting(
    variable: str, meaning: str, default: str, read: Callable[[str], Any], *, shown: str = "", hidden: bool = False
) -> Any:
    """A field of `Settings`.

    ``read`` turns a text into the value, or raises `ValueError` with what it should have been; ``shown`` is
    said in place of an empty default; a ``hidden`` value stays out of the ``repr``, and so out of logs.
    """
    about = About(variable, shown or default, meaning)
    return field(repr=not hidden, metadata={"about": about, "read": read, "default": default})


def _host(text: str) -> str:
    if not text or any(letter.isspace() or letter == "/" for letter in text):
        raise ValueError("an address of this machine, such as 0.0.0.0 or 127.0.0.1")
    return text


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= 65535:
        raise ValueError("a whole number from 1 to 65535")
    return int(text)


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError("a folder")
    return Path(text).expanduser().absolute()


def _database(text: str) -> str:
    scheme, separator, rest = text.partition("://")
    # A database in memory is refused: games must outlast the process.
    if text and not (scheme and separator and len(rest) > 1 and ":memory:" not in rest):
        raise ValueError("a database URL with a file or a server, such as sqlite:////srv/uno.sqlite3")
    return text


def _base_url(text: str) -> str:
    if text and not _is_origin(text):
        raise ValueError("an address without a path, such as https://uno.example.org")
    return text.rstrip("/")


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        return False
    extras = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    return parts.scheme in ("http", "https") and bool(parts.hostname) and port_is_fine and not extras


def _secret(text: str) -> str:
    if text and len(text) < SECRET_LENGTH:
        raise ValueError(f"at least {SECRET_LENGTH} characters long")
    return text


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = math.nan
    if not 0 <= pace <= 10:
        raise ValueError("a number from 0 to 10")
    return pace


def _switch(text: str) -> bool:
    if text.lower() not in ("on", "off"):
        raise ValueError("on or off")
    return text.lower() == "on"


def _log_level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError("one of " + ", ".join(LOG_LEVELS))
    return text.lower()


@dataclass(frozen=True)
class Settings:
    """Everything that can be set from outside. Made by `read_settings`."""

    host: str = _setting("UNO_HOST", "address to listen on; 127.0.0.1 keeps it to this machine", "0.0.0.0", _host)
    port: int = _setting("UNO_PORT", "port to listen on", "8080", _port)
    data_dir: Path = _setting(
        "UNO_DATA_DIR", "folder for all that the product writes; made when missing", "./data", _folder
    )
    database_url: str = _setting(
        "UNO_DATABASE_URL", "database of games and records", "", _database,
        shown=f"the file {DATABASE_FILE} in the data folder", hidden=True,
    )  # fmt: skip
    accounts_database_url: str = _setting(
        "UNO_ACCOUNTS_DATABASE_URL", "database of accounts", "", _database,
        shown="the same as UNO_DATABASE_URL", hidden=True,
    )  # fmt: skip
    base_url: str = _setting(
        "UNO_BASE_URL", "public address, where people reach the product by another one", "", _base_url, shown="none"
    )
    secret: str = _setting(
        "UNO_SECRET", f"key that signs cookies, {SECRET_LENGTH} characters or more", "", _secret,
        shown="made once, kept in the data folder", hidden=True,
    )  # fmt: skip
    invites: bool = _setting(
        "UNO_INVITES", "whether an invite code is needed to register: on or off (for a private server)", "on", _switch
    )
    computer_pace: float = _setting(
        "UNO_COMPUTER_PACE", "how long computers wait, in times the usual; with 0 they play at once", "1", _pace
    )
    log_level: str = _setting(
        "UNO_LOG_LEVEL", "least important messages to log: " + ", ".join(LOG_LEVELS), "info", _log_level
    )


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings that ``environ`` asks for, with the defaults where it says nothing or an empty text.

    Raises `BadSetting` with a sentence that names the variable. The secret is still empty where none is
    given; see `with_secret`.
    """
    values = {each.name: _read(each.metadata, environ) for each in fields(Settings)}
    values["database_url"] = values["database_url"] or _file_url(values["data_dir"] / DATABASE_FILE)
    values["accounts_database_url"] = values["accounts_database_url"] or values["database_url"]
    return Settings(**values)


def _file_url(file: Path) -> str:
    return "sqlite:///" + quote(file.as_posix(), safe="/:")


def _read(setting: Mapping[str, Any], environ: Mapping[str, str]) -> Any:
    variable = setting["about"].variable
    text = environ.get(variable, "").strip() or setting["default"]
    try:
        return setting["read"](text)
    except ValueError as wrong:
        raise BadSetting(f"{variable} must be {wrong}.") from None


def described() -> list[About]:
    """What is to be said of each setting, in the order of `Settings`."""
    return [each.metadata["about"] for each in fields(Settings)]


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """The variables that look like settings and are none: mistyped ones, most likely."""
    known = {about.variable for about in described()}
    return sorted(
        name for name in environ if name.startswith("UNO_") and not name.startswith(TEST_PREFIX) and name not in known
    )


def with_data_dir(settings: Settings) -> Settings:
    """Make the data folder, be sure that it can be written to, and fill in the secret kept there.

    Raises `BadSetting` where the folder cannot be used.
    """
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        _try_writing(settings.data_dir)
        return settings if settings.secret else replace(settings, secret=_kept_secret(settings.data_dir / SECRET_FILE))
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise BadSetting(
            f"The data folder {settings.data_dir} cannot be written to ({reason}); name another one in UNO_DATA_DIR."
        ) from problem


def _try_writing(folder: Path) -> None:
    """Raise `OSError` where files cannot be made: permissions alone do not tell (root, read-only mounts)."""
    probe = folder / f".probe-{secrets.token_hex(8)}"
    probe.touch()
    probe.unlink()


def _kept_secret(path: Path) -> str:
    """The secret in the file at ``path``, made when missing, readable by its owner alone."""
    if not path.exists():
        _write_secret(path)
    kept = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(kept) < SECRET_LENGTH:
        raise BadSetting(f"The secret in {path} is too short; delete that file to have a new one made.")
    return kept


def _write_secret(path: Path) -> None:
    """Put a new secret at ``path``, whole or not at all, whenever the machine stops."""
    draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
