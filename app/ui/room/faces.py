"""How people in a room look who have not chosen a portrait: as they will at the table."""

from app.art.portraits import portrait_for
from app.play import MemberLook, SeatLook


def member_face(member: MemberLook) -> str:
    """The key of a member's portrait."""
    return member.portrait or portrait_for(min(member.seats, default=member.key))


def seat_face(seat: SeatLook) -> str:
    """The key of the portrait at a seat; nothing for one that nobody has."""
    return seat.portrait or (portrait_for(seat.seat) if seat.name else "")
