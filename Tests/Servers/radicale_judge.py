"""Stores calendar documents on a calendar server (Radicale) and queries them.

radicale_judge.py FOLDER FROM TO: puts each .ics file of the folder into a calendar, like a calendar program, and prints
for each whether it was accepted, whether it is returned, and whether a query for FROM to TO finds it.
"""

import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

QUERY = """<?xml version="1.0"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="{}" end="{}"/>
</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"""


def ask(port, method, path, body=b"", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, {"X-Remote-User": "mia", **headers})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def listen(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{port}", "--auth-type",
         "http_x_remote_user", "--storage-filesystem-folder", folder, "--logging-level", "critical"],
        stderr=subprocess.DEVNULL)
    while server.poll() is None:
        try:
            ask(port, "OPTIONS", "/")
            return server, port
        except OSError:
            time.sleep(0.05)
    raise SystemExit("radicale has ended")


def main():
    verdicts = {}
    with tempfile.TemporaryDirectory(prefix="noonish-test-") as folder:
        server, port = listen(folder)
        try:
            assert ask(port, "MKCALENDAR", "/mia/outings/")[0] == 201
            for path in sorted(pathlib.Path(sys.argv[1]).glob("*.ics")):
                kind = {"Content-Type": "text/calendar; charset=utf-8"}
                put, words = ask(port, "PUT", f"/mia/outings/{path.name}", path.read_bytes(), **kind)
                got, text = ask(port, "GET", f"/mia/outings/{path.name}")
                starts = re.search(r"BEGIN:VEVENT.*?(DTSTART[^\r\n]*)", text, re.DOTALL)
                verdicts[path.stem] = {"put": put, "got": got, "starts": starts[1] if starts else "", "words": words}
            _, found = ask(port, "REPORT", "/mia/outings/", QUERY.format(*sys.argv[2:4]).encode(), Depth="1")
            for name in verdicts:
                verdicts[name]["found"] = f"/mia/outings/{name}.ics<" in found
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(verdicts))


main()
