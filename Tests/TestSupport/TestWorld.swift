package import Access
package import Accounts
import HTTPKit
import Journal
import NoonishAPI
package import Outings
package import Postgres
package import Restaurants
package import ServiceLifecycle

/// The service under test: the routes of some rooms with a database, a clock and the cast.
///
/// The tests of a room extend it with what only they need, and begin with a function of their own that calls
/// ``withWorld(at:settings:isEmpty:serving:_:)``.
package struct TestWorld: Sendable {
    package let database: PostgresClient
    package let clock = TestClock()
    package let cast: Cast
    package let settings: AccountSettings
    /// The site as links in mails and pages show it.
    package let publicSite: Site
    /// The running service.
    package fileprivate(set) var site = TestSite(port: 0, host: "")
    /// Records what edits change. A room that follows changes replaces it before it makes its routes.
    package var record = OutingRecord(committed: { _ in })
    package var outbox = MailOutbox(.kept, domain: "noonish.test", key: .forTests)
    package let hours = HoursPatterns()
    /// Resolvers of tokens that only some tests need.
    package var otherResolvers: [any TokenResolver] = []
    /// Services that run for as long as the test does.
    package var services: [any Service] = []
    private var parts: [ObjectIdentifier: any Sendable] = [:]

    fileprivate init(_ database: PostgresClient, cast: Cast, settings: AccountSettings, publicSite: Site) {
        self.database = database
        self.cast = cast
        self.settings = settings
        self.publicSite = publicSite
    }

    /// Adds what the tests of one room share with the service, such as its streams.
    package mutating func add<Part: Sendable>(_ part: Part) { parts[ObjectIdentifier(Part.self)] = part }

    /// - Precondition: A part of this type was added.
    package func part<Part: Sendable>(_ type: Part.Type = Part.self) -> Part {
        guard let part = parts[ObjectIdentifier(type)] as? Part else {
            preconditionFailure("the world has no \(type)")
        }
        return part
    }

    package var resolvers: [any TokenResolver] {
        [
            SessionAuthenticator(database, settings: settings, clock: clock.accountClock),
            InvitationTokenResolver(database: database),
        ] + otherResolvers
    }
}

extension TestWorld {
    /// Hosts the outings.
    package var leila: Visitor { visitor(cast.leila) }
    package var tom: Visitor { visitor(cast.tom) }
    package var mei: Visitor { visitor(cast.mei) }
    package var stranger: Visitor { visitor(cast.stranger) }
    /// Sends requests without a token.
    package var anonymous: Visitor { site.program() }

    package func visitor(_ member: Cast.Member) -> Visitor { site.program(token: member.token) }

    /// An answer that a test cannot go on with.
    package struct Unexpected: Error, CustomStringConvertible {
        let answer: Answer
        package var description: String { "unexpected: \(answer)" }

        package init(_ answer: Answer) { self.answer = answer }
    }
}

/// Runs `test` in a new world.
///
/// - Parameters:
///   - isEmpty: Whether the database has no members, for tests in which people sign up.
///   - routes: Makes what the service serves; may add to the world before.
package func withWorld(
    at publicSite: Site = .forTests, settings: AccountSettings = AccountSettings(), isEmpty: Bool = false,
    serving routes: @escaping @Sendable (inout TestWorld) async throws -> [Route],
    _ test: @escaping @Sendable (TestWorld) async throws -> Void
) async throws {
    try await withDatabase { database in
        let cast = Cast()
        if !isEmpty { try await cast.insert(into: database) }
        var world = TestWorld(database, cast: cast, settings: settings, publicSite: publicSite)
        let table = RouteTable(
            try await routes(&world), site: publicSite, resolvers: world.resolvers,
            audit: { try await database.audit($0) })
        try await withThrowingTaskGroup { group in
            for service in world.services { group.addTask { try await service.run() } }
            let prepared = world
            try await withSite(table, at: publicSite) { site in
                var world = prepared
                world.site = site
                try await test(world)
            }
            group.cancelAll()
        }
    }
}
