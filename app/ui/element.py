"""The one kind of element that pages are built of: a plain HTML tag, kept and changed in place.

No widget of the framework is used, so nothing of its look has to be fought; and a plain tag costs a third
of a widget to make. Values are always set as values: a text from a person never becomes part of a
property string, a style or HTML.
"""

from collections.abc import Callable
from types import MethodType
from typing import Any, Final, Self
from weakref import WeakKeyDictionary

from nicegui import helpers
from nicegui.element import Element

Attribute = str | int | float | bool | None

_expects_arguments: Final = helpers.expects_arguments
_answers: Final[WeakKeyDictionary[Callable[..., Any], bool]] = WeakKeyDictionary()


def expects_arguments(func: Callable[..., Any]) -> bool:
    """Whether the handler ``func`` is to be given the event: the framework's own question, its answers kept.

    It asks about the same three methods for each element that it makes, which was a quarter of making a page.
    """
    if not isinstance(func, MethodType):
        return _expects_arguments(func)
    method = func.__func__
    if method not in _answers:
        _answers[method] = _expects_arguments(func)
    return _answers[method]


helpers.expects_arguments = expects_arguments


class Node(Element):
    """An HTML tag with classes, a text and attributes.

    Whatever changes it here goes past the observers of the framework's lists and dictionaries, which ask each time
    anew who is to be told of a change: an element that changes is sent anew, and that is all.

    Attributes are given as keywords: ``data_action="start"`` becomes ``data-action``, a trailing underscore
    is dropped (``for_``), ``None`` and ``False`` leave the attribute out, ``True`` writes it empty -
    except for ``aria_*``, where both are written as words.
    """

    def __init__(self, tag: str = "div", classes: str = "", text: str | None = None, **attributes: Attribute) -> None:
        super().__init__(tag)
        # A new element is on its way to the browser anyway.
        list.extend(self.classes, classes.split())
        self._text = text
        for name, value in attributes.items():
            key, written = _attribute(name, value)
            if written is not None:
                dict.__setitem__(self.props, key, written)

    @property
    def text(self) -> str:
        """The text in front of the children."""
        return self._text or ""

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.update()

    def update(self) -> None:
        """Have it sent anew; nothing is left to do where it is on its way already."""
        client = self._client()
        if client is None or client.outbox.updates.get(self.id) is not self:
            super().update()

    def set(self, **attributes: Attribute) -> Self:
        """Change attributes; those that are as wanted already cost nothing."""
        changed = False
        for name, value in attributes.items():
            key, written = _attribute(name, value)
            if self.props.get(key) != written:
                changed = True
                if written is None:
                    dict.__delitem__(self.props, key)
                else:
                    dict.__setitem__(self.props, key, written)
        if changed:
            self.update()
        return self

    def fill(self, value: str | int) -> Self:
        """Show ``value`` in a field. What is being typed is replaced only when ``value`` is another than before."""
        # With the dot it is set only when it changes; a plain ``value`` would be set at every update of the page.
        return self.set(**{".value": value})

    def refill(self, value: int) -> Self:
        """Show the number ``value`` again, although the browser has been told it before."""
        # Text and number look the same in the field, but are a change to the browser's side of the framework.
        return self.fill(str(value) if isinstance(self.props.get(".value"), int) else value)

    def wear(self, classes: str) -> Self:
        """Have exactly these classes; those that it has already cost nothing."""
        wanted = classes.split()
        if list(self.classes) != wanted:
            list.__setitem__(self.classes, slice(None), wanted)
            self.update()
        return self

    def toggle(self, name: str, on: bool) -> Self:
        """Have the class ``name`` or not."""
        if on != (name in self.classes):
            list.append(self.classes, name) if on else list.remove(self.classes, name)
            self.update()
        return self

    def style_value(self, name: str, value: str) -> Self:
        """Set one style property (``--i``); one that is as wanted already costs nothing."""
        if self.style.get(name) != value:
            dict.__setitem__(self.style, name, value)
            self.update()
        return self

    def on_tap(self, handler: Callable[[], Any]) -> Self:
        """Call ``handler`` (plain or asynchronous, without arguments) at a click, a tap, Enter or Space."""
        # Without arguments in the message: the browser would send the whole mouse event.
        self.on("click", lambda: handler(), args=[])
        return self


def _attribute(name: str, value: Attribute) -> tuple[str, str | int | float | None]:
    """The name and the value as HTML writes them; ``None`` for an attribute to leave out."""
    key = name.removesuffix("_").replace("_", "-")
    if isinstance(value, bool):
        if key.startswith("aria-"):
            return key, "true" if value else "false"
        return key, "" if value else None
    return key, value
