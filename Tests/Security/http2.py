"""A client of HTTP/2 over TLS that can close its half of a connection and go on reading, and the service as it reaches it."""

import contextlib
import http.client
import socket
import ssl

import h2.config
import h2.connection
import h2.events
from conftest import PATIENCE, Service


def trusting():
    """A context for the certificate of a test."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class SecureService(Service):
    """A service that is served over TLS."""

    def connect(self, timeout=PATIENCE):
        return http.client.HTTPSConnection(self.host, self.port, timeout=timeout, context=trusting())


class HTTP2Connection:
    """TLS is not done by the socket, because Python's stops to read when its writing half is closed."""

    def __init__(self, connection, authority="localhost"):
        self.socket, self.authority = connection, authority
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        context = trusting()
        context.set_alpn_protocols(["h2"])
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")
        self.has_ended = self.is_half_closed = False
        self.statuses, self.bodies, self.ended, self.reset = {}, {}, set(), {}
        while True:
            try:
                self.tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                self.flush()
                data = self.socket.recv(65_536)
                if not data:
                    raise ConnectionError("closed during the handshake") from None
                self.incoming.write(data)
        self.flush()
        assert self.tls.selected_alpn_protocol() == "h2"
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True))
        self.http.initiate_connection()
        self.send()

    def flush(self):
        self.socket.sendall(self.outgoing.read())

    def send(self, data=None):
        """Sends bytes, by default the frames that are due."""
        data = self.http.data_to_send() if data is None else data
        if data and not self.is_half_closed:
            self.tls.write(data)
            self.flush()

    def request(self, method, path, body=None, token=None, length=None):
        """Begins a request, which ends at once unless `length` announces more than the body. Returns its stream."""
        stream = self.http.get_next_available_stream_id()
        fields = [(":method", method), (":path", path), (":scheme", "https"), (":authority", self.authority)]
        if token:
            fields.append(("authorization", f"Bearer {token}"))
        if body is not None:
            fields += [("content-type", "application/json"), ("content-length", str(length or len(body)))]
        self.http.send_headers(stream, fields, end_stream=body is None)
        if body is not None:
            self.http.send_data(stream, body, end_stream=length is None)
        self.send()
        return stream

    def close_half(self, says_so):
        """Closes the writing half.

        `says_so`: whether TLS says so before, with a `close_notify`.
        """
        self.is_half_closed = True
        if says_so:
            with contextlib.suppress(ssl.SSLError):
                self.tls.unwrap()
            self.flush()
        self.socket.shutdown(socket.SHUT_WR)

    def read(self):
        """Reads what comes next."""
        try:
            data = self.socket.recv(65_536)
        except ConnectionError:
            data = b""
        self.has_ended = not data
        self.incoming.write(data)
        while True:
            try:
                plain = self.tls.read(65_536)
            except (ssl.SSLWantReadError, ssl.SSLZeroReturnError, ssl.SSLEOFError):
                break
            except ssl.SSLError:  # the end of TLS, after our own `close_notify`
                break
            if not plain:
                break
            for event in self.http.receive_data(plain):
                self.take(event)
        self.send()

    def take(self, event):
        match event:
            case h2.events.ResponseReceived():
                self.statuses[event.stream_id] = int(dict(event.headers)[b":status"])
            case h2.events.DataReceived():
                self.bodies[event.stream_id] = self.bodies.get(event.stream_id, b"") + event.data
                self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            case h2.events.StreamEnded():
                self.ended.add(event.stream_id)
            case h2.events.StreamReset():
                self.reset[event.stream_id] = event.error_code

    def read_until(self, is_there):
        while not is_there():
            assert not self.has_ended, "the connection has ended"
            self.read()

    def read_to_the_end(self):
        while not self.has_ended:
            self.read()

    def close(self):
        self.socket.close()
