"""An authenticator made of Python: what a telephone and its browser would answer, right or wrong in every detail."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, MAY_SYNC, SYNCED, NEW_KEY = 0x01, 0x04, 0x08, 0x10, 0x40

Answer = dict[str, Any]


@dataclass
class Authenticator:
    """One passkey. Everything it says can be bent before it is signed."""

    origin: str = "http://localhost:8080"
    rp_id: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    handle: bytes | None = None

    def make(self, options: Answer, **client_data: Any) -> Answer:
        """The answer to creation options: a new passkey."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        head = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id
        data = self._data(NEW_KEY) + head + cbor2.dumps(public)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        told = self._client_data("webauthn.create", options["challenge"], client_data)
        made = {"clientDataJSON": told, "attestationObject": attestation}
        return self._answer(made, transports=["internal", "hybrid"])

    def use(self, options: Answer, **client_data: Any) -> Answer:
        """The answer to request options: a signature."""
        told = self._client_data("webauthn.get", options["challenge"], client_data)
        data = self._data(0)
        signature = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        signed = {"clientDataJSON": told, "authenticatorData": data, "signature": signature}
        return self._answer(signed if self.handle is None else {**signed, "userHandle": self.handle})

    def _data(self, more: int) -> bytes:
        rp = hashlib.sha256(self.rp_id.encode()).digest()
        return rp + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str, bent: Answer) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False, **bent}
        return json.dumps(told).encode()

    def _answer(self, response: dict[str, bytes], **more: Any) -> Answer:
        id = bytes_to_base64url(self.credential_id)
        written = {name: bytes_to_base64url(value) for name, value in response.items()}
        known = {"id": id, "rawId": id, "type": "public-key", "clientExtensionResults": {}}
        return {**known, "response": {**written, **more}}
