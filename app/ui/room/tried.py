"""Doing what a person asked for in a room, and saying why where it cannot be done."""

from collections.abc import Awaitable
from typing import Any, NamedTuple

from app.engine.house_rules import BadRules
from app.play import Refused, StoreError
from app.text.reasons import problem_text
from app.text.rooms import room_problem_text
from app.ui.session import Sentence, Session


class Refusal(NamedTuple):
    """Why something was not done, and the field that it is about, if any."""

    sentence: Sentence
    field: str = ""


async def tried(session: Session, action: Awaitable[Any]) -> bool:
    """Whether ``action`` went well; if not, a message has said why."""
    reason = await refusal(action)
    if reason is not None:
        session.tell(reason.sentence)
    return reason is None


async def refusal(action: Awaitable[Any]) -> Refusal | None:
    """Do ``action``; why it was refused, or ``None`` when it was not."""
    try:
        await action
    except Refused as refused:
        return because(refused)
    except BadRules as bad:
        problem = bad
        return Refusal(lambda tr: problem_text(problem, tr))
    except StoreError:
        return Refusal(lambda tr: tr.t("It could not be saved. Nothing is lost: please try again."))
    return None


def because(refused: Refused) -> Refusal:
    """The sentence for a refusal."""
    word, params = refused.word, dict(refused.params)
    return Refusal(lambda tr: room_problem_text(word, params, tr), refused.field)
