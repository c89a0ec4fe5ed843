"""The same request many times concurrently, some of them cut off: one effect for each key. Fault case C25."""

import json
import random

from conftest import IS_FULL, Stream, at_once, eventually

KEYS = 1_000 if IS_FULL else 40
COPIES = 24 if IS_FULL else 8


def send_and_leave(service, token, key, title):
    """Sends the whole request and closes the connection before the response."""
    body = json.dumps({"title": title})
    stream = Stream(service, (
        f"POST /v1/outings HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"))
    stream.close()


def all_titles(person):
    titles, cursor = [], ""
    while cursor is not None:
        page = person.ask("GET", f"/v1/outings?limit=100{cursor and '&cursor=' + cursor}").json
        titles += [item["title"] for item in page["items"]]
        cursor = page["next"]
    return titles


def test_of_many_copies_under_one_key_one_has_an_effect(service):
    chance = random.Random(25)
    person = service.person("copier")
    copies = [number for number in range(KEYS) for _ in range(COPIES)]
    chance.shuffle(copies)
    aborted = {index for index in range(len(copies)) if chance.random() < 0.25}

    def create(number):
        return person.ask(
            "POST", "/v1/outings", {"title": f"Lunch {number}"}, headers={"Idempotency-Key": f"key-{number}"})

    def one(index):
        number = copies[index]
        if index in aborted:
            return send_and_leave(service, person.token, f"key-{number}", f"Lunch {number}")
        return number, create(number)

    answers = [answer for answer in at_once(one, range(len(copies))) if answer]

    assert {answer.status for _, answer in answers} <= {201, 409}
    assert all(answer.json["code"] == "in_flight" for _, answer in answers if answer.status == 409)
    for number in range(KEYS):
        made = {answer.json["id"] for other, answer in answers if other == number and answer.status == 201}
        again = eventually(lambda: (answer := create(number)).status == 201 and answer, "an end of what was under way")
        assert made | {again.json["id"]} == {again.json["id"]}
    assert sorted(all_titles(person)) == sorted(f"Lunch {number}" for number in range(KEYS))


def test_another_body_or_another_path_under_a_used_key_is_refused(service):
    person = service.person("changer")
    key = {"Idempotency-Key": "mine"}
    first = person.ask("POST", "/v1/outings", {"title": "Soup"}, headers=key)

    body = person.ask("POST", "/v1/outings", {"title": "Cake"}, headers=key)
    path = person.ask("POST", f"/v1/outings/{first.json['id']}/links", {"title": "Soup"}, headers=key)
    same = person.ask("POST", "/v1/outings", {"title": "Soup"}, headers=key)

    assert body.status == 422 and body.json["code"] == "idempotency_key_reused"
    assert path.status in (400, 422)
    assert same.status == 201 and same.json["id"] == first.json["id"]
    assert all_titles(person) == ["Soup"]


def test_a_key_is_its_owners_alone(service):
    key = {"Idempotency-Key": "everybody-uses-1"}
    people = [service.person(name) for name in ("ada", "bo")]

    ids = {person.ask("POST", "/v1/outings", {"title": "Tea"}, headers=key).json["id"] for person in people}

    assert len(ids) == 2
