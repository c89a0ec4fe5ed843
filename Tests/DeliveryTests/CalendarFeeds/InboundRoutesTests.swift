import Crypto
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import CalendarFeeds
@testable import Mail

extension Visitor {
    /// Hands a message over as `docs/mail.md` says.
    func hook(
        _ recipient: String, _ message: [UInt8], at time: Date = Date(), secret: String = hookSecret,
        body: String? = nil
    ) async throws -> TestSupport.Answer {
        let given = #"{"recipient":"\#(recipient)","message":"\#(Data(message).base64EncodedString())"}"#
        let seconds = String(Int(time.timeIntervalSince1970))
        let key = SymmetricKey(data: Data(base64Encoded: String(secret.dropFirst(6))) ?? Data())
        let code = HMAC<SHA256>.authenticationCode(for: Data("msg_1.\(seconds).\(given)".utf8), using: key)
        return try await post(
            "/v1/inbound/mail", body ?? given,
            headers: [
                .constant("webhook-id"): "msg_1", .constant("webhook-timestamp"): seconds,
                .constant("webhook-signature"): "v1,AAAA v1,\(Data(code).base64EncodedString())",
            ])
    }
}

extension HTTPField.Name {
    fileprivate static func constant(_ name: String) -> Self { Self(name) ?? .authorization }
}

@Suite(.timeLimit(.minutes(30))) struct `Mail handed over by a hook` {
    @Test func `is accepted only with a valid and recent signature`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            let request = try #require(try await world.deliverMail().first)
            let yes = try lunch.reply(to: request, "ACCEPTED")
            let program = world.site.program()
            let other = "whsec_" + Data(repeating: 8, count: 32).base64EncodedString()

            let answers = [
                try await program.hook(yes.recipient, yes.message, secret: other),
                try await program.hook(yes.recipient, yes.message, at: Date() - 600),
                try await program.hook(yes.recipient, yes.message, at: Date() + 600),
                try await program.hook(
                    yes.recipient, yes.message, body: #"{"recipient":"a@b.example","message":""}"#),
                try await program.post("/v1/inbound/mail", "{}"),
            ]

            #expect(answers.map(\.status.code) == [401, 401, 401, 401, 401])
            #expect(answers.allSatisfy { $0.code == "bad_signature" })
            #expect(try await world.status(lunch) == "invited")
            let taken = try await program.hook(yes.recipient, yes.message)
            #expect(taken.status.code == 204)
            #expect(try await world.status(lunch) == "attending")
        }
    }

    @Test func `is refused for unknown mailboxes and for invalid messages`() async throws {
        try await withCalendarMail { world in
            let program = world.site.program()

            let stranger = try await program.hook("mia@example.org", [])
            #expect(stranger.status.code == 422 && stranger.code == "unknown_recipient")
            let lunch = try await world.mailedLunch()
            _ = lunch
            let request = try #require(try await world.deliverMail().first)
            let bounce = try #require(request.returnPath?.address)
            let junk = try await program.hook(bounce, Array("hello".utf8))
            #expect(junk.status.code == 204)
        }
    }

    @Test func `needs a secret of some length`() {
        #expect(InboundSecret(hookSecret) != nil)
        #expect(InboundSecret(String(hookSecret.dropFirst(6))) != nil)
        for text in ["", "whsec_", "secret", Data(repeating: 1, count: 23).base64EncodedString(), "whsec_*"] {
            #expect(InboundSecret(text) == nil)
        }
    }
}
