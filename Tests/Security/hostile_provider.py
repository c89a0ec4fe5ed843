"""An OpenID Connect provider that a test can bend at every place: what it publishes, what it signs, and how.

The service of all tests is started with it as its provider `company` (`NOONISH_TEST_PROVIDER` is its address). It is honest as long
as a test replaces none of its functions.
"""

import base64
import hashlib
import hmac
import http.server
import json
import secrets
import threading
import time
import urllib.parse

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

CLIENT, SECRET = "noonish client", "a secret: with signs & spaces"


def b64(data):
    data = data if isinstance(data, bytes) else json.dumps(data).encode() if not isinstance(data, str) else data.encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value):
    return b64(value.to_bytes((value.bit_length() + 7) // 8, "big"))


class Key:
    """A key pair of the provider, or of an attacker."""

    def __init__(self, kind="RSA", name=None):
        self.kind, self.name = kind, name or secrets.token_hex(4)
        self.private = (
            rsa.generate_private_key(65537, 2048) if kind == "RSA" else ec.generate_private_key(ec.SECP256R1()))

    @property
    def public(self):
        """The key as a member of a JWK set."""
        numbers = self.private.public_key().public_numbers()
        if self.kind == "RSA":
            return {"kty": "RSA", "kid": self.name, "use": "sig", "n": number(numbers.n), "e": number(numbers.e)}
        return {"kty": "EC", "kid": self.name, "crv": "P-256", "x": b64(numbers.x.to_bytes(32, "big")),
                "y": b64(numbers.y.to_bytes(32, "big"))}

    def encoded(self, encoding, form):
        return self.private.public_key().public_bytes(encoding, form)

    def sign(self, data, algorithm):
        digest = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}[algorithm[2:]]
        if algorithm.startswith("RS"):
            return self.private.sign(data, padding.PKCS1v15(), digest)
        if algorithm.startswith("PS"):
            return self.private.sign(data, padding.PSS(padding.MGF1(digest), digest.digest_size), digest)
        r, s = utils.decode_dss_signature(self.private.sign(data, ec.ECDSA(digest)))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def token(header, claims, sign):
    """A token of three parts. `header` and `claims` may be text, for JSON that no library would write."""
    text = f"{b64(header)}.{b64(claims)}"
    return f"{text}.{b64(sign(text.encode()))}"


def with_shared_secret(secret, digest="sha256"):
    return lambda data: hmac.digest(secret, data, digest)


class HostileProvider:
    def __init__(self, url):
        self.url, place = url, urllib.parse.urlsplit(url)
        self.rsa, self.ec = Key("RSA"), Key("EC")
        self.grants, self.tokens = {}, {}
        self.token_response = lambda content: content
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.answer(*provider.get(self.path, self.headers.get("Authorization", "")))

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self.answer(*provider.exchange(dict(urllib.parse.parse_qsl(body)), self.headers.get("Authorization", "")))

            def answer(self, status, content):
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((place.hostname, place.port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def get(self, path, authorization):
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.url, "authorization_endpoint": self.url + "/authorize", "token_endpoint": self.url + "/token",
                "jwks_uri": self.url + "/keys", "userinfo_endpoint": self.url + "/userinfo",
                "authorization_response_iss_parameter_supported": True}
        if path == "/keys":
            return 200, {"keys": [self.rsa.public, self.ec.public]}
        about = self.tokens.get(authorization.removeprefix("Bearer "))
        return (200, about) if path == "/userinfo" and about else (404, {})

    def exchange(self, fields, authorization):
        """Gives the token of a code, once, to the client that began and has the verifier."""
        pair = base64.b64decode(authorization.removeprefix("Basic ")).decode()
        client, _, secret = pair.partition(":")
        grant = self.grants.pop(fields.get("code"), None)
        verifier = b64(hashlib.sha256(fields.get("code_verifier", "").encode()).digest())
        if (urllib.parse.unquote_plus(client), urllib.parse.unquote_plus(secret)) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        if grant is None or grant["asked"]["code_challenge"] != verifier:
            return 400, {"error": "invalid_grant"}
        content = {"access_token": grant["access"], "token_type": "Bearer", "id_token": grant["id_token"]}
        return 200, self.token_response(content)

    def claims(self, subject, nonce, access=None, **more):
        """What an honest provider says about somebody."""
        now = int(time.time())
        claims = {"iss": self.url, "sub": subject, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": nonce,
                  "auth_time": now, "name": "Somebody"}
        if access:
            claims["at_hash"] = b64(hashlib.sha256(access.encode()).digest()[:16])
        return claims | more

    def header(self, **more):
        return {"alg": "RS256", "typ": "JWT", "kid": self.rsa.name} | more

    def signed(self, claims, header=None):
        return token(header or self.header(), claims, lambda data: self.rsa.sign(data, "RS256"))

    def grant(self, location, subject, make=None, **more):
        """Signs somebody in on its page, and returns the parameters of the callback.

        `make(claims)` returns the ID token.
        """
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
        code, access = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        claims = self.claims(subject, asked["nonce"], access, **more)
        self.grants[code] = {"asked": asked, "access": access, "id_token": (make or self.signed)(claims)}
        self.tokens[access] = {"sub": subject} | {name: claims[name] for name in ("email", "email_verified") if name in claims}
        return {"code": code, "state": asked["state"], "iss": self.url}
