"""Programs that a test starts for itself: with settings, clocks or networks that the service of all tests does not have.

`NOONISH_TEST_PROGRAM` is the built program.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.parse

import pytest
from conftest import PATIENCE, Service, eventually

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = os.environ.get("NOONISH_TEST_PROGRAM")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="takes NOONISH_TEST_PROGRAM")
# What a test may need in a minute is what an attacker may not.
LIMITS = {
    "NOONISH_UPDATES_QUIET_WINDOW": "0s", "NOONISH_LIMITS_REQUEST_BURST": "100000",
    "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000", "NOONISH_LIMITS_MAILS_PER_HOST_A_DAY": "10000",
    "NOONISH_LIMITS_CREATED_PER_PERSON_A_DAY": "100000",
}


def settings(**more):
    """The environment of a program: nothing of the service of all tests."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("NOONISH_")}
    return own | LIMITS | {"NOONISH_HTTP_PORT": "0"} | more


class OwnProgram:
    """A program with a database of its own, in a folder that is removed."""

    def __init__(self, start=subprocess.Popen, service=Service, **more):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="noonish-security."))
        self.folder.chmod(0o755)
        self.log = self.folder / "log"
        served = self.folder / "served"
        with open(served, "w") as out, open(self.log, "w") as log:
            self.process = start(
                [PROGRAM, "serve"], cwd=ROOT, stdout=out, stderr=log,
                env=settings(NOONISH_DATA_FOLDER=str(self.folder / "data"), **more))
        eventually(lambda: "ready " in served.read_text() or self.process.poll() is not None, "a program")
        assert self.process.poll() is None, self.log.read_text()
        url = next(line for line in served.read_text().splitlines() if line.startswith("ready ")).split()[1]
        self.service = service(url, str(self.folder / "data"))

    @property
    def port(self):
        return urllib.parse.urlsplit(self.service.url).port

    def sql(self, text):
        """Executes statements as the owner of the database."""
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--host", f"{self.folder}/data/postgres/run",
             "--username", "noonish_superuser", "noonish"], input=text, capture_output=True, text=True, timeout=PATIENCE * 5)
        assert done.returncode == 0, done.stderr[-2000:]

    def stop(self):
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self.log.read_text()[-2000:]
        shutil.rmtree(self.folder, ignore_errors=True)
