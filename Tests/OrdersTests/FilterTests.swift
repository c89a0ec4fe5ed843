import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders
@testable import Records

/// Saved filters of sales and customers: their conditions, parameters and values.
struct FilterTests {
    @Test func `a filter without parameters finds customers by their name`() async throws {
        try await withCustomers { world, venue in
            let id = try await world.save(
                "customers", #"{"field":"name","operator":"contains","values":["CA"]}"#, at: venue)

            #expect(try await world.customers(filter: id, at: venue) == ["Carla", "Luca"])
        }
    }

    @Test func `a parameter is stated when the filter is run, and typed by its field`() async throws {
        try await withCustomers { world, venue in
            let saved = try await world.stranger.post(
                venue + "/filters",
                #"""
                {"name":"Bought since","kind":"customers","where":{"all":[
                  {"field":"name","operator":"contains","values":[{"parameter":"part"}]},
                  {"field":"sales","operator":"between","values":[{"parameter":"least"},9]},
                  {"not":{"field":"lastSale","operator":"below","values":[{"parameter":"since"}]}}]}}
                """#)
            let id = saved["id"].text ?? ""
            func run(_ values: String) async throws -> TestSupport.Answer {
                try await world.run(filter: id, values, of: "customers", at: venue)
            }

            #expect(
                saved["parameters"].elements.map { "\($0["name"].text ?? "") \($0["type"].text ?? "")" }
                    == ["part text", "least number", "since date"])
            let found = try await run(#"{"part":"a","least":1,"since":"2020-01-01"}"#)
            #expect(found["items"].elements.map { $0["name"].text } == ["Carla"])
            #expect(
                try await run(#"{"part":"a","least":0,"since":"2020-01-01"}"#)["items"].elements.count == 3)
            #expect(
                try await run(#"{"part":"a","least":0,"since":"2999-01-01"}"#)["items"].elements.map {
                    $0["name"].text
                } == ["Anna", "Luca"])
            for (values, pointer) in [
                (#"{"part":"a","least":1}"#, "/since"),
                (#"{"part":"a","least":"1","since":"2020-01-01"}"#, "/least"),
                (#"{"part":"a","least":1,"since":"yesterday"}"#, "/since"),
                (#"{"part":"a","least":1,"since":"2020-01-01","more":1}"#, "/more"),
            ] {
                let refused = try await run(values)
                #expect(refused["errors"][0]["pointer"].text == pointer, "\(values)")
                #expect([400, 422].contains(refused.status.code))
            }
            #expect(try await run("[").status == .unprocessableContent)
        }
    }

    @Test func `what is typed is a value and never SQL`() async throws {
        try await withCustomers { world, venue in
            let id = try await world.save(
                "customers",
                #"{"any":[{"field":"name","operator":"is","values":[{"parameter":"part"}]},{"field":"note","operator":"contains","values":[{"parameter":"part"}]}]}"#,
                at: venue)
            for text in ["' OR true --", "%", "_", "\\", "$1", "');DELETE FROM customer;--"] {
                let value = String(
                    decoding: try JSONSerialization.data(withJSONObject: ["part": text]), as: UTF8.self)
                let found = try await world.run(filter: id, value, of: "customers", at: venue)
                #expect(found.status == .ok && found["items"].elements.isEmpty, "\(text)")
            }
            #expect(try await world.stranger.get(venue + "/customers")["items"].elements.count == 3)
        }
    }

    @Test(
        arguments: [
            (#"{"field":"dish","operator":"contains","values":["TEA"]}"#, [300, 300]),
            (#"{"field":"dish","operator":"is","values":["pie"]}"#, [900]),
            (#"{"not":{"field":"dish","operator":"is","values":["pie"]}}"#, [300, 300]),
            (#"{"field":"totalMinor","operator":"above","values":[300]}"#, [900]),
            (#"{"field":"totalMinor","operator":"between","values":[300,900]}"#, [300, 300, 900]),
            (#"{"field":"customer","operator":"contains","values":["carl"]}"#, [300]),
            (#"{"not":{"field":"customer","operator":"contains","values":["carl"]}}"#, [300, 900]),
            (#"{"field":"voided","operator":"is","values":[true]}"#, [900]),
            (#"{"field":"source","operator":"is","values":["order"]}"#, []),
            (#"{"field":"category","operator":"is","values":["Drinks"]}"#, []),
            (#"{"field":"currency","operator":"is","values":["eur"]}"#, [300, 300, 900]),
            (#"{"field":"day","operator":"above","values":["2020-01-01"]}"#, [300, 300, 900]),
            (#"{"field":"hour","operator":"below","values":[0]}"#, []),
            (
                #"{"any":[{"field":"totalMinor","operator":"is","values":[900]},{"all":[{"field":"dish","operator":"is","values":["tea"]},{"field":"customer","operator":"is","values":["carla"]}]}]}"#,
                [300, 900]
            ),
        ] as [(String, [Int])])
    func `conditions compare each field of sales`(condition: String, totals: [Int]) async throws {
        try await withCustomers { world, venue in
            let id = try await world.save("sales", condition, at: venue)

            let found = try await world.run(filter: id, "{}", of: "sales", at: venue)

            #expect(found["items"].elements.compactMap { $0["totalMinor"].number }.sorted() == totals)
        }
    }

    @Test(arguments: [
        (#"{}"#, "/where/field"), (#"{"all":[]}"#, "/where/all"),
        (#"{"field":"password","operator":"is","values":["a"]}"#, "/where/field"),
        (#"{"field":"dish","operator":"is","values":["a"]}"#, "/where/field"),
        (#"{"field":"name","operator":"like","values":["a"]}"#, "/where/operator"),
        (#"{"field":"name","operator":"above","values":["a"]}"#, "/where/operator"),
        (#"{"field":"sales","operator":"between","values":[1]}"#, "/where/values"),
        (#"{"field":"sales","operator":"is","values":["one"]}"#, "/where/values/0"),
        (#"{"field":"lastSale","operator":"is","values":["2027-02-30"]}"#, "/where/values/0"),
        (#"{"field":"name","operator":"is","values":[{"parameter":"a b"}]}"#, "/where/values/0"),
        (
            #"{"any":[{"field":"name","operator":"is","values":[{"parameter":"a"}]},{"field":"sales","operator":"is","values":[{"parameter":"a"}]}]}"#,
            "/where"
        ),
        (
            #"{"not":{"not":{"not":{"not":{"not":{"field":"name","operator":"is","values":["a"]}}}}}}"#,
            "/where/not/not/not/not/not/all"
        ),
        (#"{"not":{"field":"name","operator":"is","values":["a"],"or":true}}"#, "/where/not/or"),
    ])
    func `a condition that is not one is refused by pointer`(condition: String, pointer: String) async throws
    {
        try await withCustomers { world, venue in
            let refused = try await world.stranger.post(
                venue + "/filters", #"{"name":"A","kind":"customers","where":\#(condition)}"#)

            #expect([400, 422].contains(refused.status.code))
            #expect(refused["errors"].elements.contains { $0["pointer"].text == pointer }, "\(refused.text)")
            #expect(try await world.stranger.get(venue + "/filters")["items"].elements.isEmpty)
        }
    }

    @Test func `filters are listed by name and deleted, by owners alone, and run on their own list`()
        async throws
    {
        try await withCustomers { world, venue in
            let condition = #"{"field":"note","operator":"contains","values":["x"]}"#
            let id = try await world.save("customers", condition, at: venue)

            let listed = try await world.stranger.get(venue + "/filters")["items"]
            #expect(listed[0]["where"]["operator"].text == "contains" && listed[0]["name"].text == "Filter")
            #expect(try await world.mei.get(venue + "/filters").status == .forbidden)
            #expect(try await world.tom.get(venue + "/filters").status == .notFound)
            #expect(
                try await world.run(filter: id, "{}", of: "sales", at: venue).code == "filter_unknown")
            let harbour = "/v1/venues/\(ThaiMenu.harbour)"
            #expect(try await world.tom.get(harbour + "/customers?filter=\(id)").code == "filter_unknown")
            #expect(try await world.tom.delete(harbour + "/filters/\(id)").status == .notFound)
            #expect(try await world.stranger.delete(venue + "/filters/\(id)").status == .noContent)
            #expect(try await world.stranger.delete(venue + "/filters/\(id)").status == .notFound)
        }
    }

    @Test func `an owner edits a filter, which finds what it found before with another condition`()
        async throws
    {
        try await withCustomers { world, venue in
            let id = try await world.save(
                "customers", #"{"field":"name","operator":"contains","values":["luc"]}"#, at: venue)
            let path = venue + "/filters/\(id)"
            let condition =
                #"{"any":[{"field":"name","operator":"is","values":["anna"]},{"all":[{"field":"name","operator":"contains","values":["ca"]},{"field":"sales","operator":"above","values":[0]}]}]}"#

            let edited = try await world.stranger.put(path, #"{"name":"Both","where":\#(condition)}"#)
            let ofSales = try await world.stranger.put(
                path, #"{"name":"Both","where":{"field":"dish","operator":"is","values":["tea"]}}"#)
            let other = try await world.stranger.put(
                path, #"{"name":"Both","kind":"sales","where":\#(condition)}"#)
            let staff = try await world.mei.put(path, #"{"name":"Mine","where":\#(condition)}"#)
            let harbour = try await world.tom.put(
                "/v1/venues/\(ThaiMenu.harbour)/filters/\(id)", #"{"name":"Mine","where":\#(condition)}"#)

            #expect(edited.status == .ok && edited["name"].text == "Both" && edited["id"].text == id)
            #expect(ofSales["errors"][0]["pointer"].text == "/where/field" && other.status == .badRequest)
            #expect(staff.status == .forbidden && harbour.status == .notFound)
            #expect(try await world.customers(filter: id, at: venue) == ["Anna", "Carla"])
            #expect(try await world.stranger.get(venue + "/filters")["items"][0]["name"].text == "Both")
        }
    }

    @Test func `customers are exported, all of them or those of a filter, to owners`() async throws {
        try await withCustomers { world, venue in
            _ = try await world.mei.post(
                venue + "/customers", #"{"name":"=Zoe","phone":"+358 40 1","note":"Pays, later"}"#)
            let id = try await world.save(
                "customers", #"{"field":"name","operator":"contains","values":[{"parameter":"part"}]}"#,
                at: venue)
            let path = venue + "/records/customers"

            let table = try await world.stranger.get(path)
            let json = try await world.stranger.get(path + "?format=json")
            let found = try await world.stranger.get(
                path + "?filter=\(id)&values=%7B%22part%22%3A%22ca%22%7D")
            let refused = try await world.stranger.get(path + "?filter=\(id)")

            let rows = table.text.split(separator: "\r\n")
            #expect(rows[0] == "\u{feff}name,email,phone,note,created_at" && rows.count == 5)
            #expect(rows[1].hasPrefix("'=Zoe,,+358 40 1,\"Pays, later\",20"))
            #expect(json["customers"].elements.map { $0["name"].text } == ["=Zoe", "Anna", "Carla", "Luca"])
            #expect(
                found.text.split(separator: "\r\n").dropFirst().map { $0.prefix(while: { $0 != "," }) } == [
                    "Carla", "Luca",
                ])
            #expect(refused.status == .unprocessableContent)
            #expect(try await world.mei.get(path).status == .forbidden)
            #expect(try await world.tom.get(path).status == .notFound)
        }
    }

    @Test func `an export reads customers page by page`() async throws {
        try await withCustomers { world, venue in
            try await world.run(
                """
                INSERT INTO customer (restaurant_id, id, name, search_text)
                SELECT \(RestaurantID(ThaiMenu.restaurant)), gen_random_uuid(), 'Guest ' || n % 100, 'guest'
                  FROM generate_series(1, 4500) AS n
                """)

            let json = try await world.stranger.get(venue + "/records/customers?format=json")
            let ids = json["customers"].elements.compactMap { $0["id"].text }

            #expect(ids.count == 4_503 && Set(ids).count == 4_503)
        }
    }

    @Test func `a filter that is no longer understood says so, and changes nothing`() async throws {
        try await withCustomers { world, venue in
            let id = try await world.save(
                "customers", #"{"field":"note","operator":"contains","values":["x"]}"#, at: venue)
            try await world.run(
                "UPDATE venue_filter SET definition = jsonb_set(definition, '{where,field}', '\"shoe\"')")

            #expect(
                try await world.run(filter: id, "{}", of: "customers", at: venue).code == "filter_outdated")
            #expect(try await world.stranger.get(venue + "/filters")["items"].elements.count == 1)
            #expect(try await world.stranger.delete(venue + "/filters/\(id)").status == .noContent)
        }
    }
}

/// Runs `test` in a venue with the customers Anna, Carla and Luca: a tea of Carla's, one of no customer's, and a pie that was voided.
private func withCustomers(
    _ test: @escaping @Sendable (_ world: TestWorld, _ venue: String) async throws -> Void
) async throws {
    try await withSales { world, venue in
        var ids: [String] = []
        for name in ["Anna", "Carla", "Luca"] {
            ids.append(
                try await world.mei.post(venue + "/customers", #"{"name":"\#(name)"}"#)["id"].text ?? "")
        }
        let named = #","customerId":"\#(ids[1])""#
        for (dish, price, customer) in [("Tea", 3, named), ("Tea", 3, ""), ("Pie", 9, "")] {
            let sale = try await world.mei.post(
                venue + "/sales", #"{"lines":[{"name":"\#(dish)","price":"\#(price)"}]\#(customer)}"#)
            guard dish == "Pie" else { continue }
            _ = try await world.stranger.post(
                venue + "/sales/\(sale["id"].text ?? "")/void", #"{"reason":"Twice"}"#)
        }
        try await test(world, venue)
    }
}

extension TestWorld {
    /// Saves a filter as the owner, and returns its id.
    fileprivate func save(_ kind: String, _ condition: String, at venue: String) async throws -> String {
        let saved = try await stranger.post(
            venue + "/filters", #"{"name":"Filter","kind":"\#(kind)","where":\#(condition)}"#)
        guard saved.status == .created, let id = saved["id"].text else { throw Unexpected(saved) }
        return id
    }

    fileprivate func run(
        filter: String, _ values: String, of list: String, at venue: String
    ) async throws -> TestSupport.Answer {
        let text = values.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await stranger.get(venue + "/\(list)?filter=\(filter)&values=\(text)")
    }

    fileprivate func customers(filter: String, at venue: String) async throws -> [String] {
        try await run(filter: filter, "{}", of: "customers", at: venue)["items"].elements.compactMap {
            $0["name"].text
        }
    }
}
