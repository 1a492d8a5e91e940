"""Clear sentences for what is refused about accounts: signing in, names, passwords, passkeys, pictures, friends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.text.translator import Translator, mark, mark_n

MINUTE: Final = 60

_PROBLEMS: Final = {
    # Signing in
    "wrong_sign_in": mark("The ID, the e-mail address or the password is wrong."),
    "wrong_recovery": mark("The ID, the e-mail address or the code is wrong, or the code has been used already."),
    "wrong_password": mark("That is not your password."),
    "busy": mark("Many people are signing in just now. Please try again in a moment."),
    "not_signed_in": mark("You are not signed in any more. Please sign in again."),
    "confirm_first": mark("Please confirm first that it is you."),
    # Registering
    "register_refused": mark("That did not work. The ID or the e-mail address may be taken: try another one."),
    "register_refused_invite": mark(
        "That did not work. The ID or the e-mail address may be taken, or the invite code is wrong, used or expired."
    ),
    # IDs and addresses
    "id_bad_characters": mark("This ID contains characters that cannot be used."),
    "id_like_code": mark("An ID needs at least one letter: digits alone look like a friend code."),
    "id_taken": mark("Somebody else has this ID already."),
    "email_bad": mark("This does not look like an e-mail address."),
    "email_not_usable": mark("This e-mail address cannot be used here."),
    # Passwords
    "password_common": mark("Too many people use this password or one like it. Add some words that only you think of."),
    "password_personal": mark("This password contains too much of your ID or e-mail address."),
    # Passkeys
    "passkey_refused": mark("The passkey did not work. Please try again."),
    "passkey_cancelled": mark("The passkey was not used: it was cancelled, or it took too long."),
    "passkeys_impossible": mark("Passkeys cannot be used at this address."),
    "last_passkey": mark("This passkey is your only way to sign in. Set a password first."),
    "needs_passkey": mark("Add a passkey first, so that you can still sign in."),
    "passkey_name_empty": mark("Please enter a name."),
    "passkey_name_bad_characters": mark("This name contains characters that cannot be used."),
    # Pictures
    "picture_unreadable": mark("This picture cannot be read. Choose a JPEG, PNG, WebP or GIF file."),
    "portrait_unknown": mark("There is no such portrait."),
    # Friends
    "friend_empty": mark("Type a friend code or an ID."),
    "friend_self": mark("That is you."),
    "friend_already": mark("You are friends already."),
    "friend_blocked": mark("You have blocked this person. Unblock them first."),
    "friend_theirs_full": mark("This person's list of friends is full."),
    # Everything else
    "gone": mark("It is not there any more."),
    "bad_form": mark("That could not be read. Please reload the page and try again."),
    "wrong_origin": mark("This request came from another site, so it was not carried out."),
    "storage_full": mark("The server has no room left. Nothing was changed."),
    "storage_failed": mark("It could not be saved, so nothing was changed. Please try again in a moment."),
    "offline": mark("The server cannot be reached. Check your connection and try again."),
}

_COUNTED: Final = {
    "id_too_short": (
        "low",
        mark_n("An ID has at least {count} character.", "An ID has at least {count} characters."),
    ),
    "id_too_long": (
        "high",
        mark_n("An ID may have at most {count} character.", "An ID may have at most {count} characters."),
    ),
    "password_too_short": (
        "low",
        mark_n(
            "A password has at least {count} character. Several words are easy to remember.",
            "A password has at least {count} characters. Several words are easy to remember.",
        ),
    ),
    "password_too_long": (
        "high",
        mark_n("A password may have at most {count} character.", "A password may have at most {count} characters."),
    ),
    "too_many_passkeys": (
        "high",
        mark_n(
            "You can have at most {count} passkey. Remove one first.",
            "You can have at most {count} passkeys. Remove one first.",
        ),
    ),
    "passkey_name_too_long": (
        "high",
        mark_n("A name may have at most {count} character.", "A name may have at most {count} characters."),
    ),
    "friends_full": (
        "high",
        mark_n(
            "You can have at most {count} friend. Remove one first.",
            "You can have at most {count} friends. Remove one first.",
        ),
    ),
    "friend_requests_full": (
        "high",
        mark_n(
            "At most {count} request can wait for an answer. Withdraw one first.",
            "At most {count} requests can wait for an answer. Withdraw one first.",
        ),
    ),
    "picture_too_big": (
        "high",
        mark_n(
            "This picture is too big: at most {count} megabyte, please.",
            "This picture is too big: at most {count} megabytes, please.",
        ),
    ),
}

WORDS: Final = frozenset({*_PROBLEMS, *_COUNTED, "wait"})
"""Every word that has a sentence."""


def account_problem_text(word: str, params: Mapping[str, int], tr: Translator) -> str:
    """Why something about an account was refused.

    Word and numbers may come by way of a browser: an unknown word, or a number that is missing, gives the sentence
    for a form that could not be read.
    """
    if word == "wait" and "seconds" in params:
        return _wait(params["seconds"], tr)
    if word in _COUNTED and _COUNTED[word][0] in params:
        number, sentences = _COUNTED[word]
        return tr.n(*sentences, params[number])
    return tr.t(_PROBLEMS.get(word, _PROBLEMS["bad_form"]))


def _wait(seconds: int, tr: Translator) -> str:
    if seconds <= 2 * MINUTE:
        return tr.n(
            "Too many tries. Please try again in {count} second.",
            "Too many tries. Please try again in {count} seconds.",
            max(1, seconds),
        )
    return tr.n(
        "Too many tries. Please try again in {count} minute.",
        "Too many tries. Please try again in {count} minutes.",
        -(-seconds // MINUTE),
    )
