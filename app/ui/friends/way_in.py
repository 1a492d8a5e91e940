"""The link to the friends page, with how many ask."""

from nicegui import background_tasks

from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import words
from app.ui.session import Session


async def friends_link(session: Session) -> None:
    """Make the link; the number on it follows what happens."""
    link = Node("a", "btn", href="/friends", data_action="friends")
    with link:
        Node("i", "icon-people", aria_hidden=True)
        words(session, "span", lambda tr: tr.t("Friends"))
        badge = Node("span", "badge", data_badge=True, hidden=True)
    me = session.me
    if me is None:
        return

    async def count() -> None:
        waiting = await session.friends.open_requests(me)
        if badge.is_deleted:
            return
        with session.client:
            badge.set(hidden=not waiting).text = str(waiting)
            session.label(link, lambda tr: _name(waiting, tr))

    def changed() -> None:
        background_tasks.create(count(), name="requests")

    session.client.on_delete(session.friends.follow(me.account.id, changed))
    await count()


def _name(waiting: int, tr: Translator) -> str:
    return tr.n("Friends: {count} asks", "Friends: {count} ask", waiting) if waiting else tr.t("Friends")
