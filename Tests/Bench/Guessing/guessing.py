"""Measures whether response times reveal what responses conceal. Sends pairs of requests, in turns, to a program that
it starts: one about something that exists, one about something that does not. Tests/Security/test_address_timing.py does the
same for mail addresses.

Prints for each pair the means, their difference in percent, and the probability that the two samples differ by chance
(Mann-Whitney, normal approximation). A pair is distinguishable if the means differ by 5 % or more AND not by chance
(p < 0.001); the exit status is then 1.

NOONISH_BINARY is the program; NOONISH_BENCH_PAIRS the number of pairs (2,000).
"""

import http.client
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

BINARY = os.environ["NOONISH_BINARY"]
PAIRS = int(os.environ.get("NOONISH_BENCH_PAIRS", "2000"))
ROOT = pathlib.Path(__file__).parents[3]


class Program:
    """The program with its own database, the mail outbox and high limits."""

    def __init__(self, folder: str):
        environment = os.environ | {
            "NOONISH_HTTP_PORT": "0",
            "NOONISH_DATA_FOLDER": folder,
            "NOONISH_SAMPLE_LOAD": "false",
            "NOONISH_LIMITS_REQUEST_BURST": "100000",
            "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000",
            "NOONISH_LIMITS_CREATED_PER_PERSON_A_DAY": "100000",
        }
        self.process = subprocess.Popen(
            [BINARY, "serve"], cwd=ROOT, env=environment, stdout=subprocess.PIPE,
            stderr=open(os.path.join(folder, "log"), "w"), text=True,
        )
        for line in self.process.stdout:
            if line.startswith("ready "):
                self.address = line.split("//")[1].strip().rstrip("/")
                break
        self.connection = http.client.HTTPConnection(self.address)

    def ask(self, method: str, path: str, body=None, token: str | None = None):
        headers = {"Host": self.address} | ({"Authorization": f"Bearer {token}"} if token else {})
        text = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            text = json.dumps(body)
        began = time.perf_counter()
        self.connection.request(method, path, text, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        return time.perf_counter() - began, answer.status, content

    def get(self, *request, **named):
        _, status, content = self.ask(*request, **named)
        if status >= 400:
            raise SystemExit(f"{request}: {status} {content.decode()}")
        return json.loads(content) if content else None

    def sign_in(self, address: str) -> str:
        self.get("POST", "/v1/auth/email", {"email": address})
        code = next(m["code"] for m in self.get("GET", f"/dev/outbox?to={address}")["items"] if m.get("code"))
        return self.get("POST", "/v1/auth/email/verify", {"email": address, "code": code})["token"]

    def end(self):
        self.process.terminate()
        self.process.wait()


def chance(left: list[float], right: list[float]) -> float:
    """Two-sided p of Mann and Whitney's U; the samples are large and have few ties."""
    ranked = sorted([(value, 0) for value in left] + [(value, 1) for value in right])
    ranks = sum(rank for rank, (_, side) in enumerate(ranked, 1) if side == 0)
    n, m = len(left), len(right)
    z = (ranks - n * (n + 1) / 2 - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12)
    return math.erfc(abs(z) / math.sqrt(2))


def compare(name: str, program: Program, there, nothing) -> bool:
    """Sends both requests in turns, in random order; the responses must be indistinguishable."""
    times: dict[str, list[float]] = {"there": [], "nothing": []}
    answers: dict[str, set] = {"there": set(), "nothing": set()}
    for turn in range(PAIRS + 50):
        asked = [("there", there), ("nothing", nothing)]
        random.shuffle(asked)
        for which, request in asked:
            seconds, status, content = program.ask(*request(turn))
            if turn >= 50:  # the first warm up statements and caches
                times[which].append(seconds)
                answers[which].add((status, content))
    same = answers["there"] == answers["nothing"]
    # The slowest hundredth is due to the machine.
    kept = {which: sorted(values)[: len(values) * 99 // 100] for which, values in times.items()}
    mean = {which: statistics.fmean(values) for which, values in kept.items()}
    difference = (mean["there"] - mean["nothing"]) / mean["nothing"]
    p = chance(kept["there"], kept["nothing"])
    told = not same or (abs(difference) >= 0.05 and p < 0.001)
    print(
        f"{name:44} {mean['there'] * 1000:7.3f} ms {mean['nothing'] * 1000:7.3f} ms {difference * 100:+6.1f} %"
        f"  p={p:.3f}  {'told apart' if told else 'alike'}{'' if same else ' BY THE ANSWER'}"
    )
    return told


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="noonish-guessing.") as folder:
        os.chmod(folder, 0o755)
        program = Program(folder)
        try:
            leila = program.sign_in("leila@example.org")
            outing = program.get("POST", "/v1/outings", {"title": "Lunch"}, token=leila)["id"]
            other = program.sign_in("other@example.org")
            foreign = program.get("POST", "/v1/outings", {"title": "Theirs"}, token=other)["id"]
            link = program.get("POST", f"/v1/outings/{outing}/links", {}, token=leila)
            program.get("DELETE", f"/v1/outings/{outing}/links/{link['id']}", token=leila)
            revoked = link["url"].rsplit("/", 1)[1]
            nobody = "A" * len(revoked)
            nowhere = "0198c0de-0000-7000-8000-000000000000"
            print(f"{PAIRS} pairs each{'':32} there      nothing")
            told = [
                compare(
                    "a revoked link, and none", program,
                    lambda _: ("GET", f"/v1/invitations/{revoked}"),
                    lambda _: ("GET", f"/v1/invitations/{nobody}"),
                ),
                compare(
                    "somebody else's outing, and none", program,
                    lambda _: ("GET", f"/v1/outings/{foreign}", None, leila),
                    lambda _: ("GET", f"/v1/outings/{nowhere}", None, leila),
                ),
            ]
            return 1 if any(told) else 0
        finally:
            program.end()


sys.exit(main())
