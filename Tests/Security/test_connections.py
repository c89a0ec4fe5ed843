"""Connections: how they go on after odd requests, which requests count as made on this machine, and who may hold how many."""

import os
import socket
import subprocess

import pytest
from conftest import PATIENCE, Stream, eventually
from own_program import OwnProgram, needs_program

LOCAL_PAGES = ("/dev/outbox", "/v1/operator/people?query=a", "/metrics")
PROXY_FIELDS = (
    "Forwarded", "X-Forwarded-For", "X-Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP",
    "X-Original-Forwarded-For", "X-Envoy-External-Address",
)


def request(line, *fields, host="localhost", body=""):
    return "\r\n".join([line, f"Host: {host}", *fields]) + "\r\n\r\n" + body


UPGRADES = {
    "HTTP/2": ("GET /healthz HTTP/1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"),
    "HTTP/2 with a body": (
        "POST /v1/auth/email HTTP/1.1", "Content-Type: application/json", "Content-Length: 2", "Connection: Upgrade", "Upgrade: h2c"),
    "TLS": ("GET /healthz HTTP/1.1", "Connection: Upgrade", "Upgrade: TLS/1.0"),
    "a web socket": ("GET /healthz HTTP/1.1", "Connection: keep-alive, upgrade", "Upgrade: websocket"),
    "nothing": ("GET /healthz HTTP/1.1", "Upgrade: h2c"),
    "a tunnel": ("CONNECT localhost:22 HTTP/1.1",),
}


@pytest.mark.parametrize("kind", UPGRADES)
def test_an_upgrade_is_ignored_and_the_connection_does_not_go_deaf(service, kind):
    """Finding M4: the next request on the connection got no answer for 75 seconds."""
    text = request(*UPGRADES[kind], body="{}" if "body" in kind else "")
    stream = Stream(service, text + request("GET /healthz HTTP/1.1"))
    stream.socket.settimeout(10)

    received = stream.waits_for_end()

    head = received.split(b"\r\n\r\n")[0].lower()
    assert received.startswith(b"HTTP/1.1 ") and not received.startswith(b"HTTP/1.1 101")
    assert b"connection: close" in head, received
    assert received.count(b"HTTP/1.1 ") == 1
    stream.close()


@pytest.mark.parametrize("target, host, status", [
    ("http://evil.example/healthz", "localhost", 421), ("HTTP://evil.example/healthz", "localhost", 421),
    ("http://localhost@evil.example/healthz", "localhost", 421), ("http://evil.example?/healthz", "localhost", 421),
    ("http://localhost/healthz", "evil.example", 200), ("/healthz", "evil.example", 421),
])
def test_the_authority_of_an_absolute_target_counts_and_not_the_host_field(service, target, host, status):
    """Finding L9."""
    stream = Stream(service, request(f"GET {target} HTTP/1.1", "Connection: close", host=host))

    received = stream.waits_for_end()

    assert received.startswith(f"HTTP/1.1 {status} ".encode()), received


def test_two_hosts_are_refused_even_with_an_absolute_target(service):
    stream = Stream(service, request("GET http://localhost/healthz HTTP/1.1", "Host: localhost", "Connection: close"))

    assert stream.waits_for_end().startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("field", PROXY_FIELDS)
def test_the_machines_own_pages_are_not_for_a_proxy(service, field):
    """Finding L3."""
    for path in LOCAL_PAGES:
        assert service.ask("GET", path).status == 200
        assert service.ask("GET", path, headers={field: "127.0.0.1"}).status == 404, path


@pytest.mark.skipif(os.geteuid() != 0, reason="takes another account")
def test_the_machines_own_pages_are_not_for_services_that_add_nothing(service):
    """Finding L3: nginx with a bare `proxy_pass` sends a loopback `Host` and no field of its own."""
    def status(user, path):
        code = f"import http.client; c = http.client.HTTPConnection('{service.host}', {service.port}); " \
            f"c.request('GET', '{path}'); print(c.getresponse().status)"
        ran = subprocess.run(
            ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", "/usr/bin/python3", "-c", code],
            capture_output=True, text=True, timeout=PATIENCE, check=True)
        return int(ran.stdout)

    for service_account in (33, 999, 65534):  # www-data, a system account, nobody
        for path in LOCAL_PAGES[:2]:
            assert status(service_account, path) == 404, (service_account, path)
    for account in (0, 1000):
        for path in LOCAL_PAGES:
            assert status(account, path) == 200, (account, path)
    # Prometheus has an account like that.
    assert status(999, "/metrics") == 200


def own_address():
    """An address of this machine that others use; `None` without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.254", 9))
            return probe.getsockname()[0]
        except OSError:
            return None


@pytest.mark.skipif("NOONISH_TEST_SMTP" not in os.environ, reason="takes a listener for mail")
def test_one_address_cannot_take_all_places_of_the_mail_listener():
    """Finding L2."""
    port = int(os.environ["NOONISH_TEST_SMTP"])
    address = own_address()
    if address is None or address.startswith("127."):
        pytest.skip("no network")

    def greeting(host):
        connection = socket.create_connection((host, port), timeout=PATIENCE)
        held.append(connection)
        return connection.recv(4096)[:3]

    held = []
    answers = [greeting(address) for _ in range(40)]
    assert answers.count(b"220") == 4 and answers.count(b"421") == 36
    assert greeting("127.0.0.1") == b"220"

    for connection in held:
        connection.close()
    held.clear()
    assert eventually(lambda: greeting(address) == b"220", "a free place")
    held[-1].close()


def test_connections_are_counted(service):
    def open_connections():
        lines = service.ask("GET", "/metrics").text.splitlines()
        return next(int(float(line.split()[1])) for line in lines if line.startswith("noonish_http_connections "))

    before = open_connections()
    silent = [service.socket() for _ in range(20)]

    eventually(lambda: open_connections() >= before + 20, "twenty connections")
    for connection in silent:
        connection.close()
    eventually(lambda: open_connections() <= before + 1, "their end")


@needs_program
def test_clients_that_read_nothing_leave_connections_to_others():
    """140 connections of 128 ask for much and read none of it. The kernel holds the others back until they are closed."""
    def start(command, **more):
        return subprocess.Popen(["prlimit", "--nofile=256:256", *command], **more)

    program = OwnProgram(start)
    crowd = []
    try:
        for _ in range(140):
            silent = socket.socket()
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.connect(("127.0.0.1", program.port))
            silent.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
            crowd.append(silent)

        def is_answered():
            try:
                with socket.create_connection(("127.0.0.1", program.port), timeout=5) as other:
                    other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    return other.recv(12) == b"HTTP/1.1 200"
            except OSError:
                return False

        assert eventually(is_answered, "another client's answer")
    finally:
        for silent in crowd:
            silent.close()
        program.stop()
