import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// The caller's accounts at identity providers, as sign-in methods.
struct IdentityRoutes: RouteGroup {
    let database: PostgresClient
    let methods: SignInMethods
    let clock: AccountClock

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listIdentities, .readSignInMethods, scope: .member,
            "List the caller's accounts at identity providers",
            "An account is added by a sign-in at the provider with the purpose `link`.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .identity), "All of them, on one page", isTagged: true)], handler: list),
        RouteDefinition(
            .removeIdentity, .editSignInMethods, scope: .member, "Remove an account at an identity provider",
            "The last sign-in method cannot be removed. Requires a recent sign-in.",
            answers: [.done("Removed")],
            problems: [.signInAgain, .of(IdentityProblems.lastSignInMethod)], handler: remove),
        RouteDefinition(
            .listFriendsAtProvider, .readSignInMethods, scope: .member, "List friends from a provider",
            "As of the last sign-in at the provider.", parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .person), "All of them, on one page", isTagged: true)], handler: friends),
    ]

    /// Lists the accounts on one page, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSignInMethods)
        try call.query.finishWholeList()
        let rows = try await database.all(.identities(of: me))
        return .json(.ok, WholeList(rows.map { row in row.wire }), etag: .content)
    }

    func remove(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let id = try call.id("id", IdentityID.self)
        try await call.requireRecentSignIn(database, clock: clock)
        try await database.transaction { transaction in
            try await methods.removeKeepingOne(of: me, in: transaction) {
                guard try await transaction.execute(.deleteIdentity(id, of: me)) == 1 else {
                    throw Problem.notFound
                }
            }
            try await transaction.audit(call.line(.signInMethodRemoved, "identity:\(id)"))
        }
        return .empty()
    }

    func friends(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSignInMethods)
        let id = try call.id("id", IdentityID.self)
        try call.query.finishWholeList()
        guard try await database.all(.identities(of: me)).contains(where: { $0.id == id }) else {
            throw Problem.notFound
        }
        return .json(.ok, WholeList(try await database.all(.friendsHere(of: me, by: id))), etag: .content)
    }
}

extension IdentityRow {
    var wire: Identity {
        Identity(id: id, provider: provider, address: address, createdAt: createdAt, usedAt: usedAt)
    }
}
