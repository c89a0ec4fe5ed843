import Access
import HTTPKit
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Outings

/// Lost links, and links that too many are made of or tried out.
@Suite struct LinkTests {
    @Test func `a lost link is mailed again without revealing who is invited`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let cancelled = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            _ = try await world.leila.put(cancelled.path + "/cancellation")

            let known = try await world.anonymous.post(
                "/v1/invitations/resend", #"{"email":"Ada@example.org"}"#)
            let unknown = try await world.anonymous.post(
                "/v1/invitations/resend", #"{"email":"nobody@example.org"}"#)
            try await world.jobs.runDue()

            #expect(known.status == .accepted)
            #expect(known.text == unknown.text)
            let mail = try await world.mails(to: "ada@example.org")
            #expect(mail.count == 1)
            #expect(mail[0].contains("/i/\(token)"))
            #expect(mail[0].ranges(of: "/i/").count == 1)
            #expect(try await world.mails(to: "nobody@example.org").isEmpty)
        }
    }

    @Test func `an address gets at most three such mails an hour, which the requester does not learn`()
        async throws
    {
        try await withOutings { world in
            _ = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)

            for _ in 0..<5 {
                let asked = try await world.anonymous.post(
                    "/v1/invitations/resend", #"{"email":"ada@example.org"}"#)
                #expect(asked.status == .accepted)
            }
            try await world.jobs.runDue()

            #expect(try await world.mails(to: "ada@example.org").count == 3)
        }
    }

    @Test func `a host sends an invitation again, which counts against their mails`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)"],"emails":["ada@example.org"]}"#)
            let list = try await world.leila.get(outing.path + "/attendees")["items"].elements
            let ids = list.reduce(into: [String: String]()) { ids, one in
                if let channel = one["invitation"]["channel"].text {
                    ids[channel] = one["invitation"]["id"].text
                }
            }
            let ada = outing.path + "/invitations/\(ids["mail"] ?? "")/resend"

            #expect(try await world.leila.post(ada).status == .accepted)
            #expect(try await world.mails(to: "ada@example.org").count == 1)
            #expect(try await world.tom.post(ada).status == .forbidden)
            #expect(try await world.stranger.post(ada).status == .notFound)
            #expect(
                try await world.leila.post(outing.path + "/invitations/\(ids["person"] ?? "")/resend").code
                    == "no_address")
            _ = try await world.leila.post(ada)
            _ = try await world.leila.post(ada)
            #expect(try await world.leila.post(ada).status == .tooManyRequests)
            let counted = try await world.database.run(script: "SELECT sum(mails) FROM invitation_mail")
            #expect(counted[0][0] == "4")
        }
    }

    @Test func `the page of a lost link mails it again`() async throws {
        try await withOutings { world in
            _ = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let browser = world.site.browser()

            let gone = try await browser.get("/i/lost")
            #expect(gone.status == .notFound)
            #expect(gone.text.contains("action=\"/lost-link\""))
            let sent = try await browser.sendForm("/lost-link", "email=ada%40example.org")
            try await world.jobs.runDue()

            #expect(sent.status == .ok)
            #expect(sent.text.contains("role=\"status\""))
            #expect(try await world.mails(to: "ada@example.org").count == 1)
        }
    }

    @Test func `the limit of twenty links holds under concurrency`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            for _ in 0..<17 { _ = try await world.leila.post(outing.path + "/links") }

            let codes = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await world.leila.post(outing.path + "/links").status.code }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(codes.count { $0 == 201 } == 3)
            #expect(codes.count { $0 == 409 } == 3)
            _ = try await world.leila.delete(outing.path + "/links")
            #expect(try await world.leila.post(outing.path + "/links").status == .created)
        }
    }

    @Test func `a link that is revoked under load admits no guest afterwards`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let link = try await world.leila.post(outing.path + "/links", #"{"maxUses":30}"#)
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            let id = try #require(link["id"].text)

            let joined = try await withThrowingTaskGroup(of: Int.self) { group in
                for racer in 0..<40 {
                    group.addTask {
                        if racer == 20 {
                            _ = try await world.leila.delete(outing.path + "/links/\(id)")
                            return try await world.leila.get(outing.path)["counts"]["attending"].number ?? 0
                        }
                        _ = try await world.anonymous.put(
                            "/v1/invitations/\(token)/attendance",
                            #"{"status":"attending","name":"Racer \#(racer)"}"#)
                        return 0
                    }
                }
                return try await group.reduce(0, +)
            }

            let counts = try await world.leila.get(outing.path)["counts"]
            #expect(counts["attending"].number == joined, "somebody came after the link had ended")
            #expect(joined <= 31)
            #expect(try await world.isSound())
        }
    }

    @Test func `a network that guesses tokens is blocked, and one with a valid link is not`() async throws {
        try await withOutings { world in
            @Sendable func open(_ finds: Bool) async throws -> Bool {
                try await RedeemLimit.enforce("192.0.2.0/24", in: world.database) {
                    if !finds { throw Denial.notFound }
                    return true
                }
            }
            for _ in 0..<OutingLimits.failedRedemptionsPerNetwork {
                await #expect(throws: Denial.notFound) { try await open(false) }
            }

            let refused = await #expect(throws: Problem.self) { try await open(true) }

            #expect(refused?.status == .tooManyRequests)
            let isOther = try await RedeemLimit.enforce("198.51.100.0/24", in: world.database) { true }
            #expect(isOther)
        }
    }

    @Test func `a share link identifies no person`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)"],"emails":["ada@example.org"]}"#)
            let link = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))

            let seen = try await world.anonymous.get("/v1/invitations/\(token)")

            #expect(seen.status == .ok)
            for secret in ["Tom", "ada@", "\(world.cast.tom.id)", "\(world.cast.leila.id)", outing.id] {
                #expect(!seen.text.contains(secret))
            }
            #expect(try await world.site.program(token: token).get(outing.path).status == .unauthorized)
        }
    }
}
