"""The sheet in which an account gets another portrait: one of ours, or an uploaded picture."""

from typing import Final

from app.play import Account
from app.play.pictures import LARGEST_MB
from app.ui.account.facts import Refresh, signed_in
from app.ui.account.forms import Form, attempt
from app.ui.element import Node
from app.ui.frame import Dialog, sheet, words
from app.ui.portrait import portrait_of
from app.ui.session import Session
from app.ui.setup.friends import PORTRAIT_WORDS, portrait_words

_KINDS: Final = "image/jpeg,image/png,image/webp,image/gif"
# Choosing a file is the whole form; emptied, so that the same file can be chosen again.
_SEND: Final = """(event) => {
    const field = event.currentTarget;
    if (field.files.length) field.form.requestSubmit();
    field.value = '';
}"""


def choose_portrait(session: Session, account: Account, refresh: Refresh) -> None:
    """Open the sheet."""
    shown = portrait_of(account)
    with sheet(session, lambda tr: tr.t("Choose a portrait"), "dialog-portraits") as dialog:
        _upload(session, dialog, refresh)
        with Node("div", "portraits"):
            for key in PORTRAIT_WORDS:
                _portrait(session, dialog, key, key == shown, refresh)


def _upload(session: Session, dialog: Dialog, refresh: Refresh) -> None:
    async def uploaded() -> None:
        dialog.close()
        session.tell(lambda tr: tr.t("Your portrait is changed."))
        await attempt(session, refresh)

    with Form(session, "picture", send="/api/account/picture", done=uploaded, enctype="multipart/form-data") as form:
        with Node("label", "btn upload"):
            Node("i", "icon-upload", aria_hidden=True)
            words(session, "span", lambda tr: tr.t("Upload a picture"))
            field = Node("input", "visually-hidden", type="file", name="picture", accept=_KINDS, id="picture")
            field.set(aria_describedby="picture-hint")
            field.on("change", js_handler=_SEND)
        words(
            session, "p",
            lambda tr: tr.n(
                "JPEG, PNG, WebP or GIF, up to {count} megabyte. The middle of it is used.",
                "JPEG, PNG, WebP or GIF, up to {count} megabytes. The middle of it is used.",
                LARGEST_MB,
            ),
            "soft small", id="picture-hint",
        )  # fmt: skip
        form.place_problem()


def _portrait(session: Session, dialog: Dialog, key: str, chosen: bool, refresh: Refresh) -> None:
    async def change() -> None:
        await session.accounts.set_portrait(signed_in(session), key)
        await refresh()

    async def choose() -> None:
        dialog.close()
        await attempt(session, change)

    choice = Node("button", "portrait-choice", type="button", aria_pressed=chosen, data_portrait=key)
    session.label(choice.on_tap(choose), lambda tr: portrait_words(key, tr))
    with choice:
        Node("i", f"portrait portrait-{key}")
