import Access
import Encoding
import Foundation
import JSON
import TestSupport
import Testing

@testable import Accounts

/// Registrations and signatures of a real Chromium for each kind of key, and invalid variations of them.
@Suite struct PasskeyCeremonyTests {
    private static let ceremony = PasskeyCeremony(
        site: PasskeySite(Site(publicURL: "http://localhost:18088", key: .forTests))!)

    /// Registrations and sign-ins that Chromium made with a virtual authenticator.
    private static let recorded: [JSONValue] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Fixtures/passkeys-of-chromium.json")
        return ((try? JSONValue(parsing: Array(Data(contentsOf: file)))) ?? .null).elements
    }()

    private func registered(_ one: JSONValue) throws -> PasskeyCeremony.Registration {
        try Self.ceremony.registration(PasskeyAnswer(one["registration"]["credential"]))
    }

    @Test(arguments: [0, 1, 2])
    func `a registration and a signature of Chromium are verified`(index: Int) throws {
        let one = Self.recorded[index]
        let registration = try PasskeyAnswer(one["registration"]["credential"])
        let assertion = try PasskeyAnswer(one["assertion"]["credential"])

        let made = try registered(one)
        let used = try Self.ceremony.assertion(assertion, publicKey: made.credential.publicKey)

        #expect(made.credential.key.algorithm == one["alg"].number)
        #expect(made.credential.id == assertion.id)
        #expect(Base64URL.encode(made.credential.publicKey) == one["registration"]["cosePublicKey"].text)
        #expect(used.signCount > made.data.signCount)
        #expect(
            try Self.ceremony.challenge(of: registration, for: "webauthn.create")
                == one["registration"]["challenge"].text)
        #expect(
            try Self.ceremony.challenge(of: assertion, for: "webauthn.get")
                == one["assertion"]["challenge"].text)
    }

    @Test(arguments: [0, 1, 2])
    func `with any bit of it changed a signature does not hold`(index: Int) throws {
        let key = try registered(Self.recorded[index]).credential.publicKey
        let assertion = try PasskeyAnswer(Self.recorded[index]["assertion"]["credential"])
        let signature = try #require(assertion.signature)
        let data = try #require(assertion.authenticatorData)

        for bit in stride(from: 0, to: data.count * 8, by: 3) {
            let changed = assertion.with(authenticatorData: data.flipped(bit))
            #expect(throws: PasskeyFault.self) { try Self.ceremony.assertion(changed, publicKey: key) }
        }
        for bit in stride(from: 0, to: signature.count * 8, by: 7) {
            let changed = assertion.with(signature: signature.flipped(bit))
            #expect(throws: PasskeyFault.self) { try Self.ceremony.assertion(changed, publicKey: key) }
        }
    }

    @Test func `a signature with another key is invalid`() throws {
        let keys = try Self.recorded.map { try registered($0).credential.publicKey }

        for (index, one) in Self.recorded.enumerated() {
            let assertion = try PasskeyAnswer(one["assertion"]["credential"])
            for other in keys.indices where other != index {
                #expect(throws: PasskeyFault.self) {
                    try Self.ceremony.assertion(assertion, publicKey: keys[other])
                }
            }
        }
    }

    @Test func `another site, another origin or another ceremony is refused`() throws {
        let answer = try PasskeyAnswer(Self.recorded[0]["registration"]["credential"])
        for url in ["http://localhost:18089", "https://localhost:18088", "https://noonish.example"] {
            let elsewhere = PasskeyCeremony(
                site: try #require(PasskeySite(Site(publicURL: url, key: .forTests))))
            #expect(throws: PasskeyFault.self) { try elsewhere.challenge(of: answer, for: "webauthn.create") }
        }
        let other = PasskeyCeremony(
            site: try #require(PasskeySite(Site(publicURL: "https://noonish.example", key: .forTests))))

        #expect(throws: PasskeyFault.self) { try other.registration(answer) }
        #expect(throws: PasskeyFault.self) {
            try Self.ceremony.challenge(of: answer, for: "webauthn.get")
        }
    }

    @Test func `hostile bytes are refused, and nothing breaks`() throws {
        var chance = SeededBytes(seed: 7)
        let whole = try #require(
            try PasskeyAnswer(Self.recorded[2]["registration"]["credential"]).attestation)

        for length in 0..<whole.count { #expect((try? CBORValue(Array(whole.prefix(length)))) == nil) }
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0...chance.next(below: 6) {
                bytes[chance.next(below: bytes.count)] = UInt8(chance.next(below: 256))
            }
            if let authData = (try? CBORValue(bytes))?["authData"]?.bytes {
                _ = try? AuthenticatorData(authData)
            }
            let noise = (0..<chance.next(below: 80)).map { _ in UInt8(chance.next(below: 256)) }
            _ = try? CBORValue(noise)
            _ = try? AuthenticatorData(noise)
        }
    }

    @Test(arguments: [
        "9f01ff", "5f4101ff", "a201010102", "c000", "f90000", "1c", "5b7fffffffffffffff",
        "9b00000000ffffffff",
        "bb00000000ffffffff", "818181818181818101", "63ffffff", "f6f6", "", "3bffffffffffffffff",
    ])
    func `data that no authenticator writes is refused`(hex: String) {
        let bytes = stride(from: 0, to: hex.count, by: 2).map { offset in
            UInt8(hex.dropFirst(offset).prefix(2), radix: 16) ?? 0
        }

        #expect(throws: MalformedBytes.self) { try CBORValue(bytes) }
    }

    @Test(arguments: [
        ("https://noonish.example", "noonish.example", "https://noonish.example"),
        ("https://Noonish.example:443", "noonish.example", "https://noonish.example"),
        ("https://noonish.example:8443", "noonish.example", "https://noonish.example:8443"),
        ("http://localhost:8080", "localhost", "http://localhost:8080"),
    ])
    func `a site is its host and its origin`(url: String, host: String, origin: String) {
        let site = PasskeySite(Site(publicURL: url, key: .forTests))

        #expect(site?.host == host)
        #expect(site?.origin == origin)
    }

    @Test(arguments: [
        "http://noonish.example", "https://192.0.2.7", "http://127.0.0.1:8080", "https://[::1]",
    ])
    func `where browsers have no passkeys there is no such site`(url: String) {
        #expect(PasskeySite(Site(publicURL: url, key: .forTests)) == nil)
    }
}

extension PasskeyAnswer {
    fileprivate func with(authenticatorData: [UInt8]? = nil, signature: [UInt8]? = nil) -> PasskeyAnswer {
        PasskeyAnswer(
            id: id, clientData: clientData, attestation: attestation, transports: transports,
            authenticatorData: authenticatorData ?? self.authenticatorData,
            signature: signature ?? self.signature, user: user)
    }
}

extension [UInt8] {
    fileprivate func flipped(_ bit: Int) -> [UInt8] {
        var bytes = self
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }
}

/// The same bytes each time (SplitMix64).
private struct SeededBytes {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((z ^ (z >> 31)) % UInt64(limit))
    }
}
