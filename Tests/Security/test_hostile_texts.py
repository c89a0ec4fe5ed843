"""Texts that would be markup, templates, header fields, calendar lines or formulas if they were interpreted: in pages
without scripts, mails, calendars and exports. Fault case C39.

A page with such a text has exactly the elements and attributes of a page with a harmless one, and the text itself as
text. Tests/Browser covers what scripts draw (no module makes markup out of text), `MailTests` the structure of mails.
"""

import html.parser
import io
import json
import re
import urllib.parse
import uuid
import zipfile

import icalendar
import pytest
from conftest import IS_FULL, eventually
from hostile_texts import CONTROLS, INVISIBLE, TEXTS

PLAIN = "Harmless"
WRITTEN = [text for text in TEXTS if text.strip()]
# For pages that escape all of them in one place, and take long.
SOME = TEXTS if IS_FULL else TEXTS[::3]
# Attributes with URLs.
ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "xlink:href", "srcset"}


class Shape(html.parser.HTMLParser):
    """The structure of a page without its texts, and the texts."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.parts, self.texts, self.values, self.addresses = [], [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.parts.append((tag, tuple(name for name, _ in attributes)))
        self.values += [value for _, value in attributes if value]
        self.addresses += [value for name, value in attributes if value and name in ADDRESSES]

    def handle_endtag(self, tag):
        self.parts.append(("/" + tag,))

    def handle_comment(self, data):
        self.parts.append(("comment",))

    def handle_decl(self, declaration):
        self.parts.append(("declaration", declaration))

    def unknown_decl(self, data):
        self.parts.append(("unknown",))

    def handle_pi(self, data):
        self.parts.append(("instruction",))

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return "".join(self.texts)


def dangerous(shape):
    """URLs and event handlers, none of which may come from a text."""
    return [value for value in shape.addresses if re.match(r"\s*(javascript|data|vbscript):", value, re.I)] + [
        part for part in shape.parts if part[0] == "script" or any(name.startswith("on") for name in part[1:2] and part[1])]


@pytest.fixture(scope="module")
def host(service):
    return service.person("host")


def invitation(service, host, title, place, note):
    """An outing with these texts, the token of its guest, whose name is the start of the note, and the guest's mail."""
    address = f"guest-{uuid.uuid4().hex[:12]}@example.org"
    outing = host.start(title, place=place, note=note, startsAt="2031-03-03T19:00", invite={"emails": [address]})
    mail = service.mail(address, lambda mail: any("/i/" in link for link in mail["links"]))
    token = next(link for link in mail["links"] if "/i/" in urllib.parse.urlsplit(link).path).rsplit("/", 1)[1]
    answered = service.ask(
        "PUT", f"/v1/invitations/{token}/attendance", {"status": "maybe", "name": note[:80], "note": place})
    assert answered.status == 200, answered
    return outing, token, mail


def events(text):
    """The only event of a calendar, by property, parsed by an independent library."""
    calendar = icalendar.Calendar.from_ical(text)
    found = [part for part in calendar.walk() if part.name == "VEVENT"]
    assert len(found) == 1 and len(re.findall(r"(?m)^BEGIN:VEVENT\r?$", text)) == 1
    return found[0]


def triples():
    """Every text in one place; with NOONISH_FULL in every place."""
    if IS_FULL:
        return [(text, text, text) for text in WRITTEN]
    third = (len(WRITTEN) + 2) // 3
    return [(WRITTEN[index], WRITTEN[index - third], WRITTEN[index - 2 * third]) for index in range(third)]


def test_whatever_people_write_is_a_text_on_the_page_in_the_mail_and_in_the_calendar(service, host):
    plain_outing, plain_token, plain_mail = invitation(service, host, PLAIN, PLAIN, PLAIN)
    page_shape = Shape(service.ask("GET", f"/i/{plain_token}").text).parts
    mail_shape = Shape(plain_mail["html"]).parts
    calendar = service.ask("GET", f"/v1/outings/{plain_outing}/calendar.ics", token=plain_token).text
    fields = set(events(calendar).keys())

    for texts in triples():
        title, place, note = texts
        outing, token, mail = invitation(service, host, *texts)
        page = Shape(service.ask("GET", f"/i/{token}").text)
        drawn = Shape(mail["html"])
        event = events(service.ask("GET", f"/v1/outings/{outing}/calendar.ics", token=token).text)

        assert page.parts == page_shape and not dangerous(page), texts
        assert [text for text in (title, place, note, note[:80]) if text not in page.text] == [], texts
        assert drawn.parts == mail_shape and not dangerous(drawn), texts
        assert title in drawn.text and title in mail["text"], texts
        assert not re.search(r"[\r\n\0]", mail["subject"]), texts
        assert set(event.keys()) == fields, texts
        assert [str(event["SUMMARY"]), str(event["LOCATION"])] == [lined(title), lined(place)]
        assert "evil" not in str(event.get("ATTENDEE", "")) + str(event.get("ORGANIZER", "")), texts


def lined(text):
    """A calendar has only one kind of line end."""
    return text.replace("\u2028", "\n").replace("\u2029", "\n")


def test_a_line_end_in_a_line_is_refused(service, host):
    outing = host.start(PLAIN)
    for text in CONTROLS:
        for answer in (
            host.ask("POST", "/v1/outings", {"title": text}), host.ask("POST", "/v1/outings", {"title": PLAIN, "place": text}),
            host.ask("PATCH", "/v1/me", {"name": text}), host.ask("POST", "/v1/circles", {"name": text}),
            host.ask("POST", "/v1/auth/email", {"email": f"{text}@example.org"}),
            host.ask("POST", "/v1/auth/email", {"email": f"a@example.org{text}"}),
            host.ask("POST", f"/v1/outings/{outing}/invitations", {"emails": [f"a@example.org{text}"]}),
            host.ask("PUT", f"/v1/outings/{outing}/cancellation", {"reason": text}),
        ):
            assert answer.status in (400, 422), repr(text)


def test_a_text_of_which_nothing_is_visible_is_refused(service, host):
    outing = host.start(PLAIN)
    for text in INVISIBLE:
        for answer in (
            host.ask("POST", "/v1/outings", {"title": text}), host.ask("POST", "/v1/outings", {"title": PLAIN, "place": text}),
            host.ask("PATCH", "/v1/me", {"name": text}), host.ask("POST", "/v1/circles", {"name": text}),
            host.ask("POST", f"/v1/outings/{outing}/messages", {"text": text}),
        ):
            assert answer.status == 422 and answer.json["code"] == "invisible", (text, answer)


def test_the_console_and_the_outbox_show_texts(service):
    console, outbox = {}, {}
    # One person may cause fifty such mails a day.
    people = [service.person("named") for _ in range(len(SOME) // 40 + 1)]
    for number, text in enumerate([PLAIN, *SOME]):
        person, friend = people[number % len(people)], f"friend-{number}-{uuid.uuid4().hex}@example.org"
        assert person.ask("PATCH", "/v1/me", {"name": text[:80]}).status == 200, text
        person.ask("POST", "/v1/friends/requests", {"email": friend})
        console[text] = Shape(service.ask("GET", f"/operator?query={person.id}").text)
        service.mail(friend)
        page = service.ask("GET", f"/dev/outbox?to={friend}", headers={"Accept": "text/html"})
        outbox[text] = Shape(page.text)

    for text in SOME:
        # The console also lists the growing audit log; the parts before it are constant.
        assert found(console[text]) == found(console[PLAIN]), text
        assert text in console[text].text and not dangerous(console[text]), text
        assert outbox[text].parts == outbox[PLAIN].parts, text
        assert text in outbox[text].text and not dangerous(outbox[text]), text


def found(shape):
    """The parts of the console up to the second list: the people that it found."""
    ends = [index for index, part in enumerate(shape.parts) if part == ("/ul",)]
    return shape.parts[:ends[-2] if len(ends) > 1 else ends[0]]


def test_a_word_that_is_looked_for_is_a_text_in_its_field(service):
    plain = Shape(service.ask("GET", f"/operator?query={PLAIN}").text)

    for text in SOME:
        page = Shape(service.ask("GET", f"/operator?query={urllib.parse.quote(text)}").text)

        assert not dangerous(page), text
        assert [part for part in page.parts if part[0] in ("input", "form", "h1", "h2")][:4] == [
            part for part in plain.parts if part[0] in ("input", "form", "h1", "h2")][:4], text
        assert text in page.values or not text.strip(), text


def test_what_one_takes_along_says_what_one_wrote(service):
    person = service.person("owner")
    for text in TEXTS[:80]:
        person.start(title=text, note=text)
    person.ask("POST", "/v1/me/exports", {})
    done = eventually(lambda: next((item for item in person.ask("GET", "/v1/me/exports").json["items"]
                                    if item["state"] == "ready"), None), "an archive")

    archive = person.ask("GET", f"/v1/me/exports/{done['id']}/archive")

    files = zipfile.ZipFile(io.BytesIO(archive.body))
    assert all(re.fullmatch(r"[a-z0-9_-]+\.(json|webp|txt)", name) for name in files.namelist()), files.namelist()
    everything = json.dumps([json.loads(files.read(name)) for name in files.namelist() if name.endswith(".json")])
    kept = set(strings(json.loads(everything)))
    assert {text for text in TEXTS[:80] if text not in kept} == set()
    assert archive.headers["Content-Disposition"].startswith("attachment")
    assert archive.headers["X-Content-Type-Options"] == "nosniff"


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from strings(member)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
