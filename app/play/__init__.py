"""Tables that are being played at, who sits there, and the accounts of those who do.

Owns the one door through which every move goes, what a device may show, clocks, the pace of computers, the log
and figures of a match, and who may sign in. Refuses pages, sentences and rules: it asks the engine and tells whoever
subscribed.

    setup.py       who plays by which rules, checked
    table.py       `LiveTable`, the door
    commands.py    what is handed in at the door, and what comes back
    broken.py      what the log may say of an error of ours
    held.py        catches that wait there for a call
    vantage.py     `Vantage`, what the pages of one party may see and do
    screen.py      whose hand a shared device shows, and when the cover is up
    clock.py       the clock of the person awaited
    computers.py   when computers act, and the task that lets them
    chronicle.py   what has happened at a table: log, rounds, record
    records.py     what is counted of a match
    saved.py       tables to and from the store
    thinking.py    asking a computer for a move in time; hints
    rooms.py       `Rooms`: made, found by their code, listed, read again after a restart
    room.py        `Room`: who is in it, who sits where, what is agreed; on room_due.py, what it does by itself, and
                   room_core.py, how it changes; room_plan.py, room_seats.py, room_presence.py, room_records.py,
                   room_look.py and room_house.py are its parts
    voting.py      a vote on a change of the rules
    talk.py        what people say to one another
    fairness.py    deals that can be checked
    lounge.py      `Lounge`, the tables, preferences and records of each owner
    accounts.py    `Accounts`: registering, signing in, sessions, what a person may change
    passkeys.py    `Passkeys`: signing in with an authenticator
    passwords.py   which passwords are good enough, and how they are kept
    friends.py     `Friends`: asking, answering, blocking, who is online
    presence.py    which accounts have a page open
    notices.py     `Notices`: what somebody is told on whatever page is open
    names.py       which IDs and addresses there can be, and when two are the same
    pictures.py    an uploaded picture made into a portrait
    throttle.py    how often somebody may try
    refusals.py    `Refused`, what stands in the way, as a word
"""

from app.computer.explain import Explanation, explain
from app.play.accounts import Account, Accounts, Opened, OpenSession, SignedIn, Visitor
from app.play.chronicle import LogEntry, RoundResult
from app.play.clock import ClockView
from app.play.commands import Answer, By, Command, Outcome
from app.play.friends import Asked, Friend, Friends, Person, Requests, shown_code
from app.play.lounge import ContinueCard, Lounge
from app.play.notices import Notice, Notices
from app.play.passkeys import Passkey, Passkeys
from app.play.passwords import password_problem
from app.play.presence import Presence
from app.play.records import Figures
from app.play.refusals import Refused
from app.play.room import Room
from app.play.room_house import House
from app.play.room_look import ALIAS_MARK, MemberLook, RoomLook, SeatLook, Stage, room_alias, shown_room_code
from app.play.room_plan import MatchLine, Newcomer, News, RoomOptions, SeatKind, SeatPlan
from app.play.room_presence import Connection
from app.play.room_records import Evening, HeadToHead, PersonLine
from app.play.rooms import MyRoom, OpenRoom, Rooms, code_in
from app.play.saved import FinishedMatch, TableDamaged
from app.play.screen import Revealed, Screen
from app.play.setup import BadSetup, Kind, Level, LocalSetup, Occupant, SetupProblem, Speed, checked
from app.play.table import LiveTable
from app.play.talk import EMOTES, PHRASES, Line, Said
from app.play.thinking import hint
from app.play.vantage import Shown, Vantage
from app.play.voting import Proposal, Verdict, Vote
from app.store.errors import StorageFull, StoreError

__all__ = [
    "Account", "Accounts", "Answer", "Asked", "BadSetup", "By", "ClockView", "Command", "Connection",
    "ContinueCard", "EMOTES", "Evening", "Explanation", "Figures", "FinishedMatch", "Friend", "Friends",
    "HeadToHead", "House", "Kind", "Level", "Line", "LiveTable", "LocalSetup", "LogEntry", "Lounge", "MatchLine",
    "MemberLook", "MyRoom", "Newcomer", "News", "Notice", "Notices", "Occupant", "OpenRoom", "OpenSession",
    "Opened", "Outcome", "PHRASES", "Passkey", "Passkeys", "Person", "PersonLine", "Presence", "Proposal",
    "Refused", "Requests", "Revealed", "Room", "RoomLook", "RoomOptions", "Rooms", "RoundResult", "Said", "Screen",
    "SeatKind", "SeatLook", "SeatPlan", "SetupProblem", "Shown", "SignedIn", "Speed", "Stage", "StorageFull",
    "StoreError", "TableDamaged", "Vantage", "Verdict", "Visitor", "Vote", "checked", "code_in", "explain", "hint",
    "password_problem", "shown_code", "shown_room_code", "ALIAS_MARK", "room_alias",
]  # fmt: skip
