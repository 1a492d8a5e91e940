"""What the friends page shows, read at one time."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from app.play import Friend, Person, Requests
from app.ui.account.facts import signed_in
from app.ui.session import Session

Refresh = Callable[[], Awaitable[None]]


class Facts(NamedTuple):
    """A person's friends, requests and blocks."""

    friends: Sequence[Friend]
    requests: Requests
    blocked: Sequence[Person]


async def read_facts(session: Session) -> Facts:
    """The facts as of now; requests that are read here need no notice any more. Raises ``Refused``."""
    me, friends = signed_in(session), session.friends
    facts = Facts(await friends.list(me), await friends.requests(me), await friends.blocked(me))
    await friends.seen(me)
    return facts
