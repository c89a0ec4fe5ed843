"""Independent implementations of push messages (http_ece) and of VAPID tokens (py_vapid).

push_oracle.py RECEIVER_KEY AUTH SEALED AUTHORIZATION, the first three in base64url

Prints the contents of SEALED and of AUTHORIZATION, and a message of its own for that receiver. It opens no port.
"""

import base64
import json
import sys

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from serving import say


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


receiver = ec.derive_private_key(int.from_bytes(decoded(sys.argv[1]), "big"), ec.SECP256R1())
public = receiver.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
auth, authorization = decoded(sys.argv[2]), sys.argv[4]
claims = json.loads(decoded(authorization.split("t=")[1].split(".")[1]))

say(port=0)
say(opened=http_ece.decrypt(decoded(sys.argv[3]), private_key=receiver, auth_secret=auth, version="aes128gcm").decode(),
    sealed=encoded(http_ece.encrypt("Päärynä 🍐".encode(), private_key=ec.generate_private_key(ec.SECP256R1()),
                                    dh=public, auth_secret=auth, version="aes128gcm")),
    signed=Vapid02.verify(authorization), audience=claims["aud"], subject=claims["sub"], expires=claims["exp"])
