"""The buttons of the moment, and the line that says what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from app.engine.cards import NO_COLOUR, W, symbol_of
from app.engine.moves import CALL, CHALLENGE, DRAW, PASS, TAKE, Do, Move
from app.engine.state import DRAWING, DRAWN, PENALTY, TAKING
from app.engine.views import TableView
from app.play import ClockView, Shown
from app.text.cards import colour_name, symbol_name
from app.text.translator import Translator
from app.ui.element import Node
from app.ui.session import Session

WHICH_BUTTON: Final = (
    "(e) => { const button = e.target.closest('.press'); if (button) emit(Number(button.id.slice(1))); }"
)


class _Button(NamedTuple):
    """One button that applies now."""

    key: str
    move: Move | None
    """``None`` for what concerns the selection alone."""
    text: str
    classes: str
    icon: str


class _Made(NamedTuple):
    """A button on the page."""

    root: Node
    text: Node
    do: Callable[[], Any]


class Controls:
    """The buttons that apply now, and no others. ``act`` is given the move of the button tapped."""

    def __init__(
        self,
        session: Session,
        names: Sequence[str],
        act: Callable[[Move], Any],
        play: Callable[[], Any],
        undo: Callable[[], Any],
    ) -> None:
        self._session = session
        self._names = names
        self._act = act
        self._selection = {"play": play, "undo-selection": undo}
        with Node("div", "parts") as around:
            self.calls: Final = Node("div", "calls")
            self.turn: Final = Node("div", "controls")
        # One listener for all buttons, on an element that never changes: it is most of what each would take to send.
        around.on("click", lambda event: self._tapped(event.args), js_handler=WHICH_BUTTON)
        self._made: dict[str, _Made] = {}

    def update(self, view: TableView, chosen: int, may_play: bool) -> None:
        """Show what may be done; ``chosen`` is the number of cards selected, which may go down as they are."""
        wanted = {each.key: each for each in self._wanted(view, chosen, may_play)}
        for key in [key for key in self._made if key not in wanted]:
            self._made.pop(key).root.delete()
        for key, each in wanted.items():
            if key not in self._made:
                self._made[key] = self._make(each)
            self._made[key].text.text = each.text
            self._made[key].root.toggle("hinted", False)

    def point_at(self, move: Move) -> None:
        """Show which button a hint means."""
        for key, made in self._made.items():
            made.root.toggle("hinted", key in (move.do.value, move.code()))

    def _wanted(self, view: TableView, chosen: int, may_play: bool) -> list[_Button]:
        tr = self._session.tr
        found = _calls(view, self._names, tr)
        if chosen:
            found.append(_Button("undo-selection", None, tr.t("Cancel"), "second", ""))
            if may_play:
                text = tr.n("Play {count} card", "Play {count} cards", chosen)
                found.append(_Button("play", None, text, "", ""))
            return found
        return found + _turn(view, tr)

    def _tapped(self, id: object) -> Any:
        """Do what the button is for whose element has this id; one that has gone meanwhile is for nothing any more."""
        made = next((made for made in self._made.values() if made.root.id == id), None)
        return None if made is None else made.do()

    def _make(self, wanted: _Button) -> _Made:
        calls = wanted.move is not None and wanted.move.do in (Do.CALL, Do.CATCH)
        action = wanted.key if wanted.move is None else wanted.move.do.value
        target = None if wanted.move is None else wanted.move.target
        with self.calls if calls else self.turn:
            root = Node("button", f"press {wanted.classes}", type="button", data_action=action, data_target=target)
        with root:
            if wanted.icon:
                Node("i", f"icon-{wanted.icon}", aria_hidden=True)
            text = Node("span", text=wanted.text)
        move = wanted.move
        return _Made(root, text, self._selection[wanted.key] if move is None else lambda: self._act(move))


def _calls(view: TableView, names: Sequence[str], tr: Translator) -> list[_Button]:
    """The calls and catches open to the viewer."""
    found = [
        _Button(move.code(), move, tr.t("Catch {name}!", name=names[move.target]), "alarm", "catch")
        for move in view.legal
        if move.do is Do.CATCH and move.target is not None
    ]
    if Do.CALL in view.actions:
        found.append(_Button("call", CALL, tr.t("UNO!"), "alarm loud", ""))
    return found


def _turn(view: TableView, tr: Translator) -> list[_Button]:
    """What the viewer may do on its turn besides playing a card."""
    found = []
    if Do.CHALLENGE in view.actions:
        found.append(_Button("challenge", CHALLENGE, tr.t("Challenge"), "second", "challenge"))
    if Do.PASS in view.actions:
        found.append(_Button("pass", PASS, tr.p("button", "Pass"), "", "pass"))
    if Do.DRAW in view.actions:
        text = tr.t("Draw on") if view.pending is DRAWING else tr.p("button", "Draw")
        found.append(_Button("draw", DRAW, text, "second" if view.fits else "", "draw"))
    if Do.TAKE in view.actions:
        text = tr.t("Take +{count}", count=view.penalty.amount) if view.penalty else tr.t("Take on")
        found.append(_Button("take", TAKE, text, "second" if view.fits else "", "take"))
    return found


class Status:
    """The line that says whose turn it is and what is asked, with the clock."""

    def __init__(self, session: Session, names: Sequence[str]) -> None:
        self._session = session
        self._names = names
        self._clock_key: tuple[int, int, bool, int] | None = None
        # What never changes stands around what is sent with nearly every move.
        with Node("div", "status", role="status"):
            self._line = Node("p", "status-line")
            self._clock = Node("div", "clock", aria_hidden=True, hidden=True)

    def update(self, shown: Shown, chosen: int) -> None:
        """Say what is asked now."""
        self._line.text = status_text(shown.view, self._names, self._session.tr, chosen)
        self._show_clock(shown.clock)

    def _show_clock(self, clock: ClockView | None) -> None:
        """The time left as a shrinking line and a number; the browser counts down by itself."""
        key = None if clock is None else (clock.seat, clock.seconds, clock.running, round(clock.left))
        if key == self._clock_key:
            return
        before, self._clock_key = self._clock_key, key
        self._clock.set(hidden=clock is None, data_left=None if clock is None else f"{clock.left:.1f}")
        if clock is None:
            return
        name = "clock run-b" if "run-a" in self._clock.classes or before is None else "clock run-a"
        self._clock.wear(name if clock.running else "clock stands")
        self._clock.style_value("--seconds", str(clock.seconds))
        self._clock.style_value("--left", f"{clock.left:.1f}")


def status_text(view: TableView, names: Sequence[str], tr: Translator, chosen: int = 0) -> str:
    """Whose turn it is and what is asked, as one short line."""
    if view.round_over:
        return tr.t("The round is over.")
    if view.seat != view.turn:
        return _of_others(view, names[view.turn], tr)
    if chosen:
        return tr.t("Tap them in order, then Play")
    return _of_viewer(view, tr)


def _of_others(view: TableView, name: str, tr: Translator) -> str:
    if Do.PLAY in view.actions:
        return tr.t("You can jump in!")
    if view.penalty is not None:
        amount = view.penalty.amount
        return tr.n("{name} faces {count} card", "{name} faces {count} cards", amount, name=name)
    return tr.t("{name} is on turn", name=name)


def _of_viewer(view: TableView, tr: Translator) -> str:
    match view.pending:
        case _ if view.pending is PENALTY and view.penalty is not None:
            return _penalty(view, tr)
        case _ if view.pending is TAKING:
            return tr.t("Take the rest of your cards")
        case _ if view.pending is DRAWING:
            return tr.t("Keep drawing")
        case _ if view.pending is DRAWN:
            return (
                tr.t("Play the card you drew, or pass") if Do.PASS in view.actions else tr.t("Play the card you drew")
            )
    if not view.fits:
        return tr.t("Nothing fits: draw")
    return _may_play(view, tr)


def _penalty(view: TableView, tr: Translator) -> str:
    """What a waiting penalty leaves the viewer to do."""
    if Do.PLAY in view.actions and Do.CHALLENGE in view.actions:
        return tr.t("Answer it with a card, challenge, or take it")
    if Do.PLAY in view.actions:
        return tr.t("Answer it with a card, or take it")
    if Do.CHALLENGE in view.actions:
        return tr.t("A bluff? Challenge it, or take it")
    assert view.penalty is not None
    return tr.n("Take {count} card", "Take {count} cards", view.penalty.amount)


def _may_play(view: TableView, tr: Translator) -> str:
    """What fits, in words."""
    symbol = symbol_of(view.top)
    if view.colour == NO_COLOUR:
        return tr.t("Your turn: any card fits")
    if symbol >= W:
        return tr.t("Your turn: {colour} fits", colour=colour_name(view.colour, tr))
    colour, name = colour_name(view.colour, tr), symbol_name(symbol, tr)
    return tr.t("Your turn: {colour} or {symbol} fits", colour=colour, symbol=name)
