"""Sends mail with Python's own library, or sends exact bytes.

smtp_client.py send PORT SENDER RECIPIENT [AUTHORITY]   the message on standard input; with STARTTLS if AUTHORITY is given
smtp_client.py raw PORT                                 JSON on standard input: a list of texts, each sent as a whole; prints
                                                        the reply to each, until nothing arrives for a while
"""

import json
import smtplib
import socket
import ssl
import sys


def send(port, sender, recipient, authority=None):
    with smtplib.SMTP("localhost", int(port), timeout=60) as server:
        if authority:
            server.starttls(context=ssl.create_default_context(cafile=authority))
        try:
            server.sendmail(sender, [recipient], sys.stdin.buffer.read())
            return {"code": 250, "features": sorted(server.esmtp_features)}
        except smtplib.SMTPRecipientsRefused as refused:
            return {"code": refused.recipients[recipient][0], "features": []}
        except smtplib.SMTPResponseException as answer:
            return {"code": answer.smtp_code, "features": []}


def raw(port):
    answers = []
    with socket.create_connection(("localhost", int(port)), timeout=60) as server:
        for text in json.load(sys.stdin):
            server.sendall(text.encode("latin-1"))
            server.settimeout(2)
            answer = b""
            try:
                while chunk := server.recv(65536):
                    answer += chunk
                answer += b"<end>"
            except ConnectionResetError:
                answer += b"<end>"
            except TimeoutError:
                pass
            answers.append(answer.decode("latin-1"))
    return answers


print(json.dumps({"send": send, "raw": raw}[sys.argv[1]](*sys.argv[2:])))
