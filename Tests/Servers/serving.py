"""What the servers of the tests have in common.

Each binds port 0 on loopback, says on its first line where it is ({"port": …, "authority": …}), prints one JSON object a
line for what happens to it, and ends when its standard input does, so that none outlives the tests.
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
    """A self-signed certificate for localhost, good for a day. Returns its path and the key's."""
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
