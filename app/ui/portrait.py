"""Portraits on a page: drawn ones by their key, uploaded ones by their address."""

from typing import Final

from app.play import Account
from app.ui.account_routes import picture_url
from app.ui.element import Node
from app.ui.setup.friends import PORTRAIT_WORDS

_KEYS: Final = tuple(PORTRAIT_WORDS)


def show_portrait(node: Node, key: str) -> Node:
    """Have ``node`` be the portrait called ``key``: a drawn one, an uploaded picture, or with no key an empty round."""
    picture = picture_url(key)
    if picture:
        node.style_value("--picture", f"url({picture})")
    return node.wear(f"portrait portrait-{'picture' if picture else key or 'none'}")


def portrait_of(account: Account) -> str:
    """The portrait of an account: as chosen, or one that stays the same until somebody chooses."""
    return portrait_of_other(account.portrait, account.id)


def portrait_of_other(chosen: str, account_id: str) -> str:
    """The same for what is known of somebody else."""
    return chosen or _KEYS[int(account_id[:6], 16) % len(_KEYS)]
