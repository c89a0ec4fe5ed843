"""The program's own TLS: old versions and weak cipher suites are refused, current ones are accepted."""

import socket
import ssl
import threading

import pytest
from conftest import PATIENCE
from own_program import OwnProgram, needs_program

pytestmark = [
    needs_program, pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
OLD, CURRENT = (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1), (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)
# Of TLS 1.2; those of 1.3 are all current. RFC 9325, section 4.2.
RECOMMENDED = ("ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305")
WEAK = (
    "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA256", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384",
    "DHE-RSA-AES256-GCM-SHA384", "DHE-RSA-AES128-SHA", "NULL-SHA256", "AECDH-AES128-SHA",
)


@pytest.fixture(scope="module")
def program(certificate):
    program = OwnProgram(NOONISH_HTTP_CERTIFICATE_FILE=certificate[0], NOONISH_HTTP_KEY_FILE=certificate[1])
    yield program
    program.stop()


def handshake(port, version, suites="ALL:COMPLEMENTOFALL"):
    """Returns the name of the agreed cipher suite; `None` if the server refuses."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers(f"{suites}:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection(("localhost", port), timeout=PATIENCE) as connection:
        try:
            with context.wrap_socket(connection, server_hostname="localhost") as secured:
                return secured.cipher()[0]
        except (ssl.SSLError, ConnectionError):
            return None


def permissive(certificate, version):
    """The port of a server that accepts one handshake, of this version alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    context.set_ciphers("ALL:COMPLEMENTOFALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    server = socket.create_server(("localhost", 0))

    def accept():
        with server, server.accept()[0] as connection:
            try:
                context.wrap_socket(connection, server_side=True).close()
            except OSError:
                pass

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


@pytest.mark.parametrize("version", OLD)
def test_old_versions_are_refused(program, certificate, version):
    if handshake(permissive(certificate, version), version) is None:
        pytest.skip(f"this machine's OpenSSL does not speak {version.name}")
    assert handshake(program.port, version) is None


def test_current_versions_are_accepted(program):
    assert all(handshake(program.port, version) for version in CURRENT)


def test_only_recommended_cipher_suites_are_accepted(program):
    accepted = {suite for suite in RECOMMENDED + WEAK if handshake(program.port, ssl.TLSVersion.TLSv1_2, suite)}

    assert accepted == set(RECOMMENDED)
