import Crypto
import Encoding
import Foundation
import Testing
import WebPush

@Suite struct `A token` {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Header and claims of a token whose signature holds.
    private func read(_ token: String, by key: [UInt8]) throws -> (
        header: [String: Any], claims: [String: Any]
    ) {
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(signature.count == 64, "r and s, not DER")
        let isSigned = try P256.Signing.PublicKey(x963Representation: key).isValidSignature(
            P256.Signing.ECDSASignature(rawRepresentation: signature),
            for: Data("\(parts[0]).\(parts[1])".utf8))
        #expect(isSigned)
        func object(_ text: String) throws -> [String: Any] {
            let bytes = try #require(Base64URL.decode(text))
            return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        }
        return (try object(parts[0]), try object(parts[1]))
    }

    @Test func `for a push service names it, ourselves and its end`() throws {
        let identity = try VAPIDIdentity(key: .random(), contact: "mailto:ops@eat.example")

        let value = try identity.authorization(for: "https://push.example.net", at: now)

        let fields = value.dropFirst("vapid ".count).split(separator: ",").map(String.init)
        try #require(value.hasPrefix("vapid t=") && fields.count == 2)
        #expect(fields[1] == "k=\(identity.publicKey)")
        let (header, claims) = try read(String(fields[0].dropFirst(2)), by: identity.key.publicKey)
        #expect(header as? [String: String] == ["alg": "ES256", "typ": "JWT"])
        #expect(claims["aud"] as? String == "https://push.example.net")
        #expect(claims["sub"] as? String == "mailto:ops@eat.example")
        #expect(claims["exp"] as? Int == 1_800_000_000 + 43_200)
        #expect(claims.count == 3)
    }

    @Test func `for a push service lives a day at most`() throws {
        let identity = try VAPIDIdentity(key: .random(), contact: "https://eat.example/about")

        #expect(throws: Never.self) {
            try identity.authorization(for: "https://push.example.net", at: now, lifetime: .seconds(86_400))
        }
        #expect(throws: WebPushFault.lifetimeTooLong) {
            try identity.authorization(for: "https://push.example.net", at: now, lifetime: .seconds(86_401))
        }
    }

    @Test(arguments: [
        "", "push.example.net", "https://push.example.net/", "https://push.example.net/x",
        "ftp://push.example.net",
        "https://me@push.example.net", "https://push.example.net?x",
    ])
    func `for a push service is made for an origin alone`(audience: String) throws {
        let identity = try VAPIDIdentity(key: .random(), contact: "mailto:ops@eat.example")

        #expect(throws: WebPushFault.notAnOrigin) { try identity.authorization(for: audience, at: now) }
    }

    @Test(arguments: [
        "", "ops@eat.example", "mailto:", "mailto:ops", "mailto:@eat.example", "http://eat.example",
        "https://",
        "mailto:ops@eat.example\n",
    ])
    func `names somebody who can be written to`(contact: String) {
        #expect(throws: WebPushFault.invalidContact) { try VAPIDIdentity(key: .random(), contact: contact) }
    }

    @Test func `for Apple names key, team and when`() throws {
        let key = SigningKey.random()

        let token = try ProviderToken(key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ", at: now)

        let (header, claims) = try read(token.text, by: key.publicKey)
        #expect(header as? [String: String] == ["alg": "ES256", "kid": "ABC123DEFG"])
        #expect(claims["iss"] as? String == "DEF123GHIJ")
        #expect(claims["iat"] as? Int == 1_800_000_000)
        #expect(claims.count == 2)
    }

    @Test(arguments: [
        (0.0, false, false), (1_199, false, false), (1_200, true, false), (2_700, true, false),
        (2_701, true, true),
        (-1, true, true),
    ])
    func `for Apple is renewed between 20 and 60 minutes`(age: Double, mayBeRenewed: Bool, isTooOld: Bool)
        throws
    {
        let token = try ProviderToken(key: .random(), keyID: "K", teamID: "T", at: now)
        let later = now.addingTimeInterval(age)

        #expect(token.mayBeRenewed(at: later) == mayBeRenewed)
        #expect(token.isTooOld(at: later) == isTooOld)
    }

    @Test func `is signed by a key that is read as it was written`() throws {
        let key = SigningKey.random()
        let pem = try P256.Signing.PrivateKey(rawRepresentation: #require(Base64URL.decode(key.text)))
            .pemRepresentation

        #expect(try SigningKey(key.text).publicKey == key.publicKey)
        #expect(try SigningKey(key.text + "\n").publicKey == key.publicKey)
        #expect(try SigningKey(pem + "\n").publicKey == key.publicKey)
        for text in ["", "secret", String(key.text.dropLast()), "-----BEGIN PRIVATE KEY-----"] {
            #expect(throws: WebPushFault.notAPrivateKey) { try SigningKey(text) }
        }
    }
}

@Suite struct `Base64 for URLs` {
    @Test(arguments: 0..<70)
    func `is read as it was written`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89) }

        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }

    @Test func `takes padding, but no other alphabet`() {
        #expect(Base64URL.decode("_-8=", allowsPadding: true) == [0xff, 0xef])
        #expect(Base64URL.decode("_-8") == [0xff, 0xef])
        for text in ["/+8=", "a b", "ab\n", "=ab", "a", "ä"] {
            #expect(Base64URL.decode(text, allowsPadding: true) == nil, "\(text)")
        }
    }
}
