import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import Synchronization
import TestSupport
import Testing
import Venues

@testable import Accounts
@testable import Moderation
@testable import Privacy

@Suite struct OperatorTests {
    @Test func `the operator at the machine reads people and reports, and each access is in the audit log`()
        async throws
    {
        try await withConsole { console in
            let ada = try await console.world.signedIn("ada@example.org")
            let bo = try await console.world.signedIn("bo@example.org")
            let id = try await ada.id()
            try await console.world.befriend(ada, "ada@example.org", bo, "bo@example.org")
            let told = try await bo.post(
                "/v1/people/\(id)/reports", #"{"reason":"name","words":"Not her name."}"#)
            _ = try await bo.post("/v1/people/\(id)/reports", #"{"reason":"other"}"#)
            let machine = console.world.anonymous

            let people = try await machine.get("/v1/operator/people?query=ada@")["items"].elements
            let reports = try await machine.get("/v1/operator/reports")["items"].elements
            let report: String = try #require(reports.first?["id"].text)
            let closed = try await machine.post(
                "/v1/operator/reports/\(report)/close", #"{"outcome":"Renamed."}"#)
            let renamed = try await machine.put("/v1/operator/people/\(id)/name", #"{"name":"A."}"#)
            let signedOut = try await machine.delete("/v1/operator/people/\(id)/sessions")

            #expect(told.status == .accepted)
            #expect(people.map { $0["openReports"] } == [.integer(1)])
            #expect(people.first?["addresses"][0].text == "ada@example.org")
            #expect(reports.map { $0["words"].text } == ["Not her name."])
            #expect([closed, renamed, signedOut].allSatisfy { $0.status == .noContent })
            #expect(try await machine.get("/v1/operator/reports")["items"].elements.isEmpty)
            #expect(try await ada.get("/v1/me").status == .unauthorized)
            #expect(console.signedOut.withLock { $0 } == [try #require(PersonID(id))])
            let lines = try await AuditLog(console.world.database).newest(50).map(\.line)
            #expect(
                Set(lines.filter { $0.action.hasPrefix("operator.") }.compactMap(\.object)) == [
                    "people", "reports", "report:\(report)", "name:\(id)", "sign-out:\(id)",
                ])
        }
    }

    @Test func `the console is not found by others, except by the operators that the command made`()
        async throws
    {
        try await withConsole(host: "0.0.0.0", publicURL: "https://noonish.example") { console in
            let ada = try await console.world.signedIn("ada@example.org")
            let paths =
                ["people?query=a", "reports", "deliveries", "audit"].map { "/v1/operator/\($0)" } + [
                    "/operator"
                ]
            for path in paths {
                #expect(try await ada.get(path).status == .notFound, "\(path)")
                #expect(try await console.world.anonymous.get(path).status == .notFound, "\(path)")
            }
            let operators = Operators(console.world.database)

            #expect(try await operators.set("ada@example.org", to: true))
            #expect(try await operators.set("nobody@example.org", to: true) == false)
            for path in paths { #expect(try await ada.get(path).status == .ok, "\(path)") }
            #expect(try await ada.get("/v1/me")["isOperator"] == .boolean(true))

            #expect(try await operators.set("ada@example.org", to: false))
            #expect(try await ada.get("/operator").status == .notFound)
        }
    }

    @Test(arguments: [
        ["Origin": "https://evil.example"],
        ["Sec-Fetch-Site": "cross-site"],
        ["X-Forwarded-For": "192.0.2.1"],
        ["Forwarded": "for=192.0.2.1"],
    ])
    func `requests that were redirected or forwarded do not reach the machine's console`(
        fields: [String: String]
    ) async throws {
        try await withConsole { console async throws in
            var headers = HTTPFields()
            for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
            let machine = console.world.anonymous

            #expect(try await machine.get("/v1/operator/reports", headers: headers).status == .notFound)
            #expect(try await machine.get("/operator", headers: headers).status == .notFound)
        }
    }

    @Test func `an operator who signed in long ago can read, and has to sign in again before acting`()
        async throws
    {
        try await withConsole(host: "0.0.0.0", publicURL: "https://noonish.example") { console in
            let ada = try await console.world.signedIn("ada@example.org")
            let id = try await ada.id()
            _ = try await Operators(console.world.database).set("ada@example.org", to: true)
            try await console.world.run("UPDATE session SET proven_at = now() - interval '1 hour'")

            #expect(try await ada.get("/v1/operator/reports").status == .ok)
            #expect(try await ada.delete("/v1/operator/people/\(id)/picture").code == "sign_in_again")
        }
    }

    @Test func `the page's forms do what the routes do, and names are escaped`()
        async throws
    {
        try await withConsole { console in
            let ada = try await console.world.signedIn("ada@example.org")
            _ = try await ada.patch("/v1/me", #"{"name":"<script>alert(1)</script>"}"#)
            let browser = console.world.site.browser()

            let page = try await browser.get("/operator?query=ada@")
            let id = try #require(page.text.firstMatch(of: /<code>([0-9a-f-]{36})<\/code>, since/)?.1)
            let csrf = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
            let forged = try await browser.sendForm("/operator", "act=sign_out&id=\(id)&csrf=made-up")
            let done = try await browser.sendForm("/operator", "act=sign_out&id=\(id)&csrf=\(csrf)")

            #expect(page.status == .ok)
            #expect(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>"))
            #expect(page.text.contains("mail to <code>"))
            #expect(forged.status == .forbidden)
            #expect(done.status == .seeOther)
            #expect(try await ada.get("/v1/me").status == .unauthorized)
        }
    }

    @Test func `a report of a venue's words names the venue, and the page leads to it`() async throws {
        try await withConsole { console in
            let pier = RestaurantID.make()
            try await console.world.restaurant("Pier", id: pier)
            try await console.world.run(
                """
                INSERT INTO abuse_report (id, venue_id, reason, message_id, quote)
                VALUES (\(UUID()), \(pier), 'unwanted', \(UUID()), 'Rude')
                """)
            let machine = console.world.anonymous

            let report = try await machine.get("/v1/operator/reports")["items"][0]
            let page = try await console.world.site.browser().get("/operator")

            #expect(report["about"]["name"].text == "Pier" && report["quote"].text == "Rude")
            #expect(report["isAboutVenue"] == .boolean(true))
            #expect(page.text.contains("<a href=\"/restaurants/\(pier)\">Pier</a>"))
        }
    }

    @Test func `a dead letter can be retried`() async throws {
        try await withConsole { console in
            let machine = console.world.anonymous
            let dead = try await machine.get("/v1/operator/deliveries")["items"].elements
            let watch: String = try #require(dead.first?["watch"].text)

            #expect(
                try await machine.post("/v1/operator/deliveries/retry", #"{"watches":["\#(watch)"]}"#).status
                    == .noContent)
            #expect(try await machine.post("/v1/operator/deliveries/retry").status == .noContent)

            #expect(console.deliveries.retried.withLock { $0 } == [watch, "all"])
        }
    }
}

/// The console beside the feature it looks at.
private struct Console: Sendable {
    let world: TestWorld
    let deliveries: Deliveries
    let signedOut: Signed

    /// Stands where the updates engine does, which this feature does not know.
    final class Deliveries: DeadLetterStore {
        let retried = Mutex<[String]>([])

        func dead() async throws -> [DeadDelivery] {
            [
                DeadDelivery(
                    watch: .make(), person: .make(), channel: "mail", diedAt: Date(), why: "550 no <such> box"
                )
            ]
        }

        func retry(_ watches: [WatchID]?) async throws -> Int {
            retried.withLock { $0 += watches.map { $0.map(\.description) } ?? ["all"] }
            return 1
        }
    }

    final class Signed: Sendable {
        let people = Mutex<[PersonID]>([])
        func withLock<Value>(_ body: ([PersonID]) -> Value) -> Value { people.withLock { body($0) } }
    }
}

private func withConsole(
    host: String = "127.0.0.1", publicURL: String = "http://localhost:8080",
    _ test: @escaping @Sendable (Console) async throws -> Void
) async throws {
    let deliveries = Console.Deliveries()
    let signed = Console.Signed()
    let more: @Sendable (TestWorld) -> [Route] = { world in
        let erasures = Erasures(
            world.database, site: .forTests, outbox: world.outbox, others: [],
            ledger: ErasureLedger(folder: "/nowhere"))
        return OperatorRoutes(
            database: world.database, accessGuard: OperatorAccess(host: host, publicURL: publicURL),
            actions: OperatorActions(
                database: world.database, deliveries: deliveries,
                claims: VenueOwners(database: world.database), erasures: erasures,
                signedOut: { person in signed.people.withLock { $0.append(person) } })
        ).routes
    }
    try await withPeople(more: more) { world in
        try await test(Console(world: world, deliveries: deliveries, signedOut: signed))
    }
}
