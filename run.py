"""Set up and start UNO Ultimate, or test it, with nothing but Python 3.11 or newer.

    python3 run.py [WORDS OF unoultimate]     start it (or: migrate, backup, restore, --help ...)
    python3 run.py test [STAGE ...]           every check and test, or only the stages named

Both keep their packages in ``.venv`` beside this file, made again when ``pyproject.toml`` changes.
Only the standard library is imported here, since nothing else may be there yet.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.txt"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

# In the order in which a mistake shows soonest.
STAGES = {
    "lint": ["ruff", "check", "."],
    "layers": ["lint-imports"],
    "texts": ["python", "-m", "tools.catalogue", "check"],
    "types": ["mypy"],
    "tests": ["pytest", "-q", "tests", "--ignore", "tests/wire"],
    # Servers, sockets and browsers share the machine with whatever else it does just then: what fails is run
    # once more, and the summary names it.
    "wire": ["pytest", "-q", "--reruns", "1", "tests/wire"],
    "e2e": ["pytest", "-q", "--reruns", "1", "e2e"],
}


def main(words: "list[str]") -> int:
    """Run the product, or its tests, and return the exit code."""
    if sys.version_info < (3, 11):
        stop("UNO Ultimate needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info[:2]))
    if words[:1] == ["test"]:
        return test(words[1:])
    install("")
    os.environ.setdefault("UNO_DATA_DIR", str(ROOT / "data"))
    os.environ["PYTHONPATH"] = str(ROOT)
    command = [str(PYTHON), "-m", "app.main", *words]
    if os.name == "nt":
        return subprocess.call(command)
    # The product takes over this process, so that signals reach it.
    os.execv(command[0], command)


def test(wanted: "list[str]") -> int:
    """Run the stages wanted (all of them when none is named) and stop at the first that fails."""
    unknown = [stage for stage in wanted if stage not in STAGES]
    if unknown:
        stop("There is no stage {}; the stages are {}.".format(" ".join(unknown), " ".join(STAGES)))
    install("test")
    for stage in wanted or STAGES:
        if stage == "e2e":
            os.environ["UNO_TEST_BROWSER"] = browser()
        program, *words = STAGES[stage]
        print(f"== {stage}", flush=True)
        code = subprocess.call([str(PYTHON.parent / program), *words], cwd=ROOT)
        if code:
            print(f"== {stage} failed", flush=True)
            return code
    return 0


def install(extra: str) -> None:
    """Make ``.venv`` hold the packages of ``pyproject.toml`` and of its ``extra``, unless it does already."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    digest.update(f"{ROOT}\n{sys.version}".encode())
    wanted = f"{digest.hexdigest()} {extra}".strip()
    have = STAMP.read_text() if STAMP.is_file() and PYTHON.exists() else ""
    if have in (wanted, digest.hexdigest() + " test"):
        return
    print("Setting up .venv (once; this takes a minute or two) ...", file=sys.stderr, flush=True)
    if not have.startswith(digest.hexdigest()):
        call(
            "Python's venv and pip are needed (on Debian: apt-get install python3-venv).",
            sys.executable,
            "-m",
            "venv",
            "--clear",
            str(VENV),
        )
    call(
        "The packages could not be installed; is there a network?",
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        *packages(extra),
    )
    STAMP.write_text(wanted)


def packages(extra: str) -> "list[str]":
    """What ``pyproject.toml`` asks for; the product itself runs from where it lies."""
    import tomllib  # Here, so that an older Python still gets to say that it is too old.

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"].get(extra, [])]


def browser() -> str:
    """The path of a Chromium that starts: one on the PATH, else Playwright's, else a freshly installed one."""
    for find in (named, on_path, from_playwright, from_apt, download):
        path = find()
        if path and starts(path):
            return path
    stop("The browser tests need Chromium or Chrome. Install one, or name it in UNO_TEST_BROWSER.")


def named() -> str:
    """The browser that the environment names, or an empty text."""
    return os.environ.get("UNO_TEST_BROWSER", "")


def on_path() -> str:
    """The first browser on the PATH that starts, or an empty text."""
    return next((path for path in map(shutil.which, BROWSERS) if path and starts(path)), "")


def from_playwright() -> str:
    """Where Playwright keeps its own Chromium (whether or not it is there)."""
    code = "from playwright.sync_api import sync_playwright as p\nwith p() as x: print(x.chromium.executable_path)"
    answer = subprocess.run([str(PYTHON), "-c", code], stdout=subprocess.PIPE, text=True, check=False)
    return answer.stdout.strip()


def from_apt() -> str:
    """Install Debian's Chromium when we may; its path, or an empty text."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return ""
    print("Installing Debian's Chromium for the browser tests ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.call(["apt-get", "-qq", *words], env=quiet, stdout=subprocess.DEVNULL)
    return on_path()


def download() -> str:
    """Let Playwright fetch its own Chromium; its path."""
    subprocess.call([str(PYTHON), "-m", "playwright", "install", "chromium"])
    return from_playwright()


def starts(path: str) -> bool:
    """Whether the program at ``path`` runs at all (a snap stub or a missing library does not)."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def call(sentence: str, *command: str) -> None:
    """Run a command of the set-up, or end with its output above ``sentence``."""
    if subprocess.call(list(command)):
        stop(sentence)


def stop(sentence: str) -> NoReturn:
    """End with one clear sentence and exit code 2."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
