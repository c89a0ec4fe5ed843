"""Shared by the servers of the tests.

Each binds port 0 on loopback, prints its address on the first line ({"port": …, "authority": …}), then one JSON object per
line for each event, and ends with its standard input, so that none outlives the tests.
"""

import json
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading


def say(**facts):
    print(json.dumps(facts), flush=True)


def end_with_parent():
    def wait():
        sys.stdin.buffer.read()
        leave()

    signal.signal(signal.SIGTERM, leave)
    threading.Thread(target=wait, daemon=True).start()


def leave(*_):
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


folders = []


def make_certificate():
    """A self-signed certificate for localhost, valid for a day. Returns the paths of the certificate and the key."""
    folder = tempfile.mkdtemp(prefix="noonish-test-")
    folders.append(folder)
    certificate, key = os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    return certificate, key


def tls_context(certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
