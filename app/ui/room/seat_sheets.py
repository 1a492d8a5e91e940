"""What can be done with one seat of a room: one's own name and portrait, the host's ways, inviting a friend."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from app.play import Friend, Newcomer, Room, RoomLook, SeatKind, SeatLook, SeatPlan
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.frame import Dialog, button, sheet, words
from app.ui.portrait import portrait_of_other, show_portrait
from app.ui.room.faces import seat_face
from app.ui.room.fields import CHECKED, FIELDS, LONGEST_TYPED, Problem, own_portrait, typed
from app.ui.room.tried import refusal, tried
from app.ui.session import Session
from app.ui.setup.friends import PORTRAIT_WORDS, portrait_words


def own_seat_sheet(session: Session, room: Room, seat: SeatLook, look: RoomLook) -> None:
    """Change name and portrait, or stand up."""
    first = look.me is not None and bool(look.me.seats) and min(look.me.seats) == seat.seat
    chosen = [seat_face(seat)]
    with (
        sheet(session, lambda tr: tr.t("Your seat"), "dialog-portraits") as dialog,
        Node("form", "room-form", novalidate=True, data_form="own-seat") as form,
    ):
        words(session, "label", lambda tr: tr.t("Name"), for_="seat-name")
        Node(
            "input", "field room-name", type="text", id="seat-name", name="name", maxlength=LONGEST_TYPED,
            defaultValue=seat.name, autocomplete="nickname", spellcheck="false", aria_describedby="seat-problem",
        )  # fmt: skip
        problem = Problem(session, "seat-problem")
        _portraits(session, chosen[0], chosen)
        with Node("div", "row row-end sheet-end"):
            up = button(session, lambda tr: tr.t("Stand up"), "btn btn-quiet", data_action="stand-up")
            button(session, lambda tr: tr.t("Save"), "btn btn-main", data_action="confirm").set(type="submit")

    async def save(name: str) -> None:
        reason = await refusal(room.rename(session.owner, seat.seat, Newcomer(name, chosen[0])))
        if reason is not None:
            problem.say(reason.sentence)
            return
        dialog.close()
        if first:
            await session.keep(name=name, portrait=chosen[0])

    form.on("submit", lambda event: save(typed(event.args, "name")), js_handler=FIELDS)
    up.on_tap(lambda: _done(session, dialog, room.stand_up(session.owner)))


def _portraits(session: Session, shown: str, chosen: list[str]) -> None:
    nodes: dict[str, Node] = {}

    def choose(key: str) -> None:
        nodes[chosen[0]].set(aria_pressed=False) if chosen[0] in nodes else None
        chosen[0] = key
        nodes[key].set(aria_pressed=True)

    own = own_portrait(session)
    with session.label(Node("div", "portraits", role="group"), lambda tr: tr.t("Portrait")):
        for key in dict.fromkeys([shown or own, own, *PORTRAIT_WORDS]):
            choice = Node("button", "portrait-choice", type="button", aria_pressed=key == shown, data_portrait=key)
            session.label(choice, lambda tr, key=key: portrait_words(key, tr))  # type: ignore[misc]
            with choice.on_tap(lambda key=key: choose(key)):  # type: ignore[misc]
                show_portrait(Node("i"), key)
            nodes[key] = choice


async def _done(session: Session, dialog: Dialog, action: Awaitable[Any]) -> None:
    dialog.close()
    await tried(session, action)


def host_sheet(session: Session, room: Room, seat: SeatLook, look: RoomLook) -> None:
    """What the host can do with a seat, or with whoever has it."""
    owner, number = session.owner, seat.seat
    member = next((each for each in look.members if each.key == seat.member), None)
    called = seat.name

    def heading(tr: Translator) -> str:
        return called or tr.t("Seat {number}", number=number + 1)

    with sheet(session, heading, "dialog-seat") as dialog, Node("div", "stack"):

        def way(sentence: Any, action: str, do: Any, classes: str = "btn") -> None:
            button(session, sentence, classes, data_action=action).on_tap(lambda: _done(session, dialog, do()))

        if number > 0:
            way(lambda tr: tr.t("Move up"), "move-up", lambda: room.move_seat(owner, number, number - 1))
        if number < len(look.seats) - 1:
            way(lambda tr: tr.t("Move down"), "move-down", lambda: room.move_seat(owner, number, number + 1))
        if seat.kind is SeatKind.COMPUTER:
            offer_way(session, room, dialog, seat)
        if member is None:
            way(lambda tr: tr.t("Remove this seat"), "remove-seat", lambda: room.remove_seat(owner, number))
        elif not seat.mine:
            member_ways(session, room, dialog, member.key, member.name)
        if seat.kind is SeatKind.INVITED:
            words(session, "p", lambda tr: tr.t("Only the friend you invited can take this seat."), "soft small")


def offer_way(session: Session, room: Room, dialog: Dialog, seat: SeatLook) -> None:
    """Let people take the seat of a computer, or keep them from it."""
    free, name = not seat.free, seat.name

    def said(tr: Translator) -> str:
        if free:
            return tr.t("Let people take the seat of {name}", name=name)
        return tr.t("Keep {name} on this seat", name=name)

    button(session, said, data_action="offer-seat").on_tap(
        lambda: _done(session, dialog, room.offer_seat(session.owner, seat.seat, free))
    )


def member_ways(session: Session, room: Room, dialog: Dialog, key: int, name: str) -> None:
    """What the host can do with somebody else: hand over the room, or remove them."""

    def ask_first() -> None:
        dialog.close()
        _ask_remove(session, room, key, name)

    button(session, lambda tr: tr.t("Make {name} the host", name=name), data_action="hand-over").on_tap(
        lambda: _done(session, dialog, room.hand_over(session.owner, key))
    )
    button(session, lambda tr: tr.t("Remove {name}", name=name), "btn btn-danger", data_action="kick").on_tap(ask_first)


def _ask_remove(session: Session, room: Room, key: int, name: str) -> None:
    """Remove somebody after a question; the room may be locked in the same go."""
    locked = room.look(session.owner).options.locked
    lock = [False]

    def question(tr: Translator) -> str:
        return tr.t("Remove {name} from this room?", name=name)

    dialog = Dialog(session, question, "dialog-question")

    async def removed() -> None:
        dialog.close()
        await tried(session, room.kick(session.owner, key, lock=lock[0]))

    with dialog:
        words(session, "h2", question)
        words(
            session, "p",
            lambda tr: tr.t("They cannot come back into this room. In a match a computer plays on for them."),
        )  # fmt: skip
        if not locked:
            with Node("div", "option"):
                words(session, "label", lambda tr: tr.t("Also lock the room"), for_="also-lock")
                words(
                    session, "span", lambda tr: tr.t("Somebody without an account might come back as somebody else."),
                    "soft", id="about-also-lock",
                )  # fmt: skip
                Node(
                    "input", "switch", type="checkbox", role="switch", id="also-lock",
                    aria_describedby="about-also-lock",
                ).on("change", lambda event: lock.__setitem__(0, event.args is True), js_handler=CHECKED)  # fmt: skip
        with Node("div", "row row-end"):
            button(session, lambda tr: tr.t("Cancel"), autofocus=True, data_action="cancel").closing()
            button(
                session, lambda tr: tr.t("Remove {name}", name=name), "btn btn-danger", data_action="confirm"
            ).on_tap(removed)
    dialog.open()


async def invite_sheet(session: Session, room: Room, number: int) -> None:
    """Choose the friend for whom a seat is kept; they are told at once."""
    assert session.me is not None
    friends = await session.friends.list(session.me)
    there = {each.account for each in room.look(session.owner).members if each.account}
    with sheet(session, lambda tr: tr.t("Invite a friend"), "dialog-friends") as dialog:
        if not friends:
            words(session, "p", lambda tr: tr.t("You have no friends here yet. Send them the link instead."))
        with Node("ul", "people-list"):
            for friend in friends:
                _friend(session, room, dialog, number, friend, friend.account in there)


def _friend(session: Session, room: Room, dialog: Dialog, number: int, friend: Friend, there: bool) -> None:
    async def invite() -> None:
        dialog.close()
        plan = SeatPlan.for_friend(friend.owner, friend.name, portrait_of_other(friend.portrait, friend.account))
        if await tried(session, room.set_seat(session.owner, number, plan)):
            session.tell(lambda tr: tr.t("{name} is told.", name=friend.name))

    with Node("li", "person-row", data_friend=friend.name):
        with Node("div", "seat-face", aria_hidden=True):
            show_portrait(Node("i"), portrait_of_other(friend.portrait, friend.account))
            Node("span", "dot" if friend.online else "dot off")
        with Node("div", "seat-facts"):
            Node("bdi", text=friend.name)
            online = friend.online
            words(session, "span", lambda tr: tr.t("online") if online else tr.t("not online"), "soft small")
        if there:
            words(session, "span", lambda tr: tr.t("is here"), "soft small")
        else:
            button(session, lambda tr: tr.t("Invite"), "btn btn-small", data_action="invite").on_tap(invite)
