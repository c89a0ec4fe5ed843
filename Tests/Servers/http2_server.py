"""An HTTP/2 server over TLS (Hypercorn) that prints the requests it received."""

import asyncio
import json
import socket

from hypercorn.asyncio import serve
from hypercorn.config import Config

from serving import end_with_parent, make_certificate, say

waiting = 0
together = asyncio.Event()


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    status, facts = 200, {
        "version": scope["http_version"], "method": scope["method"], "body": body.decode(),
        "client": scope["client"][1],  # the client's port: one per connection
        "headers": [[name.decode(), value.decode()] for name, value in scope["headers"]]}
    if scope["path"] == "/gone":
        status, facts = 410, {"reason": "Unregistered"}
    elif scope["path"] == "/together":
        await meet(2)
    content = json.dumps(facts).encode()
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": content})


async def meet(number):
    """Delays all responses until `number` requests have arrived."""
    global waiting
    waiting += 1
    if waiting >= number:
        together.set()
    await together.wait()


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
