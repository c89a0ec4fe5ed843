"""A program whose wall clock steps back and forwards while it runs: the database's clock decides, so nothing ends or lasts longer.

The embedded PostgreSQL keeps the true time, because the program does not hand its environment on.
"""

import datetime
import email.utils
import pathlib
import subprocess
import zoneinfo

import pytest
from conftest import eventually
from own_program import OwnProgram, needs_program

pytestmark = needs_program
DAY = 86_400
ZONE = zoneinfo.ZoneInfo("Europe/Helsinki")
STEPS = (-DAY, 3_600, -400 * DAY, 400 * DAY, 0)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clock")
    folder.chmod(0o755)
    library, clock = folder / "wall_clock.so", folder / "seconds"
    source = pathlib.Path(__file__).with_name("wall_clock.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-w", "-o", library, source, "-ldl"], check=True)
    clock.write_text("0")
    program = OwnProgram(LD_PRELOAD=str(library), WALL_CLOCK=str(clock))
    program.clock = clock
    yield program
    clock.write_text("0")
    program.stop()


def step(program, seconds):
    """Moves the program's clock, and waits until its responses have the new date."""
    program.clock.write_text(str(seconds))

    def is_there():
        date = email.utils.parsedate_to_datetime(program.service.ask("GET", "/healthz").headers["Date"])
        shift = (date - datetime.datetime.now(datetime.timezone.utc)).total_seconds()
        return abs(shift - seconds) < 30
    eventually(is_there, f"a clock that is {seconds} s away")


def test_sessions_and_codes_follow_the_database(program):
    service = program.service
    person = service.person("traveller")
    for seconds in STEPS:
        address = f"{abs(seconds)}-{person.email}"
        service.ask("POST", "/v1/auth/email", {"email": address})
        code = service.mail(address, lambda mail: mail.get("code"))["code"]
        step(program, seconds)

        assert person.ask("GET", "/v1/me").json["id"] == person.id
        signed = service.ask("POST", "/v1/auth/email/verify", {"email": address, "code": code})
        again = service.ask("POST", "/v1/auth/email/verify", {"email": address, "code": code})
        assert signed.status == 200 and again.status == 422, (seconds, signed, again)
        token = signed.json["token"]
        assert service.ask("GET", "/v1/me", token=token).status == 200
    assert person.sign_in()


def test_leases_and_notifications_go_on(program):
    """Every step is followed by a change that reaches the other person once, and nothing earlier comes again."""
    service = program.service
    host, guest = service.person("host"), service.person("guest")
    host.befriend(guest)
    outing = host.start("Step", startsAt="2031-03-03T19:00", invite={"people": [guest.id]})
    for number, seconds in enumerate(STEPS):
        step(program, seconds)
        host.edit(outing, title=f"Step {number}")
        eventually(lambda: f"Step {number}" in guest.ask("GET", "/v1/updates").text, "an update")
    subjects = [mail["subject"] for mail in service.mails(guest.email) if not mail.get("code")]
    assert len(subjects) == len(set(subjects)) <= 2 + len(STEPS), subjects


def test_reminders_follow_the_database(program):
    """Each comes three hours before the start by the database's clock, once, wherever the program's clock is."""
    service = program.service
    host, guest = service.person("host"), service.person("guest")
    host.befriend(guest)

    def attended(title, hours):
        """An outing that starts in so many hours, and whose time was set long ago."""
        starts = datetime.datetime.now(ZONE) + datetime.timedelta(hours=hours)
        outing = host.start(title, startsAt=starts.strftime("%Y-%m-%dT%H:%M"), invite={"people": [guest.id]})
        assert guest.ask("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending"}).status == 200
        program.sql(
            f"UPDATE outing SET created_at = created_at - interval '3 days' WHERE id = '{outing}';"
            f"UPDATE outing_change SET at = at - interval '3 days' WHERE outing_id = '{outing}'")
        return outing

    def reminders():
        items = guest.ask("GET", "/v1/updates?limit=100").json["items"]
        return sorted(item["outing"]["title"] for item in items for change in item["changes"] if change["kind"] == "reminder")

    # By a clock that is a day ahead, the first would be due.
    attended("Later", 26)
    for number, seconds in enumerate((DAY, *STEPS)):
        step(program, seconds)
        attended(f"Soon {number}", 2)
        eventually(lambda: f"Soon {number}" in reminders(), "a reminder")

    assert reminders() == [f"Soon {number}" for number in range(1 + len(STEPS))]
