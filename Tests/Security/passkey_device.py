"""A device with passkeys, in software, that a test can bend at every place: what it says, and what it signs.

It writes CBOR by itself, because a library would refuse to write what an attacker sends.
"""

import base64
import hashlib
import json
import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor(value):
    """A value as CBOR: integers, bytes, texts, lists, dictionaries, `None` and truth values."""
    def head(kind, number):
        for code, size in ((24, "B"), (25, "H"), (26, "I"), (27, "Q")):
            if number < 24:
                return bytes([kind << 5 | number])
            if number < 1 << 8 * struct.calcsize(size):
                return bytes([kind << 5 | code]) + struct.pack("!" + size, number)
        raise OverflowError(number)

    if isinstance(value, bool) or value is None:
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(key) + cbor(one) for key, one in value.items())


class Device:
    """One passkey."""

    def __init__(self, site, origin, algorithm=-7):
        self.site, self.origin, self.algorithm = site, origin, algorithm
        self.id, self.count, self.user = os.urandom(32), 0, None
        self.key = {-7: lambda: ec.generate_private_key(ec.SECP256R1()), -8: ed25519.Ed25519PrivateKey.generate,
                    -257: lambda: rsa.generate_private_key(65537, 2048)}[algorithm]()

    def public(self):
        """The key as COSE."""
        if self.algorithm == -8:
            return {1: 1, 3: -8, -1: 6, -2: self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)}
        numbers = self.key.public_key().public_numbers()
        if self.algorithm == -7:
            return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        return {1: 3, 3: -257, -1: numbers.n.to_bytes(256, "big"), -2: b"\1\0\1"}

    def sign(self, data):
        if self.algorithm == -8:
            return self.key.sign(data)
        if self.algorithm == -7:
            return self.key.sign(data, ec.ECDSA(hashes.SHA256()))
        return self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())

    def client_data(self, kind, challenge, **more):
        return {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False} | more

    def data(self, flags, credential=None, site=None, count=None, extensions=b""):
        """Authenticator data. `credential` is (id, key as CBOR)."""
        count = self.count if count is None else count
        data = hashlib.sha256((site or self.site).encode()).digest() + bytes([flags]) + struct.pack("!I", count)
        if credential:
            data += bytes(16) + struct.pack("!H", len(credential[0])) + credential[0] + credential[1]
        return data + extensions

    def create(self, options, client=None, data=None, attestation=None, **more):
        """The response to options of a creation, with parts of it replaced."""
        self.user = unb64(options["user"]["id"])
        client = client if client is not None else self.client_data("webauthn.create", options["challenge"])
        data = data if data is not None else self.data(0x45, (self.id, cbor(self.public())))
        attestation = attestation if attestation is not None else cbor({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": b64(encoded(client)), "attestationObject": b64(attestation), "transports": ["internal"]}
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": response,
                "clientExtensionResults": {}} | more

    def get(self, options, client=None, data=None, signature=None, signed=None, user=None, **more):
        """The response to options of a sign-in, with parts of it replaced, and signed as it is sent unless `signature` is given."""
        client = encoded(client if client is not None else self.client_data("webauthn.get", options["challenge"]))
        data = data if data is not None else self.data(0x05)
        signature = signature if signature is not None else self.sign(signed or data + hashlib.sha256(client).digest())
        response = {"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature),
                    "userHandle": b64(self.user if user is None else user)}
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": response,
                "clientExtensionResults": {}} | more


def encoded(client):
    return client if isinstance(client, bytes) else json.dumps(client).encode()
