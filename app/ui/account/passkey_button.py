"""The button for a passkey, and what is said where there can be none."""

from app.ui.account.forms import Done, Problem, listen
from app.ui.element import Node
from app.ui.frame import button, words
from app.ui.session import Sentence, Session


def passkey_button(session: Session, use: str, sentence: Sentence, done: Done | None = None, follow: str = "") -> Node:
    """A button for a passkey, hidden where there can be none; beside it Cancel while it waits, and what went wrong.

    ``use`` is ``sign-in``, ``add`` or ``confirm``; afterwards ``done`` is called, or the browser goes to ``follow``.
    """
    with Node("div", "passkey-part", data_needs_passkeys=True):
        with Node("div", "row"):
            made = Node("button", "btn passkey-button", type="button", data_passkey=use, data_next=follow or None)
            with made:
                Node("i", "icon-key", aria_hidden=True)
                words(session, "span", sentence)
            button(session, lambda tr: tr.t("Cancel"), data_passkey_cancel=True, hidden=True)
        problem = Problem(session)
    listen(made, lambda word, params, field: problem.show(word, params), done)
    return made


def passkey_help(session: Session) -> None:
    """The reason why there are no passkeys, shown only where browser or address cannot have them."""
    possible, address = session.passkeys.possible, session.passkeys.origin
    with Node("div", "soft small passkey-help", data_without_passkeys=True):
        words(session, "p", lambda tr: tr.t("This browser cannot use passkeys."), data_reason="unsupported")
        words(session, "p", lambda tr: tr.t("Passkeys need an encrypted connection (https)."), data_reason="insecure")
        words(
            session,
            "p",
            lambda tr: (
                tr.t("Passkeys work only at {address}.", address=address)
                if possible
                else tr.t("Passkeys cannot be used at the address of this server.")
            ),
            data_reason="address",
        )
