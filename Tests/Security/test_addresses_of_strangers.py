"""Webhooks and push endpoints with internal addresses: all are rejected, and nothing arrives.

`test_webhook_receivers.py` has what needs a name server (names of internal addresses, rebinding) or receivers of our own.
"""

import contextlib
import selectors
import socket
import threading

import pytest

INSIDE = [
    # Numeric addresses, in every notation that some program accepts
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "017700000001", "0177.0.0.1", "0x7f000001", "0x7f.0.0.1", "0X7F.1", "0",
    "0.0.0.0", "00000177.1", "127.0.0.1.", "4294967297", "340282366920938463463374607431768211457", "127.0.0.1%00", "127。0。0。1",
    "１２７.０.０.１", "①②⑦.0.0.1", "169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "10.0.0.1", "172.16.0.1",
    "192.168.0.1", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
    # IPv6, and embedded IPv4
    "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
    "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:4136:e378::1]", "[fe80::1]", "[fe80::1%25lo]",
    "[fd00::1]", "[fec0::1]", "[ff02::1]", "[::1", "::1",
    # Names of this machine
    "localhost", "LOCALHOST", "localhost.", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "loc\u00adalhost", "ip6-localhost", "localhost.localdomain.",
    # A public name in front or behind
    "user@127.0.0.1", "example.com@127.0.0.1", "example.com:443@127.0.0.1", "127.0.0.1\\@example.com", "example.com%2f@127.0.0.1",
    "example.com%00.127.0.0.1", "127.0.0.1#.example.com", "127.0.0.1?.example.com", "127.0.0.1/.example.com",
    "metadata.google.internal.", "exa mple.com", "exa\tmple.com", "example.com\r\nHost: localhost", "*.example.com",
    "-a.example.com",
]
URLS = (
    [f"https://{host}/" for host in INSIDE] + [f"https://{host}:8443/" for host in INSIDE[:12]]
    + ["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "gopher://127.0.0.1:70/", "dict://localhost:11211/",
       "https://example.com:22/", "https://example.com:0/", "https://example.com:70000/", "javascript:alert(1)", "//example.com/",
       "https:example.com", "https:///127.0.0.1/", "https://", "", "jar:https://example.com!/", "unix:/tmp/.s.PGSQL.5432"]
)
PUSH = [
    "https://fcm.googleapis.com@127.0.0.1/", "https://fcm.googleapis.com.example.org/", "https://fcm.googleapis.com:8443/",
    "https://xfcm.googleapis.com/", "https://example.org/fcm.googleapis.com", "https://fcm.googleapis.com\\@127.0.0.1/",
    "https://push.services.mozilla.com.example.org/", "https://evilpush.services.mozilla.com/", "http://fcm.googleapis.com/",
    "https://example.org?.push.services.mozilla.com/", "https://example.org#.push.services.mozilla.com/",
    "https://fcm.googleapis.com%2f.example.org/", "https://fcm.googleapis.com\u3002example.org/",
]
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


@contextlib.contextmanager
def sink():
    """Listens wherever such an address could reach this machine, and counts connections."""
    came, listeners = [], []
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        for port in (80, 443, 8443):
            listener = socket.socket(family, socket.SOCK_STREAM)
            with contextlib.suppress(OSError):  # a port that is privileged or in use
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind((host, port))
                listener.listen()
                listener.setblocking(False)
                listeners.append(listener)
    assert listeners, "no port can be listened on"
    selector, is_over = selectors.DefaultSelector(), threading.Event()
    for listener in listeners:
        selector.register(listener, selectors.EVENT_READ)

    def accept():
        while not is_over.is_set():
            for key, _ in selector.select(0.1):
                came.append(key.fileobj.accept()[1])

    watcher = threading.Thread(target=accept)
    watcher.start()
    try:
        yield came
    finally:
        is_over.set()
        watcher.join()
        for listener in listeners:
            listener.close()


def test_no_webhook_leads_inside(service):
    person = service.person("hooker")
    with sink() as came:
        answers = {url: person.ask("POST", "/v1/subscriptions", {"kind": "webhook", "url": url}) for url in URLS}

    assert {url: str(answer) for url, answer in answers.items() if answer.status not in (400, 422)} == {}
    assert came == []
    assert person.ask("GET", "/v1/subscriptions").json["items"] == []


def test_no_browser_is_reached_inside(service):
    person = service.person("pusher")
    with sink() as came:
        answers = {
            url: person.ask("POST", "/v1/subscriptions", {"kind": "webPush",
                "endpoint": url, "keys": KEYS}) for url in URLS + PUSH}

    assert {url: str(answer) for url, answer in answers.items() if answer.status not in (400, 422)} == {}
    assert came == []


def test_a_real_push_service_is_known(service):
    """Otherwise the rejections above would prove nothing."""
    body = {"kind": "webPush", "endpoint": "https://fcm.googleapis.com/fcm/send/x", "keys": KEYS}

    assert service.person("real").ask("POST", "/v1/subscriptions", body).status == 201


@pytest.mark.parametrize("path", ["//example.org/", "/\\example.org", "https://example.org/", "/%2f%2fexample.org"])
def test_nobody_is_sent_away_from_us(service, path):
    for asked in (path, f"/sign-in?next={path}", f"/?next={path}"):
        answer = service.ask("GET", asked.replace("\\", "%5C") if asked.startswith("/") else "/" + asked)

        assert "example.org" not in answer.headers.get("Location", "")
