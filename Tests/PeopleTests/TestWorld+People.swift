import Access
import Accounts
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// Runs `test` with the routes of members, before anyone has signed in.
///
/// - Parameters:
///   - claims: Merges guests into members; `nil` when guests are never merged.
///   - more: Further routes.
func withPeople(
    settings: AccountSettings = AccountSettings(), at site: Site = .forTests,
    delivery: MailOutbox.Delivery = .kept, providers: IdentityProviders = .none,
    claims: @escaping @Sendable () -> (any GuestClaims)? = { nil },
    more: @escaping @Sendable (TestWorld) -> [Route] = { _ in [] },
    _ test: @escaping @Sendable (TestWorld) async throws -> Void
) async throws {
    try await withWorld(
        at: site, settings: settings, isEmpty: true,
        serving: { world in
            world.outbox = MailOutbox(delivery, domain: "noonish.test", key: .forTests)
            return world.memberRoutes(providers: providers, claims: claims()) + more(world)
        }, test)
}

extension TestWorld {
    var signIn: SignInEdits {
        SignInEdits(database, settings: settings, site: publicSite, outbox: outbox, clock: clock.accountClock)
    }
}

extension Query where Row == Int {
    /// The first column of the only row.
    static func count(_ name: String, _ sql: SQL) -> Self {
        Query(name, sql) { row throws(PostgresError) in try row.next() }
    }
}

extension Visitor {
    func id() async throws -> String {
        try #require(try await get("/v1/me").json["id"].text)
    }
}

extension JSONValue {
    /// The token in the link of a sign-in mail.
    var linkToken: String? {
        guard let link = self["links"][0].text, let start = link.firstRange(of: "?token=") else { return nil }
        return String(link[start.upperBound...])
    }
}

/// Returns a code that is not `code`.
func otherCode(_ code: JSONValue) -> String { code.text == "00000000" ? "00000001" : "00000000" }
