"""Verifies the signatures of a message (dkimpy), with the DNS from a file.

dkim_judge.py MESSAGE RECORDS: RECORDS is a JSON object of names and TXT records. Prints whether each signature is valid, what
it signs, and whether it stays valid after a change of a byte of the body, the subject or the unsubscribe link.
"""

import json
import re
import sys

import dkim


def verdicts(message, records):
    def dns(name, timeout=5):
        return records.get(name.decode().rstrip("."), "").encode() or None

    judge = dkim.DKIM(message, minkey=2048)
    count = sum(name.lower() == b"dkim-signature" for name, _ in judge.headers)
    found = []
    for index in range(count):
        try:
            found.append(dkim.DKIM(message, minkey=2048).verify(idx=index, dnsfunc=dns))
        except dkim.DKIMException as fault:
            found.append(f"{type(fault).__name__}: {fault}")
    return found


def main():
    message = open(sys.argv[1], "rb").read()
    records = json.load(open(sys.argv[2]))
    signed = [re.sub(rb"\s", b"", field).decode()
              for field in re.findall(rb"DKIM-Signature:(?:.|\r\n[ \t])*?;\s*h=((?:[^;])*);", message)]
    tampered = {
        "body": re.sub(rb"whether you come", b"whether we come", message),
        "subject": message.replace(b"\r\nSubject: ", b"\r\nSubject: Re: ", 1),
        "unsubscribe": message.replace(b"\r\nList-Unsubscribe: <https://", b"\r\nList-Unsubscribe: <https://evil.", 1),
        "second from": message.replace(b"\r\nFrom: ", b"\r\nFrom: Eve <eve@example.org>\r\nFrom: ", 1),
    }
    # Changes that relays may make: refolding, spaces at the ends of lines, lines at the end.
    rewrapped = re.sub(rb"\r\nSubject: ", b"\r\nSUBJECT:\r\n  ", message).rstrip() + b" \r\n\r\n\r\n"
    print(json.dumps({
        "verdicts": verdicts(message, records), "signed": [names.split(":") for names in signed],
        "rewrapped": verdicts(rewrapped, records),
        "tampered": {name: verdicts(changed, records) for name, changed in tampered.items() if changed != message}}))


main()
