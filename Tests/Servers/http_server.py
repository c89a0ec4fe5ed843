"""An HTTP/1.1 server with the correct and faulty behaviour that a client has to handle. `--tls` enables TLS."""

import asyncio
import itertools
import json
import socket
import struct
import sys

from serving import end_with_parent, make_certificate, say, tls_context

connections = itertools.count(1)
release = asyncio.Event()


async def serve(reader, writer):
    connection = next(connections)
    try:
        while await answer(reader, writer, connection):
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def answer(reader, writer, connection):
    """Responds to one request; returns False to close the connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    headers = [line.split(": ", 1) if ": " in line else [line.rstrip(":"), ""] for line in head[1:] if line]
    length = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
    body = await reader.readexactly(length)
    kind, _, argument = target.partition("?")[0][1:].partition("/")
    say(event="request", target=target, connection=connection)

    def reply(status, content, *fields):
        lines = [f"HTTP/1.1 {status} Whatever", *fields]
        if content is not None:
            lines.append(f"Content-Length: {len(content)}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + (content or b""))

    if kind == "echo":
        facts = {"method": method, "target": target, "headers": headers, "body": body.decode(), "connection": connection}
        reply(200, json.dumps(facts).encode(), "Content-Type: application/json", "X-Twice: one", "x-twice: two")
    elif kind == "status":
        reply(int(argument), b"words")
    elif kind == "redirect":
        reply(302, b"", "Location: /echo")
    elif kind == "metadata":
        reply(302, b"", "Location: http://169.254.169.254/latest/meta-data/")
    elif kind == "bytes":
        reply(200, b"x" * int(argument))
    elif kind == "chunked":
        reply(200, None, "Transfer-Encoding: chunked")
        left = int(argument)
        while left > 0:
            size = min(left, 1000)
            writer.write(b"%x\r\n%s\r\n" % (size, b"x" * size))
            left -= size
        writer.write(b"0\r\n\r\n")
    elif kind == "headers":
        reply(200, b"", *(f"X-{number}: {'y' * 1000}" for number in range(int(argument))))
    elif kind == "interim":
        writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </early>\r\n\r\n")
        reply(200, b"late")
    elif kind == "never":
        await reader.read(1)
        say(event="gone", target=target)
        return False
    elif kind == "hold":
        await release.wait()
        reply(200, b"released")
    elif kind == "release":
        reply(200, b"")
        release.set()
    elif kind == "short":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        return False
    elif kind == "reset":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        await writer.drain()
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    elif kind == "garbage":
        writer.write(b"220 mail.example ESMTP\r\n")
        return False
    elif kind == "once":
        reply(200, b"goodbye")  # closes without notice, so the next request fails
        return False
    else:
        reply(404, b"")
    return True


async def main():
    certificate, context = None, None
    if "--tls" in sys.argv:
        certificate, key = make_certificate()
        context = tls_context(certificate, key)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    say(port=server.sockets[0].getsockname()[1], authority=certificate)
    await server.serve_forever()


end_with_parent()
asyncio.run(main())
