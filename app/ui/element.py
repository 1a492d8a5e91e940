"""The one kind of element that pages are built of: a plain HTML tag, kept and changed in place.

No widget of the framework is used, so nothing of its look has to be fought; and a plain tag costs a third
of a widget to make. Values are always set as values: a text from a person never becomes part of a
property string, a style or HTML.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Self
from weakref import ref

from nicegui import context
from nicegui.element import Element
from nicegui.event_listener import EventListener
from nicegui.slot import Slot

Attribute = str | int | float | bool | None


class Node(Element):
    """An HTML tag with classes, a text and attributes.

    What it has lies in plain lists and dictionaries: the observers of the framework's own cost most of making an
    element, and ask at each change who is to be told, where an element that changes is sent anew and that is all.

    Attributes are given as keywords: ``data_action="start"`` becomes ``data-action``, a trailing underscore
    is dropped (``for_``), ``None`` and ``False`` leave the attribute out, ``True`` writes it empty -
    except for ``aria_*``, where both are written as words.
    """

    visible = True
    """The framework binds it; here an attribute (``hidden``) says it."""

    def __init__(self, tag: str = "div", classes: str = "", text: str | None = None, **attributes: Attribute) -> None:
        # In the place of the framework's own constructor: all that it does, but for the observers.
        self.tag = tag
        self.ignores_events_when_hidden = True
        self._classes = classes.split()  # type: ignore[assignment]
        self._style = {}  # type: ignore[assignment]
        self._props = _Attributes(_written(attributes))  # type: ignore[assignment]
        self._markers = []
        self._event_listeners = {}
        self._text = text
        self._update_method = None
        self._deleted = False
        self._is_on_its_way = True
        self.slots = {}
        self.default_slot = self.add_slot("default")
        self._join(context.slot)

    def _join(self, slot: Slot) -> None:
        """Become the last in ``slot``, and have both sent."""
        client = slot.parent.client
        self._client = ref(client)
        self._parent_slot = ref(slot)
        self.id = client.next_element_id
        client.next_element_id += 1
        client.elements[self.id] = self
        slot.children.append(self)
        client.outbox.enqueue_update(self)
        slot.parent.update()

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
        if not self._is_on_its_way:
            self._is_on_its_way = True
            super().update()

    def _to_dict(self) -> dict[str, Any]:
        """What the browser is told, now: the same as of the framework's own, with fewer questions."""
        self._is_on_its_way = False
        told: dict[str, Any] = {"tag": self.tag}
        if self._text is not None:
            told["text"] = self._text
        if self._classes:
            told["class"] = self._classes
        if self._style:
            told["style"] = self._style
        if self._props:
            told["props"] = self._props
        if self.default_slot.children:
            told["children"] = [child.id for child in self.default_slot.children]
        if self._event_listeners:
            told["events"] = [_told(listener) for listener in self._event_listeners.values()]
        return told

    def set(self, **attributes: Attribute) -> Self:
        """Change attributes; those that are as wanted already cost nothing."""
        changed = False
        for name, value in attributes.items():
            key, written = _attribute(name, value)
            if self.props.get(key) != written:
                changed = True
                if written is None:
                    del self.props[key]
                else:
                    self.props[key] = written
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
        if self.classes != wanted:
            self.classes[:] = wanted
            self.update()
        return self

    def toggle(self, name: str, on: bool) -> Self:
        """Have the class ``name`` or not."""
        if on != (name in self.classes):
            self.classes.append(name) if on else self.classes.remove(name)
            self.update()
        return self

    def style_value(self, name: str, value: str) -> Self:
        """Set one style property (``--i``); one that is as wanted already costs nothing."""
        if self.style.get(name) != value:
            self.style[name] = value
            self.update()
        return self

    def on_tap(self, handler: Callable[[], Any]) -> Self:
        """Call ``handler`` (plain or asynchronous, without arguments) at a click, a tap, Enter or Space."""
        # Without arguments in the message: the browser would send the whole mouse event.
        self.on("click", lambda: handler(), args=[])
        return self

    def closing(self, handler: Callable[[], Any] | None = None, within: float = 0.0) -> Self:
        """At a tap the browser shuts the dialog around it, however far the server is; then as ``on_tap``.

        A ``handler`` that shuts it together with what it shows next is given ``within`` seconds for that: a page that
        is drawn once is there sooner than one that is drawn twice.
        """
        if handler is None:
            self.on("click", js_handler="(event) => event.currentTarget.closest('dialog').close()")
        else:
            shut = f"setTimeout((it) => it.close(), {1000 * within:.0f}, event.currentTarget.closest('dialog'))"
            self.on("click", lambda: handler(), args=[], js_handler=f"(event) => {{ emit(); {shut}; }}")
        return self


USUAL: Final[dict[str, Any]] = {
    "specials": [], "modifiers": [], "keys": [], "args": [], "throttle": 0.0,
    "leading_events": True, "trailing_events": True, "js_handler": None,
}  # fmt: skip
"""What a listener mostly is; the template of a page (``page.html``) knows it, so it is not sent with each."""


def _told(listener: EventListener) -> dict[str, Any]:
    """What the browser is told of a listener."""
    return {key: value for key, value in listener.to_dict().items() if key not in USUAL or value != USUAL[key]}


class _Attributes(dict[str, Any]):
    """The attributes of an element."""

    _suspend_count = 0
    """The framework asks, before it has a new listener sent, whether that shall wait: never."""


def _written(attributes: dict[str, Attribute]) -> dict[str, str | int | float]:
    """The attributes as HTML writes them, without those to leave out."""
    pairs = (_attribute(name, value) for name, value in attributes.items())
    return {key: written for key, written in pairs if written is not None}


def _attribute(name: str, value: Attribute) -> tuple[str, str | int | float | None]:
    """The name and the value as HTML writes them; ``None`` for an attribute to leave out."""
    key = _key(name)
    if isinstance(value, bool):
        if key.startswith("aria-"):
            return key, "true" if value else "false"
        return key, "" if value else None
    return key, value


@cache
def _key(name: str) -> str:
    """The name of an attribute as HTML writes it; there are only so many in the source."""
    return name.removesuffix("_").replace("_", "-")
