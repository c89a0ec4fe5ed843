internal import Access
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
internal import Postgres

/// `/v1/me/identities`: what one is at providers, as methods into one's account.
struct IdentityRoutes: Sendable {
    let database: PostgresClient
    let methods: SignInMethods
    let clock: AccountClock

    var routes: [Route] {
        [
            Route(.get, "/v1/me/identities", .readSignInMethods, scope: .member, list),
            Route(.delete, "/v1/me/identities/{id}", .editSignInMethods, scope: .member, remove),
            Route(.get, "/v1/me/identities/{id}/friends", .readSignInMethods, scope: .member, friends),
        ]
    }

    /// `GET /v1/me/identities`
    ///
    /// One page holds them all, for their number is limited. One is added by `POST /v1/auth/oidc/{provider}`.
    @Sendable func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSignInMethods)
        var query = call.query
        _ = query.optional("limit", .integer(1...PageLimits.maximum))
        try query.finish()
        let rows = try await database.all(.identities(of: me))
        return .json(.ok, WholeList(rows.map { row in row.wire }), etag: .content)
    }

    /// `DELETE /v1/me/identities/{id}`
    ///
    /// Never the last way in. Needs a recent sign-in.
    @Sendable func remove(_ call: Call) async throws -> Response {
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

    /// `GET /v1/me/identities/{id}/friends`
    ///
    /// Who of one's friends at the provider is here, as of the last sign-in by it.
    @Sendable func friends(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSignInMethods)
        let id = try call.id("id", IdentityID.self)
        var query = call.query
        _ = query.optional("limit", .integer(1...PageLimits.maximum))
        try query.finish()
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
