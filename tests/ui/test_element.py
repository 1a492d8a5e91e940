"""Our own element: what it sends, and when."""

from collections.abc import Iterator
from typing import Any

import pytest
from nicegui import Client, json, ui
from nicegui.element import Element

from app.ui.element import Node


@pytest.fixture
def client() -> Iterator[Client]:
    """An open page, with everything on it sent."""
    client = Client(ui.page("/test"))
    with client:
        client.outbox.updates.clear()
        yield client
    client.delete()


def sent(client: Client) -> set[int]:
    """The ids of what is on its way to the browser, which has it from now on."""
    ids = set(client.outbox.updates)
    for element in client.outbox.updates.values():
        if isinstance(element, Element):
            told(element)
    client.outbox.updates.clear()
    return ids


def told(element: Element) -> dict[str, Any]:
    """What the browser is told of ``element``."""
    return dict(json.loads(json.dumps(element._to_dict())))


@pytest.mark.usefixtures("client")
def test_an_element_has_all_that_the_framework_gives_its_own() -> None:
    assert vars(Node("i")).keys() | {"visible", "___visible"} >= vars(Element("i")).keys()


@pytest.mark.usefixtures("client")
def test_an_element_is_told_as_the_framework_tells_its_own() -> None:
    own = Element("button").classes("a b").style("--i: 1").props("data-x=y hidden")
    own._text = "text"
    ours = Node("button", "a b", "text", data_x="y", hidden=True, data_none=None, inert=False).style_value("--i", "1")
    assert told(ours) == told(own) | {"props": {"data-x": "y", "hidden": ""}}
    with ours:
        inside = Node("i")
    assert told(ours) == told(own) | {"props": {"data-x": "y", "hidden": ""}, "children": [inside.id]}
    assert told(Node()) == {"tag": "div"}


def test_a_new_element_is_sent_with_what_it_is_in(client: Client) -> None:
    with Node() as outer:
        inner = Node()
    assert inner.parent_slot is outer.default_slot
    assert {outer.id, inner.id, client.content.id} == sent(client)


def test_what_is_as_wanted_already_is_not_sent(client: Client) -> None:
    node = Node("div", "a b", "text", data_x=1).style_value("--i", "1")
    sent(client)
    node.wear("a b").toggle("a", True).toggle("c", False)
    node.set(data_x=1, data_y=None, hidden=False).style_value("--i", "1")
    node.text = "text"
    assert sent(client) == set()


def test_each_change_is_sent(client: Client) -> None:
    node = Node("div", "a b", "text", data_x=1)

    def say() -> None:
        node.text = "other"

    changes = (
        lambda: node.wear("b"), lambda: node.toggle("c", True), lambda: node.toggle("c", False),
        lambda: node.set(data_x=2), lambda: node.set(data_x=None), lambda: node.style_value("--i", "2"), say,
        lambda: node.on_tap(say),
    )  # fmt: skip
    for change in changes:
        sent(client)
        change()
        assert sent(client) == {node.id}
    assert told(node)["text"] == "other"


def test_exactly_the_classes_asked_for_are_worn(client: Client) -> None:
    node = Node("div", "a b")
    assert node.wear("b  c").classes == ["b", "c"]
    sent(client)
    node.wear("c b")
    assert node.classes == ["c", "b"]
    assert sent(client) == {node.id}
    node.wear("")
    assert told(node) == {"tag": "div"}


def test_one_on_its_way_is_not_asked_for_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node()
    asked: list[Element] = []
    monkeypatch.setattr(client.outbox, "enqueue_update", asked.append)
    node.wear("a").set(data_x=1)
    assert asked == []
    sent(client)
    node.wear("b")
    assert asked == [node]


def test_one_that_was_deleted_comes_back_by_no_change(client: Client) -> None:
    node = Node()
    node.delete()
    node.wear("a")
    assert client.outbox.updates[node.id] is not node
    sent(client)
    node.wear("b")
    assert sent(client) == set()
