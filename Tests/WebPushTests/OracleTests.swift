import Crypto
import Encoding
import Foundation
import TestSupport
import Testing
import WebPush

/// Our messages and tokens, as programs read them that are not ours.
@Suite(.timeLimit(.minutes(30))) struct `Another program` {
    private struct Reading: Decodable {
        let opened, sealed: String
        let signed: Bool
        let audience, subject: String
        let expires: Int
    }

    @Test func `reads our messages and tokens, and we read its`() async throws {
        let receiver = P256.KeyAgreement.PrivateKey()
        let key = Array(receiver.rawRepresentation)
        let auth = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let keys = try PushKeys(p256dh: Array(receiver.publicKey.x963Representation), auth: auth)
        let identity = try VAPIDIdentity(key: .random(), contact: "mailto:ops@eat.example")
        let now = Date.now
        let sealed = try PushMessage.seal(Array("Lunch 🍜 at eight".utf8), for: keys)
        let authorization = try identity.authorization(for: "https://push.example.net", at: now)
        let arguments = [key, auth, sealed].map { Base64URL.encode($0) } + [authorization]

        try await PythonServer.run("push_oracle.py", arguments) { program in
            let reading: Reading = try await program.event()

            #expect(reading.opened == "Lunch 🍜 at eight")
            #expect(reading.signed)
            #expect(reading.audience == "https://push.example.net")
            #expect(reading.subject == "mailto:ops@eat.example")
            #expect(reading.expires == Int(now.timeIntervalSince1970) + 43_200)
            let its = try #require(Base64URL.decode(reading.sealed))
            let text = try PushMessage.open(its, key: key, auth: auth)
            #expect(String(decoding: text, as: UTF8.self) == "Päärynä 🍐")
        }
    }
}
