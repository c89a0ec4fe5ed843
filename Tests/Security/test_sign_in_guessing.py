"""Codes and links of sign-in mails, used by an attacker. Fault case C27.

`SignInTests` covers what needs a clock (ten minutes, mails per hour), `SignInBrowserTests` the binding of links to browsers.
"""

import re
import uuid

from conftest import IS_FULL, Browser, at_once

GUESSES = 1_000 if IS_FULL else 200


def fresh():
    return f"victim-{uuid.uuid4().hex[:12]}@example.org"


def same(answer):
    """The parts of a response that are the same for any two."""
    fields = {name.lower(): value for name, value in answer.headers.items()}
    for name in ("date", "x-request-id", "set-cookie", "ratelimit", "ratelimit-remaining"):
        fields.pop(name, None)
    return answer.status, fields, answer.body


def link_of(mail):
    return next(re.search(r"token=(.+)$", link)[1] for link in mail["links"] if "token=" in link)


def test_a_thousand_guesses_from_elsewhere_find_nothing_and_lock_nobody_out(service):
    address, browser = fresh(), Browser(service)
    browser.ask("POST", "/v1/auth/email", {"email": address})
    code = service.mail(address)["code"]
    guesses = [f"{number:08d}" for number in range(GUESSES) if f"{number:08d}" != code]

    refusals = at_once(
        lambda guess: service.ask("POST", "/v1/auth/email/verify", {"email": address, "code": guess}), guesses)
    late = service.ask("POST", "/v1/auth/email/verify", {"email": address, "code": code})
    own = browser.ask("POST", "/v1/auth/email/verify", {"email": address, "code": code})

    assert {(answer.status, answer.json["code"]) for answer in refusals} == {(422, "wrong_code")}
    assert (late.status, late.json["code"]) == (422, "wrong_code")  # five guesses from elsewhere are the limit
    assert own.status == 200
    assert browser.ask("GET", "/v1/me").json["email"] == address


def test_a_code_and_a_link_are_used_once_whichever_comes_first(service):
    address, browser = fresh(), Browser(service)
    browser.ask("POST", "/v1/auth/email", {"email": address})
    mail = service.mail(address)
    token = link_of(mail)

    elsewhere = Browser(service).ask("POST", "/v1/auth/email/verify", {"token": token})
    own = at_once(lambda _: Browser(service, **browser.cookies).ask(
        "POST", "/v1/auth/email/verify", {"token": token}), range(12))
    again = browser.ask("POST", "/v1/auth/email/verify", {"token": token})
    code = browser.ask("POST", "/v1/auth/email/verify", {"email": address, "code": mail["code"]})

    assert elsewhere.status >= 400
    assert sorted(answer.status for answer in own)[0] == 200
    assert [answer.status for answer in own].count(200) == 1
    assert again.status >= 400 and code.status >= 400


def test_nobody_learns_who_is_here(service):
    known, unknown = service.person("known").email, fresh()

    asked = [service.ask("POST", "/v1/auth/email", {"email": one}) for one in (known, unknown)]
    guessed = [service.ask("POST", "/v1/auth/email/verify", {"email": one, "code": "00000000"})
               for one in (known, unknown, fresh())]

    assert same(asked[0]) == same(asked[1])
    assert same(guessed[0]) == same(guessed[1]) == same(guessed[2])


def test_links_that_were_never_sent_open_nothing(service):
    tokens = ["", "x" * 43, "A" * 43, "../../etc/passwd", "' OR true --", "x" * 5_000, "\u0000", "🍜" * 20]

    answers = [service.ask("POST", "/v1/auth/email/verify", {"token": token}) for token in tokens]

    assert all(400 <= answer.status < 500 for answer in answers)
