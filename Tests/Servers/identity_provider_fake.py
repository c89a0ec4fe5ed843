"""A fake of an OpenID Connect provider, and of Apple and Facebook where they differ. It follows their documented contracts,
signs in anyone, and returns false data on request.

Parameters that a test adds to the address of its page select the person and the fault: `sub`, `email`,
`verified` (`true`, `false`, `text` for "true" as text), `name`, `age` (seconds since they authenticated), `ahead` (seconds that its
clock is ahead), `alg`, and `lie`:

  wrong-nonce, no-nonce, wrong-audience, two-audiences, wrong-azp, wrong-issuer, expired, from-the-future, old, wrong-hash,
  alg-none, alg-hs256, unknown-key, other-key, extension, claims-elsewhere (all but `sub` only in the user info),
  other-user-info (the user info of another person), rotated (a key that is published after `POST /rotate`), other-state, no-iss, other-iss, denied

Without `sub` its page has a form for it, for use in a browser. `--port` is the port to listen on.

It checks the duties of a client: the secret, the redirect address, S256, and that the code is used once. Below
`/facebook` it has Facebook's pages: the dialog, the token, `/me` and `/me/friends`, which require `appsecret_proof`.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
import sys
import time
from html import escape
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils

from serving import end_with_parent, say

CLIENT, SECRET = "noonish client", "a secret: with signs & spaces"
FACEBOOK_SECRET = "facebook app secret"


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(value):
    return b64(value.to_bytes((value.bit_length() + 7) // 8, "big"))


RSA = rsa.generate_private_key(65537, 2048)
OTHER_RSA = rsa.generate_private_key(65537, 2048)
EC = ec.generate_private_key(ec.SECP256R1())
ED = ed25519.Ed25519PrivateKey.generate()
APPLE_CLIENT_KEY = ec.generate_private_key(ec.SECP256R1())  # the key that a team at Apple would download


def jwk_rsa(key, kid):
    numbers = key.public_key().public_numbers()
    return {"kty": "RSA", "kid": kid, "use": "sig", "n": number(numbers.n), "e": number(numbers.e)}


EC_NUMBERS = EC.public_key().public_numbers()
RUN = secrets.token_hex(4)  # a restarted fake has new keys with new names
KEYS = [
    {"kty": "oct", "kid": "not-for-us", "k": b64(b"x" * 32)},
    {**jwk_rsa(OTHER_RSA, "for-encryption"), "use": "enc"},
    {**jwk_rsa(RSA, f"rsa-1-{RUN}"), "alg": "RS256"},
    {"kty": "EC", "kid": f"ec-1-{RUN}", "crv": "P-256", "x": b64(EC_NUMBERS.x.to_bytes(32, "big")),
     "y": b64(EC_NUMBERS.y.to_bytes(32, "big"))},
    {"kty": "OKP", "kid": f"ed-1-{RUN}", "crv": "Ed25519",
     "x": b64(ED.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw))},
]
ROTATED = {**jwk_rsa(OTHER_RSA, f"rsa-2-{RUN}"), "alg": "RS256"}
grants, tokens, asked, published = {}, {}, {"keys": 0}, list(KEYS)


def sign(header, claims, key, how):
    text = f"{b64(json.dumps(header).encode())}.{b64(json.dumps(claims).encode())}"
    data = text.encode()
    if how == "none":
        signature = b""
    elif how == "HS256":  # the mistake of using a public key as a shared secret
        pem = RSA.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        signature = hmac.digest(pem, data, "sha256")
    elif how == "RS256":
        signature = key.sign(data, padding.PKCS1v15(), hashes.SHA256())
    elif how == "ES256":
        r, s = utils.decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    else:
        signature = key.sign(data)
    return f"{text}.{b64(signature)}"


def id_token(grant, access):
    lie, now = grant.get("lie"), time.time() + float(grant.get("ahead", 0))
    claims = {"iss": grant["issuer"], "sub": grant["sub"], "aud": grant["client_id"], "iat": int(now), "exp": int(now) + 300,
              "nonce": grant.get("nonce", ""), "auth_time": now - float(grant.get("age", 0))}
    verified = {"true": True, "false": False, "text": "true"}.get(grant.get("verified"))
    if "email" in grant and lie not in ("claims-elsewhere", "other-user-info"):
        claims |= {"email": grant["email"]} | ({} if verified is None else {"email_verified": verified})
    if "name" in grant and lie not in ("claims-elsewhere", "other-user-info"):
        claims["name"] = grant["name"]
    how, key, header = grant.get("alg", "RS256"), RSA, {"kid": f"rsa-1-{RUN}"}
    digest = hashlib.sha512 if how == "EdDSA" else hashlib.sha256
    half = digest(access.encode()).digest()
    claims["at_hash"] = b64(half[:len(half) // 2])
    if how == "ES256":
        key, header = EC, {"kid": f"ec-1-{RUN}"}
    elif how == "EdDSA":
        key, header = ED, {"kid": f"ed-1-{RUN}"}
    match lie:
        case "wrong-nonce": claims["nonce"] = "another"
        case "no-nonce": del claims["nonce"]
        case "wrong-audience": claims["aud"] = "somebody else"
        case "two-audiences": claims["aud"] = [claims["aud"], "somebody else"]
        case "wrong-azp": claims |= {"aud": [claims["aud"], "somebody else"], "azp": "somebody else"}
        case "wrong-issuer": claims["iss"] += "/other"
        case "expired": claims |= {"iat": int(now) - 400, "exp": int(now) - 100}
        case "from-the-future": claims["iat"] = int(now) + 300
        case "old": claims |= {"iat": int(now) - 7200, "exp": int(now) + 300}
        case "wrong-hash": claims["at_hash"] = b64(b"0" * 16)
        case "alg-none": how, header = "none", {}
        case "alg-hs256": how, header = "HS256", {"kid": f"rsa-1-{RUN}"}
        case "unknown-key": key, header = OTHER_RSA, {"kid": "made-up"}
        case "other-key": key = OTHER_RSA
        case "rotated": key, header = OTHER_RSA, {"kid": f"rsa-2-{RUN}"}
        case "extension": header = {"kid": f"rsa-1-{RUN}", "crit": ["b64"], "b64": True}
    return sign({"alg": how, "typ": "JWT", **header}, claims, key, how)


def metadata(issuer):
    return {"issuer": issuer, "authorization_endpoint": f"{issuer}/authorize?kind=page", "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/keys", "userinfo_endpoint": f"{issuer}/userinfo",
            "authorization_response_iss_parameter_supported": True, "response_types_supported": ["code"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"]}


def page(issuer, fields):
    """The sign-in page, which signs in at once."""
    wrong = (fields.get("response_type") != "code" or fields.get("code_challenge_method") != "S256"
             or len(fields.get("code_challenge", "")) != 43 or not fields.get("redirect_uri"))
    if wrong:
        return 400, {"error": "invalid_request"}, []
    if "sub" not in fields:
        kept = "".join(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items())
        asked = "".join(f'<p><label>{name} <input name="{name}"></label>' for name in ("sub", "email", "verified", "name"))
        return 200, f"<!doctype html><title>A provider</title><form>{kept}{asked}<button>Go on</button></form>", []
    fields = {name: value for name, value in fields.items() if value}
    code = secrets.token_urlsafe(24)
    grants[code] = {**fields, "issuer": issuer}
    lie = fields.get("lie")
    back = {"code": code, "state": fields["state"], "iss": issuer, "session_state": "of no interest"}
    if lie == "denied":
        back = {"error": "access_denied", "state": fields["state"], "iss": issuer}
    elif lie == "other-state":
        back["state"] = "x" * 43
    elif lie == "no-iss":
        del back["iss"]
    elif lie == "other-iss":
        back["iss"] = "https://honest.example"
    if fields.get("response_mode") == "form_post":
        if "name" in fields:
            first, _, last = fields["name"].partition(" ")
            back["user"] = json.dumps({"name": {"firstName": first, "lastName": last}, "email": fields.get("email")})
        return 200, {"action": fields["redirect_uri"], "form": urlencode(back)}, []
    return 302, {}, [f"Location: {fields['redirect_uri']}?{urlencode(back)}"]


def proves_client(fields, authorization, issuer):
    if authorization.startswith("Basic "):
        name, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        return (unquote_plus(name), unquote_plus(secret)) == (CLIENT, SECRET)
    secret = fields.get("client_secret", "")
    return fields.get("client_id") == CLIENT and (secret == SECRET or proves_apple_client(secret, issuer))


def proves_apple_client(token, issuer):
    try:
        head, body, signature = token.split(".")
        raw = unb64(signature)
        der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        APPLE_CLIENT_KEY.public_key().verify(der, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
        header, claims = json.loads(unb64(head)), json.loads(unb64(body))
    except (ValueError, InvalidSignature):
        return False
    return (header["alg"] == "ES256" and header["kid"] == "KEY1234567" and claims["iss"] == "TEAM123456"
            and claims["sub"] == CLIENT and claims["aud"] in (issuer, [issuer]) and claims["exp"] - time.time() < 15_777_000)


def exchange(issuer, fields, authorization):
    if not proves_client(fields, authorization, issuer):
        return 401, {"error": "invalid_client"}, []
    grant = grants.pop(fields.get("code"), None)
    challenge = b64(hashlib.sha256(fields.get("code_verifier", "").encode()).digest())
    if grant is None or grant["redirect_uri"] != fields.get("redirect_uri") or grant["code_challenge"] != challenge:
        return 400, {"error": "invalid_grant"}, []
    access = secrets.token_urlsafe(24)
    tokens[access] = grant
    return 200, {"access_token": access, "token_type": "Bearer", "id_token": id_token(grant, access)}, []


def user_info(authorization):
    grant = tokens.get(authorization.removeprefix("Bearer "))
    if grant is None:
        return 401, {}, []
    about = {"sub": grant["sub"] + ("-other" if grant.get("lie") == "other-user-info" else "")}
    return 200, about | {name: grant[name] for name in ("email", "name") if name in grant} | {
        "email_verified": grant.get("verified") == "true"}, []


def facebook(issuer, path, fields):
    if path == "/facebook/dialog/oauth":
        return page(issuer, fields)
    if path == "/facebook/keys":
        return 200, {"keys": KEYS}, []
    if path == "/facebook/graph/oauth/access_token":
        grant = grants.pop(fields.get("code"), None)
        challenge = b64(hashlib.sha256(fields.get("code_verifier", "").encode()).digest())
        if fields.get("client_secret") != FACEBOOK_SECRET or grant is None or grant["code_challenge"] != challenge:
            return 400, {"error": {"type": "OAuthException"}}, []
        access = secrets.token_urlsafe(24)
        tokens[access] = grant
        token = {"id_token": id_token(grant, access)} if "oidc" in grant else {}
        return 200, {"access_token": access, "token_type": "bearer", **token}, []
    access = fields.get("access_token", "")
    proof = hmac.new(FACEBOOK_SECRET.encode(), access.encode(), "sha256").hexdigest()
    grant = tokens.get(access)
    if grant is None or not hmac.compare_digest(proof, fields.get("appsecret_proof", "")):
        return 400, {"error": {"type": "OAuthException", "code": 100}}, []
    if path == "/facebook/graph/me":
        return 200, {"id": grant.get("graph", grant["sub"]), "name": grant.get("name"), "email": grant.get("email")}, []
    if path == "/facebook/graph/me/friends":  # one per page, by cursor
        friends = [name for name in grant.get("friends", "").split(",") if name]
        at = int(fields.get("after", 0))
        more = {"next": "https://graph.facebook.com/more"} if at + 1 < len(friends) else {}
        return 200, {"data": [{"id": name} for name in friends[at:at + 1]],
                     "paging": {"cursors": {"after": str(at + 1)}, **more}, "summary": {"total_count": 500}}, []
    return 404, {}, []


def answer(method, target, body, authorization, issuer):
    url = urlsplit(target)
    fields = dict(parse_qsl(url.query) + parse_qsl(body))
    if url.path.startswith("/facebook"):
        return facebook(issuer, url.path, fields)
    match method, url.path:
        case "GET", "/.well-known/openid-configuration": return 200, metadata(issuer), []
        case "GET", "/elsewhere/.well-known/openid-configuration": return 200, metadata(issuer), []
        case "GET", "/authorize": return page(issuer, fields)
        case "POST", "/token": return exchange(issuer, fields, authorization)
        case "GET", "/keys":
            asked["keys"] += 1
            return 200, {"keys": published}, []
        case "GET", "/userinfo": return user_info(authorization)
        case "POST", "/rotate":
            published.append(ROTATED)
            return 200, {}, []
        case "GET", "/asked": return 200, asked, []
        case "GET", "/apple-key":
            pem = APPLE_CLIENT_KEY.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                                 serialization.NoEncryption())
            return 200, {"pem": pem.decode()}, []
        case "GET", "/native-token":  # what the provider's SDK would give to an app
            return 200, {"token": id_token({**fields, "issuer": issuer}, "no access token")}, []
        case "GET", "/signed-request":
            content = b64(json.dumps({"algorithm": "HMAC-SHA256", "user_id": fields["sub"],
                                      "issued_at": int(time.time()) - int(fields.get("age", 0))}).encode())
            code = b64(hmac.digest(fields.get("secret", FACEBOOK_SECRET).encode(), content.encode(), "sha256"))
            return 200, {"text": f"{code}.{content}"}, []
    return 404, {}, []


async def serve(reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, target, _ = head[0].split(" ", 2)
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
            body = (await reader.readexactly(int(headers.get("content-length", 0)))).decode()
            issuer = f"http://{headers['host']}"
            status, content, fields = answer(method, target, body, headers.get("authorization", ""), issuer)
            is_page = isinstance(content, str)
            data = content.encode() if is_page else json.dumps(content).encode()
            lines = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {'text/html' if is_page else 'application/json'}", *fields, f"Content-Length: {len(data)}"]
            writer.write("\r\n".join([*lines, "", ""]).encode() + data)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    port = int(sys.argv[sys.argv.index("--port") + 1]) if "--port" in sys.argv else 0
    server = await asyncio.start_server(serve, "127.0.0.1", port)
    say(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


end_with_parent()
asyncio.run(main())
