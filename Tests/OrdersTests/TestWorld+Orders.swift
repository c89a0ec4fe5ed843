import Access
import HTTPTypes
import JSON
import Journal
import Menus
import NoonishAPI
import Outings
import Postgres
import Stock
import TestSupport

@testable import Orders

/// Runs `test` with the routes of outings and orders.
func withOrders(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [OrderUpdater()], committed: { _ in })
            let page = InvitationPage(
                database: world.database, record: world.record, site: world.publicSite, hours: world.hours,
                addresses: world.guestAddresses, templates: try await Repository.templates(),
                sections: [OrderSection(database: world.database)])
            let edits = OrderEdits(
                record: world.record, menus: PublishedMenus(), hours: world.hours)
            return world.outingRoutes() + OrderRoutes(database: world.database, edits: edits).routes
                + StockRoutes(database: world.database, menus: PublishedMenus(), orders: edits).routes
                + page.routes + OrderPage(database: world.database, edits: edits, page: page).routes
        }, test)
}

extension TestWorld {
    /// An open order for Leila's lunch at 12:30 on 11 March 2027 in Helsinki, to which Tom and Mei come.
    ///
    /// - Parameter members: Further members of the order's body.
    /// - Returns: The path of the outing.
    func lunchWithOrder(_ members: String = #""closesBefore":60"#) async throws -> String {
        let lunch = try await lunch()
        let order = try await leila.post(
            lunch + "/order", #"{"currency":"EUR"\#(members.isEmpty ? "" : ",")\#(members)}"#)
        guard order.status == .created else { throw Unexpected(order) }
        return lunch
    }

    /// A lunch to which Tom and Mei come.
    func lunch(_ place: String = #""place":"Thai Garden""#) async throws -> String {
        let invite = #""invite":{"people":["\#(cast.tom.id)","\#(cast.mei.id)"]}"#
        let time = #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#
        let made = try await leila.post(
            "/v1/outings", #"{"title":"Lunch",\#(invite),\#(time)\#(place.isEmpty ? "" : ",")\#(place)}"#)
        guard made.status == .created, let id = made["id"].text else { throw Unexpected(made) }
        for visitor in [tom, mei] {
            let answer = try await visitor.put("/v1/outings/\(id)/attendance", #"{"status":"attending"}"#)
            guard answer.status == .ok else { throw Unexpected(answer) }
        }
        return "/v1/outings/\(id)"
    }

    /// Invites an address, such as `Ada <ada@example.org>`, and returns the token of its personal link.
    func invite(_ address: String, to lunch: String) async throws -> String {
        let invited = try await leila.post(lunch + "/invitations", #"{"emails":["\#(address)"]}"#)
        guard invited.status.code < 300 else { throw Unexpected(invited) }
        let plain = address.split(separator: "<").last?.prefix { $0 != ">" }
        return try await personalToken(of: plain.map(String.init) ?? address, on: outing(of: lunch))
    }

    func makeCohost(_ person: PersonID, of lunch: String) async throws {
        let id = outing(of: lunch)
        try await run(
            "UPDATE attendance SET role = 'cohost' WHERE outing_id = \(id) AND person_id = \(person)")
    }

    func outing(of lunch: String) -> OutingID? {
        OutingID(String(lunch.dropFirst("/v1/outings/".count)))
    }

    /// Picks a dish and returns the line's id.
    @discardableResult
    func pick(
        _ name: String, _ members: String = #""price":"9.50""#, by visitor: Visitor, on lunch: String
    ) async throws -> String {
        let answer = try await visitor.post(
            lunch + "/order/lines", #"{"name":"\#(name)"\#(members.isEmpty ? "" : ",")\#(members)}"#)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer) }
        return id
    }

    func move(
        _ from: String, _ to: String, _ members: String = "", by visitor: Visitor, on lunch: String
    ) async throws -> TestSupport.Answer {
        try await visitor.post(
            lunch + "/order/transitions",
            #"{"from":"\#(from)","to":"\#(to)"\#(members.isEmpty ? "" : ",")\#(members)}"#)
    }

    /// Lets the deadline of every order pass.
    func passDeadlines() async throws {
        try await run("UPDATE group_order SET closes_at = now() - interval '10 seconds' WHERE state = 'open'")
    }

    var orderClock: OrderClock {
        OrderClock(
            database: database,
            edits: OrderEdits(record: record, menus: PublishedMenus(), hours: hours))
    }

    func state(of lunch: String) async throws -> String? {
        try await leila.get(lunch + "/order")["state"].text
    }

    /// Returns the names of the changes of an outing, oldest first.
    func news(of lunch: String) async throws -> [String] {
        let id = outing(of: lunch)
        return try await all(
            """
            SELECT e.change->>'kind'
              FROM outing_change AS c
             CROSS JOIN LATERAL jsonb_array_elements(c.patch) WITH ORDINALITY AS e (change, n)
             WHERE c.outing_id = \(id) AND (e.change->>'kind' LIKE 'order\\_%' OR e.change->>'kind' LIKE 'line\\_%')
             ORDER BY c.rev, e.n
            """)
    }
}
