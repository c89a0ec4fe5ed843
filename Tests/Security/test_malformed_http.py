"""Malformed HTTP, for the ordinary handler and for the one of live streams, which parses heads by itself. Fault case C30.

No message may be read as two: ambiguous messages are rejected, the connection is closed, and what follows gets no
response.
"""

import json
import re
import threading
import time

import pytest
from conftest import IS_FULL, PATIENCE, Stream

STREAM = "/v1/updates/stream"
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


def post(*fields, body=""):
    lines = ["POST /v1/auth/email HTTP/1.1", "Host: localhost", "Content-Type: application/json", *fields]
    return "\r\n".join(lines) + "\r\n\r\n" + body


def get(path, *fields, line="GET {} HTTP/1.1", host="Host: localhost"):
    return "\r\n".join([line.format(path), *([host] if host else []), *fields]) + "\r\n\r\n"


def chunked(text):
    return f"{len(text):x}\r\n{text}\r\n0\r\n\r\n"


# Messages whose end is ambiguous.
AMBIGUOUS = {
    "CL.TE": post("Content-Length: 6", "Transfer-Encoding: chunked", body="0\r\n\r\nG") + SMUGGLED,
    "TE.CL": post("Transfer-Encoding: chunked", "Content-Length: 4", body=f"{len(SMUGGLED):x}\r\n{SMUGGLED}\r\n0\r\n\r\n"),
    "TE.TE": post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", body="0\r\n\r\n") + SMUGGLED,
    "TE unknown": post("Transfer-Encoding: xchunked", body="0\r\n\r\n") + SMUGGLED,
    "TE behind another": post("Transfer-Encoding: chunked, identity", body="0\r\n\r\n") + SMUGGLED,
    "TE before a space": post("Transfer-Encoding : chunked", "Content-Length: 6", body="0\r\n\r\nG") + SMUGGLED,
    "TE behind a tab": post("Transfer-Encoding:\tchunked", "Content-Length: 6", body="0\r\n\r\nG") + SMUGGLED,
    "TE behind a vertical tab": post("Transfer-Encoding: \x0bchunked", "Content-Length: 6", body="0\r\n\r\nG") + SMUGGLED,
    "TE folded": post("Transfer-Encoding:\r\n chunked", "Content-Length: 6", body="0\r\n\r\nG") + SMUGGLED,
    "CL twice": post("Content-Length: 0", "Content-Length: 44", body=SMUGGLED),
    "CL as a list": post("Content-Length: 0, 44", body=SMUGGLED),
    "CL with a sign": post("Content-Length: +0", body=SMUGGLED),
    "CL below zero": post("Content-Length: -1", body=SMUGGLED),
    "CL in hexadecimal": post("Content-Length: 0x0", body=SMUGGLED),
    "CL beyond numbers": post("Content-Length: 18446744073709551616", body=SMUGGLED),
    "CL before a space": post("Content-Length : 0", body=SMUGGLED),
    "chunk with a sign": post("Transfer-Encoding: chunked", body="-1\r\n\r\n") + SMUGGLED,
    "chunk beyond numbers": post("Transfer-Encoding: chunked", body="ffffffffffffffffff\r\n\r\n") + SMUGGLED,
    "chunk ends by LF": post("Transfer-Encoding: chunked", body="1\n1\n0\n\n") + SMUGGLED,
    "chunk longer than it says": post("Transfer-Encoding: chunked", body="1\r\n12\r\n0\r\n\r\n") + SMUGGLED,
    "field without a colon": get("/healthz", "Transfer-Encoding chunked") + SMUGGLED,
    "field without a name": get("/healthz", ": x") + SMUGGLED,
    "field with NUL": get("/healthz", "X: a\0b") + SMUGGLED,
    "name with NUL": get("/healthz", "X\0: a") + SMUGGLED,
    "bare CR": get("/healthz", "X: a\rTransfer-Encoding: chunked") + SMUGGLED,
    "bare CR behind the line": "GET /healthz HTTP/1.1\rHost: localhost\r\n\r\n" + SMUGGLED,
    "NUL in the target": get("/heal\0thz") + SMUGGLED,
    "space in the target": get("/healthz x") + SMUGGLED,
    "first line folded": "GET\r\n /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + SMUGGLED,
    "first field folded": "GET /healthz HTTP/1.1\r\n Host: localhost\r\n\r\n" + SMUGGLED,
    "version 9": get("/healthz", line="GET {} HTTP/9.9") + SMUGGLED,
    "version 2 in plain": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no HTTP at all": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\0" * 200,
    "TELNET": "EHLO localhost\r\nMAIL FROM:<a@example.org>\r\n",
}
# Unambiguous requests that get an error.
REFUSED = {
    "no host": (get("/healthz", host=None), {400}),
    "two hosts": (get("/healthz", "Host: example.org"), {400, 421}),
    "another host": (get("/healthz", host="Host: example.org"), {421}),
    "an address of another host": (get("http://example.org/healthz", host="Host: example.org"), {400, 404, 421}),
    "a target too long": (get("/healthz?" + "x" * 9_000), {414}),
    "a field too long": (get("/healthz", "X: " + "x" * 20_000), {431}),
    "many fields": (get("/healthz", *[f"X-{number}: {'x' * 100}" for number in range(300)]), {431}),
    "a field of a megabyte": (get("/healthz", "X: " + "x" * 1_000_000), {400, 431, None}),
    "a target of a megabyte": (get("/" + "x" * 1_000_000), {400, 414, None}),
    "TRACE": (get("/healthz", line="TRACE {} HTTP/1.1"), {405, 501}),
    "CONNECT": (get("localhost:22", line="CONNECT {} HTTP/1.1"), {400, 404, 405, 421, 501}),
    "a method of somebody's own": (get("/healthz", line="SUDO {} HTTP/1.1"), {400, 405, 501}),
    "OPTIONS of everything": (get("*", line="OPTIONS {} HTTP/1.1"), {200, 204, 400, 404, 405}),
    "a way out of the folder": (get("/assets/../../../../etc/passwd"), {400, 404}),
    "the same, encoded": (get("/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd"), {400, 404}),
    "the same, encoded twice": (get("/assets/%252e%252e%252f%252e%252e%252fetc/passwd"), {400, 404}),
    "NUL, encoded": (get("/assets/app.js%00.css"), {400, 404}),
    "bytes that are no UTF-8": (get("/v1/restaurants?near=60,24&q=%ff%fe"), {400, 401, 404, 422}),
    "a body that is encoded": (post("Content-Encoding: gzip", "Content-Length: 2", body="{}"), {415}),
    "a body of another type": (post("Content-Length: 2", body="{}").replace("application/json", "text/plain"), {415}),
    "a body of the type of forms": (
        post("Content-Length: 2", body="{}").replace("application/json", "application/x-www-form-urlencoded"), {415}),
}


def heads_of(received):
    """The status of every response in the received bytes."""
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", received)]


def said(service, text):
    """Sends the text, ends its own side of the connection, and returns everything received until the other side ends."""
    stream = Stream(service, b"")
    try:
        stream.socket.sendall(text if isinstance(text, bytes) else text.encode("latin-1"))
    except ConnectionError:
        pass  # the server has closed the connection
    try:
        stream.socket.shutdown(1)
    except OSError:
        pass
    received = stream.waits_for_end()
    stream.close()
    return received


@pytest.mark.parametrize("kind", AMBIGUOUS)
def test_what_could_be_read_in_two_ways_is_refused_whole(service, kind):
    received = said(service, AMBIGUOUS[kind])

    statuses = heads_of(received)
    assert len(statuses) <= 1, received
    assert all(400 <= status < 500 for status in statuses), received
    assert b"smuggled" not in received


@pytest.mark.parametrize("kind", REFUSED)
def test_what_should_not_be_is_answered_as_that(service, kind):
    text, expected = REFUSED[kind]

    statuses = heads_of(said(service, text.replace("\r\nHost", "\r\nConnection: close\r\nHost", 1)))

    assert (statuses or [None])[0] in expected


@pytest.mark.parametrize("kind", [kind for kind, text in AMBIGUOUS.items() if "/healthz" in text])
def test_the_way_of_live_streams_refuses_the_same(service, kind):
    person = service.person("listener")
    text = AMBIGUOUS[kind].replace("/healthz", STREAM).replace(
        "Host: localhost\r\n", f"Host: localhost\r\nAuthorization: Bearer {person.token}\r\n", 1)

    received = said(service, text)

    assert len(heads_of(received)) <= 1, received
    assert all(400 <= status < 500 for status in heads_of(received)), received


@pytest.mark.parametrize("fields", [
    ["Content-Length: 5"], ["Transfer-Encoding: chunked"], ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ["Content-Length: 0", "Content-Length: 5"], ["Content-Length : 5"],
])
def test_a_live_stream_with_a_body_hides_no_second_request(service, fields):
    person = service.person("listener")
    stream = Stream(service, get(STREAM, f"Authorization: Bearer {person.token}", *fields) + SMUGGLED + SMUGGLED)
    until = time.monotonic() + PATIENCE
    while not stream.has_ended and b"event: hello" not in stream.received and time.monotonic() < until:
        stream.read()
    stream.close()

    assert len(heads_of(stream.received)) <= 1, stream.received
    assert b" 404 " not in stream.received


def test_whoever_speaks_http_1_0_gets_no_chunks_and_an_end(service):
    person = service.person("elder")
    old = "GET {} HTTP/1.0"
    page = said(service, get("/v1/outings", f"Authorization: Bearer {person.token}", "Connection: keep-alive", line=old))
    stream = Stream(service, get(STREAM, f"Authorization: Bearer {person.token}", line=old))
    stream.waits_for("event: hello")
    stream.close()

    for received in (page, stream.received):
        head, body = received.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.0 200 ")
        assert b"transfer-encoding" not in head.lower()
        assert not re.match(rb"[0-9a-f]+\r\n", body)
    assert b"connection: close" in page.lower()


def test_many_requests_at_once_on_one_connection_are_answered_in_their_order(service):
    count = 10_000 if IS_FULL else 500
    paths = ["/healthz" if number % 3 else "/v1/me" for number in range(count)]
    stream = Stream(service, b"")
    text = "".join(get(path) for path in paths[:-1]) + get(paths[-1], "Connection: close")

    sender = threading.Thread(target=stream.socket.sendall, args=(text.encode(),))
    sender.start()
    received = stream.waits_for_end()
    sender.join()

    assert heads_of(received) == [200 if path == "/healthz" else 401 for path in paths]


def test_whoever_waits_to_be_told_to_go_on_is_answered_all_the_same(service):
    body = json.dumps({"email": "patient@example.org"})
    stream = Stream(service, post("Expect: 100-continue", f"Content-Length: {len(body)}", "Connection: close"))
    stream.socket.sendall(body.encode())

    received = stream.waits_for_end()

    assert [status for status in heads_of(received) if status != 100] == [202]


def test_connections_that_say_a_little_at_a_time_keep_nobody_out(service):
    count = 2_000 if IS_FULL else 300
    beginnings = [
        "GET /healthz HTTP/1.1\r\nHost: local", f"GET {STREAM} HTTP/1.1\r\nHost: local",
        "POST /v1/auth/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ]
    slow = [Stream(service, beginnings[number % len(beginnings)]) for number in range(count)]
    person = service.person("quick")

    for number in range(50):
        slow[number].socket.sendall(b"h")
        assert person.ask("GET", "/v1/outings").status == 200
    assert person.start()
    for stream in slow:
        stream.close()


@pytest.mark.skipif(not IS_FULL, reason="waits for a timeout of one minute")
@pytest.mark.parametrize("beginning", [
    "GET /healthz HTTP/1.1\r\nHost: local", f"GET {STREAM} HTTP/1.1\r\nHost: local",
    get("/healthz"),
    "POST /v1/auth/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
], ids=["half a head", "half a head of a stream", "nothing after an answer", "half a body"])
def test_a_connection_on_which_nothing_comes_is_given_up(service, beginning):
    stream = Stream(service, beginning)
    stream.socket.settimeout(180)

    while not stream.has_ended:
        stream.read()


@pytest.mark.skipif(not IS_FULL, reason="waits for a timeout of two minutes")
def test_a_body_that_comes_a_byte_at_a_time_is_given_up(service):
    stream = Stream(service, post("Content-Length: 100000", body="{"))
    stream.socket.settimeout(5)
    until = time.monotonic() + 300

    while not stream.has_ended and time.monotonic() < until:
        try:
            stream.socket.sendall(b" ")
            stream.read()
        except TimeoutError:
            continue
        except ConnectionError:
            stream.has_ended = True

    assert stream.has_ended
    assert heads_of(stream.received) == [408]
