"""Asking once more who is there, before anything that decides who can sign in, or that cannot be undone."""

import inspect

from app.play import Refused
from app.text.accounts import account_problem_text
from app.ui.account.forms import Done, Form
from app.ui.account.passkey_button import passkey_button, passkey_help
from app.ui.element import Node
from app.ui.frame import Dialog, sheet, words
from app.ui.session import Session


async def when_certain(session: Session, then: Done) -> None:
    """Call ``then`` at once when the person has lately proved who they are, else once they have done so."""
    try:
        me = await session.look_again()
        assert me is not None
        passkeys = [] if me.fresh else await session.passkeys.list(me)
    except Refused as refused:
        word, params = refused.word, refused.params
        session.tell(lambda tr: account_problem_text(word, params, tr))
        return
    if not me.fresh:
        _ask(session, then, me.account.has_password, bool(passkeys))
        return
    result = then()
    if inspect.isawaitable(result):
        await result


def _ask(session: Session, then: Done, password: bool, passkeys: bool) -> None:
    with sheet(session, lambda tr: tr.t("Confirm that it is you"), "dialog-account") as dialog:
        words(session, "p", lambda tr: tr.t("You signed in a while ago, and this matters."), "soft")

        def confirmed() -> object:
            dialog.close()
            return then()

        if passkeys:
            _by_passkey(session, confirmed, alone=not password)
        if password:
            _by_password(session, dialog, confirmed)
        if not password and not passkeys:
            words(session, "p", lambda tr: tr.t("Sign out, and sign in again with a recovery code."))


def _by_passkey(session: Session, confirmed: Done, *, alone: bool) -> None:
    passkey_button(session, "confirm", lambda tr: tr.t("Use a passkey"), confirmed)
    if alone:
        passkey_help(session)
    else:
        with Node("p", "or", data_needs_passkeys=True):
            words(session, "span", lambda tr: tr.t("or"))


def _by_password(session: Session, dialog: Dialog, confirmed: Done) -> None:
    with Form(session, "confirm", send="/api/account/confirm", done=confirmed) as form:
        form.field("password", lambda tr: tr.t("Password"), type="password", autocomplete="current-password")
        form.end(lambda tr: tr.t("Confirm"), cancel=True)
