"""Runs Canaille, an independent OpenID Connect provider, with one person and one client."""

import os
import pathlib
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

START_SECONDS = 120  # about 10 on an idle machine
KEY = """
import json
from joserfc import jwk
key = jwk.RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)
print('{' + ', '.join(f'{name} = {json.dumps(value)}' for name, value in key.items() if name != 'use') + '}')
"""


class Canaille:
    """A provider that runs until it is closed."""

    login, password, address, name = "alice", "correct horse 9!", "alice@example.org", "Alice Almond"
    client, secret = "noonish", "a client's secret"

    def __init__(self, environment: str, port: int, redirect: str):
        self.issuer = f"http://127.0.0.1:{port}"
        self.programs = pathlib.Path(environment) / "bin"
        self.folder = tempfile.TemporaryDirectory(prefix="noonish-canaille-")
        self._configure(port)
        self._call("install")
        self._call(
            "create", "user", "--user-name", self.login, "--password", self.password, "--emails", self.address,
            "--family-name", "Almond", "--given-name", "Alice", "--formatted-name", self.name)
        self._call(
            "create", "client", "--client-id", self.client, "--client-secret", self.secret, "--client-name", "Noonish",
            "--client-uri", redirect.split("/v1/")[0], "--redirect-uris", redirect, "--grant-types", "authorization_code",
            "--response-types", "code", "--scope", "openid", "--scope", "email", "--scope", "profile",
            "--token-endpoint-auth-method", "client_secret_basic", "--id-token-signed-response-alg", "RS256")
        self._call("set", "client", self.client, "--audience", self.client)  # otherwise the ID token has no audience
        self.process = subprocess.Popen(
            [self.programs / "canaille", "run", "--bind", f"127.0.0.1:{port}"], env=self.environment, cwd=self.folder.name,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait()

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()

    def _configure(self, port: int):
        key = subprocess.run(
            [self.programs / "python", "-c", KEY], check=True, capture_output=True, text=True).stdout.strip()
        file = pathlib.Path(self.folder.name) / "canaille.toml"
        file.write_text(f'''
SECRET_KEY = "{os.urandom(16).hex()}"
SERVER_NAME = "127.0.0.1:{port}"
PREFERRED_URL_SCHEME = "http"
[CANAILLE]
DATABASE = "sql"
JAVASCRIPT = false
[CANAILLE_SQL]
DATABASE_URI = "sqlite:///{self.folder.name}/canaille.sqlite"
[CANAILLE_OIDC]
ACTIVE_JWKS = [{key}]
REQUIRE_NONCE = true
''')
        self.environment = os.environ | {"CONFIG": str(file), "CANAILLE_CONFIG": str(file)}

    def _call(self, *arguments: str):
        outcome = subprocess.run(
            [self.programs / "canaille", *arguments], env=self.environment, cwd=self.folder.name, capture_output=True,
            text=True)
        assert outcome.returncode == 0, outcome.stdout + outcome.stderr

    def _wait(self):
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, "Canaille has ended"
            try:
                return urllib.request.urlopen(self.issuer + "/.well-known/openid-configuration", timeout=5).close()
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
        raise AssertionError("Canaille does not respond")
