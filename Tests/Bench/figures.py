"""Shared by the benchmarks in Python: rows of the table, and resource usage of processes from the kernel."""

import glob
import json
import os
import re
import socket
import sys
import time

ROWS = []


def begin():
    print("| what | value | peer | ratio | goal | holds |\n| --- | --- | --- | --- | --- | --- |", flush=True)


def row(name, value, unit, goal="", holds=None, peer="", peer_value=None):
    """`ratio` is the service's value divided by the peer's; `holds` is None for values without a goal."""
    ratio = round(value / peer_value, 3) if peer_value else None
    ROWS.append({"name": name, "value": round(value, 3), "unit": unit, "peer": peer, "peerValue": peer_value,
                 "ratio": ratio, "goal": goal, "holds": holds})
    beside = f"{peer}: {peer_value:.4g} {unit}" if peer_value else peer
    shown = f"{value:.0f}" if value >= 1_000 else f"{value:.4g}"
    print(f"| {name} | {shown} {unit} | {beside} | {ratio or ''} | {goal} | "
          f"{'' if holds is None else 'yes' if holds else 'NO'} |", flush=True)


def end(path):
    """Writes the rows to a file and exits, with 1 if a goal was missed."""
    with open(path, "w") as file:
        json.dump(ROWS, file)
    sys.exit(0 if all(found["holds"] is not False for found in ROWS) else 1)


def processor(pid):
    """Processor time of a process and all its threads in seconds, to the nanosecond."""
    total = 0
    for place in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            total += int(open(place).read().split()[0])
        except OSError:
            pass
    return total / 1e9


def tree(root):
    """A process and its descendants."""
    children = {}
    for place in glob.glob("/proc/[0-9]*/stat"):
        try:
            text = open(place).read()
        except OSError:
            continue
        children.setdefault(int(text[text.rindex(")") + 2:].split()[1]), []).append(int(text.split(" ", 1)[0]))
    found, waiting = set(), [root]
    while waiting:
        process = waiting.pop()
        found.add(process)
        waiting += children.get(process, [])
    return found


def computed(root):
    """Processor time in seconds of a process and its descendants."""
    total = 0
    for process in tree(root):
        for place in glob.glob(f"/proc/{process}/task/*/schedstat"):
            try:
                total += int(open(place).read().split()[0])
            except OSError:
                pass
    return total / 1e9


def resident(pid):
    """Resident memory of a process in bytes; mapped files are counted separately."""
    text = open(f"/proc/{pid}/status").read()
    found = {name: int(kilobytes) * 1024 for name, kilobytes in re.findall(r"(Rss\w+|VmRSS):\s+(\d+) kB", text)}
    return found["RssAnon"], found["VmRSS"]


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def threads(pid):
    return len(os.listdir(f"/proc/{pid}/task"))


class Unanswered(Exception):
    """An unexpected response."""


class Line:
    """One persistent connection, whose requests are built before they are timed."""

    def __init__(self, port, host="127.0.0.1", name="localhost"):
        self.name = name
        self.socket = socket.create_connection((host, port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def ask(self, path, method="GET", headers=None, body=None):
        """Seconds, the head in lower case, and the body of a successful response."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.name}", *(f"{name}: {value}" for name, value in (headers or {}).items())]
        if body is not None:
            lines.append(f"Content-Length: {len(body.encode())}")
        request = ("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode()
        begun = time.perf_counter()
        self.socket.sendall(request)
        data = self.rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self.receive()
        head = data[:end].lower()
        found = re.search(rb"content-length: (\d+)", head)
        length = int(found[1]) if found else 0
        while len(data) < end + 4 + length:
            data += self.receive()
        took = time.perf_counter() - begun
        if head.split(b" ", 2)[1][:1] != b"2":
            raise Unanswered(f"{method} {path}: {data[:400]}")
        self.rest = data[end + 4 + length:]
        return took, head, data[end + 4:end + 4 + length]

    def receive(self):
        data = self.socket.recv(262_144)
        if not data:
            raise Unanswered("the connection was closed")
        return data
