"""What can be done about somebody: no longer being friends, blocking."""

from app.play import Friend, HeadToHead, Person
from app.ui.account.facts import signed_in
from app.ui.account.forms import attempt
from app.ui.ago import ago
from app.ui.element import Node
from app.ui.frame import ask, button, sheet, words
from app.ui.friends.facts import Refresh
from app.ui.portrait import portrait_of_other, show_portrait
from app.ui.session import Session


def open_person(session: Session, friend: Friend, head: HeadToHead | None, refresh: Refresh) -> None:
    """A sheet about a friend."""
    with sheet(session, lambda tr: friend.name, "dialog-friend") as dialog:
        with Node("div", "row friend-about"):
            show_portrait(Node("i", aria_hidden=True), portrait_of_other(friend.portrait, friend.account))
            words(session, "p", lambda tr: tr.t("Your friend since: {when}", when=ago(friend.since, tr)))
        if head is not None and head.matches:
            _tell_of_matches(session, friend, head)
        with Node("div", "stack"):
            remove = button(session, lambda tr: tr.t("Remove from my friends"), data_action="remove")
            block = button(session, lambda tr: tr.t("Block"), "btn danger-text", data_action="block")

    def then(question: object) -> None:
        dialog.close()
        ask_to_remove(session, friend, refresh) if question is remove else ask_to_block(session, friend, refresh)

    remove.on_tap(lambda: then(remove))
    block.on_tap(lambda: then(block))


def _tell_of_matches(session: Session, friend: Friend, head: HeadToHead) -> None:
    """How the matches against a friend went."""
    with Node("div", "friend-head"):
        words(
            session,
            "p",
            lambda tr: tr.n(
                "You have played {count} match online with each other.",
                "You have played {count} matches online with each other.",
                head.matches,
            ),
        )
        words(
            session,
            "p",
            lambda tr: tr.t(
                "You were ahead in {mine}, {name} in {theirs}.",
                mine=head.wins_a,
                name=friend.name,
                theirs=head.wins_b,
            ),
        )


def ask_to_remove(session: Session, person: Person, refresh: Refresh) -> None:
    """Ask before a friendship ends."""

    async def remove() -> None:
        await session.friends.remove(signed_in(session), person.account)
        await refresh()

    ask(
        session,
        lambda tr: tr.t("Remove {name}?", name=person.name),
        lambda tr: tr.t("You no longer see when the other is there. Either of you can ask again."),
        lambda tr: tr.t("Remove"),
        lambda: attempt(session, remove),
    )


def ask_to_block(session: Session, person: Person, refresh: Refresh) -> None:
    """Ask before somebody is blocked."""

    async def block() -> None:
        await session.friends.block(signed_in(session), person.account)
        await refresh()

    ask(
        session,
        lambda tr: tr.t("Block {name}?", name=person.name),
        lambda tr: tr.t("You hear nothing of them any more, and they do not learn of it. You can unblock them."),
        lambda tr: tr.t("Block"),
        lambda: attempt(session, block),
    )
