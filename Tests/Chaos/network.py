"""Network between the parts: a proxy that can misbehave, and a mail server that records its messages."""

import email
import email.policy
import functools
import re
import socket
import socketserver
import ssl
import subprocess
import threading
import time


class Proxy:
    """Forwards TCP to `target`, unless a fault is set.

    `hole`: bytes go nowhere, connections stay open (new ones are accepted too). `refuse`: new connections are reset.
    `hole_where(bytes)`: a connection whose client sends matching bytes becomes a hole from then on, others live.
    """

    def __init__(self, target):
        self.target = target
        self.hole = False
        self.refuse = False
        self.hole_where = None
        self.bytes = 0
        self.open = set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.refuse:
                reset(client)
                continue
            try:
                server = socket.create_connection(self.target, timeout=5)
                server.settimeout(None)
            except OSError:
                reset(client)
                continue
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pair = {"hole": False}
            self.open |= {client, server}
            threading.Thread(target=self.carry, args=(client, server, pair, True), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, pair, False), daemon=True).start()

    def carry(self, source, sink, pair, from_client):
        try:
            while data := source.recv(65536):
                if from_client and self.hole_where and self.hole_where(data):
                    pair["hole"] = True
                if self.hole or pair["hole"]:
                    continue
                self.bytes += len(data)
                sink.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, sink):
                self.open.discard(end)
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()

    def cut(self):
        """Resets every connection."""
        for end in list(self.open):
            self.open.discard(end)
            reset(end)

    def close(self):
        self.listener.close()
        self.cut()


def reset(connection):
    try:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    connection.close()


class Mail:
    """One message as it arrived. Its text is parsed when it is read: parsing all of them took processor time from what is measured."""

    def __init__(self, raw, recipient):
        self.raw = raw
        self.at = time.monotonic()
        self.recipient = recipient
        self.id = re.search(rb"(?im)^Message-ID:\s*(\S+)", raw)[1].decode()
        found = re.match(r"<([0-9a-f-]{36})\.(\d+)@", self.id)
        self.watch, self.rev = (found[1], int(found[2])) if found else (self.id, 0)

    @functools.cached_property
    def text(self):
        body = email.message_from_bytes(self.raw, policy=email.policy.default).get_body(("plain",))
        return body.get_content() if body else ""


class MailSink:
    """An SMTP server with TLS. `refuse` answers every recipient with 451; `before_answer(mail)` runs before a message's 250."""

    def __init__(self, folder):
        self.certificate = folder + "/certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder + "/key.pem",
             "-out", self.certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, folder + "/key.pem")
        self.mails = []
        self.refuse = False
        self.before_answer = None
        self.attempts = []
        sink = self

        class Session(socketserver.BaseRequestHandler):
            def handle(self):
                try:
                    with context.wrap_socket(self.request, server_side=True) as secure:
                        sink.converse(secure.makefile("rb"), secure.makefile("wb"))
                except OSError:
                    pass

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True
            request_queue_size = 256

        self.server = Server(("127.0.0.1", 0), Session)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def converse(self, lines, answers):
        def say(text):
            answers.write(text.encode() + b"\r\n")
            answers.flush()

        recipient = ""
        say("220 sink ESMTP")
        while line := lines.readline():
            word = line[:4].upper()
            if word == b"EHLO":
                say("250-sink\r\n250 8BITMIME")
            elif word == b"RCPT":
                self.attempts.append(time.monotonic())
                recipient = line.decode().split("<")[1].split(">")[0]
                say("451 4.2.1 later" if self.refuse else "250 ok")
            elif word == b"DATA":
                say("354 go on")
                raw = b""
                while (part := lines.readline()) not in (b".\r\n", b""):
                    raw += part[1:] if part.startswith(b"..") else part
                mail = Mail(raw, recipient)
                if self.before_answer:
                    self.before_answer(mail)
                self.mails.append(mail)
                say("250 2.0.0 taken")
            elif word == b"QUIT":
                say("221 bye")
                return
            else:
                say("250 ok")

    def doubles(self):
        """Messages whose id had arrived before."""
        return len(self.mails) - len({mail.id for mail in self.mails})

    def backwards(self):
        """Messages older than one that had arrived for the same watch, except repeated ones."""
        highest, seen, count = {}, set(), 0
        for mail in self.mails:
            if mail.id not in seen and mail.rev < highest.get(mail.watch, 0):
                count += 1
            seen.add(mail.id)
            highest[mail.watch] = max(mail.rev, highest.get(mail.watch, 0))
        return count
