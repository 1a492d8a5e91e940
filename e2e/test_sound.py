"""What is to be heard, measured: the instruments in tune, every effect, the band, and silence where it belongs."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.art.effects import COLOUR_TONES, effects, effects_json
from app.art.music import BAR, BARS, QUAVER, QUAVERS_A_MINUTE, notes
from app.art.notes import SUNG, VOICES, Note, pitch_of
from app.engine.cards import COLOUR_NAMES
from app.engine.state import State
from app.text.translator import translator
from e2e.conftest import Product, Visit, kept
from e2e.tables import action, cards, deal, tap

HERE = Path(__file__).parent
SCRIPT = (HERE.parent / "static" / "js" / "sound.js").read_text(encoding="utf-8")
MUSIC_TICK = 60 / QUAVERS_A_MINUTE / QUAVER

MEASURE = (HERE / "sound_measure.js").read_text(encoding="utf-8")


class Measured(NamedTuple):
    """A sound, measured: the greatest sample, loudness of each tenth of a second, pitch of the piece asked for."""

    peak: float
    loudness: list[float]
    pitch: float

    @property
    def lasts(self) -> float:
        """Seconds until it can no longer be heard, to a tenth."""
        floor = max(self.loudness) * 0.03
        return (1 + max(at for at, loud in enumerate(self.loudness) if loud > floor)) / 10


DICE = "let last = 1; Math.random = () => (last = (last * 16807) % 2147483647) / 2147483647;"
"""The same noise each time: a string that is plucked by an odd one may sound mostly in its octave."""


@pytest.fixture(scope="module")
def studio(browser: Browser) -> Iterator[Page]:
    """A page with the synthesiser alone, under the strictest policy for scripts."""
    page = browser.new_page()
    answers = {
        "/": ("text/html", '<!doctype html><title>Studio</title><script defer src="/sound.js"></script>'),
        "/sound.js": ("text/javascript", SCRIPT),
    }

    def answer(route: Route) -> None:
        kind, body = answers.get(route.request.url.removeprefix("http://studio.test"), ("text/plain", ""))
        policy = {"content-security-policy": "default-src 'self'; script-src 'self'"}
        route.fulfill(content_type=kind, body=body, headers=policy)

    page.add_init_script(DICE)
    page.route("http://studio.test/**", answer)
    page.goto("http://studio.test/")
    yield page
    page.close()


def measure(
    studio: Page,
    sound: tuple[Note, ...],
    tick: float = 0.001,
    gain: float = 1,
    piece: tuple[float, float] = (0, 0),
) -> Measured:
    end = max(note.at + note.length for note in sound) * tick
    rows = [note.row() for note in sound]
    asked = {"rows": rows, "tick": tick, "seconds": int(end) + 3, "gain": gain, "from": piece[0], "until": piece[1]}
    found = studio.evaluate(MEASURE, asked)
    assert found["finite"]
    return Measured(found["peak"], found["windows"], found["pitch"])


# The instruments, the effects and the band


@pytest.mark.parametrize("voice", sorted(SUNG))
@pytest.mark.parametrize("name", ["G3", "D4", "A5"])
def test_every_instrument_is_in_tune(studio: Page, voice: str, name: str) -> None:
    heard = measure(studio, (Note(0, voice, pitch_of(name), 500, 60),), piece=(0.1, 0.25))
    assert heard.pitch == pytest.approx(pitch_of(name), abs=0.12)


def test_a_sound_slides_where_it_is_told_to(studio: Page) -> None:
    heard = measure(studio, (Note(0, "sine", pitch_of("G4"), 400, 60, pitch_of("G5")),), piece=(0.35, 0.4))
    assert pitch_of("E5") < heard.pitch < pitch_of("A5")


@pytest.mark.parametrize("name", effects())
def test_an_effect_is_heard_does_not_clip_and_ends(studio: Page, name: str) -> None:
    sound = effects()[name]
    heard = measure(studio, sound)
    assert heard.peak < 0.9
    assert max(heard.loudness) > 0.004, "as good as silent"
    assert heard.loudness[0] + heard.loudness[1] > 0.002, "it comes late"
    written = max(note.at + note.length for note in sound) / 1000
    assert 0.3 * written <= heard.lasts <= written + 1.2
    assert heard.loudness[-1] < 0.001


@pytest.mark.parametrize("colour", range(4))
def test_each_colour_sounds_at_its_own_pitch(studio: Page, colour: int) -> None:
    heard = measure(studio, effects()[COLOUR_NAMES[colour]], piece=(0.2, 0.4))
    assert heard.pitch == pytest.approx(pitch_of(COLOUR_TONES[colour]), abs=0.2)


def test_cards_are_softer_than_fanfares_but_not_lost(studio: Page) -> None:
    loudness = {name: max(measure(studio, effects()[name]).loudness) for name in ("draw", "play", "uno", "match-won")}
    assert loudness["draw"] * 12 > loudness["uno"] > loudness["play"] > loudness["draw"]


@pytest.mark.parametrize("first", [0, 16, 32, 48, BARS - 4])
def test_the_band_plays_without_clipping_or_holes(studio: Page, first: int) -> None:
    start, end = first * BAR, (first + 4) * BAR
    bars = tuple(note._replace(at=note.at - start) for note in notes() if start <= note.at < end)
    heard = measure(studio, bars, MUSIC_TICK, gain=0.3)
    assert heard.peak < 0.6
    playing = heard.loudness[: int(4 * BAR * MUSIC_TICK * 10)]
    assert min(playing) > 0.002
    assert 0.01 < sum(playing) / len(playing) < 0.15


def test_more_than_a_table_can_make_at_once_does_not_clip(studio: Page) -> None:
    everything = tuple(note for name in ("uno", "match-won", "caught", "wild", "grow") for note in effects()[name])
    assert measure(studio, everything).peak < 1


def test_voices_are_known_by_the_same_numbers_on_both_sides() -> None:
    known = re.findall(r"^    function (\w+)\(s, n\)", SCRIPT, re.MULTILINE)
    assert tuple(known) == VOICES


# The page

WATCH = (HERE / "sound_watch.js").read_text(encoding="utf-8")

AUDIBLE = "() => seen.level() > 0.002"
SILENT = "() => seen.level() < 0.0002"


Hear = Callable[..., Page]


@pytest.fixture
def hear(visit: Visit) -> Hear:
    """Open a page as ``visit`` does, with a meter at its sound."""

    def open_page(path: str, **given: Any) -> Page:
        return visit(path, first=lambda context: context.add_init_script(WATCH), **given)

    return open_page


def touch(page: Page) -> None:
    """The first tap, beside everything."""
    page.mouse.click(3, 3)
    page.wait_for_function("() => seen.contexts[0]?.state === 'running'")


def switch(page: Page, name: str) -> Any:
    return page.locator(f'[data-switch="{name}"]')


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_nothing_sounds_before_the_first_tap(hear: Hear) -> None:
    first = hear("/")
    touch(first)
    switch(first, "music").click()
    first.wait_for_function(AUDIBLE)
    context = first.context
    first.close()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    # Nothing is asked of the page until it has spoken: a question would count as a touch.
    with page.expect_console_message(lambda message: message.text.startswith("quiet")) as quiet:
        page.goto(first.url if first.url != "about:blank" else "/")
    assert quiet.value.text == "quiet: 0 contexts, 0 sounds, touched false"
    with page.expect_console_message(lambda message: message.text == "context running"):
        page.mouse.click(3, 3)
    assert "context made" in said
    page.wait_for_function(AUDIBLE)


def test_a_key_wakes_the_sound_as_well(hear: Hear) -> None:
    page = hear("/")
    page.keyboard.press("Tab")
    page.wait_for_function("() => seen.contexts[0]?.state === 'running'")


def test_scripts_cannot_pretend_to_be_a_touch(hear: Hear) -> None:
    page = hear("/")
    page.evaluate("() => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    page.evaluate("() => unoSound.fx('play')")
    assert page.evaluate("() => [seen.contexts.length, seen.starts]") == [0, 0]


def test_the_music_switch_is_off_at_first_works_at_once_and_is_remembered(hear: Hear) -> None:
    page = hear("/")
    for name, on in (("effects", "true"), ("music", "false"), ("voice", "true")):
        expect(switch(page, name)).to_have_attribute("aria-pressed", on)
    touch(page)
    assert page.evaluate("() => seen.starts") == 0
    switch(page, "music").click()
    expect(switch(page, "music")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(AUDIBLE)
    kept(page, lambda: switch(page, "music").get_attribute("aria-pressed"), "true")
    touch(page)
    page.wait_for_function(AUDIBLE)
    switch(page, "music").click()
    page.wait_for_function(SILENT)


def test_m_switches_the_music_on_every_page_and_says_so(hear: Hear, product: Product) -> None:
    page = hear("/table", **deal(product, "Pc", ["r5"], "r1"))
    page.keyboard.press("m")
    expect(page.locator(".toast")).to_have_text("Music is on.")
    page.wait_for_function(AUDIBLE)
    action(page, "menu").click()
    expect(switch(page, "music")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("M")
    expect(switch(page, "music")).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(SILENT)


def test_m_in_a_name_is_a_letter(hear: Hear) -> None:
    page = hear("/setup?preset=quick")
    page.locator("input:not([type]), input[type=text]").first.press("m")
    # Had it switched the music on, this one would switch it off.
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("m")
    expect(page.locator(".toast")).to_have_text(["Music is on."])


def test_what_happens_at_the_table_is_heard(hear: Hear, product: Product) -> None:
    page = hear("/table", **deal(product, "Pc", ["r5 g7"], "r1"))
    touch(page)
    page.evaluate("() => { seen.asked = []; }")
    tap(cards(page, "g7"))
    page.wait_for_function("() => seen.asked.includes('refused')")
    page.wait_for_function(AUDIBLE)
    page.evaluate("() => { seen.asked = []; }")
    tap(cards(page, "r5"))
    page.wait_for_function("() => seen.asked[0] === 'play'")
    page.wait_for_function("() => seen.asked.includes('turn')")


def test_without_effects_the_page_is_told_nothing(hear: Hear, product: Product) -> None:
    page = hear("/table", **deal(product, "Pc", ["r5 g7"], "r1"))
    touch(page)
    action(page, "menu").click()
    switch(page, "effects").click()
    expect(switch(page, "effects")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    page.evaluate("() => { unoSound.fx('play'); seen.asked = []; }")
    tap(cards(page, "g7"))
    expect(page.locator(".toast")).to_be_visible()
    assert page.evaluate("() => seen.asked") == []
    page.wait_for_function(SILENT)


def two_cards(state: State) -> None:
    state.draw[:0] = state.hands[0][2:]
    del state.hands[0][2:]


@pytest.mark.parametrize(("language", "voice"), [("en", "en-GB"), ("ja", "ja-JP"), ("th", "th-TH")])
def test_uno_is_said_in_the_language_of_the_page_and_always_played(
    hear: Hear, product: Product, language: str, voice: str
) -> None:
    page = hear("/table", language=language, **deal(product, "Pc", ["r5 r6"], "r1", arrange=two_cards))
    touch(page)
    action(page, "call").click()
    page.wait_for_function("() => seen.spoken.length")
    assert page.evaluate("() => seen.spoken") == [[translator(language).p("spoken", "UNO!"), voice]]
    page.wait_for_function("() => seen.asked.includes('uno')")
    page.wait_for_function(AUDIBLE)


def test_without_a_voice_the_jingle_says_it(hear: Hear) -> None:
    page = hear("/")
    touch(page)
    page.evaluate("() => { seen.mute = true; unoSound.effects(false); unoSound.say('UNO!'); }")
    page.wait_for_function(AUDIBLE)
    assert page.evaluate("() => seen.spoken") == []


def test_without_voice_and_effects_uno_is_silent(hear: Hear) -> None:
    page = hear("/")
    touch(page)
    page.evaluate("() => { unoSound.effects(false); unoSound.voice(false); unoSound.say('UNO!'); }")
    assert page.evaluate("() => seen.starts") == 0
    assert page.evaluate("() => seen.spoken") == []


def test_a_hidden_page_is_silent_and_keeps_nothing_for_later(hear: Hear) -> None:
    page = hear("/")
    touch(page)
    switch(page, "music").click()
    page.wait_for_function(AUDIBLE)
    hide(page, True)
    page.wait_for_function("() => seen.contexts[0].state === 'suspended'")
    before = page.evaluate("() => [seen.starts, seen.spoken.length]")
    page.evaluate("() => { for (let i = 0; i < 30; i++) unoSound.fx(['play', 'uno']); }")
    # Long enough for the band to look at its plan several times.
    page.wait_for_timeout(700)
    assert page.evaluate("() => [seen.starts, seen.spoken.length]") == before
    at = page.evaluate("() => seen.contexts[0].currentTime")
    hide(page, False)
    page.wait_for_function("at => seen.contexts[0].currentTime > at + 0.2", arg=at)
    page.wait_for_function(AUDIBLE)
    # The band goes on where it was; a bar has about 30 notes, so a burst would be seen.
    starts, now = page.evaluate("() => [seen.starts, seen.contexts[0].currentTime]")
    assert starts - before[0] < 60 + 30 * (now - at) / (BAR * MUSIC_TICK)


def test_a_page_that_catches_up_makes_no_din(hear: Hear) -> None:
    page = hear("/")
    touch(page)
    few = page.evaluate("() => { unoSound.fx('turn'); return seen.starts; }")
    many = page.evaluate("() => { for (let i = 0; i < 50; i++) unoSound.fx('turn'); return seen.starts; }")
    assert few and many <= 5 * few


def test_the_scores_come_from_the_server_as_python_wrote_them(hear: Hear) -> None:
    page = hear("/")
    with page.expect_response(re.compile(r"/art/music-\w+\.json")) as music:
        touch(page)
        switch(page, "music").click()
    assert music.value.headers["cache-control"].startswith("public, max-age=31536000")
    assert len(music.value.json()["notes"]) == len(notes())
    sent = page.evaluate("async () => (await fetch(document.querySelector('[data-effects]').dataset.effects)).json()")
    assert sent == json.loads(effects_json())
