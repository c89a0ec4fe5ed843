"""A fake of Apple's push service: HTTP/2, with the checks of its documentation. Apple's own is not available for tests.

apple_push_fake.py PUBLIC_KEY (uncompressed point, base64url) KEY_ID TEAM_ID TOPIC

The first digits of the device token select the response: dead 410 Unregistered, bad0 400 BadDeviceToken,
429b 429 TooManyRequests, 503b 503 ServiceUnavailable, 403e 403 ExpiredProviderToken for the first token it sees.
"""

import asyncio
import base64
import json
import re
import socket
import sys
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from hypercorn.asyncio import serve
from hypercorn.config import Config

from serving import end_with_parent, make_certificate, say

point, key_id, team_id, topic = sys.argv[1:]
first_token = None


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(point))


def token_fault(authorization):
    scheme, _, token = authorization.partition(" ")
    parts = token.split(".")
    if scheme != "bearer" or len(parts) != 3:
        return "MissingProviderToken"
    header, claims, signature = json.loads(decoded(parts[0])), json.loads(decoded(parts[1])), decoded(parts[2])
    if len(signature) != 64:
        return "InvalidProviderToken"
    try:
        public.verify(
            utils.encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")),
            f"{parts[0]}.{parts[1]}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return "InvalidProviderToken"
    if header.get("alg") != "ES256" or header.get("kid") != key_id or claims.get("iss") != team_id:
        return "InvalidProviderToken"
    return None if abs(time.time() - claims["iat"]) < 3_600 else "ExpiredProviderToken"


def request_fault(scope, headers, body):
    if scope["http_version"] != "2":
        return 400, "BadHTTPVersion"
    if scope["method"] != "POST":
        return 405, "MethodNotAllowed"
    if not re.fullmatch(r"/3/device/[0-9a-f]{64,200}", scope["path"]):
        return 404, "BadPath"
    if fault := token_fault(headers.get("authorization", "")):
        return 403, fault
    if headers.get("apns-topic") != topic:
        return 400, "TopicDisallowed"
    if headers.get("apns-push-type") != "alert":
        return 400, "InvalidPushType"
    if headers.get("apns-priority") not in ("1", "5", "10"):
        return 400, "BadPriority"
    if not re.fullmatch(r"\d+", headers.get("apns-expiration", "")):
        return 400, "BadExpirationDate"
    if not 1 <= len(headers.get("apns-collapse-id", "").encode()) <= 64:
        return 400, "BadCollapseId"
    if not body:
        return 400, "PayloadEmpty"
    if len(body) > 4_096:
        return 413, "PayloadTooLarge"
    return None


def answer(scope, headers, body):
    global first_token
    if fault := request_fault(scope, headers, body):
        return fault
    kind = scope["path"].split("/")[-1][:4]
    first_token = first_token or headers["authorization"]
    if kind == "403e" and headers["authorization"] == first_token:
        return 403, "ExpiredProviderToken"
    return {"dead": (410, "Unregistered"), "bad0": (400, "BadDeviceToken"), "429b": (429, "TooManyRequests"),
            "503b": (503, "ServiceUnavailable")}.get(kind, (200, None))


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    status, reason = answer(scope, headers, body)
    payload = json.loads(body)
    say(status=status, reason=reason, device=scope["path"].split("/")[-1], title=payload["aps"]["alert"]["title"],
        body=payload["aps"]["alert"]["body"], path=payload["path"], id=payload["id"],
        collapse=headers.get("apns-collapse-id"), life=int(headers.get("apns-expiration", 0)) - int(time.time()))
    content = json.dumps({"reason": reason, "timestamp": int(time.time() * 1_000)}).encode() if reason else b""
    fields = [(b"apns-id", b"0")] + ([(b"retry-after", b"60")] if status == 429 else [])
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": content})


async def main():
    certificate, key = make_certificate()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    config.certfile, config.keyfile = certificate, key
    config.alpn_protocols = ["h2"]
    say(port=listener.getsockname()[1], authority=certificate)
    await serve(app, config, shutdown_trigger=asyncio.Event().wait)


end_with_parent()
asyncio.run(main())
