"""Callers who close their half of a connection, or vanish without closing it: nothing is kept for them, and others are served."""

import json
import os
import re
import socket
import struct
import time

import pytest
from conftest import IS_FULL, PATIENCE, Stream, eventually


def open_connections(service):
    lines = service.ask("GET", "/metrics").text.splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("noonish_http_connections "))


def head(method, path, token=None, length=None):
    fields = ["Host: localhost"]
    if token:
        fields.append(f"Authorization: Bearer {token}")
    if length is not None:
        fields += ["Content-Type: application/json", f"Content-Length: {length}"]
    return (f"{method} {path} HTTP/1.1\r\n" + "\r\n".join(fields) + "\r\n\r\n").encode()


def read_all(connection):
    received = b""
    while True:
        try:
            piece = connection.recv(65_536)
        except ConnectionError:
            return received
        if not piece:
            return received
        received += piece


def split(received):
    """Returns the status and the body of each response, all of which must be complete."""
    answers, place = [], 0
    while place < len(received):
        body = received.index(b"\r\n\r\n", place) + 4
        start = received[place:body]
        place = body + int(re.search(rb"(?i)\r\ncontent-length: (\d+)", start)[1])
        assert place <= len(received), f"{place - len(received)} bytes are missing"
        answers.append((int(start[9:12]), received[body:place]))
    return answers


BEGINNINGS = {
    "nothing": b"", "a line": b"GET /healthz HTTP/1.1\r\n", "half a line": b"GET /heal", "a head without its end": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "a body without its end": head("POST", "/v1/auth/email", length=100) + b'{"email":', "a chunk without its end":
    b"POST /v1/auth/email HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n10\r\n{",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM", "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_a_half_closed_beginning_ends_at_once(service, kind):
    """And not after the 75 seconds of an idle connection, or the two minutes of a body."""
    before = open_connections(service)
    connections = [service.socket() for _ in range(20)]
    for connection in connections:
        connection.sendall(BEGINNINGS[kind])
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(20)

    answers = [read_all(connection) for connection in connections]

    assert all(not answer or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")) for answer in answers), answers[0]
    eventually(lambda: open_connections(service) <= before + 1, "their end")


def test_a_half_closed_request_is_done_once_and_answered(service):
    """A caller that closes its half after a whole write."""
    person = service.person("closer")
    body = json.dumps({"title": "Half closed", "timeZone": "Europe/Helsinki"}).encode()
    for _ in range(20):
        connection = service.socket()
        connection.settimeout(20)
        connection.sendall(head("POST", "/v1/outings", person.token, len(body)) + body)
        connection.shutdown(socket.SHUT_WR)
        answer = read_all(connection)
        assert answer.startswith(b"HTTP/1.1 201 "), answer
        connection.close()

    titles = [one["title"] for one in person.ask("GET", "/v1/outings?limit=100").json["items"]]
    assert titles == ["Half closed"] * 20


def test_a_half_closed_pipeline_is_answered_in_order_and_ends(service):
    """Several requests and the end arrive together, or a part of the last request arrives with the end."""
    person = service.person("pipeliner")
    for number in range(20):
        body = json.dumps({"title": f"Lunch {number}", "timeZone": "Europe/Helsinki"}).encode()
        requests = head("GET", "/healthz") + head("POST", "/v1/outings", person.token, len(body)) + body
        requests += head("GET", "/v1/me", person.token) + head("GET", "/v1/nothing", person.token)
        connection = service.socket()
        connection.settimeout(20)
        for piece in [requests] if number % 2 else [requests[:-40], requests[-40:]]:
            connection.sendall(piece)
        connection.shutdown(socket.SHUT_WR)

        answers = split(read_all(connection))

        assert [status for status, _ in answers] == [200, 201, 200, 404]
        assert json.loads(answers[1][1])["title"] == f"Lunch {number}"
        assert json.loads(answers[2][1])["id"] == person.id
        connection.close()


def test_a_half_closed_client_that_reads_slowly_gets_all_of_its_answers(service):
    """The responses are larger than the kernel's buffers, so the last ones wait in the server."""
    person = service.person("slow-reader")
    for number in range(20):
        person.start(f"Outing {number}", note="x" * 3_000)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
    connection.settimeout(PATIENCE)
    connection.connect((service.host, service.port))
    connection.sendall(head("GET", "/v1/outings?limit=100", person.token) * 100)
    connection.shutdown(socket.SHUT_WR)

    received = bytearray()
    while piece := connection.recv(65_536):
        received += piece
        time.sleep(0.001)

    assert [status for status, _ in split(received)] == [200] * 100
    connection.close()


def test_half_closed_pipelines_are_answered_and_so_are_others(service):
    count = 500 if IS_FULL else 50
    many = head("GET", "/healthz") * count
    connections = [service.socket() for _ in range(20)]
    for connection in connections:
        connection.settimeout(PATIENCE)
        connection.sendall(many)
        connection.shutdown(socket.SHUT_WR)
    assert service.is_well()
    for connection in connections:
        assert [status for status, _ in split(read_all(connection))] == [200] * count
        connection.close()


def test_a_half_closed_stream_ends_and_its_place_is_free(service):
    """A person may have six streams; those whose reader has closed its half must not count for long."""
    person = service.person("reader")
    request = head("GET", "/v1/updates/stream", person.token)
    for _ in range(5):
        streams = [Stream(service, request) for _ in range(6)]
        for stream in streams:
            stream.waits_for("event: hello")
            stream.socket.shutdown(socket.SHUT_WR)
            stream.socket.settimeout(20)
        for stream in streams:
            stream.waits_for_end()
            stream.close()

    def is_free():
        stream = Stream(service, request)
        stream.socket.settimeout(5)
        try:
            stream.waits_for("event: hello")
            return True
        except (AssertionError, TimeoutError):
            return False
        finally:
            stream.close()

    eventually(is_free, "a free place")


def test_a_reader_that_resets_or_closes_only_its_reading_half_is_let_go(service):
    person = service.person("resetter")
    for index in range(20):
        person.start(f"Outing {index}", note="x" * 3_000)
    before = open_connections(service)
    connections = []
    for number in range(40):
        connection = service.socket()
        connection.sendall(head("GET", "/v1/outings?limit=100", person.token) * 20)
        if number % 2:
            connection.shutdown(socket.SHUT_RD)
        else:  # a reset in the middle of the responses
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connections.append(connection)
    for connection in connections:
        connection.close()

    eventually(lambda: open_connections(service) <= before + 1, "their end")
    assert service.is_well()


@pytest.mark.skipif("NOONISH_TEST_SMTP" not in os.environ, reason="takes a listener for mail")
@pytest.mark.parametrize("words", [b"", b"HELO x\r\n", b"HELO x\r\nMAIL FROM:<a@example.org>\r\n", b"HELO x\r\nSTARTTLS\r\n"])
def test_a_half_closed_mail_session_frees_its_place(words):
    for _ in range(60):
        with socket.create_connection(("127.0.0.1", int(os.environ["NOONISH_TEST_SMTP"])), timeout=PATIENCE) as connection:
            assert connection.recv(4096).startswith(b"220"), "no free place"
            connection.sendall(words)
            connection.shutdown(socket.SHUT_WR)
            read_all(connection)
