"""Clients of the live stream: one that follows the protocol, and many at once."""

import random
import re
import select
import socket
import threading
import time

from world import Failure


def request(token, last=None):
    lines = ["GET /v1/updates/stream HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}"]
    if last is not None:
        lines.append(f"Last-Event-ID: {last}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Stream:
    """Reconnects whenever it is cut off, with the number of the last update it got, as a browser does."""

    def __init__(self, port, token, ports=None):
        self.ports, self.token = ports or [port], token
        self.ids, self.text, self.connections, self.last = [], "", 0, None
        self.changed = threading.Condition()
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        while True:
            port = self.ports[self.connections % len(self.ports)]
            try:
                with socket.create_connection(("127.0.0.1", port), 5) as connection:
                    connection.settimeout(60)
                    connection.sendall(request(self.token, self.last))
                    self.connections += 1
                    rest = ""
                    while data := connection.recv(65536):
                        rest = self.take(rest + data.decode())
            except OSError:
                pass
            time.sleep(random.uniform(0.05, 0.3))

    def take(self, text):
        """Returns whole events, of which a chunk has one or more."""
        *events, rest = text.split("\n\n")
        with self.changed:
            for event in events:
                if found := re.search(r"^id: (\d+)$", event, re.M):
                    self.last = int(found[1])
                    if "event: update" in event:
                        self.ids.append(self.last)
                self.text += event + "\n\n"
            self.changed.notify_all()
        return rest

    def wait(self, part, seconds=30):
        with self.changed:
            if not self.changed.wait_for(lambda: part in self.text, seconds):
                raise Failure(f"the stream did not say {part} within {seconds} s")

    def expect_ids(self, end, seconds=40):
        """Checks that every update from the first one up to `end` arrived exactly once."""
        with self.changed:
            self.changed.wait_for(lambda: self.last is not None and self.last >= end, seconds)
            if not self.ids or self.ids != list(range(self.ids[0], end + 1)):
                raise Failure(f"the stream has gaps or doubles up to {end}: {self.ids[-20:]}")


class Crowd:
    """Many streams in one thread: counts, delays, and whether they reconnect. `slow` of them never read."""

    def __init__(self, port, tokens, slow=0):
        self.port, self.tokens, self.slow = port, tokens, slow
        self.sockets, self.index, self.buffers = {}, {}, [b""] * len(tokens)
        self.last = [None] * len(tokens)
        self.ids = [[] for _ in tokens]
        self.revisions = [[] for _ in tokens]
        self.resets = 0
        self.ended = []
        self.poll = select.epoll()
        self.lock = threading.Lock()
        self.running = True
        self.come_back = False
        for number in range(len(tokens)):
            self.connect(number)
        threading.Thread(target=self.run, daemon=True).start()

    def connect(self, number):
        connection = socket.socket()
        if number < self.slow:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((f"127.0.0.{2 + number % 8}", 0))
        connection.settimeout(20)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(request(self.tokens[number], self.last[number]))
        connection.setblocking(False)
        with self.lock:
            self.buffers[number] = b""
            self.sockets[connection.fileno()] = connection
            self.index[connection.fileno()] = number
        if number >= self.slow:
            self.poll.register(connection, select.EPOLLIN)

    def run(self):
        while self.running:
            for descriptor, _ in self.poll.poll(0.2):
                number = self.index[descriptor]
                try:
                    data = self.sockets[descriptor].recv(65536)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self.poll.unregister(descriptor)
                    self.sockets.pop(descriptor).close()
                    self.ended.append((number, time.monotonic()))
                    continue
                self.take(number, data)

    def take(self, number, data):
        *events, self.buffers[number] = (self.buffers[number] + data).split(b"\n\n")
        now = time.monotonic()
        for event in events:
            if found := re.search(rb"^id: (\d+)$", event, re.M):
                self.last[number] = int(found[1])
                if b"event: update" in event:
                    self.ids[number].append(self.last[number])
                elif b"event: reset" in event:
                    self.resets += 1
            elif found := re.search(rb'"rev":(\d+)', event):
                self.revisions[number].append((int(found[1]), now))

    def wait_all(self, ready, seconds=60):
        deadline = time.monotonic() + seconds
        while not all(ready(number) for number in range(self.slow, len(self.tokens))):
            if time.monotonic() > deadline:
                late = sum(not ready(number) for number in range(self.slow, len(self.tokens)))
                raise Failure(f"{late} of {len(self.tokens)} streams are not there after {seconds} s")
            time.sleep(0.02)

    def close(self):
        self.running = False
        for connection in list(self.sockets.values()):
            connection.close()
