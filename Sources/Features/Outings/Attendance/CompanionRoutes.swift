package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres

/// The people with whom the caller has shared an outing.
@MemberwiseInit
package struct CompanionRoutes: RouteGroup {
    let database: any Database

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listCompanions, .readCompanions, scope: .member, "List people the caller has eaten with",
            "The most recent first.",
            parameters: [.limit(PageLimits.standard, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .companion), "One page", isTagged: true)], handler: list)
    ]

    /// Lists members who attended a past outing that the caller attended, the most recent first, on one page.
    /// People in a block with the caller are left out.
    func list(_ call: Call) async throws -> Response {
        let person = try call.person
        let me = try decide(call.actor, .readCompanions, person, as: .oneself)
        var query = call.query
        let limit = query.limit()
        try query.finish()
        return .json(
            .ok, Page(items: try await database.all(.recentCompanions(me, limit: limit))), etag: .content)
    }
}

extension Query where Row == Companion {
    fileprivate static func recentCompanions(_ me: Capability<PersonID>, limit: Int) -> Self {
        Query(
            "outings.list_people_eaten_with",
            """
            SELECT p.id, p.name,
                   EXISTS (SELECT FROM friendship
                            WHERE low_id = least(p.id, \(me.object)) AND high_id = greatest(p.id, \(me.object))),
                   count(*), max(o.starts_at)
              FROM attendance AS own
              JOIN outing AS o ON o.id = own.outing_id
              JOIN attendance AS theirs ON theirs.outing_id = o.id AND theirs.status = 'attending'
              JOIN person AS p ON p.id = theirs.person_id
             WHERE own.person_id = \(me.object)
               AND own.status = 'attending'
               AND o.cancelled_at IS NULL
               AND \(fragment: OutingRow.end) <= now()
               AND p.id <> \(me.object)
               AND p.kind = 'member'
               AND NOT are_blocked(p.id, \(me.object))
             GROUP BY p.id, p.name
             ORDER BY max(o.starts_at) DESC, p.id
             LIMIT \(limit)
            """
        ) { row throws(PostgresError) in
            let person = Person(id: try row.next(), name: try row.next(), isFriend: try row.next())
            return Companion(person: person, meals: try row.next(), lastAt: try row.next())
        }
    }
}
