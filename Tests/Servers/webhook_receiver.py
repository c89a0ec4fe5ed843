"""A program that receives webhooks over TLS and checks them with the verifier of the standard (standardwebhooks).

It repeats challenges, except for /deaf. A body sent to /secrets sets the secrets, one per line, with which it checks all
later messages. The first part of the path selects the response: /status/NNN that status, /later 503 with Retry-After, /elsewhere
302, /once/… 503 the first time and 200 afterwards, /big a body past every limit; else 200.
"""

import asyncio
import json
import socket

from hypercorn.asyncio import serve
from hypercorn.config import Config
from standardwebhooks import Webhook, WebhookVerificationError

from serving import end_with_parent, make_certificate, say

secrets = []
seen = set()


def verified(secret, headers, body):
    try:
        Webhook(secret).verify(body, headers)
        return True
    except WebhookVerificationError:
        return False


def answer(path, facts):
    kind, _, argument = path[1:].partition("/")
    if facts["type"] == "webhook.challenge" and kind != "deaf":
        return 200, [], json.dumps({"challenge": facts["data"]["challenge"]}).encode()
    if kind == "status":
        return int(argument), [], b"words that nobody may read"
    if kind == "later":
        return 503, [(b"retry-after", b"600")], b""
    if kind == "elsewhere":
        return 302, [(b"location", b"/ok")], b""
    if kind == "big":
        return 200, [], b"x" * 100_000
    if kind == "once" and path not in seen:
        seen.add(path)
        return 503, [], b""
    return 200, [], b"fine"


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    if scope["path"] == "/secrets":
        secrets[:] = body.decode().split()
        status, fields, content = 200, [], b""
    else:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        facts = json.loads(body)
        say(path=scope["path"], id=headers["webhook-id"], type=facts["type"], body=body.decode(),
            signatures=len(headers["webhook-signature"].split()),
            verified=[verified(secret, headers, body) for secret in secrets])
        status, fields, content = answer(scope["path"], facts)
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
    say(port=listener.getsockname()[1], authority=certificate)
    await serve(app, config, shutdown_trigger=asyncio.Event().wait)


end_with_parent()
asyncio.run(main())
