import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import OpenAPI
import Postgres

/// Blocking people, without notifying them.
///
/// A block ends a friendship and hides both people from each other: in searches, contacts, invitations and friend
/// requests. Neither leaves an outing that both attend.
struct BlockRoutes: RouteGroup {
    let database: PostgresClient
    let acquaintance: Acquaintance

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listBlocked, .blockPerson, scope: .member, "List blocked people",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .person), "All of them, on one page", isTagged: true)], handler: list),
        RouteDefinition(
            .blockPerson, .blockPerson, scope: .member, "Block a person",
            "The person is not notified. Blocking ends a friendship and hides both from each other; shared outings are not left.",
            answers: [.done("Blocked")], problems: [.of(FriendProblems.oneself(""))], handler: block),
        RouteDefinition(
            .unblockPerson, .blockPerson, scope: .member, "Unblock a person", answers: [.done("Unblocked")],
            handler: unblock),
    ]

    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.blockPerson)
        try call.query.finishWholeList()
        return .json(.ok, WholeList(try await database.all(.blocked(by: me))), etag: .content)
    }

    /// Blocks a person.
    ///
    /// - Throws: 404 for a person whom the caller does not know, whether or not they exist.
    func block(_ call: Call) async throws -> Response {
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

    func unblock(_ call: Call) async throws -> Response {
        let me = try call.oneself(.blockPerson)
        let other = try call.id("id", PersonID.self)
        guard try await database.execute(.unblock(me, other)) == 1 else { throw Denial.notFound }
        return .empty()
    }
}
