import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import NoonishAPI
import Postgres
import Synchronization
import TestSupport
import Testing

/// What happens to a request before its handler sees it, and to a write that is sent again.
@Suite struct RouteTableTests {
    /// Knows one token.
    private struct OneToken: TokenResolver {
        static let token = "the-token-of-the-test"
        let person = PersonID.make()

        func actor(forToken token: String) async throws -> Actor? {
            token == Self.token ? .person(person, session: .make()) : nil
        }

        func ended(among actors: [Actor]) async throws -> Set<Actor> { [] }
    }

    /// Accepts every token until it is changed.
    private final class EndingSessions: TokenResolver {
        private let areLive = Atomic(true)
        private let person = PersonID.make()

        func end() { areLive.store(false, ordering: .relaxed) }

        func actor(forToken token: String) async throws -> Actor? {
            areLive.load(ordering: .relaxed) ? .person(person, session: .make()) : nil
        }

        func check(of token: TokenHash, as actor: Actor, from peer: SocketAddress?) -> SessionCheck? {
            SessionCheck(query: { _ in }, recordUse: {})
        }

        func ended(among actors: [Actor]) async throws -> Set<Actor> { [] }
    }

    private func withTable(
        _ routes: [Route], limits: RequestLimits? = nil, resolver: any TokenResolver = OneToken(),
        _ test: @escaping @Sendable (TestSite) async throws -> Void
    ) async throws {
        let table = RouteTable(routes, site: .forTests, resolvers: [resolver], limits: limits)
        try await withSite(table, heldTo: nil, test)
    }

    private static let routes = [
        Route(.get, "/open", .readService, scope: .anyone) { _ in .empty() },
        Route(.get, "/mine", .readSelf, scope: .member) { _ in .empty() },
        Route(.post, "/mine", .editSelf, scope: .member) { _ in .empty() },
        Route(.get, "/denied", .readOuting, scope: .member) { call in
            _ = try decide(call.actor, .readOuting, 1, as: .stranger)
            return .empty()
        },
        Route(.get, "/forbidden", .editOuting, scope: .member) { call in
            _ = try decide(call.actor, .editOuting, 1, as: .invitee)
            return .empty()
        },
    ]

    @Test func `a route for members asks who is there`() async throws {
        try await withTable(Self.routes) { site in
            let open = try await site.program().get("/open")
            let anonymous = try await site.program().get("/mine")
            let ended = try await site.program(token: "another").get("/mine")
            let member = try await site.program(token: OneToken.token).get("/mine")

            #expect(open.status == .noContent)
            #expect(anonymous.status == .unauthorized)
            #expect(ended.code == "session_ended")
            #expect(member.status == .noContent)
        }
    }

    @Test func `a handler that leaves the session unchecked is not trusted to have checked it`() async throws
    {
        let contract = RouteContract(
            Endpoint(.get, "/unchecked", id: "unchecked"), .readSelf, scope: .member, "", answers: [],
            checksSession: true)
        let sessions = EndingSessions()
        try await withTable([Route(contract) { _ in .empty() }], resolver: sessions) { site in
            let member = site.program(token: OneToken.token)
            let first = try await member.get("/unchecked")
            let second = try await member.get("/unchecked")
            sessions.end()
            let third = try await member.get("/unchecked")

            #expect(first.status == .noContent && second.status == .noContent)
            #expect(third.code == "session_ended")
        }
    }

    @Test func `an object has one share of the transactions, however its ID is spelt`() async throws {
        let shares = Mutex<[[LeaseShare]]>([])
        let route = Route(.get, "/things/{id}", .readSelf, scope: .member) { _ in
            shares.withLock { $0.append(LeaseShare.current) }
            return .empty()
        }
        try await withTable([route]) { site in
            let member = site.program(token: OneToken.token)
            let id = OutingID.make().description
            for text in [id, id.uppercased()] { _ = try await member.get("/things/\(text)") }
        }
        let seen = shares.withLock { $0 }
        #expect(seen.count == 2 && seen[0].count == 2)
        #expect(seen.first == seen.last)
    }

    @Test func `a link has one share of the transactions, as the outing that it leads to`() async throws {
        let shares = Mutex<[[LeaseShare]]>([])
        let route = Route(.get, "/links/{token}", .readSelf, scope: .member) { _ in
            shares.withLock { $0.append(LeaseShare.current) }
            return .empty()
        }
        try await withTable([route]) { site in
            let member = site.program(token: OneToken.token)
            for token in ["one", "two"] { _ = try await member.get("/links/\(token)") }
        }
        let seen = shares.withLock { $0 }
        #expect(seen.map(\.count) == [2, 2])
        #expect(seen.first?.first == seen.last?.first && seen.first?.last != seen.last?.last)
    }

    /// Ten requests at once are 320 KiB.
    @Test func `a caller who has stored too many bytes is refused writes, not reads`() async throws {
        let limits = RequestLimits(searches: (burst: 10, perSecond: 1), requests: (burst: 10, perSecond: 1))
        let large = #"{"text":"\#(String(repeating: "x", count: 200_000))"}"#
        try await withTable(Self.routes, limits: limits) { site in
            let member = site.program(token: OneToken.token)

            let first = try await member.post("/mine", large)
            let second = try await member.post("/mine", large)
            let small = try await member.post("/mine")
            let read = try await member.get("/mine")

            #expect(first.status == .noContent && small.status == .noContent && read.status == .noContent)
            #expect(second.status == .tooManyRequests)
            #expect((1_000...5_000).contains(Int(second.headers[.retryAfter] ?? "") ?? 0))
        }
    }

    /// The two bodies leave 4,680 bytes of 320 KiB, and a denial takes 4,096.
    @Test func `a caller who has stored too many bytes is denied without a line in the audit log`()
        async throws
    {
        let limits = RequestLimits(searches: (burst: 10, perSecond: 1), requests: (burst: 10, perSecond: 1))
        let lines = Mutex(0)
        let table = RouteTable(
            Self.routes, site: .forTests, resolvers: [OneToken()], limits: limits,
            audit: { _ in lines.withLock { $0 += 1 } })
        try await withSite(table, heldTo: nil) { site in
            let member = site.program(token: OneToken.token)
            for size in [200_000, 123_000 - 2 * #"{"text":""}"#.utf8.count] {
                let stored = try await member.post(
                    "/mine", #"{"text":"\#(String(repeating: "x", count: size))"}"#)
                #expect(stored.status == .noContent)
            }
            for _ in 1...3 { #expect(try await member.get("/denied").status == .notFound) }
        }
        #expect(lines.withLock { $0 } == 1)
    }

    @Test func `denials become 404 and 403`() async throws {
        try await withTable(Self.routes) { site in
            let denied = try await site.program(token: OneToken.token).get("/denied")
            let forbidden = try await site.program(token: OneToken.token).get("/forbidden")

            #expect(denied.status == .notFound)
            #expect(forbidden.status == .forbidden)
        }
    }

    @Test(
        arguments: [
            ("same-origin", nil, 204), ("cross-site", nil, 403), ("same-site", nil, 403), ("none", nil, 403),
            (nil, "http://localhost:8080", 204), (nil, "http://evil.example", 403), (nil, nil, 403),
        ] as [(String?, String?, Int)])
    func `a write with a cookie counts only from our own pages`(
        fetchSite: String?, origin: String?, status: Int
    ) async throws {
        try await withTable(Self.routes) { site in
            var headers: HTTPFields = [.cookie: "noonish-s=\(OneToken.token)"]
            headers[.secFetchSite] = fetchSite
            headers[.origin] = origin

            let answer = try await site.program().post("/mine", headers: headers)

            #expect(answer.status.code == status)
        }
    }

    @Test func `of equal writes at once one has its effect, and all others wait or hear of it`() async throws
    {
        try await withDatabase { database in
            try await database.run(script: "CREATE TABLE effect (at timestamptz NOT NULL DEFAULT now())")
            let route = Route(.post, "/effects", .createOuting, scope: .member) { call in
                try await call.write(database) { transaction in
                    try await transaction.execute(Command("test.effect", "INSERT INTO effect DEFAULT VALUES"))
                    return .json(.created, "done")
                }
            }
            try await withTable([route]) { site in
                let member = site.program(token: OneToken.token)
                let codes = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<40 {
                        group.addTask {
                            let key = "key-\(number % 4)"
                            var status = 409
                            while status == 409 {
                                status = try await member.post(
                                    "/effects", headers: [.idempotencyKey: key]
                                ).status.code
                            }
                            return status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(codes.allSatisfy { $0 == 201 })
            }
            let effects = try await database.one(
                Query<Int>("test.effects", "SELECT count(*) FROM effect") { row throws(PostgresError) in
                    try row.next()
                })
            #expect(effects == 4)
        }
    }
}
