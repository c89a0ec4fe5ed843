import Foundation
import GeoSearch
import JSON
import NoonishAPI
import TestSupport
import Testing

@testable import Restaurants

struct SearchTextTests {
    @Test(arguments: [
        ("kebab open now", "kebab", ["open"]), ("something cheap", "", ["cheap"]), ("lunch", "", ["lunch"]),
        ("Lounas Kallio", "Kallio", ["lunch"]), ("pizza auki nyt", "pizza", ["open"]),
        ("jotain halpaa", "", ["cheap"]), ("petit déjeuner", "", ["breakfast"]),
        ("ラーメン 営業中", "ラーメン", ["open"]),
        ("安い 寿司", "寿司", ["cheap"]), ("شاورما مفتوح الآن", "شاورما", ["open"]),
        ("etwas Günstiges", "", ["cheap"]),
        ("dagens lunch", "dagens lunch", []), ("sushi", "sushi", []),
        ("Cheap, vegan dinner!", "vegan", ["cheap", "dinner"]),
    ])
    func `words that narrow a search become filters, in every language`(
        text: String, words: String, filters: [String]
    ) throws {
        let read = SearchText(text, try CuisineVocabulary.shipped().filters)

        #expect(read.words.joined(separator: " ") == words)
        #expect(read.filters.map(\.filter.id) == filters)
    }

    @Test func `only meals are filters and foods at the same time`() throws {
        let words = try CuisineVocabulary.shipped()
        let yaml = try String(contentsOfFile: Repository.path("config/cuisines.yaml"), encoding: .utf8)
        var reader = CuisineFileReader(file: "cuisines.yaml")
        try reader.read(yaml)

        for (filter, phrases) in reader.filters where filter.hours == nil {
            #expect(phrases.filter { words.key(of: $0) != nil } == [], "\(filter.id)")
        }
        #expect(reader.filters.count == 7)
    }

    @Test(arguments: [
        ("2027-03-11T05:00:00Z", "2027-03-11T09:30:00Z"), ("2027-03-11T10:15:00Z", "2027-03-11T10:15:00Z"),
        ("2027-03-11T12:00:00Z", "2027-03-12T09:30:00Z"),
    ])
    func `lunch is now at lunch time, and otherwise the next one`(now: String, then: String) throws {
        let hours = try #require(DayHours("11:30-14:00"))
        let helsinki = try #require(TimeZone(identifier: "Europe/Helsinki"))
        let strategy = Date.ISO8601FormatStyle()

        #expect(
            try hours.next(from: Date(now, strategy: strategy), in: helsinki)
                == Date(then, strategy: strategy))
    }

    /// Three places in Helsinki, one of which is open at noon.
    private func withPlaces(_ test: @escaping @Sendable (TestSite) async throws -> Void) async throws {
        try await withDirectory { directory in
            let places = [
                feature(
                    1,
                    [
                        "amenity": "fast_food", "name": "Ali", "cuisine": "kebab",
                        "opening_hours": "22:00-23:00",
                    ]),
                feature(
                    2,
                    [
                        "amenity": "fast_food", "name": "Bosporus", "cuisine": "kebab",
                        "opening_hours": "11:00-14:00",
                    ]),
                feature(3, ["amenity": "cafe", "name": "Lunch Club"]),
            ]
            try await directory.importFile(
                #"{"type":"FeatureCollection","features":[\#(places.joined(separator: ","))]}"#,
                as: "places.geojson",
                .osm, zone: "Europe/Helsinki")
            try await directory.index.refresh()
            let noon = try Date("2027-03-11T10:00:00Z", strategy: Date.ISO8601FormatStyle())
            try await withSite(directory.table(now: { noon })) { try await test($0) }
        }
    }

    @Test(arguments: [
        ("kebab+open+now", ["Bosporus"], ["open now"], []),
        ("kebab+terrasse", ["Ali", "Bosporus"], [], ["terrasse"]),
        ("something+cheap", ["Ali", "Bosporus", "Lunch Club"], [], ["cheap"]),
        ("lunch", ["Bosporus"], ["lunch"], []),
        ("lunch+club", ["Lunch Club"], [], []), ("kebab+cheap", ["Ali", "Bosporus"], [], ["cheap"]),
        ("bosporus+ali", ["Bosporus"], [], ["ali"]), ("zzzzz", [], [], []),
    ])
    func `words that match nothing are left out, and the answer says so`(
        text: String, names: [String], filters: [String], ignored: [String]
    ) async throws {
        try await withPlaces { site in
            let answer = try await site.program().get("/v1/restaurants?near=60.1699,24.9384&q=\(text)")

            let found = Set(answer.json["items"].elements.compactMap { $0["name"].text })
            let interpretation = answer.json["interpretation"]
            #expect(found == Set(names), "\(answer.text)")
            #expect(interpretation["filters"].elements.compactMap { $0["text"].text } == filters)
            #expect(interpretation["ignored"].elements.compactMap(\.text) == ignored)
        }
    }

    @Test func `later pages keep to the relaxed words`() async throws {
        try await withPlaces { site in
            let path = "/v1/restaurants?near=60.1699,24.9384&q=kebab+terrasse&limit=1"
            let first = try await site.program().get(path)
            let next = try #require(first.json["next"].text)
            let second = try await site.program().get("\(path)&cursor=\(next)")

            let names = [first, second].flatMap { $0.json["items"].elements.compactMap { $0["name"].text } }
            #expect(Set(names) == ["Ali", "Bosporus"])
            #expect(first.json["interpretation"]["ignored"].elements == [.string("terrasse")])
        }
    }
}
