import Access
import Foundation
import HTTPTypes
import JSON
import NIOCore
import NoonishAPI
import Postgres
import Privacy
import TestSupport
import Testing
import Venues

@testable import Orders
@testable import Records

/// The customers of a venue: adding, searching, editing, deleting, restoring and merging them, and their sales.
struct CustomerTests {
    @Test func `customers are listed in the order of the reader’s language, page by page`() async throws {
        try await withSales { world, venue in
            for name in ["Zoe", "Ärjy", "anna", "Bo", "Anna"] { try await world.addCustomer(name, to: venue) }
            func names(_ language: String) async throws -> [String] {
                var names: [String] = []
                var path: String? = venue + "/customers?limit=2"
                while let next = path {
                    let page = try await world.mei.get(next, headers: [.acceptLanguage: language])
                    names += page["items"].elements.compactMap { $0["name"].text }
                    path = page["next"].text.map { venue + "/customers?limit=2&cursor=\($0)" }
                }
                return names
            }

            #expect(try await names("de") == ["anna", "Anna", "Ärjy", "Bo", "Zoe"])
            #expect(try await names("fi") == ["anna", "Anna", "Bo", "Zoe", "Ärjy"])
        }
    }

    @Test(
        arguments: [
            ("aerjy", []), ("arjy", ["Ärjy Ødegård"]), ("ÄR ødeg", ["Ärjy Ødegård"]),
            ("degard arj", ["Ärjy Ødegård"]),
            ("EXAMPLE.ORG", ["Ärjy Ødegård"]), ("401234", ["Straße"]), ("040", ["Straße"]),
            ("strasse", ["Straße"]),
            ("%", []), ("_", []), ("'", ["O’Brien"]), ("ブリ", ["ブリ"]), ("ぶり", ["ブリ"]), ("regular", []),
        ] as [(String, [String])])
    func `customers are found by parts of words, without accents and case`(query: String, found: [String])
        async throws
    {
        try await withSales { world, venue in
            for body in [
                #"{"name":"Ärjy Ødegård","email":"arjy@Example.org"}"#,
                #"{"name":"Straße","phone":"(040) 123-456","note":"A regular"}"#, #"{"name":"O’Brien"}"#,
                #"{"name":"ブリ"}"#,
            ] { #expect(try await world.mei.post(venue + "/customers", body).status == .created) }
            let text = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""

            let page = try await world.mei.get(venue + "/customers?q=\(text)")

            #expect(page["items"].elements.compactMap { $0["name"].text } == found)
        }
    }

    @Test func `an edit needs the version it was made against, and the history has old and new`() async throws
    {
        try await withSales { world, venue in
            let id = try await world.addCustomer("Ana", to: venue)
            let path = venue + "/customers/\(id)"
            let tag = try #require(try await world.mei.get(path).headers[.eTag])

            let edited = try await world.mei.patch(
                path, #"{"name":"Ana Kos","email":"ana@example.org"}"#, headers: [.ifMatch: tag])
            let stale = try await world.stranger.patch(path, #"{"name":"Anna"}"#, headers: [.ifMatch: tag])
            let newer = try #require(edited.headers[.eTag])
            let same = try await world.mei.patch(path, #"{"name":"Ana Kos"}"#, headers: [.ifMatch: newer])
            let cleared = try await world.mei.patch(path, #"{"email":null}"#, headers: [.ifMatch: newer])
            let missing = try await world.mei.patch(path, #"{"name":"Ana"}"#)

            #expect(edited.status == .ok && edited["version"].number == 2)
            #expect(stale.status == .preconditionFailed && stale["current"]["name"].text == "Ana Kos")
            #expect(same["version"].number == 2 && cleared["version"].number == 3)
            #expect(cleared["email"] == .null && missing.status.code == 428)
            let changes = try await world.stranger.get(path + "/changes")["items"].elements
            #expect(changes.map { $0["kind"].text } == ["edited", "edited", "added"])
            #expect(
                changes[1]["before"]["name"].text == "Ana" && changes[1]["after"]["name"].text == "Ana Kos")
            #expect(changes[0]["before"]["email"].text == "ana@example.org" && changes[0]["after"] == .null)
            #expect(changes[1]["actor"]["name"].text == world.cast.mei.name)
            #expect(try await world.mei.get(venue + "/customers?q=kos")["items"].elements.count == 1)
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `bad fields are named and change nothing`() async throws {
        try await withSales { world, venue in
            let long = String(repeating: "a", count: 201)
            for body in [
                "{}", #"{"name":"  "}"#, #"{"name":"\#(long)"}"#, #"{"name":"Ana","email":"ana"}"#,
                #"{"name":"Ana","phone":"\#(long)"}"#,
            ] {
                let refused = try await world.mei.post(venue + "/customers", body)
                #expect(refused.status == .unprocessableContent, "\(body)")
            }
            let unknown = try await world.mei.post(
                venue + "/customers", #"{"name":"Ana","deletedAt":"2027-01-01T00:00:00Z"}"#)
            #expect(unknown.status == .badRequest)
            #expect(try await world.mei.get(venue + "/customers")["items"].elements.isEmpty)
        }
    }

    @Test func `a sale by hand names a customer, and no one once the customer is deleted`() async throws {
        try await withSales { world, venue in
            let id = try await world.addCustomer("Ana", to: venue)
            let other = try await world.addCustomer("Bo", to: venue)
            let path = venue + "/customers/\(id)"
            let sale = try await world.sellTea(to: id, at: venue)
            _ = try await world.sellTea(to: other, at: venue)
            _ = try await world.sellTea(to: nil, at: venue)
            func sales(of customer: String) async throws -> [String?] {
                try await world.stranger.get(venue + "/sales?customer=\(customer)")["items"].elements.map {
                    $0["id"].text
                }
            }
            let unknown = "0192f3c1-0000-7000-8000-000000000001"

            #expect(sale["customer"]["name"].text == "Ana")
            #expect(try await sales(of: id) == [sale["id"].text])
            #expect(try await world.sellTea(to: unknown, at: venue).code == "customer_unknown")
            #expect(try await world.mei.delete(path).status == .forbidden)
            #expect(try await world.stranger.delete(path).status == .noContent)
            #expect(try await world.stranger.delete(path).status == .noContent)
            #expect(try await world.sellTea(to: id, at: venue).code == "customer_unknown")
            #expect(try await sales(of: id).isEmpty)
            let anonymous = try await world.stranger.get(venue + "/sales")
            #expect(anonymous["items"].elements.count == 3 && !anonymous.text.contains("Ana"))
            #expect(
                try await world.stranger.get(venue + "/customers?deleted=true")["items"][0]["name"].text
                    == "Ana")
            #expect(try await world.stranger.get(venue + "/customers")["items"].elements.count == 1)

            let restored = try await world.stranger.post(path + "/restore")
            #expect(restored["deletedAt"] == .null)
            #expect(try await sales(of: id) == [sale["id"].text])
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `a deleted customer cannot be edited, and is gone with its history after 30 days`()
        async throws
    {
        try await withSales { world, venue in
            let id = try await world.addCustomer("Ana", to: venue)
            let sale = try await world.sellTea(to: id, at: venue)
            _ = try await world.stranger.delete(venue + "/customers/\(id)")
            let edited = try await world.mei.patch(
                venue + "/customers/\(id)", #"{"name":"Bo"}"#, headers: [.ifMatch: "*"])
            let removal = try #require(Retention.deletedCustomers.removal)

            #expect(edited.code == "customer_deleted")
            _ = try await world.database.execute(removal(Date() + 29 * 86_400))
            #expect(try await world.stranger.get(venue + "/customers/\(id)").status == .ok)
            _ = try await world.database.execute(removal(Date() + 31 * 86_400))

            #expect(try await world.stranger.post(venue + "/customers/\(id)/restore").status == .notFound)
            let kept = try await world.stranger.get(venue + "/sales/\(sale["id"].text ?? "")")
            #expect(kept["totalMinor"].number == 300 && kept["customer"] == .null)
            let traces: [Int] = try await world.all("SELECT count(*) FROM customer_change")
            #expect(traces == [0])
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `customers are removed three years after their last sale`() async throws {
        try await withSales { world, venue in
            let old = try await world.addCustomer("Ana", to: venue)
            let regular = try await world.addCustomer("Bo", to: venue)
            try await world.run("UPDATE customer SET used_at = now() - interval '4 years'")
            _ = try await world.sellTea(to: regular, at: venue)

            let removal = try #require(Retention.customers.removal)
            _ = try await world.database.execute(removal(nil))

            #expect(try await world.mei.get(venue + "/customers/\(old)").status == .notFound)
            #expect(try await world.mei.get(venue + "/customers/\(regular)").status == .ok)
        }
    }

    @Test func `two customers become one with all sales, and what the first lacks`() async throws {
        try await withSales { world, venue in
            let kept =
                try await world.mei.post(
                    venue + "/customers", #"{"name":"Ana Kos","phone":"040"}"#)["id"].text ?? ""
            let other =
                try await world.mei.post(
                    venue + "/customers", #"{"name":"A. Kos","phone":"041","email":"ana@example.org"}"#)["id"]
                .text ?? ""
            for id in [kept, other, other] { _ = try await world.sellTea(to: id, at: venue) }
            let path = venue + "/customers/\(kept)/merge"
            let body = #"{"customerId":"\#(other)"}"#

            #expect(try await world.mei.post(path, body).status == .forbidden)
            #expect(
                try await world.stranger.post(path, #"{"customerId":"\#(kept)"}"#).code == "same_customer")
            let merged = try await world.stranger.post(path, body)
            let again = try await world.stranger.post(path, body)

            #expect(merged["phone"].text == "040" && merged["email"].text == "ana@example.org")
            #expect(again.code == "customer_unknown")
            let sales = try await world.stranger.get(venue + "/sales?customer=\(kept)")["items"].elements
            #expect(sales.count == 3)
            #expect(try await world.mei.get(venue + "/customers")["items"].elements.count == 1)
            let changes = try await world.stranger.get(venue + "/customers/\(kept)/changes")["items"]
            #expect(changes[0]["kind"].text == "merged" && changes[0]["after"]["customer"].text == "A. Kos")
            let restored = try await world.stranger.post(venue + "/customers/\(other)/restore")
            #expect(restored["name"].text == "A. Kos")
            #expect(
                try await world.stranger.get(venue + "/sales?customer=\(other)")["items"].elements.isEmpty)
            #expect(try await world.isSound("records"))
        }
    }

    @Test func `the customers of a venue are no one else’s`() async throws {
        try await withSales { world, venue in
            let id = try await world.addCustomer("Ana", to: venue)
            let harbour = "/v1/venues/\(ThaiMenu.harbour)/customers"
            for path in ["", "/\(id)", "/\(id)/changes"] {
                #expect(try await world.tom.get(venue + "/customers" + path).status == .notFound)
                #expect(try await world.leila.get(venue + "/customers" + path).status == .notFound)
            }
            for path in ["/\(id)", "/\(id)/changes"] {
                #expect(try await world.tom.get(harbour + path).status == .notFound)
            }
            #expect(try await world.tom.delete(harbour + "/\(id)").status == .notFound)
            #expect(try await world.tom.post(harbour + "/\(id)/restore").status == .notFound)
            #expect(try await world.mei.get(venue + "/customers/\(id)/changes").status == .forbidden)
            let sale = try await world.tom.post(
                "/v1/venues/\(ThaiMenu.harbour)/sales",
                #"{"lines":[{"name":"Tea","price":"3"}],"currency":"EUR","customerId":"\#(id)"}"#)
            #expect(sale.code == "customer_unknown")
        }
    }

    @Test func `an export of customers goes on after the name that it wrote, though it changes meanwhile`()
        async throws
    {
        try await withSales { world, _ in
            let restaurant = try #require(RestaurantID(ThaiMenu.restaurant))
            let count = RecordLimits.exportPage + 2
            try await world.run(
                """
                INSERT INTO customer (restaurant_id, id, name, search_text)
                SELECT \(restaurant)::uuid, gen_random_uuid(), 'Guest ' || (10000 + n), 'guest'
                  FROM generate_series(1, \(count)::int) AS n
                """)
            let last = "Guest \(10_000 + RecordLimits.exportPage)"
            let (_, venue) = try await VenueEdits.authorize(
                .person(world.cast.mei.id, session: .make()), .readCustomers, on: restaurant,
                in: world.database)
            let export = CustomerExport(
                database: world.database, venue: venue, condition: nil, language: "en", format: .csv)

            var text = ""
            try await export.run { page in
                text += String(buffer: page)
                guard text.contains(last) else { return }
                try await world.run("UPDATE customer SET name = 'Zoe' WHERE name = \(last)")
            }

            let names = text.split(separator: "\r\n").dropFirst().map { $0.prefix(while: { $0 != "," }) }
            let written = names.filter { $0 != "Zoe" }
            #expect(written.count == count && Set(written).count == count)
        }
    }

    @Test func `an export says which customers a person edited, and no word of them`() async throws {
        try await withSales { world, venue in
            let id = try await world.addCustomer("Ana", to: venue)

            let files = try await world.database.transaction { transaction in
                try await RecordPersonalData().export(of: world.cast.mei.id, in: transaction)
            }

            let file = try #require(files.first { $0.name == "customer_edits.json" })
            let text = String(decoding: file.bytes, as: UTF8.self)
            #expect(text.contains(id) && text.contains("added") && !text.contains("Ana"))
        }
    }
}

extension TestWorld {
    @discardableResult
    fileprivate func addCustomer(_ name: String, to venue: String) async throws -> String {
        let added = try await mei.post(venue + "/customers", #"{"name":"\#(name)"}"#)
        guard added.status == .created, let id = added["id"].text else { throw Unexpected(added) }
        return id
    }

    /// Sells a cup of tea for 3.00.
    fileprivate func sellTea(to customer: String?, at venue: String) async throws -> TestSupport.Answer {
        let named = customer.map { #","customerId":"\#($0)""# } ?? ""
        return try await mei.post(venue + "/sales", #"{"lines":[{"name":"Tea","price":"3"}]\#(named)}"#)
    }
}
