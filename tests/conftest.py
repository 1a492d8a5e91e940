"""Fixtures for every test below this folder."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Coroutine tests run on asyncio, which is what the product runs on."""
    return "asyncio"
