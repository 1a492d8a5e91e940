"""What our own element takes from the framework's inner parts."""

import inspect

from nicegui import helpers
from nicegui.observables import ObservableCollection

from app.ui.element import expects_arguments


class Handlers:
    """Methods as the framework asks about."""

    def alone(self) -> None:
        """Takes nothing."""

    def given(self, event: object) -> None:
        """Takes the event."""

    def perhaps(self, event: object = None) -> None:
        """Needs nothing."""


def test_handlers_are_asked_about_as_before_however_often() -> None:
    handlers = Handlers()
    for _ in range(2):
        asked = [expects_arguments(each) for each in (handlers.alone, handlers.given, handlers.perhaps)]
        assert asked == [False, True, False]
        assert expects_arguments(lambda event: event)
        assert not expects_arguments(lambda: None)


def test_the_framework_asks_here() -> None:
    assert helpers.expects_arguments is expects_arguments
    assert inspect.getsource(ObservableCollection).count("helpers.expects_arguments") == 2
