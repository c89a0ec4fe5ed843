"""A network of its own for one program: every address leads to this process, also public ones, and so does its name server.

It takes root, and Linux: the program and the sockets of this process live in a network namespace without any other interface than
loopback, where all addresses are local. A mount namespace gives the program our name server and our certificate authority. So
the program runs unchanged, with the rules of production about addresses, and nothing can leave the machine.
"""

import concurrent.futures
import contextlib
import ctypes
import datetime
import ipaddress
import os
import select
import socket
import ssl
import struct
import subprocess
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

CLONE_NEWNS, CLONE_NEWNET = 0x00020000, 0x40000000
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
TYPES = {1: socket.AF_INET, 28: socket.AF_INET6}


def is_possible():
    """Whether this machine allows it."""
    return os.geteuid() == 0 and subprocess.run(
        ["unshare", "--net", "--mount", "ip", "link", "show", "lo"], capture_output=True).returncode == 0


class IsolatedNetwork:
    """The namespaces, with a name server at 127.0.0.1 and an authority that the program trusts."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {}  # by name: the addresses, or a function of the family that returns them; `None` is silence
        self.asked = []  # (name, family) of every query
        self.authority = Authority(folder)
        (folder / "resolv.conf").write_text("nameserver 127.0.0.1\noptions timeout:2 attempts:1\n")
        (folder / "nsswitch.conf").write_text("hosts: files dns\n")
        # One thread enters the namespaces and stays there. What it starts or opens belongs to them.
        self.inside = concurrent.futures.ThreadPoolExecutor(1)
        self.inside.submit(self.enter).result()
        self.resolver = self.inside.submit(socket.socket, socket.AF_INET, socket.SOCK_DGRAM).result()
        self.resolver.bind(("127.0.0.1", 53))
        threading.Thread(target=self.answer_queries, daemon=True).start()

    def enter(self):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWNET | CLONE_NEWNS) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        for command in (
            "mount --make-rprivate /", f"mount --bind {self.folder}/resolv.conf /etc/resolv.conf",
            f"mount --bind {self.folder}/nsswitch.conf /etc/nsswitch.conf",
            f"mount --bind {self.authority.path} {AUTHORITIES}",
            "ip link set lo up", "ip route add local default dev lo", "ip -6 route add local default dev lo",
        ):
            subprocess.run(command.split(), check=True, capture_output=True)

    def start(self, command, **options):
        """Starts a process inside."""
        return self.inside.submit(subprocess.Popen, command, **options).result()

    def connect(self, host, port, timeout):
        def opened():
            return socket.create_connection((host, port), timeout=timeout)
        return self.inside.submit(opened).result()

    def listen(self, port, family=socket.AF_INET):
        def opened():
            listener = socket.socket(family)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(("", port))
            listener.listen(512)
            return listener
        return self.inside.submit(opened).result()

    def answer_queries(self):
        while True:
            query, sender = self.resolver.recvfrom(4096)
            with contextlib.suppress(IndexError, struct.error, UnicodeError):
                reply = self.reply(query)
                if reply is not None:
                    self.resolver.sendto(reply, sender)

    def reply(self, query):
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode())
            at += 1 + query[at]
        question = query[12:at + 5]
        kind, = struct.unpack("!H", query[at + 1:at + 3])
        name, family = ".".join(labels).lower(), TYPES.get(kind)
        self.asked.append((name, family))
        addresses = self.names.get(name, [])
        addresses = addresses(family) if callable(addresses) else addresses
        if addresses is None:
            return None
        records = b""
        fitting = [one for one in addresses if (":" in one) == (family == socket.AF_INET6)] if family else []
        for address in fitting:
            packed = ipaddress.ip_address(address).packed
            records += b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 0, len(packed)) + packed
        code = 0x8180 if name in self.names else 0x8183
        return query[:2] + struct.pack("!HHHHH", code, 1, len(fitting), 0, 0) + question + records


class Authority:
    """Issues certificates. The program trusts it and no other."""

    def __init__(self, folder):
        self.folder, self.path = folder, folder / "authority.pem"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "The authority of this network")])
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        self.certificate = self.built(self.name, self.key, days=(-1, 2)).add_extension(constraints, True).sign(
            self.key, hashes.SHA256())
        self.path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))

    def built(self, subject, key, days):
        now = datetime.datetime.now(datetime.timezone.utc)
        return x509.CertificateBuilder(
            self.name, subject, key.public_key(), x509.random_serial_number(),
            now + datetime.timedelta(days[0]), now + datetime.timedelta(days[1]))

    def context(self, *names, days=(-1, 1), is_trusted=True):
        """A context of a server with a certificate for these names."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = self.built(x509.Name([]), key, days).add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), True)
        signer = self.key if is_trusted else ec.generate_private_key(ec.SECP256R1())
        chain = self.folder / f"{x509.random_serial_number()}.pem"
        chain.write_bytes(
            builder.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain)
        return context


class Receivers:
    """Accepts every connection to some ports, at whatever address, and hands it to a function in a thread of its own."""

    def __init__(self, network, ports, serve):
        self.came = []  # (address, port) of every connection
        self.serve = serve
        self.listeners = [network.listen(port, family)
                          for port in ports for family in (socket.AF_INET, socket.AF_INET6)]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            for listener in select.select(self.listeners, [], [])[0]:
                connection, _ = listener.accept()
                address, port = connection.getsockname()[:2]
                self.came.append((address, port))
                threading.Thread(target=self.handle, args=(connection, address, port), daemon=True).start()

    def handle(self, connection, address, port):
        connection.settimeout(60)
        with contextlib.suppress(OSError, ValueError), connection:
            self.serve(connection, address, port)
