"""Recovery codes, shown once: to be copied, printed or written down."""

from typing import Final

from app.ui.account.facts import Refresh, signed_in
from app.ui.element import Node
from app.ui.frame import button, sheet, words
from app.ui.session import Session

_PRINT: Final = "() => window.print()"


async def make_codes(session: Session, refresh: Refresh) -> None:
    """Make new codes and show them. Raises ``Refused`` (``confirm_first``) or ``StoreError``."""
    codes = await session.accounts.new_recovery_codes(signed_in(session))
    _show(session, codes)
    await refresh()


def _show(session: Session, codes: tuple[str, ...]) -> None:
    with sheet(session, lambda tr: tr.t("Your recovery codes"), "dialog-account dialog-codes"):
        words(
            session, "p",
            lambda tr: tr.t(
                "Keep them where only you find them. Each lets you in once, and they are never shown again."
            ),
        )  # fmt: skip
        name = signed_in(session).account.name
        with Node("p", "codes-head"):
            words(session, "span", lambda tr: tr.t("UNO Ultimate"))
            Node("bdi", text=name)
        field = Node(
            "textarea", "field code codes", readonly=True, rows=len(codes), id="codes", wrap="off",
            spellcheck="false", defaultValue="\n".join(codes),
        )  # fmt: skip
        session.label(field, lambda tr: tr.t("Your recovery codes"))
        with Node("div", "row codes-buttons"):
            copy = button(session, lambda tr: tr.t("Copy"), data_action="copy-codes", data_copy="#codes")
            copy.on_tap(lambda: session.tell(lambda tr: tr.t("The codes are copied.")))
            button(session, lambda tr: tr.t("Print"), data_action="print-codes").on("click", js_handler=_PRINT)
            done = button(session, lambda tr: tr.t("I have kept them"), "btn btn-main", data_action="codes-kept")
            done.closing()
