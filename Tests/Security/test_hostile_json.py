"""Bodies that are invalid JSON, or JSON that parsers interpret differently, on every kind of write. Fault case C31.

`JSONReaderTests` has the reader's own corpus; this module tests it behind routes.
"""

import pytest

DEEP = 120_000  # the greatest depth within the size limit of a body
# Invalid JSON. {name} is a text field of the route.
REFUSED = {
    "two million brackets": "[" * 2_000_000,
    "deep arrays": "[" * DEEP,
    "deep objects": '{"a":' * 40_000,
    "deep and closed": "[" * 65 + "]" * 65,
    "a name of 64 kB": '{"' + "n" * 65_536 + '":1}',
    "60,000 names": "{" + ",".join(f'"{number}":0' for number in range(20_000)) + "}",
    "the same name twice": '{{"{name}":"a","{name}":"b"}}',
    "the same name, once escaped": '{{"{name}":"a","\\u00{code}{rest}":"b"}}',
    "a name of another": '{{"{name}":"a","__proto__":{{"isOperator":true}}}}',
    "a number without end": '{{"{name}":1e400}}',
    "a number of 100,000 digits": '{{"{name}":1' + "0" * 100_000 + "}}",
    "a number below zero without end": '{{"{name}":-1e400}}',
    "NaN": '{{"{name}":NaN}}',
    "Infinity": '{{"{name}":-Infinity}}',
    "a number that begins with zero": '{{"{name}":007}}',
    "hexadecimal": '{{"{name}":0x10}}',
    "a number for a text": '{{"{name}":1}}',
    "a list for a text": '{{"{name}":["a"]}}',
    "an object for a text": '{{"{name}":{{"$ne":""}}}}',
    "true for a text": '{{"{name}":true}}',
    "half a pair": '{{"{name}":"\\ud800"}}',
    "the other half": '{{"{name}":"\\udc00 a"}}',
    "a pair the wrong way round": '{{"{name}":"\\udc00\\ud800"}}',
    "NUL, escaped": '{{"{name}":"a\\u0000b"}}',
    "NUL": '{{"{name}":"a\0b"}}',
    "a line end in a text": '{{"{name}":"a\nb"}}',
    "an escape that is none": '{{"{name}":"\\x41"}}',
    "a comment": '{{"{name}":"a"}}//',
    "a comma too many": '{{"{name}":"a",}}',
    "single quotes": "{{'{name}':'a'}}",
    "no quotes": "{{{name}:a}}",
    "text behind it": '{{"{name}":"a"}}{{"{name}":"b"}}',
    "a mark in front": '\ufeff{{"{name}":"a"}}',
    "a list": '[{{"{name}":"a"}}]',
    "a text": '"{name}"',
    "null": "null",
    "nothing": "",
    "white space": " \n\t ",
    "half of it": '{{"{name}":"a',
}
BYTES = {
    "UTF-16": '{"title":"a"}'.encode("utf-16"), "UTF-32": '{"title":"a"}'.encode("utf-32"),
    "bytes that are no UTF-8": b'{"title":"\xff\xfe"}', "an overlong slash": b'{"title":"\xc0\xaf"}',
    "half a pair in bytes": b'{"title":"\xed\xa0\x80"}', "beyond Unicode": b'{"title":"\xf5\x80\x80\x80"}',
    "cut off within a character": b'{"title":"\xe2\x82"}', "only high bytes": b"\xff" * 5_000,
}


@pytest.fixture(scope="module")
def person(service):
    return service.person("bomber")


@pytest.fixture(scope="module")
def writes(person):
    """A route and the name of one of its text fields."""
    outing = person.start("Untouched")
    return [
        ("POST", "/v1/outings", "title"), ("PATCH", f"/v1/outings/{outing}", "title"), ("PATCH", "/v1/me", "name"),
        ("POST", f"/v1/outings/{outing}/messages", "text"), ("PUT", f"/v1/outings/{outing}/attendance", "status"),
        ("PUT", "/v1/me/diets", "note"), ("POST", "/v1/circles", "name"), ("POST", "/v1/auth/email", "email"),
        ("POST", "/v1/auth/email/verify", "token"), ("POST", "/v1/subscriptions", "kind"),
        ("PATCH", "/v1/me/channels/mail", "wanted"),
    ]


def everything(person):
    return [person.ask("GET", path).json for path in ("/v1/outings", "/v1/me", "/v1/circles", "/v1/me/diets")]


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_plain_json_is_refused_by_every_write(person, writes, kind):
    before = everything(person)
    answers = {}
    for method, path, name in writes:
        text = REFUSED[kind]
        if "{{" in text or "{name}" in text:
            text = text.format(name=name, code=f"{ord(name[0]):x}", rest=name[1:])
        if name == "wanted" and "true" in text:
            continue
        answers[path] = person.ask(method, path, text.encode("utf-8", "surrogatepass"), headers={"If-Match": "*"})

    wrong = {path: str(answer) for path, answer in answers.items() if answer.status not in (400, 413, 422)}
    assert wrong == {}
    assert everything(person) == before


@pytest.mark.parametrize("kind", BYTES)
def test_what_is_no_text_is_refused(person, writes, kind):
    answers = [person.ask(method, path, BYTES[kind], headers={"If-Match": "*"}) for method, path, _ in writes]

    assert {answer.status for answer in answers} == {400}


@pytest.mark.parametrize("number", ["1.0", "1e0", "1.5", "-0.0", '"1"', "9223372036854775808", "1e400", "true", "[1]", "0", "-1"])
def test_a_count_is_a_whole_number_written_as_one(person, number):
    made = person.ask("POST", "/v1/outings", f'{{"title":"Odd","capacity":{number}}}')

    assert made.status in (400, 422), made
    assert "capacity" in made.text or made.json["code"] == "malformed_json"
