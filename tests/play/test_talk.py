"""product.md 8: emotes, phrases and free text at an online table."""

import json

import pytest

from app import art
from app.play.refusals import Refused
from app.play.talk import EMOTES, KEPT, LONGEST_TEXT, MOST, PHRASES, WINDOW, Said, Talk, cleaned
from app.text.talk import EMOTE_TITLES, PHRASE_TEXTS, WORDS, line_text, talk_problem_text
from app.text.translator import LANGUAGES, translator

NOW = 1_800_000_000.0


def said(talk: Talk, *texts: str, member: str = "mia", now: float = NOW) -> Talk:
    for text in texts:
        talk = talk.said(member, Said.TEXT, text, name=member.title(), seat=1, now=now)
    return talk


def heard(talk: Talk, viewer: str) -> list[str]:
    return [line.what for line in talk.lines_for(viewer)]


def test_lines_come_in_order_with_numbers_that_go_on() -> None:
    talk = said(Talk(), "one", "two")
    assert [(line.number, line.what) for line in talk.lines] == [(1, "one"), (2, "two")]
    assert talk.last == 2 and Talk().last == 0
    line = talk.lines[0]
    assert (line.member, line.name, line.seat, line.kind, line.at) == ("mia", "Mia", 1, Said.TEXT, NOW)


def test_only_the_last_are_kept() -> None:
    talk = Talk()
    for number in range(KEPT + 5):
        talk = said(talk, str(number), now=NOW + number * WINDOW)
    assert len(talk.lines) == KEPT and talk.lines[0].number == 6 and talk.last == KEPT + 5


def test_a_member_may_say_so_much_within_a_while_and_the_others_go_on() -> None:
    talk = said(Talk(), *"abcdefghij")
    with pytest.raises(Refused) as refused:
        said(talk, "k", now=NOW + 4)
    assert (refused.value.word, refused.value.params) == ("talk_wait", {"seconds": 6})
    assert said(talk, "k", member="leo", now=NOW + 4).last == MOST + 1
    assert said(talk, "k", now=NOW + WINDOW).last == MOST + 1


def test_the_limit_holds_however_much_the_others_say() -> None:
    talk = said(Talk(), *"abcdefghij")
    for other in range(KEPT // MOST + 1):
        talk = said(talk, *"abcdefghij", member=f"other {other}")
    with pytest.raises(Refused, match="talk_wait"):
        said(talk, "k")


def test_a_clock_set_back_silences_nobody() -> None:
    talk = said(Talk(), *"abcdefghij")
    assert said(talk, "k", now=NOW - 3600).last == MOST + 1


def test_a_refused_line_is_not_counted() -> None:
    talk = Talk()
    for _ in range(2 * MOST):
        with pytest.raises(Refused, match="talk_empty"):
            said(talk, "  ")
    assert said(talk, "a").last == 1


def test_what_was_muted_is_not_seen_by_that_viewer_alone() -> None:
    talk = said(said(Talk(), "from mia"), "from leo", member="leo").mute("leo", "mia")
    assert heard(talk, "leo") == ["from leo"]
    assert heard(talk, "mia") == heard(talk, "zoe") == ["from mia", "from leo"]
    assert talk.muted("leo") == {"mia"} and talk.muted("zoe") == frozenset()
    assert heard(talk.unmute("leo", "mia"), "leo") == ["from mia", "from leo"]
    assert heard(talk.mute("mia", "mia"), "mia") == ["from mia", "from leo"]


def test_whom_a_person_has_blocked_is_not_heard() -> None:
    talk = said(said(Talk(), "from mia"), "from leo", member="leo")
    assert [line.what for line in talk.lines_for("zoe", frozenset({"leo"}))] == ["from mia"]


def test_a_guest_who_makes_an_account_takes_all_along() -> None:
    talk = said(said(Talk(), *"abcdefghij"), "from leo", member="leo").mute("leo", "mia").mute("mia", "leo")
    handed = talk.handed("mia", "account-1")
    assert {line.member for line in handed.lines} == {"account-1", "leo"}
    assert handed.muted("leo") == {"account-1"} and handed.muted("account-1") == {"leo"} and not handed.muted("mia")
    with pytest.raises(Refused, match="talk_wait"):
        said(handed, "k", member="account-1")


@pytest.mark.parametrize("kind", [Said.EMOTE, Said.PHRASE])
def test_keys_that_nobody_offers_are_refused(kind: Said) -> None:
    for what in ("nonsense", "", "a" * 10_000):
        with pytest.raises(Refused, match="talk_unknown"):
            Talk().said("mia", kind, what, name="Mia", seat=None, now=NOW)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Well   played! \n\t Really. ", "Well played! Really."),
        ("Cafe\u0301", "Caf\u00e9"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("a\u200bb\u200cc\u2060d\ufeffe\u00adf", "abcdef"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("one\u2028two\u3000three\u00a0four", "one two three four"),
        ("no\u200djoin", "nojoin"),
        ("+\u200d+", "++"),
        ("\u200d\U0001f525\u200d", "\U0001f525"),
        ("z" + "\u0335" * 40, "z" + "\u0335" * 3),
        ("\u3164\u2800\uffa0", ""),
        ("\ud83d", ""),
        ("เล่นเก่งมาก น้ำใจ", "เล่นเก่งมาก น้ำใจ"),
        ("ありがとう!", "ありがとう!"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3fd"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\ufe0fa\ufe0f", "a"),
        ("\U0001fae8", "\U0001fae8"),
        ("<b>bold</b> & so on", "<b>bold</b> & so on"),
    ],
)
def test_free_text_is_cleaned(given: str, shown: str) -> None:
    assert cleaned(given) == shown
    assert cleaned(shown) == shown


def test_free_text_has_a_longest() -> None:
    fitting = "ก" * LONGEST_TEXT
    assert said(Talk(), f"  {fitting}  ").lines[0].what == fitting
    for text in (fitting + "ข", " " * 1_000_000):
        with pytest.raises(Refused) as refused:
            said(Talk(), text)
        assert (refused.value.word, refused.value.params) == ("talk_too_long", {"high": LONGEST_TEXT})


def test_talk_outlasts_a_restart() -> None:
    talk = said(Talk(), "one").said("leo", Said.EMOTE, "joy", name="Leo", seat=None, now=NOW).mute("leo", "mia")
    again = Talk.from_dict(json.loads(json.dumps(talk.to_dict())))
    assert (again.lines, again.mutes) == (talk.lines, talk.mutes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_emote_phrase_and_refusal_has_its_words(language: str) -> None:
    tr = translator(language)
    assert tuple(EMOTE_TITLES) == EMOTES and tuple(PHRASE_TEXTS) == PHRASES
    words = [line_text("emote", key, tr) for key in EMOTES] + [line_text("phrase", key, tr) for key in PHRASES]
    assert len(set(words)) == len(EMOTES) + len(PHRASES) and all(words)
    assert line_text("text", "{as} it stands", tr) == "{as} it stands"
    problems = [talk_problem_text(word, {"seconds": 3, "high": 200}, tr) for word in sorted(WORDS)]
    assert not any("{" in text for text in problems)


def test_every_emote_is_drawn() -> None:
    assert art.EMOTES == EMOTES
