import Access
import HTTPKit
import HTTPTypes
import JSON
import NIOCore
import News
import NoonishAPI
import Outings
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import Postgres

/// Requests that check the caller's session in the first round trip of their answer.
@Suite struct SessionCheckTests {
    /// Counts the tokens that are resolved by a statement of their own.
    private final class CountingResolver: TokenResolver {
        private let sessions: SessionAuthenticator
        private let resolved = Atomic(0)

        var count: Int { resolved.load(ordering: .relaxed) }

        init(_ world: TestWorld) {
            sessions = SessionAuthenticator(
                world.database, settings: world.settings, clock: world.clock.accountClock)
        }

        func actor(forToken token: String) async throws -> Actor? {
            resolved.add(1, ordering: .relaxed)
            return try await sessions.actor(forToken: token)
        }

        func check(of token: TokenHash, as actor: Actor, from peer: SocketAddress?) -> SessionCheck? {
            sessions.check(of: token, as: actor, from: peer)
        }

        func ended(among actors: [Actor]) async throws -> Set<Actor> {
            try await sessions.ended(among: actors)
        }
    }

    @Test func `resolve a token once`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let resolver = CountingResolver(world)
            let table = RouteTable(
                world.outingRoutes(merging: world.merger)
                    + UpdateRoutes(database: world.database, kinds: .all, merging: world.merger).routes,
                site: world.publicSite, resolvers: [resolver])

            try await withSite(table, at: world.publicSite) { site in
                let tom = site.program(token: world.cast.tom.token)
                let leila = site.program(token: world.cast.leila.token)
                var tag = lunch.tag
                for number in 0..<3 {
                    let edited = try await leila.patch(
                        "/v1/outings/\(lunch.id)", #"{"title":"Lunch \#(number)"}"#, headers: [.ifMatch: tag])
                    tag = try #require(edited.headers[.eTag])
                }
                for _ in 0..<3 {
                    for path in ["/v1/outings", "/v1/outings/\(lunch.id)", "/v1/updates?after=1"] {
                        let answer = try await tom.get(path)
                        #expect(answer.status == .ok)
                    }
                }
            }

            #expect(resolver.count == 2)
        }
    }

    @Test func `charge a request once, also one that is handled twice`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            // A request costs a hundred tokens, and a second brings back one.
            let limits = RequestLimits(
                searches: (burst: 1_000, perSecond: 1), requests: (burst: 1_000, perSecond: 1),
                processCount: { 100 })
            let table = RouteTable(
                world.outingRoutes(merging: world.merger), site: world.publicSite,
                resolvers: [CountingResolver(world)], limits: limits)

            try await withSite(table, at: world.publicSite) { site in
                let leila = site.program(token: world.cast.leila.token)
                func left(_ headers: HTTPFields) throws -> Int {
                    let field = try #require(headers[.rateLimit]?.firstMatch(of: #/r=(\d+)/#))
                    return try #require(Int(field.1))
                }
                _ = try await leila.get("/v1/outings")
                let before = try left(try await leila.get("/v1/outings").headers)
                let unread = try await leila.patch("/v1/outings/\(lunch.id)", #"{"title":"No"}"#)
                let afterUnread = try left(unread.headers)
                try await world.run("DELETE FROM session WHERE person_id = \(world.cast.leila.id)")
                let ended = try await leila.get("/v1/outings")

                #expect(unread.status == .preconditionRequired)
                #expect(ended.status == .unauthorized)
                #expect(before - afterUnread < 150)
                #expect(afterUnread - (try left(ended.headers)) < 150)
            }
        }
    }

    @Test func `answer at once that the database cannot be reached, with limits too`() async throws {
        try await withDelivery { world in
            let resolver = CountingResolver(world)
            let database = PostgresClient(world.database.configuration, logger: .forTests)
            let table = RouteTable(
                UpdateRoutes(database: database, kinds: .all, merging: world.merger).routes,
                site: world.publicSite, resolvers: [resolver],
                limits: RequestLimits(
                    searches: (burst: 10, perSecond: 1), requests: (burst: 10, perSecond: 1)))

            try await withSite(table, at: world.publicSite) { site in
                let tom = site.program(token: world.cast.tom.token)
                for _ in 0..<2 { #expect(try await tom.get("/v1/updates").status == .ok) }
                await database.stop()
                let answer = try await tom.get("/v1/updates")

                #expect(answer.code == "unavailable")
                #expect(answer.headers[.rateLimit] != nil)
            }

            #expect(resolver.count == 1)
        }
    }

    /// The request is handled twice, its body is read once.
    @Test func `refuse a body that is too large as other requests do`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            _ = try await world.leila.get("/v1/outings")
            for text in [String(repeating: "[", count: 2_000_000), "{"] {
                let answer = try await world.leila.patch(
                    "/v1/outings/\(lunch.id)", text, headers: [.ifMatch: lunch.tag])

                #expect(answer.code == (text.count > 1 ? "payload_too_large" : "malformed_json"))
            }
            #expect(try await world.leila.get("/v1/outings").status == .ok)
        }
    }

    @Test func `refuse a session that was ended, at once`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let paths = ["/v1/outings", "/v1/outings/\(lunch.id)", "/v1/updates"]
            for path in paths { _ = try await world.leila.get(path) }

            try await world.run("DELETE FROM session WHERE person_id = \(world.cast.leila.id)")

            for path in paths {
                let answer = try await world.leila.get(path)
                #expect(answer.status == .unauthorized)
                #expect(answer.code == "session_ended")
            }
        }
    }

    @Test func `refuse a session that has not been used for too long`() async throws {
        try await withDelivery { world in
            let before = try await world.leila.get("/v1/outings")
            world.clock.advance(by: Double(world.settings.sessionIdle.components.seconds) + 1)
            let after = try await world.leila.get("/v1/outings")

            #expect(before.status == .ok)
            #expect(after.code == "session_ended")
        }
    }

    @Test func `show a session's new person what is theirs`() async throws {
        try await withDelivery { world in
            _ = try await world.lunch()
            let own = try await world.leila.get("/v1/outings")

            try await world.run(
                """
                UPDATE session SET person_id = \(world.cast.tom.id) WHERE person_id = \(world.cast.leila.id)
                """)
            let other = try await world.leila.get("/v1/outings")

            #expect(own["items"][0]["myAttendance"]["role"].text == "host")
            #expect(other["items"][0]["myAttendance"]["role"].text == "invitee")
        }
    }

    @Test func `edit nothing for a session that was ended`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)"
            let first = try await world.leila.patch(
                path, #"{"title":"First"}"#, headers: [.ifMatch: lunch.tag])
            let tag = try #require(first.headers[.eTag])

            try await world.run("DELETE FROM session WHERE person_id = \(world.cast.leila.id)")
            let second = try await world.leila.patch(path, #"{"title":"Second"}"#, headers: [.ifMatch: tag])
            let seen = try await world.tom.get(path)

            #expect(second.code == "session_ended")
            #expect(seen["title"].text == "First")
            #expect(try await world.isSound())
        }
    }

    /// The request is handled twice, and its body is read once.
    @Test func `edit as the session's new person`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)"
            let stranger = try await world.stranger.patch(
                path, #"{"title":"No"}"#, headers: [.ifMatch: lunch.tag])

            try await world.run(
                "UPDATE session SET person_id = \(world.cast.leila.id) WHERE person_id = \(world.cast.stranger.id)"
            )
            let edited = try await world.stranger.patch(
                path, #"{"title":"Yes"}"#, headers: [.ifMatch: lunch.tag])

            #expect(stranger.status == .notFound)
            #expect(edited.status == .ok)
            #expect(edited["title"].text == "Yes")
        }
    }

    @Test func `answer a member without anything with an empty page`() async throws {
        try await withDelivery { world in
            for _ in 0..<2 {
                let outings = try await world.stranger.get("/v1/outings")
                let updates = try await world.stranger.get("/v1/updates")
                #expect(outings["items"] == .array([]))
                #expect(updates["items"] == .array([]))
            }
        }
    }

    @Test func `record that a session is used`() async throws {
        try await withDelivery { world in
            _ = try await world.leila.get("/v1/outings")
            world.clock.advance(by: Double(AccountLimits.seenGranularity) + 60)

            _ = try await world.leila.get("/v1/outings")

            let isRecorded: Bool = try await world.one(
                """
                SELECT seen_at > now() + interval '30 s' FROM session WHERE person_id = \(world.cast.leila.id)
                """)
            #expect(isRecorded)
        }
    }

    @Test(arguments: ["/v1/outings", "/v1/updates"])
    func `notice guests at the caller's address`(path: String) async throws {
        try await withDelivery { world in
            #expect(try await world.stranger.get(path)["items"] == .array([]))
            let outing = try await world.leila.post(
                "/v1/outings", #"{"title":"Lunch","invite":{"emails":["stranger@example.org"]}}"#)
            let id = try #require(outing["id"].text)

            _ = try await world.stranger.get(path)

            #expect(try await world.stranger.get("/v1/outings")["items"][0]["id"].text == id)
            let isMerged: Bool = try await world.one(
                "SELECT NOT EXISTS (SELECT FROM person WHERE kind = 'guest')")
            #expect(isMerged)
        }
    }

    @Test func `show nothing of an outing to a person who was removed, at once`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)"
            #expect(try await world.tom.get(path).status == .ok)

            try await world.run(
                "DELETE FROM attendance WHERE outing_id = \(lunch.id) AND person_id = \(world.cast.tom.id)")

            #expect(try await world.tom.get(path).status == .notFound)
            #expect(try await world.tom.get("/v1/outings")["items"] == .array([]))
        }
    }
}
