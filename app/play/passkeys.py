"""Passkeys: adding one, signing in with one, proving with one who one is (product.md 7).

py_webauthn checks type, challenge, origin, RP ID, presence, verification, counter and signature. The rest is here: a
challenge is good once, for one purpose, in one browser, for five minutes, and used up before anything is looked at;
the account is found by the credential and must be the one that the authenticator names; a page inside another is
refused. Whatever is wrong gets the same answer.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import json
import logging
import secrets
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app.play.accounts import Accounts, Opened, SignedIn, Visitor, short_agent
from app.play.names import checked_passkey_name
from app.play.refusals import Refused
from app.store import account_models as models
from app.store.accounts import Removal, Taken

log = logging.getLogger(__name__)

SITE_NAME: Final = "UNO Ultimate"
CHALLENGE_SECONDS: Final = 300
MOST_PASSKEYS: Final = 20
MOST_CHALLENGES: Final = 20_000
"""Open at one time, everybody's together: past it somebody is asking for the sake of asking."""
BEGINNINGS: Final = 300
"""From one address in ten minutes; each open sign-in page asks for one every few minutes."""
LONGEST_CREDENTIAL_ID: Final = 1023
"""Bytes (WebAuthn, 5.1)."""
_DEFAULT_NAME: Final = "Passkey"

_ADD: Final = "add"
_SIGN_IN: Final = "sign-in"
_CONFIRM: Final = "confirm"


@dataclass(frozen=True, slots=True)
class Passkey:
    """One of a person's passkeys, as the person sees it."""

    id: str
    name: str
    created_at: float
    used_at: float | None
    synced: bool
    """Whether the authenticator keeps copies elsewhere, so that a lost telephone is no lost passkey."""


class Passkeys:
    """Everything about passkeys. ``origin`` is the one address at which they work."""

    def __init__(self, accounts: Accounts, base_url: str, port: int) -> None:
        """``base_url`` is the public address; without one it is this machine by its name, at ``port``."""
        self._accounts = accounts
        self._store = accounts.store
        self.origin: Final = _origin(base_url or f"http://localhost:{port}")
        self.rp_id: Final = urlsplit(self.origin).hostname or ""
        self.possible: Final = _can_have_passkeys(self.origin)

    # Adding

    async def begin_adding(self, me: SignedIn) -> dict[str, Any]:
        """What the browser needs to make a passkey. Raises ``Refused``."""
        self._need_possible()
        _, account = await self._accounts.rows(me, fresh=True)
        known = await self._store.passkeys(account.id)
        if len(known) >= MOST_PASSKEYS:
            raise Refused("too_many_passkeys", high=MOST_PASSKEYS)
        options = webauthn.generate_registration_options(
            rp_id=self.rp_id,
            rp_name=SITE_NAME,
            user_id=account.handle,
            user_name=account.name,
            challenge=secrets.token_bytes(64),
            timeout=CHALLENGE_SECONDS * 1000,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=_descriptors(known),
        )
        return await self._ceremony(_ADD, me.session, options.challenge, options_to_json_dict(options))

    async def finish_adding(
        self, me: SignedIn, visitor: Visitor, ceremony: str, credential: Any, name: str = ""
    ) -> Opened:
        """Keep the passkey that the browser made; other sessions end, this one gets another token.

        Raises ``Refused``.
        """
        given = checked_passkey_name(name) if name.strip() else short_agent(visitor.agent) or _DEFAULT_NAME
        session, account = await self._accounts.rows(me, fresh=True)
        challenge = await self._take(ceremony, _ADD, me.session)
        passkey = self._new_passkey(account.id, challenge, credential, given)
        token, renewed = self._accounts.renewed(session)
        try:
            ended = await self._store.add_passkey(passkey, renewed, MOST_PASSKEYS)
        except Taken as taken:
            raise Refused("passkey_refused") from taken
        if ended is None:
            raise Refused("too_many_passkeys", high=MOST_PASSKEYS)
        self._accounts.tell_ended(ended)
        return Opened(token, await self._accounts.again(me))

    def _new_passkey(self, account: str, challenge: bytes, credential: Any, name: str) -> models.Passkey:
        with _one_answer():
            _refuse_framed(credential)
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.rp_id,
                expected_origin=[self.origin],
                require_user_verification=True,
            )
            if len(made.credential_id) > LONGEST_CREDENTIAL_ID:
                raise ValueError("the credential id is too long")
            return models.Passkey(
                id=uuid.uuid4().hex,
                account_id=account,
                credential_id=made.credential_id,
                public_key=made.credential_public_key,
                sign_count=made.sign_count,
                transports=json.dumps(_transports(credential)),
                synced=made.credential_backed_up,
                kind=str(made.aaguid),
                name=name,
                created_at=self._accounts.wall(),
            )

    # Signing in, and proving who one is

    async def begin_sign_in(self, visitor: Visitor) -> dict[str, Any]:
        """What the browser needs to offer the passkeys it knows of; nothing of it tells who has one."""
        self._need_possible()
        await self._accounts.throttle.limit("passkey", visitor.address, BEGINNINGS)
        return await self._begin_use(_SIGN_IN, visitor.device, ())

    async def finish_sign_in(self, visitor: Visitor, ceremony: str, credential: Any) -> Opened:
        """Sign in whoever the passkey belongs to. Raises ``Refused`` (``passkey_refused``)."""
        challenge = await self._take(ceremony, _SIGN_IN, visitor.device)
        account = await self._used(challenge, credential, must_name=True)
        return await self._accounts.open(account, visitor)

    async def begin_confirming(self, me: SignedIn) -> dict[str, Any]:
        """What the browser needs to let the person prove with a passkey who they are. Raises ``Refused``."""
        self._need_possible()
        await self._accounts.rows(me)
        return await self._begin_use(_CONFIRM, me.session, await self._store.passkeys(me.account.id))

    async def finish_confirming(self, me: SignedIn, ceremony: str, credential: Any) -> Opened:
        """The proof; the session gets another token. Raises ``Refused``."""
        session, account = await self._accounts.rows(me)
        challenge = await self._take(ceremony, _CONFIRM, me.session)
        proved = await self._used(challenge, credential, must_name=False)
        if proved.id != account.id:
            raise Refused("passkey_refused")
        return await self._accounts.confirmed(session, account)

    async def _begin_use(self, purpose: str, bound_to: str, known: Sequence[models.Passkey]) -> dict[str, Any]:
        options = webauthn.generate_authentication_options(
            rp_id=self.rp_id,
            challenge=secrets.token_bytes(64),
            timeout=CHALLENGE_SECONDS * 1000,
            allow_credentials=_descriptors(known),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return await self._ceremony(purpose, bound_to, options.challenge, options_to_json_dict(options))

    async def _used(self, challenge: bytes, credential: Any, *, must_name: bool) -> models.Account:
        """The account whose passkey has signed the challenge. Raises ``Refused``, the same for whatever is wrong."""
        with _one_answer():
            _refuse_framed(credential)
            id = base64url_to_bytes(credential["rawId"])
        found = await self._store.passkey(id)
        if found is None:
            raise Refused("passkey_refused")
        passkey, account = found
        with _one_answer():
            _check_handle(credential, account, must_name)
            verified = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.rp_id,
                expected_origin=[self.origin],
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        moved_on = await self._store.use_passkey(
            passkey.id,
            passkey.sign_count,
            verified.new_sign_count,
            verified.credential_backed_up,
            self._accounts.wall(),
        )
        if not moved_on:
            raise Refused("passkey_refused")
        return account

    # Looking after them

    async def list(self, me: SignedIn) -> list[Passkey]:
        """The person's passkeys, the oldest first."""
        await self._accounts.rows(me)
        rows = await self._store.passkeys(me.account.id)
        return [Passkey(row.id, row.name, row.created_at, row.used_at, row.synced) for row in rows]

    async def rename(self, me: SignedIn, id: str, name: str) -> None:
        """Call a passkey something else. Raises ``Refused``."""
        await self._accounts.rows(me)
        if not await self._store.rename_passkey(me.account.id, id, checked_passkey_name(name)):
            raise Refused("gone")

    async def remove(self, me: SignedIn, id: str) -> None:
        """Remove a passkey, unless it is the last way in; other sessions end. Raises ``Refused``."""
        await self._accounts.rows(me, fresh=True)
        removal, ended = await self._store.remove_passkey(me.account.id, id, me.session)
        if removal is not Removal.DONE:
            raise Refused("last_passkey" if removal is Removal.LAST else "gone")
        self._accounts.tell_ended(ended)

    async def known(self, me: SignedIn) -> dict[str, Any]:
        """What the person's authenticators may be told, so that they offer no passkey that is gone."""
        _, account = await self._accounts.rows(me)
        rows = await self._store.passkeys(account.id)
        return {
            "rpId": self.rp_id,
            "userId": bytes_to_base64url(account.handle),
            "name": account.name,
            "credentials": [bytes_to_base64url(row.credential_id) for row in rows],
        }

    # Challenges

    async def _ceremony(self, purpose: str, bound_to: str, challenge: bytes, options: dict[str, Any]) -> dict[str, Any]:
        ceremony, now = secrets.token_urlsafe(32), self._accounts.wall()
        row = models.Challenge(
            id=_hashed(ceremony),
            purpose=purpose,
            bound_to=_hashed(bound_to),
            challenge=challenge,
            expires_at=now + CHALLENGE_SECONDS,
        )
        if not await self._store.add_challenge(row, now, MOST_CHALLENGES):
            raise Refused("busy")
        return {"ceremony": ceremony, "options": options}

    async def _take(self, ceremony: str, purpose: str, bound_to: str) -> bytes:
        self._need_possible()
        now = self._accounts.wall()
        challenge = await self._store.take_challenge(_hashed(ceremony), purpose, _hashed(bound_to), now)
        if challenge is None:
            raise Refused("passkey_refused")
        return challenge

    def _need_possible(self) -> None:
        if not self.possible:
            raise Refused("passkeys_impossible")


@contextlib.contextmanager
def _one_answer() -> Iterator[None]:
    """Have everything that can be wrong with a credential be the same refusal."""
    try:
        yield
    except Exception as problem:  # The library and its parsers raise many kinds, and what they read is hostile.
        log.info("A passkey was refused: %s", type(problem).__name__)
        raise Refused("passkey_refused") from problem


def _refuse_framed(credential: Any) -> None:
    """Raise ``ValueError`` when the browser says that the page was inside another one."""
    client_data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
    if client_data.get("crossOrigin") or "topOrigin" in client_data:
        raise ValueError("the page was inside another one")


def _check_handle(credential: Any, account: models.Account, must_name: bool) -> None:
    """Raise ``ValueError`` unless the authenticator names the account that has the credential."""
    handle = credential["response"].get("userHandle")
    if not handle and not must_name:
        return
    if not handle or not secrets.compare_digest(base64url_to_bytes(handle), account.handle):
        raise ValueError("the passkey names another account")


def _transports(credential: Any) -> list[str]:
    """How the authenticator can be reached, as far as the browser tells and we know the word."""
    told = credential["response"].get("transports")
    known = {each.value for each in AuthenticatorTransport}
    return sorted(known.intersection(each for each in told if isinstance(each, str))) if isinstance(told, list) else []


def _descriptors(passkeys: Sequence[models.Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor(
            id=row.credential_id,
            transports=[AuthenticatorTransport(each) for each in json.loads(row.transports)] or None,
        )
        for row in passkeys
    ]


def _origin(address: str) -> str:
    """The address as browsers write it: no path, no port that goes without saying."""
    parts = urlsplit(address.lower())
    usual = {"https": 443, "http": 80}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, usual) else "")


def _can_have_passkeys(origin: str) -> bool:
    """Whether browsers allow passkeys there: a name, not a number, and encrypted unless it is this machine."""
    parts = urlsplit(origin)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return parts.scheme == "https" or host == "localhost" or host.endswith(".localhost")
    return False


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
