package import Access
internal import Accounts
package import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
package import Postgres

/// `/v1/people/{id}/block`: to hear no more of somebody, who is not told.
///
/// A block ends the friendship and hides each from the other: in searches, among contacts, in invitations and friend
/// requests the other is nobody. Nobody leaves an outing that both are on.
package struct BlockRoutes: Sendable {
    let database: PostgresClient
    let acquaintance: Acquaintance

    package init(_ database: PostgresClient, sharedOutings: any SharedOutings) {
        self.database = database
        acquaintance = Acquaintance(database: database, sharedOutings: sharedOutings)
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/friends/blocked", .blockPerson, scope: .member, list),
            Route(.put, "/v1/people/{id}/block", .blockPerson, scope: .member, block),
            Route(.delete, "/v1/people/{id}/block", .blockPerson, scope: .member, unblock),
        ]
    }

    /// `GET /v1/friends/blocked`
    @Sendable func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.blockPerson)
        try call.query.finishWholeList()
        return .json(.ok, WholeList(try await database.all(.blocked(by: me))), etag: .content)
    }

    /// `PUT /v1/people/{id}/block`
    ///
    /// 404 for everybody one does not know, there or not.
    @Sendable func block(_ call: Call) async throws -> Response {
        let me = try call.oneself(.blockPerson)
        let other = try call.id("id", PersonID.self)
        let relation = try await acquaintance.relation(of: me.object, to: other).relation
        let hasReason = try await database.one(.hasReasonToBlock(me, other))
        guard relation != .oneself else { throw FriendProblems.oneself("") }
        guard relation == .acquaintance || hasReason else { throw Denial.notFound }
        return try await call.write(database) { transaction in
            _ = try await transaction.one(.lockPair(me.object.description, other.description))
            try await transaction.execute(.block(me, other))
            return .empty()
        }
    }

    /// `DELETE /v1/people/{id}/block`
    @Sendable func unblock(_ call: Call) async throws -> Response {
        let me = try call.oneself(.blockPerson)
        let other = try call.id("id", PersonID.self)
        guard try await database.execute(.unblock(me, other)) == 1 else { throw Denial.notFound }
        return .empty()
    }
}

extension QueryReader {
    /// For lists that are sent whole: takes the `limit` that clients send to every list, and nothing else.
    package func finishWholeList() throws(Problem) {
        var query = self
        _ = query.optional("limit", .integer(1...PageLimits.maximum))
        try query.finish()
    }
}
