import Access
import Crypto
import Encoding
import Foundation
import JSON
import TestSupport
import Testing

/// An authenticator in software, with one key: what a browser hands over after it was asked.
struct SoftAuthenticator: Sendable {
    let key = P256.Signing.PrivateKey()
    var id = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    var host = "localhost"
    var origin = "http://localhost:8080"
    /// User present and verified.
    var flags: UInt8 = 0x05

    /// A credential for the answer to `POST /v1/me/passkeys/options`.
    func register(_ options: Answer, count: UInt32 = 0) throws -> String {
        let challenge: String = try #require(options["challenge"].text)
        let point = key.publicKey.x963Representation.dropFirst()
        let publicKey: [UInt8] =
            [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + point.prefix(32) + [0x22, 0x58, 32]
            + point.suffix(32)
        let data =
            header(flags | 0x40, count) + Array(repeating: 0, count: 16) + [0, UInt8(id.count)] + id
            + publicKey
        let object: [UInt8] =
            [0xa3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + [0xa0, 0x68]
            + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
        return credential(
            challenge, "webauthn.create",
            #""attestationObject":"\#(Base64URL.encode(object))","transports":["internal","telepathy"]"#)
    }

    /// A credential for the answer to `POST /v1/auth/passkeys/options`.
    func use(_ options: Answer, count: UInt32 = 0, user: [UInt8]? = nil) throws -> String {
        let challenge: String = try #require(options["challenge"].text)
        let data = header(flags, count)
        let client = clientData(challenge, "webauthn.get")
        let signature = try key.signature(for: data + Array(SHA256.hash(data: client)))
        let handle = user.map { #","userHandle":"\#(Base64URL.encode($0))""# } ?? ""
        return credential(
            challenge, "webauthn.get",
            #""authenticatorData":"\#(Base64URL.encode(data))","signature":"\#(Base64URL.encode(Array(signature.derRepresentation)))"\#(handle)"#
        )
    }

    private func header(_ flags: UInt8, _ count: UInt32) -> [UInt8] {
        Array(SHA256.hash(data: Data(host.utf8))) + [flags]
            + withUnsafeBytes(of: count.bigEndian) { Array($0) }
    }

    private func clientData(_ challenge: String, _ type: String) -> [UInt8] {
        Array(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8
        )
    }

    private func credential(_ challenge: String, _ type: String, _ response: String) -> String {
        let client = Base64URL.encode(clientData(challenge, type))
        return
            #"{"credential":{"id":"\#(Base64URL.encode(id))","rawId":"\#(Base64URL.encode(id))","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"\#(client)",\#(response)}}}"#
    }
}
