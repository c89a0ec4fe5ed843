import Encoding
import Testing
import WebPush

@Suite struct `A push message` {
    /// RFC 8291, appendix A.
    private enum Known {
        static let text = "When I grow up, I want to be a watermelon"
        static let receiver = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let receiverPublic =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
        static let sender = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
            + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    private func keys() throws -> PushKeys {
        try PushKeys(p256dh: Known.receiverPublic, auth: Known.auth)
    }

    @Test func `is the standard's own, byte for byte`() throws {
        let secrets = try PushMessage.Secrets(key: bytes(Known.sender), salt: bytes(Known.salt))

        let body = try PushMessage.seal(Array(Known.text.utf8), for: keys(), with: secrets)

        #expect(Base64URL.encode(body) == Known.body)
    }

    @Test func `of the standard is opened by its receiver`() throws {
        let text = try PushMessage.open(
            bytes(Known.body), key: bytes(Known.receiver), auth: bytes(Known.auth))

        #expect(String(decoding: text, as: UTF8.self) == Known.text)
    }

    @Test(arguments: [0, 1, 2, 41, 1_000, PushMessage.room])
    func `of any length comes out as it went in`(count: Int) throws {
        let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }

        let body = try PushMessage.seal(text, for: keys())

        #expect(body.count == 103 + count)
        #expect(try PushMessage.open(body, key: bytes(Known.receiver), auth: bytes(Known.auth)) == text)
    }

    @Test func `has room for 3,993 bytes and not one more`() throws {
        let longest = try PushMessage.seal(Array(repeating: 0, count: 3_993), for: keys())
        #expect(longest.count == 4_096)

        #expect(throws: WebPushFault.tooLong(bytes: 3_994, limit: 3_993)) {
            try PushMessage.seal(Array(repeating: 0, count: 3_994), for: keys())
        }
    }

    @Test func `is another one each time`() throws {
        let first = try PushMessage.seal([1], for: keys())
        let second = try PushMessage.seal([1], for: keys())

        #expect(first[..<16] != second[..<16])
        #expect(first[21..<86] != second[21..<86])
    }

    @Test(arguments: 0..<144)
    func `that was tampered with anywhere is not opened`(index: Int) throws {
        var body = try bytes(Known.body)
        // Of the record size only that the message fits is looked at.
        guard !(16..<20).contains(index) else { return }
        body[index] ^= 1

        #expect(throws: WebPushFault.broken) {
            try PushMessage.open(body, key: bytes(Known.receiver), auth: bytes(Known.auth))
        }
    }

    @Test(arguments: 0..<104)
    func `that was cut short is not opened`(count: Int) throws {
        let body = try Array(bytes(Known.body).prefix(count))

        #expect(throws: WebPushFault.broken) {
            try PushMessage.open(body, key: bytes(Known.receiver), auth: bytes(Known.auth))
        }
    }

    @Test func `needs keys that are some`() throws {
        let offTheCurve = "BA" + String(Known.receiverPublic.dropFirst(2))
        for point in ["", "BC", "?", Known.auth, offTheCurve, "A" + Known.receiverPublic.dropFirst()] {
            #expect(throws: WebPushFault.notAPublicKey) { try PushKeys(p256dh: point, auth: Known.auth) }
        }
        for secret in ["", "AA", "ä", Known.receiver] {
            #expect(throws: WebPushFault.notAnAuthenticationSecret) {
                try PushKeys(p256dh: Known.receiverPublic, auth: secret)
            }
        }
    }
}
