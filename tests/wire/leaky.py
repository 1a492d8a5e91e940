"""The product with leaks built in, one for each seat, so that a test can be seen to find them: ``-m tests.wire.leaky``.

Each is something that really happens: an element that is only hidden, a card as a mark, a picture's address, a seed in
the page, and what the draw pile will bring.
"""

import sys
from typing import Any

from app.engine.cards import code
from app.engine.state import State
from app.main import main
from app.ui.element import Node
from app.ui.pages.table import TablePage
from e2e.dealt import deal_alike

_render = TablePage._render


def leaky_render(self: TablePage, *given: Any, **named: Any) -> None:
    """Show the table, and with it something that this seat must not know."""
    _render(self, *given, **named)
    state: State = self.table._table.state
    seat = min(self.table.seats, default=0)
    others = [code(card) for card in state.hands[(seat + 1) % state.seats]]
    coming = [code(card) for card in state.draw[-8:]]
    with self.root:
        if seat == 0:
            for each in others:
                Node("i", f"visually-hidden face-{each}").style_value("display", "none")
        elif seat == 1:
            Node("i", data_key=" ".join(f"card-{each}" for each in others))
        elif seat == 2:
            for each in coming:
                Node("img", src=f"/art/{each}.svg")
        else:
            Node("i", data_round=state.seed)


TablePage._render = leaky_render  # type: ignore[method-assign]

if __name__ == "__main__":
    deal_alike()
    sys.exit(main())
