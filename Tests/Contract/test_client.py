"""Sends valid and invalid requests of every operation: Schemathesis as an anonymous caller, a member and a guest.

No response may be a 5xx, have an undocumented status, type or header, or a body with undocumented content. Phases are the
document's examples, the limits of every parameter, random values, and sequences in which one response leads to the next request.
A member, who gets furthest, sends them all; the others send the examples and random values, with `script/test --full` all.
"""

import os
import re
import subprocess
import sys

import pytest

FULL = os.environ.get("NOONISH_FULL") is not None
# Random requests for each operation.
EXAMPLES = int(os.environ.get("NOONISH_CLIENT_EXAMPLES", "15" if FULL else "3"))
ALL_PHASES = "examples,coverage,fuzzing,stateful"
PHASES = {"anonymous": "examples,fuzzing", "member": ALL_PHASES, "guest": "examples,fuzzing"}

CHECKS = ",".join([
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance",
])

# The operation that ends the caller's session, and a stream that never ends.
LEFT_OUT = ["endSession", "streamUpdates"]


@pytest.fixture(scope="session")
def tokens(service):
    host = service.sign_in("host")
    address = "guest-of-the-client@example.org"
    service.ask("POST", "/v1/outings", {"title": "Lunch", "invite": {"emails": [address]}}, token=host)
    return {"anonymous": None, "member": service.sign_in("member"), "guest": personal_token(service, address)}


def personal_token(service, address):
    """Returns the token of the personal link in the newest mail."""
    import time
    for _ in range(600):
        for mail in service.mails(address):
            for link in mail["links"]:
                if "/i/" in link:
                    return link.rsplit("/", 1)[1]
        time.sleep(0.1)
    raise AssertionError(f"no mail arrived at {address}")


@pytest.mark.parametrize("role", ["anonymous", "member", "guest"])
def test_nothing_surprises(service, tokens, role, tmp_path):
    command = [
        os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", service.url + "/openapi.json",
        "--phases", ALL_PHASES if FULL else PHASES[role], "--mode", "all", "--max-examples", str(EXAMPLES), "--checks", CHECKS,
        "--continue-on-failure", "--generation-database", "none", "--no-color", "--seed", os.environ.get("NOONISH_CLIENT_SEED", "1"),
        "--request-timeout", "30", "--suppress-health-check", "all", "--workers", "2",
    ]
    for operation in LEFT_OUT:
        command += ["--exclude-operation-id", operation]
    if tokens[role]:
        command += ["--header", f"Authorization: Bearer {tokens[role]}"]

    outcome = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    cases = re.findall(r"(\d+) generated", outcome.stdout)
    print(f"{role}: {cases[-1] if cases else 'no'} cases")
    assert outcome.returncode == 0, outcome.stdout[-12000:] + outcome.stderr[-2000:]
    assert cases and int(cases[-1]) > 500
