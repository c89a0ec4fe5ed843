"""A mail server (aiosmtpd) that prints the messages it received, as parsed by Python's own library.

--starttls      offers STARTTLS          --smtps   speaks TLS from the first byte
--login U P     requires that login      --turn-away   rejects every connection

The recipient selects the reply: refused@ gets 550, later@ gets 451, spam@ gets 554 after the data, vanish@ a broken connection.
"""

import asyncio
import base64
import email
import email.policy
import sys

from aiosmtpd.smtp import SMTP, AuthResult

from serving import end_with_parent, make_certificate, say, tls_context


def structure(part):
    """multipart/alternative(text/plain text/html)"""
    inner = " ".join(map(structure, part.iter_parts()))
    return part.get_content_type() + (f"({inner})" if part.is_multipart() else "")


def text(part):
    content = part.get_content()
    return content.decode() if isinstance(content, bytes) else content


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name == "refused":
            return "550-5.1.1 There is no\r\n550 5.1.1 such mailbox"
        if name == "later":
            return "451 4.2.1 Come back later"
        if name == "vanish":
            server.transport.abort()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("spam@"):
            return "554 5.7.1 Not wanted here"
        raw = envelope.original_content
        message = email.message_from_bytes(raw, policy=email.policy.default)
        parts = [part for part in message.walk() if not part.is_multipart()]
        say(event="message", sender=envelope.mail_from, recipients=envelope.rcpt_tos, greeting=session.host_name,
            secure=session.ssl is not None or "--smtps" in sys.argv, login=bool(session.authenticated),
            peer=session.peer[1], raw=base64.b64encode(raw).decode(), type=message.get_content_type(),
            headers=[[name, str(value)] for name, value in message.items()],
            addresses=[[name, address.display_name, address.addr_spec]
                       for name in ("From", "To", "Reply-To") if name in message
                       for address in message[name].addresses],
            structure=structure(message),
            parts=[{"type": part.get_content_type(), "encoding": part["Content-Transfer-Encoding"],
                    "method": part.get_param("method"), "file": part.get_filename(),
                    "disposition": part.get_content_disposition(), "content": text(part)} for part in parts],
            defects=[repr(defect) for part in message.walk() for defect in part.defects]
            + [repr(defect) for value in message.values() for defect in getattr(value, "defects", ())])
        return "250 2.0.0 taken"


def option(name):
    index = sys.argv.index(name)
    return sys.argv[index + 1:index + 3]


async def turn_away(reader, writer):
    writer.write(b"554 5.3.2 not today\r\n")
    await reader.read(1)
    writer.close()


async def main():
    certificate, context, settings = None, None, {}
    if "--starttls" in sys.argv or "--smtps" in sys.argv:
        certificate, key = make_certificate()
        context = tls_context(certificate, key)
    if "--starttls" in sys.argv:
        settings["tls_context"] = context
    if "--login" in sys.argv:
        expected = [part.encode() for part in option("--login")]

        def check(server, session, envelope, mechanism, data):
            return AuthResult(success=[data.login, data.password] == expected, handled=False)

        settings |= {"authenticator": check, "auth_required": True, "auth_require_tls": "--starttls" in sys.argv}
    loop = asyncio.get_running_loop()
    if "--turn-away" in sys.argv:
        server = await asyncio.start_server(turn_away, "127.0.0.1", 0)
    else:
        server = await loop.create_server(
            lambda: SMTP(Handler(), loop=loop, hostname="mail.example", **settings), "127.0.0.1", 0,
            ssl=context if "--smtps" in sys.argv else None)
    say(port=server.sockets[0].getsockname()[1], authority=certificate)
    await server.serve_forever()


end_with_parent()
asyncio.run(main())
