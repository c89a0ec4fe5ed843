import Access
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// Sensitive changes of an account, such as that of its address, need a sign-in within the last ten minutes.
@Suite struct RecentSignInTests {
    @Test func `a new address takes effect once its code is confirmed, and the old address is notified`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            let asked = try await ada.post("/v1/me/email", #"{"email":"Ada@New.example.org"}"#)
            let before = try await ada.get("/v1/me")
            let code = try await world.newestMail(to: "ada@new.example.org")["code"].text ?? ""
            let changed = try await ada.post(
                "/v1/me/email/verify", #"{"email":"ada@new.example.org","code":"\#(code)"}"#)

            #expect(asked.status == .accepted)
            #expect(before["email"].text == "ada@example.org")
            #expect(changed["email"].text == "ada@new.example.org")
            let notice = try await world.newestMail(to: "ada@example.org")
            #expect(notice["text"].text?.contains("ada@new.example.org") == true)
            #expect(try await world.signedIn("ada@new.example.org").id() == changed["id"].text)
            #expect(try await world.signedIn("ada@example.org").id() != changed["id"].text)
        }
    }

    @Test func `a sign-in of eleven minutes ago is not enough, and a new one is`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            world.clock.advance(by: 11 * 60)

            let refused = try await ada.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)
            let again = try await world.signedIn("ada@example.org")
            let asked = try await again.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)

            #expect(refused.status == .forbidden)
            #expect(refused.code == "sign_in_again")
            #expect(refused["ways"].elements.map(\.text) == ["email"])
            #expect(asked.status == .accepted)
        }
    }

    @Test func `a wrong code changes nothing, and five invalidate the right one`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await ada.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)
            let code = try await world.newestMail(to: "ada@new.example.org")["code"]

            var codes: [String?] = []
            for guess in Array(repeating: otherCode(code), count: 5) + [code.text ?? ""] {
                let answer = try await ada.post(
                    "/v1/me/email/verify", #"{"email":"ada@new.example.org","code":"\#(guess)"}"#)
                codes.append(answer.code)
            }

            #expect(codes == Array(repeating: "wrong_code", count: 6))
            #expect(try await ada.get("/v1/me")["email"].text == "ada@example.org")
        }
    }

    @Test func `the code for a new address does not sign in, and works for its member only`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let eve = try await world.signedIn("eve@example.org")
            _ = try await ada.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)
            let code = try await world.newestMail(to: "ada@new.example.org")["code"].text

            let signIn = try await world.anonymous.verify(code: code, of: "ada@new.example.org")
            let others = try await eve.post(
                "/v1/me/email/verify", #"{"email":"ada@new.example.org","code":"\#(code ?? "")"}"#)

            #expect(signIn.code == "wrong_code")
            #expect(others.code == "wrong_code")
        }
    }

    @Test func `the address of another account cannot be taken`() async throws {
        try await withPeople { world in
            let eve = try await world.signedIn("eve@example.org").id()
            let ada = try await world.signedIn("ada@example.org")
            let asked = try await ada.post("/v1/me/email", #"{"email":"eve@example.org"}"#)
            let code = try await world.newestMail(to: "eve@example.org")["code"].text

            let answer = try await ada.post(
                "/v1/me/email/verify", #"{"email":"eve@example.org","code":"\#(code ?? "")"}"#)

            #expect(asked.status == .accepted)
            #expect(answer.status == .conflict)
            #expect(answer.code == "address_taken")
            #expect(try await ada.get("/v1/me")["email"].text == "ada@example.org")
            #expect(try await world.signedIn("eve@example.org").id() == eve)
        }
    }

    @Test func `the codes sent to one mailbox are limited`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            var statuses: [Int] = []
            for _ in 0..<6 {
                statuses.append(
                    try await ada.post("/v1/me/email", #"{"email":"tom@example.org"}"#).status.code)
            }

            #expect(statuses == [202, 202, 202, 202, 202, 429])
            #expect(try await world.outbox(of: "tom@example.org").count == 5)
        }
    }

    @Test func `codes for a new address are counted per person, and a refusal says when the next is sent`()
        async throws
    {
        try await withPeople { world in
            world.clock.advance(by: 0)
            let eve = try await world.signedIn("eve@example.org")
            let ada = try await world.signedIn("ada@example.org")
            for number in 0..<5 {
                world.clock.advance(by: 60)
                let asked = try await eve.post("/v1/me/email", #"{"email":"eve\#(number)@example.org"}"#)
                #expect(asked.status == .accepted)
            }

            let refused = try await eve.post("/v1/me/email", #"{"email":"eve5@example.org"}"#)
            let other = try await ada.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)

            #expect(refused.code == "too_many_codes")
            #expect(refused.left == "address_mails: 0")
            #expect((3_360...3_361).contains(refused.retryAfter))
            #expect(other.status == .accepted)
            #expect(try await world.outbox(of: "eve5@example.org").isEmpty)
            #expect(try await world.outbox(of: "ada@new.example.org").count == 1)

            // The session's sign-in is too long ago by then.
            world.clock.advance(by: Double(refused.retryAfter) + 1)
            let again = try await world.signedIn("eve@example.org")
            let next = try await again.post("/v1/me/email", #"{"email":"eve5@example.org"}"#)
            #expect(next.status == .accepted)
        }
    }

    @Test func `what others requested for an address refuses no one, and is not revealed`() async throws {
        try await withPeople { world in
            let eve = try await world.signedIn("eve@example.org")
            for _ in 0..<5 { _ = try await eve.post("/v1/me/email", #"{"email":"tom@example.org"}"#) }
            let ada = try await world.signedIn("ada@example.org")

            let asked = try await ada.post("/v1/me/email", #"{"email":"tom@example.org"}"#)
            let usual = try await ada.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)

            #expect(asked.status == .accepted)
            #expect(asked.text == usual.text)
            #expect(try await world.outbox(of: "tom@example.org").count == 5)
        }
    }
}
