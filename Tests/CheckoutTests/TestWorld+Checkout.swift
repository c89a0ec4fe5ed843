import Access
import Fetch
import Foundation
import HTTPTypes
import JSON
import Jobs
import Journal
import Logging
import NoonishAPI
import Outings
import Postgres
import TestSupport

@testable import Bills
@testable import Checkout

/// The provider, as a fake of it speaks its API: `Tests/Servers/checkout_fake.py`.
struct FakeProvider: Sendable {
    let client: FetchClient
    let port: Int

    static let secret = "whsec_test"
    static let formerSecret = "whsec_former"

    var api: StripeAPI {
        StripeAPI(client: client, url: "http://127.0.0.1:\(port)", key: "sk_test_fake")
    }

    /// Steers the fake, and returns what there is.
    @discardableResult
    func control(_ path: String, _ body: String = "{}") async throws -> JSONValue {
        let response = try await client.fetch(
            FetchRequest(
                .post, "http://127.0.0.1:\(port)/control/\(path)",
                headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8),
                policy: .any, allowsPlainHTTP: true))
        return try JSONValue(parsing: response.body)
    }

    /// Pays on the page, as a person does.
    func pay(_ session: String) async throws { try await control("pay", #"{"session":"\#(session)"}"#) }
}

/// Runs `test` with the routes of outings, bills and checkouts, and the provider.
///
/// - Parameter isOffered: Whether the operator has set a provider.
func withCheckout(
    isOffered: Bool = true, _ test: @escaping @Sendable (TestWorld) async throws -> Void
) async throws {
    try await PythonServer.run("checkout_fake.py") { server in
        let client = try FetchClient(
            FetchConfiguration(userAgent: "Noonish/test"), logger: Logger(label: "checkout"))
        let fake = FakeProvider(client: client, port: server.port)
        try await withWorld(
            serving: { world in
                world.record = OutingRecord(followers: [CheckoutUpdater()], committed: { _ in })
                world.add(fake)
                let checkouts = Checkouts(
                    database: world.database, provider: isOffered ? fake.api : nil,
                    edits: BillEdits(record: world.record), site: world.publicSite,
                    logger: Logger(label: "checkout"))
                world.add(checkouts)
                let page = InvitationPage(
                    database: world.database, record: world.record, site: world.publicSite,
                    hours: world.hours,
                    addresses: world.guestAddresses, templates: try await Repository.templates(),
                    sections: [CheckoutSection(database: world.database, checkouts: checkouts)])
                return world.outingRoutes() + world.billRoutes + page.routes
                    + CheckoutForm(database: world.database, checkouts: checkouts, page: page).routes
                    + CheckoutReturn().routes
                    + CheckoutRoutes(database: world.database, checkouts: checkouts).routes
                    + CheckoutEventRoutes(
                        database: world.database,
                        secrets: [FakeProvider.secret, FakeProvider.formerSecret]
                    ).routes
            }, test)
    }
}

extension TestWorld {
    var fake: FakeProvider { part() }
    var checkouts: Checkouts { part() }

    /// The path of a bill that Leila, Tom and Mei share equally, at a venue, of which nothing is paid.
    ///
    /// - Parameter guest: The address of a guest who shares it too.
    func billAtVenue(
        _ total: String = "30.00", in currency: String = "EUR", with guest: String? = nil
    ) async throws -> String {
        let answer = try await leila.post(
            "/v1/outings",
            #"{"title":"Dinner","invite":{"people":["\#(cast.tom.id)","\#(cast.mei.id)"]}}"#)
        guard let outing = answer["id"].text.flatMap({ OutingID($0) }) else { throw Unexpected(answer) }
        if let guest {
            _ = try await leila.post(
                "/v1/outings/\(outing)/invitations", #"{"emails":["Ada <\#(guest)>"]}"#)
        }
        try await run("UPDATE attendance SET status = 'attending', responded_at = now()")
        let place = RestaurantID.make()
        _ = try await restaurant("Thai Garden", id: place)
        try await run(
            """
            INSERT INTO venue (restaurant_id, state, verified_at, takes_online_payments)
            VALUES (\(place), 'verified', now(), true)
            """)
        try await run(
            "UPDATE outing SET restaurant_id = \(place), place_name = 'Thai Garden' WHERE id = \(outing)")
        let bills = "/v1/outings/\(outing)/bills"
        let bill = try await leila.post(bills, #"{"currency":"\#(currency)","total":"\#(total)"}"#)
        guard bill.status == .created, let id = bill["id"].text else { throw Unexpected(bill) }
        return "\(bills)/\(id)"
    }

    /// Starts a checkout, and returns the provider's id of its page.
    func start(
        _ bill: String, by visitor: Visitor, _ body: String = "{}"
    ) async throws -> String {
        let answer = try await visitor.post(bill + "/checkouts", body)
        guard answer.status == .created, let url = answer["url"].text else { throw Unexpected(answer) }
        return url.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Reads everything that is due, and everything that may be, from the provider.
    func readAll() async throws {
        try await run(
            "UPDATE checkout SET next_read_at = now() WHERE state IN ('open', 'paid', 'refunded', 'mismatched')"
        )
        // What a refund has changed is read next.
        for _ in 1...2 { try await readDue() }
    }

    func readDue() async throws { try await checkouts.work.runDue() }

    /// What the operator has to see to.
    func faults() async throws -> [String] {
        try await database.all(.checkoutFaults).map(\.fault)
    }

    /// What the provider was asked to pay back, in its units.
    func refunds() async throws -> [Int] {
        try await fake.control("state")["refunds"].elements.compactMap { $0["amount"].number }
    }

    /// Has the provider's events come to this server.
    func takeEvents(_ trouble: String = #""double":false"#) async throws {
        try await fake.control(
            "events",
            #"{"url":"http://127.0.0.1:\#(site.port)/v1/checkout/events","host":"localhost:8080",\#(trouble)}"#
        )
    }

    /// Makes the bill that of an order in a state.
    func order(_ state: String) async throws {
        try await run(
            """
            INSERT INTO group_order (outing_id, id, state, coordinator_id, place_name, currency, fulfilment, time_zone,
                                     locked_at, placed_at, placed_rev, restaurant_id)
            SELECT b.outing_id, b.id, 'placed', \(cast.leila.id), 'Thai Garden', 'EUR', 'pick_up', 'Europe/Helsinki',
                   now(), now(), 1, (SELECT restaurant_id FROM venue LIMIT 1)
              FROM bill AS b
            """)
        try await run("UPDATE bill SET order_id = id")
        try await run("UPDATE group_order SET state = 'accepted', accepted_at = now()")
        if state != "accepted" { try await run("UPDATE group_order SET state = \(state)") }
    }

    func state(of bill: String, for visitor: Visitor) async throws -> String? {
        try await visitor.get(bill + "/checkouts")["checkouts"][0]["state"].text
    }

    /// The amounts of a bill's payments, refunds below zero.
    func payments(of bill: String) async throws -> [Int] {
        try await leila.get(bill)["payments"].elements.compactMap { payment in
            guard let amount = payment["amountMinor"].number else { return nil }
            return payment["refund"] == true ? -amount : amount
        }
    }

    /// Whether all bills and books are consistent.
    func billsAreSound() async throws -> Bool {
        try await brokenChecks(in: database, ["bills", "checkout", "ledger"]) == []
    }
}
