"""A tile server with correct and faulty responses, selected by the zoom level."""

import asyncio
import struct
import zlib

from serving import end_with_parent, say


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(side: int = 256) -> bytes:
    """A grey PNG."""
    rows = b"".join(b"\0" + b"\xd8" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


ANSWERS = {
    "13": (404, b"no such picture"),
    "14": (200, b"<html>Sign in to the network first</html>"),
    "15": (200, picture() + b"\0" * 1_000_000),
    "16": (500, b"broken"),
}


async def serve(reader, writer):
    try:
        while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
            target = head.split(" ", 2)[1]
            say(event="request", target=target)
            status, body = ANSWERS.get(target.split("/")[1], (200, picture()))
            writer.write(f"HTTP/1.1 {status} Whatever\r\nContent-Type: image/png\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


end_with_parent()
asyncio.run(main())
