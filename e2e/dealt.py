"""The product with the same deals and the same whims each time, so that no test hangs on luck: ``-m e2e.dealt``."""

import hashlib
import itertools
import random
import sys
from types import SimpleNamespace

from app.main import main
from app.play import computers, saved

_numbers = itertools.count()


def next_seed(size: int = 16) -> str:
    """The next of always the same seeds, ``size`` bytes long."""
    return hashlib.sha256(str(next(_numbers)).encode()).hexdigest()[: 2 * size]


def deal_alike() -> None:
    """Make this process deal, and its computers choose, as every other one that was told so."""
    vars(saved)["secrets"] = SimpleNamespace(token_hex=next_seed)
    vars(computers)["random"] = SimpleNamespace(Random=lambda: random.Random(1))


if __name__ == "__main__":
    deal_alike()
    sys.exit(main())
