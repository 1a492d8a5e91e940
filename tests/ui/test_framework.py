"""What a page loads of the framework; ``e2e/test_framework.py`` sees what a browser makes of it."""

import httpx
import pytest
from fastapi import FastAPI

from app.ui import framework
from app.ui.assets import Assets, serve
from app.ui.guard import FrameworkChanged


async def test_the_core_is_served_as_it_came_from_the_framework() -> None:
    assets = Assets()
    framework.slim(assets)
    app = FastAPI()
    serve(app, assets)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as browser:
        for name in framework.CORE.values():
            answer = await browser.get(f"/static/framework/{name}")
            assert answer.content == (framework.FILES / name).read_bytes()


def test_a_framework_that_lacks_what_the_template_calls_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framework, "CALLED", (*framework.CALLED, "somethingElse()"))
    with pytest.raises(FrameworkChanged, match="somethingElse"):
        framework.slim(Assets())
