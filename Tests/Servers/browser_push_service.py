"""A push service for a real Firefox: RFC 8030 for servers, and for the browser the WebSocket messages of Mozilla's autopush
that one browser needs.

Prints what it receives and the browser's result (`code` 100: opened and delivered).
"""

import asyncio
import base64
import json
import socket
import uuid

from hypercorn.asyncio import serve
from hypercorn.config import Config

from serving import end_with_parent, say

channels = {}  # channel id -> a function that sends text to its browser


async def browser(receive, send):
    await receive()
    await send({"type": "websocket.accept", "subprotocol": "push-notification"})

    async def tell(message):
        await send({"type": "websocket.send", "text": json.dumps(message)})

    while (event := await receive())["type"] == "websocket.receive":
        message = json.loads(event["text"])
        kind = message.get("messageType")
        if kind is None:
            await tell({})  # a ping
        elif kind == "hello":
            identity = message.get("uaid") or uuid.uuid4().hex
            await tell({"messageType": "hello", "status": 200, "uaid": identity, "use_webpush": True, "broadcasts": {}})
        elif kind == "register":
            channel = message["channelID"]
            channels[channel] = tell
            await tell({"messageType": "register", "channelID": channel, "status": 200,
                        "pushEndpoint": f"http://127.0.0.1:{port}/wpush/{channel}"})
            say(event="registered", channel=channel)
        elif kind == "unregister":
            channels.pop(message["channelID"], None)
            await tell({"messageType": "unregister", "channelID": message["channelID"], "status": 200})
            say(event="unregistered", channel=message["channelID"])
        elif kind == "ack":
            for update in message["updates"]:
                say(event="acknowledged", channel=update["channelID"], code=update.get("code"))


async def push(scope, receive, send):
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    channel = scope["path"].split("/")[-1]
    status = 201 if channel in channels else 410
    say(event="pushed", status=status, headers=headers, bytes=len(body))
    if status == 201:
        await channels[channel]({
            "messageType": "notification", "channelID": channel, "version": uuid.uuid4().hex, "ttl": int(headers["ttl"]),
            "data": base64.urlsafe_b64encode(body).rstrip(b"=").decode(),
            "headers": {"encoding": headers["content-encoding"]}})
    await send({"type": "http.response.start", "status": status, "headers": [(b"location", b"/message/1")]})
    await send({"type": "http.response.body", "body": b""})


async def app(scope, receive, send):
    if scope["type"] == "websocket":
        await browser(receive, send)
    elif scope["type"] == "http":
        await push(scope, receive, send)


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
port = listener.getsockname()[1]


async def main():
    config = Config()
    config.bind = [f"fd://{listener.fileno()}"]
    say(port=port)
    await serve(app, config, shutdown_trigger=asyncio.Event().wait)


end_with_parent()
asyncio.run(main())
