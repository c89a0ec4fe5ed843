"""Exports of people who are a host here, a guest there and a member elsewhere: each contains only what is theirs.

`ExportGraphTests` has random groups in the database; here everything goes through the service, the archive too. What one of them
writes or enters carries their mark, so a mark of another in an archive is a leak, unless docs/people.md lists it.
"""

import io
import json
import re
import uuid
import zipfile

import pytest
from conftest import eventually

MARK = re.compile(r"mark-[a-z]+-[a-z]+-[0-9a-f]{6}")
# The parts of an outing of others that its attendees have in their own export.
SHARED = {"title", "place"}


class Role:
    """A member whose every text is marked by its kind and its author."""

    def __init__(self, service, name):
        self.person, self.name, self.own, self.shared = service.person(name), name, set(), set()
        self.ask, self.id = self.person.ask, self.person.id
        self.done("PATCH", "/v1/me", {"name": self.mark("name")})
        self.done("PUT", "/v1/me/diets", {"diets": ["vegan"], "allergies": ["nuts"], "note": self.mark("diet")})
        self.done("POST", "/v1/circles", {"name": self.mark("circle")})
        self.done("PUT", "/v1/me/payout-methods/account", {"value": "FI21 1234 5600 0007 85", "name": self.mark("payout")})

    def mark(self, kind):
        mark = f"mark-{self.name}-{kind}-{uuid.uuid4().hex[:6]}"
        (self.shared if kind in SHARED else self.own).add(mark)
        return mark

    def done(self, method, path, body):
        answer = self.ask(method, path, body)
        assert answer.status < 300, (method, path, answer)
        return answer

    def starts(self, *invited):
        """Starts an outing, with guests whose addresses this host enters."""
        address = f"{self.mark('address')}@example.org"
        outing = self.person.start(
            self.mark("title"), startsAt="2031-03-03T19:00", place=self.mark("place"), note=self.mark("note"),
            invite={"people": [one.id for one in invited]})
        self.done("POST", f"/v1/outings/{outing}/invitations", {"emails": [address]})
        self.done("POST", f"/v1/outings/{outing}/links", {})
        return outing

    def takes_part(self, outing):
        self.done("PUT", f"/v1/outings/{outing}/attendance", {"status": "attending", "note": self.mark("answer")})
        self.done("POST", f"/v1/outings/{outing}/messages", {"text": self.mark("message")})
        self.done("PUT", f"/v1/outings/{outing}/origin", {"latitude": 60.2, "longitude": 25, "consent": True})
        self.done("POST", f"/v1/outings/{outing}/suggestions", {"place": self.mark("suggestion")})


def archive(service, token):
    """The texts of the export of whoever has this token, by file."""
    asked = service.ask("POST", "/v1/me/exports", {}, token=token)
    assert asked.status == 202, asked
    done = eventually(lambda: next(
        (one for one in service.ask("GET", "/v1/me/exports", token=token).json["items"] if one.get("readyAt")), None), "an export")
    taken = service.ask("GET", f"/v1/me/exports/{done['id']}/archive", token=token)
    assert taken.status == 200, taken
    with zipfile.ZipFile(io.BytesIO(taken.body)) as files:
        return done["id"], {name: files.read(name).decode("utf-8", "replace") for name in files.namelist()}


def token_of(mail):
    return next(link.rsplit("/", 1)[1] for link in mail["links"] if "/i/" in link)


@pytest.fixture(scope="module")
def group(service):
    """Ada hosts Bo, Bo hosts Ada, and Cy hosts both: Ada as a guest who was invited at another address and has claimed it."""
    ada, bo, cy = (Role(service, name) for name in ("ada", "bo", "cy"))
    for one, other in ((ada, bo), (cy, bo)):
        one.person.befriend(other.person)
    first, second, third = ada.starts(bo), bo.starts(ada), cy.starts(bo)
    other_address = f"ada-elsewhere-{uuid.uuid4().hex[:8]}@example.org"
    cy.done("POST", f"/v1/outings/{third}/invitations", {"emails": [other_address]})
    token = token_of(service.mail(other_address, lambda mail: any("/i/" in link for link in mail["links"])))
    answer = service.ask("PUT", f"/v1/invitations/{token}/attendance", {
        "status": "attending", "name": "Guest of Cy", "note": ada.mark("guestnote")})
    assert answer.status == 200, answer
    assert ada.ask("POST", f"/v1/invitations/{token}/claim").status < 300
    for outing, people in ((first, (ada, bo)), (second, (ada, bo)), (third, (bo, cy))):
        for person in people:
            person.takes_part(outing)
    return ada, bo, cy, token, (first, second, third)


def marks(files):
    return set(MARK.findall("\n".join(files.values())))


def test_each_export_has_all_of_its_person_and_nothing_of_the_others(service, group):
    people, outings = group[:3], group[4]
    for person in people:
        _, files = archive(service, person.person.token)
        others = [other for other in people if other is not person]
        found = marks(files)
        text = "\n".join(files.values())

        # The name in an account of a bank is masked like its number.
        own = {mark for mark in person.own if "-payout-" not in mark}
        assert own - found == set(), person.name
        # The names of friends, and the titles and places of outings to which they were invited.
        allowed = set().union(*(other.shared | {mark for mark in other.own if "-name-" in mark} for other in others))
        assert found - person.own - person.shared - allowed == set(), person.name
        assert [other.person.email for other in others if other.person.email in text] == []
        hosted = json.loads(files["outings.json"])
        assert {one["id"] for one in hosted} == {outings[people.index(person)]}
        # Cy has entered the address at which Ada was invited, so it is in both of their exports, and not in Bo's.
        assert ("ada-elsewhere-" in text) == (person.name != "bo")
        assert not re.search(r"whsec_|\b[A-Za-z0-9_-]{43}\b", re.sub(r'"code": "[^"]*"', "", text)), person.name


def test_an_archive_is_for_its_person_only(service, group):
    ada, bo, cy, token, _ = group
    export, _ = archive(service, bo.person.token)
    path = f"/v1/me/exports/{export}/archive"

    for other in (ada.person.token, cy.person.token, token, None):
        assert service.ask("GET", path, token=other).status in (401, 403, 404)
    assert service.ask("GET", path, token=bo.person.token).status == 200
    assert service.ask("GET", path.replace(export, str(uuid.uuid4())), token=bo.person.token).status == 404


def test_the_link_of_an_invitation_that_was_claimed_opens_no_export_of_the_account(service, group):
    """Whoever finds the old mail of the guest must not read the account of the member."""
    ada, _, _, token, _ = group

    for method, path in (("POST", "/v1/me/exports"), ("GET", "/v1/me/exports"), ("GET", "/v1/me"), ("GET", "/v1/outings")):
        answer = service.ask(method, path, {} if method == "POST" else None, token=token)
        text = answer.text
        assert answer.status in (401, 403, 404) or (ada.id not in text and not MARK.search(text)), (path, answer)
    export, _ = archive(service, ada.person.token)
    assert service.ask("GET", f"/v1/me/exports/{export}/archive", token=token).status in (401, 403, 404)


def test_a_guest_exports_what_is_theirs_as_a_guest(service, group):
    cy = group[2]
    address = f"guest-{uuid.uuid4().hex[:8]}@example.org"
    note = f"mark-guest-note-{uuid.uuid4().hex[:6]}"
    cy.done("POST", f"/v1/outings/{group[4][2]}/invitations", {"emails": [address]})
    token = token_of(service.mail(address, lambda mail: any("/i/" in link for link in mail["links"])))
    service.ask("PUT", f"/v1/invitations/{token}/attendance", {"status": "attending", "name": "Gus", "note": note})

    _, files = archive(service, token)

    text = "\n".join(files.values())
    assert note in text and address in text
    assert marks(files) - {note} <= cy.shared
    assert [one.person.email for one in group[:3] if one.person.email in text] == []


def test_a_person_who_was_removed_or_has_left_keeps_their_own_part(service, group):
    """And gets nothing that was written after they left."""
    ada, bo = Role(service, "ada"), Role(service, "bo")
    ada.person.befriend(bo.person)
    outing = ada.starts(bo)
    bo.takes_part(outing)
    assert ada.ask("DELETE", f"/v1/outings/{outing}/attendees/{bo.id}").status == 204
    later = ada.mark("title")
    ada.person.edit(outing, title=later)
    ada.done("POST", f"/v1/outings/{outing}/messages", {"text": ada.mark("message")})

    _, files = archive(service, bo.person.token)

    assert later not in "\n".join(files.values())
    assert marks(files) & ada.own <= {mark for mark in ada.own if "-name-" in mark}
    assert {mark for mark in bo.own if "-message-" in mark} <= marks(files)
