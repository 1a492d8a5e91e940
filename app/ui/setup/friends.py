"""The computers' names, and what each portrait shows, in words."""

from typing import Final

from app.text.translator import Translator, mark

FRIENDS: Final[tuple[tuple[str, str], ...]] = (
    (mark("Momo"), "fox"),
    (mark("Bruno"), "bear"),
    (mark("Pip"), "mouse"),
    (mark("Luna"), "owl"),
    (mark("Nori"), "otter"),
    (mark("Coco"), "panda"),
    (mark("Tango"), "frog"),
    (mark("Miso"), "raccoon"),
    (mark("Suki"), "deer"),
    (mark("Gus"), "badger"),
)
"""A name and a portrait for each computer; enough for a full table."""

PERSON_PORTRAITS: Final = ("cat", "dog", "hedgehog", "robin", "lion", "penguin", "tiger", "sheep", "bee", "turtle")
"""What persons look like until they choose, by seat."""

PORTRAIT_WORDS: Final[dict[str, str]] = {
    "fox": mark("Fox"),
    "bear": mark("Bear"),
    "cat": mark("Cat"),
    "dog": mark("Dog"),
    "owl": mark("Owl"),
    "hedgehog": mark("Hedgehog"),
    "badger": mark("Badger"),
    "mouse": mark("Mouse"),
    "frog": mark("Frog"),
    "otter": mark("Otter"),
    "squirrel": mark("Squirrel"),
    "wolf": mark("Wolf"),
    "deer": mark("Deer"),
    "boar": mark("Boar"),
    "raven": mark("Raven"),
    "robin": mark("Robin"),
    "turtle": mark("Turtle"),
    "mole": mark("Mole"),
    "beaver": mark("Beaver"),
    "raccoon": mark("Raccoon"),
    "panda": mark("Panda"),
    "lion": mark("Lion"),
    "penguin": mark("Penguin"),
    "pig": mark("Pig"),
    "sheep": mark("Sheep"),
    "koala": mark("Koala"),
    "tiger": mark("Tiger"),
    "elephant": mark("Elephant"),
    "bee": mark("Bee"),
    "octopus": mark("Octopus"),
    "rabbit": mark("Rabbit"),
    "goose": mark("Goose"),
    "mushroom": mark("Mushroom"),
    "snail": mark("Snail knight"),
}


def portrait_words(key: str, tr: Translator) -> str:
    """What the portrait called ``key`` shows; whatever is not ours somebody has uploaded."""
    return tr.t(PORTRAIT_WORDS[key]) if key in PORTRAIT_WORDS else tr.t("Your picture")
