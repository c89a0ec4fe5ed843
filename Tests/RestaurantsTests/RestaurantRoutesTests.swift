import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

struct RestaurantRoutesTests {
    /// The sample town, served.
    private func withTown(_ test: @escaping @Sendable (Directory, TestSite) async throws -> Void) async throws
    {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await SampleRestaurants.addIfEmpty(to: database)
            try await directory.index.refresh()
            try await withSite(directory.table) { try await test(directory, $0) }
        }
    }

    @Test func `finds by word near a point, nearest first, with its source`() async throws {
        try await withTown { _, site in
            let answer = try await site.program().get("/v1/restaurants?near=60.1699,24.9384&q=sushi")

            #expect(answer.status == .ok)
            let items = answer.json["items"].elements
            #expect(items.count == 20)
            let distances = items.compactMap { $0["distance"].decimal }
            #expect(distances.count == 20 && distances == distances.sorted())
            let first = items[0]
            #expect(first["cuisines"].elements.contains(.string("sushi")))
            #expect(first["match"]["field"].text != nil)
            #expect(first["source"]["attribution"] == .string("Made up for Noonish, CC0"))
            #expect(["open", "closed", "unknown"].contains(first["openAt"]["state"].text))
            #expect(first["diets"]["kosher"] == .string("unknown"))
            #expect(first["location"]["latitude"].decimal != nil)
        }
    }

    @Test func `pages show every restaurant once`() async throws {
        try await withTown { _, site in
            var path = "/v1/restaurants?near=60.1699,24.9384&limit=50"
            var ids: [String] = []
            while true {
                let answer = try await site.program().get(path)
                ids += answer.json["items"].elements.compactMap { $0["id"].text }
                guard let next = answer.json["next"].text else { break }
                #expect(answer.headers[.constant("Link")]?.contains("cursor=\(next)") == true)
                path = "/v1/restaurants?near=60.1699,24.9384&limit=50&cursor=\(next)"
            }
            #expect(ids.count == SampleCity.size)
            #expect(Set(ids).count == SampleCity.size)
        }
    }

    @Test func `filters by diet, cuisine, kind, price and box`() async throws {
        try await withTown { _, site in
            let near = "/v1/restaurants?near=60.1699,24.9384&limit=50"
            let visitor = site.program()

            let vegan = try await visitor.get(near + "&diet=vegan,gluten_free").json["items"].elements
            #expect(
                !vegan.isEmpty && vegan.allSatisfy { ["yes", "only"].contains($0["diets"]["vegan"].text) })
            let pizza = try await visitor.get(near + "&cuisine=pizzeria").json["items"].elements
            #expect(!pizza.isEmpty && pizza.allSatisfy { $0["cuisines"].elements.contains(.string("pizza")) })
            let cafes = try await visitor.get(near + "&kind=cafe,bakery&price=1").json["items"].elements
            #expect(
                !cafes.isEmpty
                    && cafes.allSatisfy {
                        ["cafe", "bakery"].contains($0["kind"].text) && $0["price"] == .integer(1)
                    })
            let box = try await visitor.get("/v1/restaurants?bounds=60.165,24.93,60.175,24.95").json["items"]
                .elements
            #expect(
                !box.isEmpty
                    && box.allSatisfy { (60.165...60.175).contains($0["location"]["latitude"].decimal ?? 0) })
            let rated = try await visitor.get(near + "&rating=4&sort=rating").json["items"].elements
            #expect(rated.isEmpty)
        }
    }

    @Test(arguments: [
        ("", 422, "/near"), ("?near=91,0", 422, "/near"), ("?near=1", 422, "/near"),
        ("?near=1,nan", 422, "/near"),
        ("?bounds=1,2,3", 422, "/bounds"), ("?bounds=1,2,3,4&radius=5", 422, "/radius"),
        ("?near=1,2&radius=0", 422, "/radius"), ("?near=1,2&radius=many", 400, "/radius"),
        ("?near=1,2&limit=51", 422, "/limit"),
        ("?near=1,2&diet=meat", 422, "/diet"), ("?near=1,2&kind=zoo", 422, "/kind"),
        ("?near=1,2&price=5", 422, "/price"),
        ("?near=1,2&rating=6", 422, "/rating"), ("?near=1,2&sort=fair", 422, "/sort"),
        ("?near=1,2&cursor=x", 422, "/cursor"),
        ("?near=1,2&open=maybe", 422, "/open"), ("?near=1,2&openAt=soon", 422, "/openAt"),
        ("?near=1,2&openAt=9999-01-01T00:00:00Z", 422, "/openAt"), ("?near=1,2&outing=7", 422, "/outing"),
        ("?near=1,2&openAt=2027-03-11T12:30", 422, "/openAt"), ("?near=1,2&facets=some", 400, "/facets"),
        ("?near=1,2&live=1", 400, "/live"), ("?near=1,2&visited=false", 422, "/visited"),
        ("?near=1,2&hungry=1", 400, "/hungry"), ("?near=1,2&attributes=deals", 422, "/attributes"),
        ("?near=1,2&live=true&attributes=free", 422, "/attributes"),
        ("?near=1,2&near=1,2", 400, "/near"), ("?near=1,2&q=%00", 422, "/q"), ("?near=1,2&q=%ff", 400, ""),
    ])
    func `a search that makes no sense is refused at its parameter`(
        query: String, status: Int, pointer: String
    ) async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await directory.index.refresh()
            try await withSite(directory.table) { site in
                let answer = try await site.program().get("/v1/restaurants\(query)")

                #expect(answer.status.code == status, "\(answer.text)")
                #expect(
                    answer.json["errors"].elements.contains { $0["pointer"] == .string(pointer) },
                    "\(answer.text)")
            }
        }
    }

    @Test func `the answer says which time it is about, and later pages keep to it`() async throws {
        try await withTown { _, site in
            let path =
                "/v1/restaurants?near=60.1699,24.9384&openAt=2027-03-11T12:30:00.000Z&open=yes,no,unknown"
            let answer = try await site.program().get(path)

            #expect(answer.json["items"].elements.count == 20)
            #expect(answer.json["at"].text?.hasPrefix("2027-03-11T12:30:00") == true)
            let next = try #require(answer.json["next"].text)
            let later = "/v1/restaurants?near=60.1699,24.9384&open=yes,no,unknown&cursor=\(next)"
            let second = try await site.program().get(later)
            #expect(second.json["at"] == answer.json["at"], "\(second.text.prefix(300))")
        }
    }

    @Test func `says what the answer could be narrowed by, in the reader's language, on the first page`()
        async throws
    {
        try await withTown { _, site in
            let path = "/v1/restaurants?near=60.1699,24.9384&limit=50&radius=2000"
            let answer = try await site.program().get(path, headers: [.acceptLanguage: "ja"])

            let facets = answer.json["facets"]
            let counted = try #require(facets["counted"].number)
            #expect(counted > 50)
            let pizza = try #require(facets["cuisine"].elements.first { $0["id"] == .string("pizza") })
            #expect(pizza["name"] == .string("ピザ"))
            let count = try #require(pizza["count"].number)
            let narrowed = try await site.program().get(path + "&cuisine=pizza")
            #expect(narrowed.json["facets"]["counted"] == .integer(count))
            #expect(!facets["diet"].elements.isEmpty && !facets["price"].elements.isEmpty)
            let next = try #require(answer.json["next"].text)
            let second = try await site.program().get(path + "&cursor=\(next)")
            #expect(second.json["items"].elements.count > 0 && second.json["facets"] == .null)
            let without = try await site.program().get(path + "&facets=false")
            #expect(without.json["facets"] == .null)
        }
    }

    @Test func `a reason is given where the name does not say it`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let tags = [
                "amenity": "restaurant", "name": "Kettu", "name:sv": "Räven", "cuisine": "ramen",
                "addr:suburb": "Kallio", "diet:vegan": "yes",
            ]
            try await directory.importFile(feature(1, tags), as: "a.json", .osm)
            try await directory.index.refresh()
            try await withSite(directory.table) { site in
                for (text, reason) in [
                    ("kettu", nil), ("r%C3%A4ven", "Also called Räven"),
                    ("%E6%8B%89%E9%BA%BA", "Cuisine: Ramen"),
                    ("vegaani", "Serves vegan food"), ("kallio", "In Kallio"),
                ] as [(String, String?)] {
                    let answer = try await site.program().get(
                        "/v1/restaurants?near=60.1699,24.9384&q=\(text)", headers: [.acceptLanguage: "de"])
                    #expect(answer.json["items"].elements.count == 1, "\(text)")
                    #expect(answer.json["items"].elements.first?["reason"].text == reason)
                }
            }
        }
    }

    @Test func `an outing gives its time, and where its people have met can be left out`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let kettu = feature(1, ["amenity": "restaurant", "name": "Kettu"])
            let kuu = feature(2, ["amenity": "restaurant", "name": "Kuu"])
            try await directory.importFile(kettu + kuu, as: "a.json", .osm)
            try await directory.index.refresh()
            let known = try await database.one(.bySourceID("n1"))
            let outing = OutingID(UUID())
            let situation = OutingSituation(
                startsAt: Date(timeIntervalSince1970: 1_804_854_600), timeZone: "Europe/Helsinki",
                origins: [.kamppi, .kamppi], visited: [known.id.uuid: .distantPast])
            let outings = OutingsOfTests(situations: [outing: situation])
            try await withSite(directory.table(outings: outings)) { site in
                let path = "/v1/restaurants?near=60.1699,24.9384&outing=\(outing)"
                let answer = try await site.program().get(path + "&sort=fair")
                #expect(answer.json["at"].text?.hasPrefix("2027-03-12T") == true, "\(answer.text)")
                #expect(answer.json["items"].elements.count == 2)

                let fresh = try await site.program().get(path + "&visited=false").json["items"].elements
                #expect(fresh.map { $0["name"].text } == ["Kuu"])
                let asked = try await site.program().get(path + "&openAt=2027-05-01T10:00:00Z")
                #expect(asked.json["at"].text?.hasPrefix("2027-05-01T10:00:00") == true)
                let other = "/v1/restaurants?near=60.1699,24.9384&outing=\(OutingID(UUID()))"
                #expect(try await site.program().get(other).status == .notFound)
            }
        }
    }

    @Test func `a cursor of another search is refused`() async throws {
        try await withTown { _, site in
            let page = try await site.program().get("/v1/restaurants?near=60.1699,24.9384")
            let cursor = try #require(page.json["next"].text)

            let answer = try await site.program().get("/v1/restaurants?near=60.2,24.9384&cursor=\(cursor)")

            #expect(answer.status == .badRequest)
            #expect(answer.json["code"] == .string("invalid_cursor"))
        }
    }

    @Test func `shows one restaurant from the table, even before the index has it and after it vanished`()
        async throws
    {
        try await withDatabase { database in
            let directory = try Directory(database)
            let tags = [
                "amenity": "restaurant", "name": "Kettu", "addr:street": "Tie", "addr:housenumber": "5",
                "addr:city": "Helsinki",
                "phone": "+358 9 1234567", "opening_hours": "Mo-Fr 11:00-15:00", "wheelchair": "yes",
            ]
            try await directory.importFile(feature(1, tags), as: "a.json", .osm)
            let row = try await database.one(.bySourceID("n1"))
            try await withSite(directory.table) { site in
                let path = "/v1/restaurants/\(row.id)"
                let answer = try await site.program().get(path + "?near=60.1699,24.9384")

                #expect(answer.json["name"] == .string("Kettu"))
                #expect(answer.json["address"]["text"] == .string("Tie 5, Helsinki"))
                #expect(answer.json["phone"] == .string("+35891234567"))
                #expect(answer.json["hours"]["text"] == .string("Mo-Fr 11:00-15:00"))
                #expect(answer.json["details"]["wheelchair"] == .string("yes"))
                #expect(answer.json["distance"].decimal == 0)
                #expect(answer.json["source"]["licence"] == .string("Open Database License 1.0"))
                #expect(answer.json["vanished"] == .boolean(false))
                #expect(answer.headers[.eTag]?.isEmpty == false)

                let tag = try await site.program().get(path).headers[.eTag]
                let same = try await site.program().get(path, headers: [.ifNoneMatch: try #require(tag)])
                #expect(same.status == .notModified)
                #expect(answer.json["logo"] == .null)
                try await directory.run(
                    """
                    INSERT INTO restaurant_logo (restaurant_id, tag, small, large)
                    SELECT id, '0123456789abcdef', '\\x00', '\\x00' FROM restaurant
                    """)
                #expect(
                    try await site.program().get(path).json["logo"].text
                        == "\(path)/logo?v=0123456789abcdef")
                try await directory.run("UPDATE restaurant SET vanished_at = now()")
                #expect(try await site.program().get(path).json["vanished"] == .boolean(true))
            }
        }
    }

    @Test(arguments: ["0190f3a2-0000-7000-8000-000000000000", "kettu", "%00"])
    func `a restaurant that is not there is 404`(id: String) async throws {
        try await withDatabase { database in
            try await withSite(try Directory(database).table) { site in
                let answer = try await site.program().get("/v1/restaurants/\(id)")
                #expect(answer.status == .notFound)
            }
        }
    }

    @Test func `cuisines have their names in the reader's language`() async throws {
        try await withDatabase { database in
            try await withSite(try Directory(database).table) { site in
                let answer = try await site.program().get(
                    "/v1/cuisines", headers: [.acceptLanguage: "xx, fi-FI;q=0.9, en;q=0.5"])

                let burger = answer.json["items"].elements.first { $0["id"] == .string("burger") }
                #expect(burger?["name"] == .string("hampurilainen"))
                #expect(burger?["names"]["ja"] == .string("ハンバーガー"))

                let short = try await site.program().get("/v1/cuisines?names=false")
                let first = try #require(short.json["items"].elements.first)
                #expect(first["name"].text != nil && first["names"]["en"].text == nil)
            }
        }
    }

    @Test func `a search before the restaurants are loaded is asked to wait`() async throws {
        try await withDatabase { database in
            try await withSite(try Directory(database).table) { site in
                let answer = try await site.program().get("/v1/restaurants?near=1,2")
                #expect(answer.status == .serviceUnavailable)
            }
        }
    }

    @Test func `what an outing keeps of a restaurant`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let tags = ["amenity": "cafe", "name": "Kuu", "addr:postcode": "00100", "addr:city": "Helsinki"]
            try await directory.importFile(feature(1, tags), as: "a.json", .osm)
            let id = try await database.one(.bySourceID("n1")).id

            let snapshot = try await database.one(.snapshot(of: id))

            #expect((snapshot.name, snapshot.address, snapshot.phone) == ("Kuu", "00100 Helsinki", nil))
            #expect(try await database.first(.snapshot(of: RestaurantID(UUID()))) == nil)
        }
    }
}

extension JSONValue {
    /// A number of either sort.
    fileprivate var decimal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
