"""IDs, addresses and names of passkeys: what is allowed, and which two are the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.play.names import checked_email, checked_id, checked_passkey_name, email_key, id_key
from app.play.refusals import Refused


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("ニコニコ", "ニコニコ"),
        ("น้ำใส", "น้ำใส"),
        ("ann_l.e-e2", "ann_l.e-e2"),
        ("x" * 20, "x" * 20),
    ],
)
def test_an_id_is_kept_tidy(typed: str, kept: str) -> None:
    assert checked_id(typed) == kept


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", "id_too_short"),
        ("   ", "id_too_short"),
        ("花子", "id_too_short"),
        ("x" * 21, "id_too_long"),
        ("x" * 1_000_000, "id_too_long"),
        ("12345678", "id_like_code"),
        ("１２３", "id_like_code"),
        ("ann@x.org", "id_bad_characters"),
        ("...", "id_bad_characters"),
        ("Ann\nLee", "id_bad_characters"),
        ("Ann\0", "id_bad_characters"),
        ("Ann\u202eeel", "id_bad_characters"),
        ("Ann\u2066", "id_bad_characters"),
        ("A\u200bnn", "id_bad_characters"),
        ("Ann\u200d", "id_bad_characters"),
        ("A\u00adnn", "id_bad_characters"),
        ("Ann\ufeff", "id_bad_characters"),
        ("Ann\u3164", "id_bad_characters"),
        ("Ann\u2800", "id_bad_characters"),
        ("Ann\ufe0f", "id_bad_characters"),
        ("Ann\ud800", "id_bad_characters"),
        ("Ann\ue000", "id_bad_characters"),
        ("Z\u0335\u0336\u0337\u0338algo", "id_bad_characters"),
        ("ﷺ" * 6, "id_bad_characters"),
    ],
)
def test_an_id_that_nobody_may_have(typed: str, word: str) -> None:
    with pytest.raises(Refused) as refusal:
        checked_id(typed)
    assert refusal.value.word == word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "Ａｎｎ"),
        ("Straße", "STRASSE"),
        ("ﬁne", "FINE"),
        ("ﾆｺﾆｺ", "ニコニコ"),
        ("Ann Lee", "ann\u3000lee"),
        ("José", "JOSE\u0301"),
        ("Ann Lee", "annlee"),
    ],
)
def test_ids_that_are_the_same(one: str, other: str) -> None:
    assert id_key(one) == id_key(other)


@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_an_id_or_refused_and_an_id_stays_what_it_is(text: str) -> None:
    try:
        name = checked_id(text)
    except Refused:
        return
    assert checked_id(name) == name
    assert id_key(id_key(name)) == id_key(name) == id_key(text)
    assert 3 <= len(name) <= 20


@pytest.mark.parametrize("good", ["ann@example.org", " ann@example.org ", "Ann.Lee+uno@mail.example.co", "花@例え.jp"])
def test_an_address(good: str) -> None:
    assert checked_email(good) == good.strip()


@pytest.mark.parametrize(
    "bad",
    ["ann", "ann@", "@example.org", "ann@example", "a b@example.org", "ann@ex@ample.org", "ann@.org", "ann@example.",
     "ann\u202e@example.org", "ann@example.org\nBcc: all@example.org", "a" * 65 + "@example.org",
     "a@" + "b" * 260 + ".org"],
)  # fmt: skip
def test_what_is_no_address(bad: str) -> None:
    with pytest.raises(Refused) as refusal:
        checked_email(bad)
    assert (refusal.value.word, refusal.value.field) == ("email_bad", "email")


def test_no_address_is_fine_and_case_makes_no_other() -> None:
    assert checked_email("  ") is None
    assert email_key("Ann@Example.ORG") == email_key("ann@example.org")


@pytest.mark.parametrize(
    ("name", "word"),
    [(" ", "passkey_name_empty"), ("x" * 41, "passkey_name_too_long"), ("my\u200bkey", "passkey_name_bad_characters")],
)
def test_a_passkey_has_a_name_that_can_be_read(name: str, word: str) -> None:
    assert checked_passkey_name("  Ann's  phone ") == "Ann's phone"
    with pytest.raises(Refused) as refusal:
        checked_passkey_name(name)
    assert refusal.value.word == word
