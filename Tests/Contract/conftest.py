"""Fixtures of the contract tests: the running service, and people who are signed in to it."""

import json
import os
import urllib.request
import uuid

import pytest


class Service:
    """A running service, called as a program calls it."""

    def __init__(self, url):
        self.url = url

    def ask(self, method, path, body=None, token=None, headers=None):
        request = urllib.request.Request(self.url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def mails(self, address):
        return self.ask("GET", f"/dev/outbox?to={address}")["items"]

    def sign_in(self, name):
        """Signs in a new person and returns the token of their session."""
        address = f"{name}-{uuid.uuid4().hex[:8]}@example.org"
        self.ask("POST", "/v1/auth/email", {"email": address})
        code = self.mails(address)[0]["code"]
        return self.ask("POST", "/v1/auth/email/verify", {"email": address, "code": code})["token"]


@pytest.fixture(scope="session")
def service():
    return Service(os.environ["NOONISH_TEST_URL"].rstrip("/"))


@pytest.fixture(scope="session")
def contract(service):
    return service.ask("GET", "/openapi.json")
