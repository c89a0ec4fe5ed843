import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// Finding friends by mail address, among people who permit it.
struct ContactRoutes: RouteGroup {
    let database: PostgresClient

    /// The number of addresses that one person may look up within a day.
    static let limit = DurableLimit("contacts", most: PeopleLimits.contactsPerDay, window: .seconds(86_400))

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .matchContacts, .matchContacts, scope: .member,
            "Find friends by their mail addresses",
            "Finds only people who permit being found by their address. The addresses are not stored.",
            body: .json(
                .object(.optional("emails", .array(of: .address, max: PeopleLimits.contacts).orNull))),
            answers: [.ok(.page(of: .contact), "One item for each address, known or not")],
            problems: [
                .faults("not_an_email_address"), .of(Problem.tooManyRequests(retryAfterSeconds: 3_600)),
            ], handler: match),
        RouteDefinition(
            .readFriendSettings, .readSelf, scope: .member, "Read who can find the caller",
            answers: [.ok(.friendSettings, "The settings", isTagged: true)], handler: settings),
        RouteDefinition(
            .editFriendSettings, .editSelf, scope: .member, "Set who can find the caller",
            body: .json(.friendSettings), answers: [.ok(.friendSettings, "The new settings")],
            handler: set),
    ]

    /// Returns one item for each address, in their order. `person` is present for people who permit being found.
    /// The addresses are not stored.
    ///
    /// - Throws: 429 over the daily number of addresses.
    func match(_ call: Call) async throws -> Response {
        let me = try call.oneself(.matchContacts)
        var body = try await call.body()
        let wanted = body.array("emails", .emailAddress, max: PeopleLimits.contacts).map { $0.lowercased() }
        try body.finish()
        var seen: Set<String> = []
        let addresses = wanted.filter { seen.insert($0).inserted }
        return try await call.write(database) { transaction in
            let count = addresses.count
            if count > 0 {
                guard try await Self.limit.take(count, by: me.object.description, in: transaction) else {
                    throw try await Self.limit.problem(of: me.object.description, for: count, in: transaction)
                }
            }
            let found = try await transaction.all(.findable(addresses, by: me))
            let people = Dictionary(found.map { ($0.email, $0.person) }) { first, _ in first }
            let items = addresses.map { Contact(email: $0, person: people[$0] ?? nil) }
            return .json(.ok, WholeList(items))
        }
    }

    func settings(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSelf)
        return .json(.ok, try await database.one(.friendSettings(of: me)), etag: .content)
    }

    func set(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSelf)
        let isFound = try await call.body("foundByAddress", .boolean)
        return try await call.write(database) { transaction in
            try await transaction.execute(.setFound(isFound, me))
            return .json(.ok, try await transaction.one(.friendSettings(of: me)))
        }
    }
}

/// Whether a person can be found by their address.
@Row
@JSONObject
private struct FriendSettings: JSONEncodable, PostgresRow {
    @JSONMember("foundByAddress") let isFoundByAddress: Bool
}

extension Query where Row == FriendSettings {
    fileprivate static func friendSettings(of me: Capability<PersonID>) -> Self {
        Query("people.read_friend_settings", "SELECT found_by_address FROM person WHERE id = \(me.object)")
    }
}

extension Query where Row == Contact {
    /// The owners of `addresses` who permit being found, in no order.
    fileprivate static func findable(_ addresses: [String], by me: Capability<PersonID>) -> Self {
        Query(
            "people.check_findable",
            """
            SELECT e.address, p.id, p.name,
                   EXISTS (SELECT FROM friendship
                            WHERE low_id = least(p.id, \(me.object)) AND high_id = greatest(p.id, \(me.object)))
              FROM person_email AS e
              JOIN person AS p ON p.id = e.person_id
             WHERE e.address = ANY (\(addresses))
               AND p.found_by_address
               AND p.id <> \(me.object)
               AND NOT are_blocked(p.id, \(me.object))
            """
        ) { row throws(PostgresError) in
            let address = try row.next(String.self)
            return Contact(
                email: address,
                person: Person(id: try row.next(), name: try row.next(), isFriend: try row.next()))
        }
    }
}

extension Command {
    fileprivate static func setFound(_ isFound: Bool, _ me: Capability<PersonID>) -> Self {
        Command(
            "people.set_findable",
            "UPDATE person SET found_by_address = \(isFound), updated_at = now() WHERE id = \(me.object)")
    }
}
