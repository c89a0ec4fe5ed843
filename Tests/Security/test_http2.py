"""HTTP/2 over TLS: callers who close their half of a connection, and the limits on connections.

`test_half_closed.py` has the former over HTTP/1.1, and `Tests/HTTPKitTests/ConnectionRegistryTests.swift` the latter without a network.
"""

import json
import pathlib
import shutil
import tempfile

import pytest
from conftest import eventually
from http2 import HTTP2Connection, SecureService
from isolated_network import IsolatedNetwork, is_possible
from own_program import OwnProgram, needs_program

pytestmark = needs_program
CONNECTIONS, OF_AN_ADDRESS = 60, 20
PORT = 8443
NEAR, FAR = "93.184.216.34", "151.101.1.69"


@pytest.fixture(scope="module")
def service(certificate):
    program = OwnProgram(
        service=SecureService, NOONISH_HTTP_CERTIFICATE_FILE=certificate[0], NOONISH_HTTP_KEY_FILE=certificate[1],
        NOONISH_HTTP_CONNECTIONS=str(CONNECTIONS))
    yield program.service
    program.stop()


def connect(service):
    connection = service.socket()
    connection.settimeout(20)
    return HTTP2Connection(connection)


def open_connections(service):
    lines = service.ask("GET", "/metrics").text.splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("noonish_http_connections "))


def begin_body(connection):
    connection.request("POST", "/v1/auth/email", b'{"email":', length=100)


BEGINNINGS = {
    "nothing": lambda connection: None,
    "half a frame": lambda connection: connection.send(b"\x00\x00\x20\x01"),
    # HEADERS without END_HEADERS: a CONTINUATION has to follow.
    "a head without its end": lambda connection: connection.send(b"\x00\x00\x01\x01\x00\x00\x00\x00\x01\x82"),
    "a body without its end": begin_body,
    "no HTTP/2": lambda connection: connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
}


@pytest.mark.parametrize("says_so", [True, False], ids=["close_notify", "without"])
@pytest.mark.parametrize("kind", BEGINNINGS)
def test_a_half_closed_beginning_ends_at_once(service, kind, says_so):
    """And not after the 75 seconds of an idle connection, or the two minutes of a body."""
    before = open_connections(service)
    connections = [connect(service) for _ in range(20)]
    for connection in connections:
        BEGINNINGS[kind](connection)
        connection.close_half(says_so)

    for connection in connections:
        connection.read_to_the_end()

    assert all(status < 500 for connection in connections for status in connection.statuses.values())
    eventually(lambda: open_connections(service) <= before + 1, "their end")


@pytest.mark.parametrize("says_so", [True, False], ids=["close_notify", "without"])
def test_a_half_closed_request_is_done_once_or_not_at_all(service, says_so):
    person = service.person("closer")
    body = json.dumps({"title": "Half closed", "timeZone": "Europe/Helsinki"}).encode()
    for _ in range(20):
        connection = connect(service)
        connection.request("POST", "/v1/outings", body, person.token)
        connection.close_half(says_so)
        connection.read_to_the_end()
        assert set(connection.statuses.values()) <= {201}
        connection.close()

    titles = [one["title"] for one in person.ask("GET", "/v1/outings?limit=100").json["items"]]
    assert len(titles) <= 20 and set(titles) <= {"Half closed"}


def test_a_half_closed_connection_frees_the_places_of_its_live_streams(service):
    """A person may have six streams."""
    person = service.person("reader")

    def follow():
        connection = connect(service)
        streams = [connection.request("GET", "/v1/updates/stream", token=person.token) for _ in range(6)]
        connection.read_until(lambda: set(streams) <= connection.statuses.keys())
        return connection

    for _ in range(3):
        def has_places():
            nonlocal connection
            connection = follow()
            if set(connection.statuses.values()) == {200}:
                return True
            connection.close()
            return False

        connection = None
        eventually(has_places, "six free places")
        connection.close_half(says_so=False)
        connection.read_to_the_end()
        connection.close()


def test_silent_connections_make_room_for_others(service):
    """Three times as many as the server takes: after TLS and the preface they say nothing."""
    silent = []
    for _ in range(3 * CONNECTIONS):
        silent.append(connect(service))
        if len(silent) % 20 == 0:
            assert service.is_well()

    assert open_connections(service) <= CONNECTIONS
    for connection in silent[:CONNECTIONS]:  # those that have been silent longest
        connection.read_to_the_end()
    for connection in silent:
        connection.close()
    eventually(lambda: open_connections(service) <= 2, "their end")


@pytest.mark.skipif(not is_possible(), reason="takes root and network namespaces")
def test_the_streams_of_one_address_are_limited_and_those_of_others_are_served(certificate):
    """The machine itself has no share, so the callers come from public addresses, in a network of its own."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="noonish-network."))
    folder.chmod(0o755)
    network = IsolatedNetwork(folder)

    class InsideService(SecureService):
        def connect(self, timeout=60):
            connection = super().connect(timeout)
            connection.sock = connection._context.wrap_socket(
                network.connect(self.host, self.port, timeout), server_hostname="localhost")
            return connection

    program = OwnProgram(
        start=network.start, service=InsideService, NOONISH_HTTP_HOST="0.0.0.0", NOONISH_HTTP_PORT=str(PORT),
        NOONISH_HTTP_PUBLIC_URL=f"https://localhost:{PORT}",
        NOONISH_HTTP_CERTIFICATE_FILE=certificate[0], NOONISH_HTTP_KEY_FILE=certificate[1],
        NOONISH_HTTP_CONNECTIONS_PER_ADDRESS=str(OF_AN_ADDRESS))

    # An address that connects to itself is also where it comes from.
    def come(address):
        return HTTP2Connection(network.connect(address, PORT, 20), f"localhost:{PORT}")

    crowd = come(NEAR)
    streams = [crowd.request("POST", "/v1/auth/email", b"{", length=100) for _ in range(OF_AN_ADDRESS + 10)]
    crowd.read_until(lambda: len(crowd.reset) >= 11)
    other = come(FAR)
    answered = other.request("GET", "/healthz")
    other.read_until(lambda: answered in other.ended)

    # The connection counts too.
    assert set(crowd.reset) == set(streams[OF_AN_ADDRESS - 1:])
    assert other.statuses[answered] == 200
    with pytest.raises(OSError):
        come(NEAR)
    # A stream that ends leaves its place to another.
    crowd.http.reset_stream(streams[0])
    crowd.send()

    def is_answered():
        asked = crowd.request("GET", "/healthz")
        crowd.read_until(lambda: asked in crowd.ended or asked in crowd.reset)
        return crowd.statuses.get(asked) == 200

    eventually(is_answered, "a free place")
    for connection in (crowd, other):
        connection.close()
    program.stop()
    shutil.rmtree(folder, ignore_errors=True)
