"""What the friends page shows, read at one time."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from app.play import Friend, HeadToHead, Person, Requests
from app.ui.account.facts import signed_in
from app.ui.session import Session

Refresh = Callable[[], Awaitable[None]]


class Facts(NamedTuple):
    """A person's friends, requests and blocks."""

    friends: Sequence[Friend]
    requests: Requests
    blocked: Sequence[Person]
    heads: Mapping[str, HeadToHead]
    """By account: how the person has done against each friend."""


async def read_facts(session: Session) -> Facts:
    """The facts as of now. Raises ``Refused``."""
    me, friends = signed_in(session), session.friends
    listed = await friends.list(me)
    found = await session.lounge.rooms.heads_to_head(me.owner, [friend.owner for friend in listed])
    heads = {friend.account: found[friend.owner] for friend in listed}
    return Facts(listed, await friends.requests(me), await friends.blocked(me), heads)
