"""A push service (RFC 8030) that also acts as the browser: it checks the token, decrypts the message with an independent
library (http_ece), and prints the result.

Its second line has the keys for subscribing: {"p256dh": …, "auth": …}. The last part of the path selects the response: gone 410, missing 404, busy 429, down 503, large 413, foreign 403; else 201.
"""

import asyncio
import base64
import email.utils
import json
import os
import re
import socket
import time

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypercorn.asyncio import serve
from hypercorn.config import Config
from py_vapid import Vapid02

from serving import end_with_parent, make_certificate, say

receiver = ec.generate_private_key(ec.SECP256R1())
auth = os.urandom(16)
answers = {
    "gone": (410, []), "missing": (404, []), "large": (413, []), "foreign": (403, []),
    "busy": (429, [(b"retry-after", b"1800")]),
    "down": (503, [(b"retry-after", email.utils.formatdate(time.time() + 3600, usegmt=True).encode())])}


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def faults(headers, claims, origin):
    """The errors for which a push service would reject the request."""
    found = []
    if not Vapid02.verify(headers["authorization"]):
        found.append("the token is not signed by its key")
    if claims["aud"] != origin:
        found.append(f"aud is {claims['aud']}, not {origin}")
    if not time.time() < claims["exp"] <= time.time() + 86_400:
        found.append("exp is not within 24 hours")
    if not re.fullmatch(r"mailto:[^@]+@[^@]+|https://.+", claims["sub"]):
        found.append("sub is nobody")
    if headers.get("content-encoding") != "aes128gcm":
        found.append("the content is not aes128gcm")
    if not re.fullmatch(r"\d+", headers.get("ttl", "")):
        found.append("there is no TTL")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("topic", "x")):
        found.append("the topic has characters that are not permitted")
    if headers.get("urgency", "normal") not in ("very-low", "low", "normal", "high"):
        found.append("there is no such urgency")
    return found


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
    claims = headers["authorization"].split("t=")[1].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    text = http_ece.decrypt(body, private_key=receiver, auth_secret=auth, version="aes128gcm").decode()
    name = scope["path"].split("/")[-1]
    status, fields = answers.get(name, (201, [(b"location", b"/message/1")]))
    say(name=name, text=text, ttl=int(headers["ttl"]), urgency=headers["urgency"], topic=headers["topic"],
        subject=claims["sub"], bytes=len(body), version=scope["http_version"],
        faults=faults(headers, claims, f"https://localhost:{port}"))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": b""})


certificate, key = make_certificate()
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
port = listener.getsockname()[1]


async def main():
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    config.certfile, config.keyfile = certificate, key
    config.alpn_protocols = ["h2"]
    public = receiver.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    say(port=port, authority=certificate)
    say(p256dh=encoded(public), auth=encoded(auth))
    await serve(app, config, shutdown_trigger=asyncio.Event().wait)


end_with_parent()
asyncio.run(main())
