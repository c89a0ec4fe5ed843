import Foundation
import JSON
import NIOCore
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Restaurants

struct RestaurantExportTests {
    private func exported(_ source: RestaurantSource, from database: PostgresClient) async throws -> String {
        var text = ""
        try await RestaurantExport(database: database).run(source) { text += String(buffer: $0) }
        return text
    }

    @Test func `a source's restaurants come back with its licence, and an import finds them unchanged`()
        async throws
    {
        try await withDatabase { database in
            let directory = try Directory(database)
            let kettu = [
                "amenity": "restaurant", "name": "Kettu \\\"K\\\" 狐", "name:sv": "Räven", "alt_name": "K",
                "cuisine": "ramen;sushi", "diet:vegan": "only", "opening_hours": "Mo-Fr 11:00-15:00",
                "phone": "+358 9 1234567", "website": "https://kettu.example", "addr:street": "Tie",
                "addr:housenumber": "5", "addr:postcode": "00100", "addr:suburb": "Kallio",
                "addr:city": "Helsinki", "addr:country": "FI", "brand": "Kettu", "wheelchair": "yes",
                "payment:cash": "yes", "price": "2",
            ]
            let bakery = ["shop": "bakery", "name": "Leipä"]
            let bank = ["amenity": "cafe", "name": "Poissa"]
            try await directory.importFile(
                feature(1, kettu) + feature(2, bakery) + feature(3, bank), as: "a.json", .osm)
            try await directory.importFile(feature(1, kettu) + feature(2, bakery), as: "a.json", .osm)
            let mapping = """
                source: {id: town, name: The town, licence: CC0, attribution: by the town, url: https://town.example}
                tags: {name: name, amenity: kind, "extra:stars": stars}
                id: [a, b]
                latitude: y
                longitude: x
                """
            try await directory.importFile(
                "a,b,name,kind,y,x,stars\nnode,7,Tähti,bar,60,25,5\n", as: "a.csv", .csv, mapping: mapping)

            let sources = try await RestaurantExport(database: database).sources()

            #expect(sources.map(\.id) == ["osm", "town"])
            for source in sources {
                let text = try await exported(source, from: database)
                let json = try JSONValue(parsing: text)
                #expect(json["source"]["licence"] == .string(source.licence))
                #expect(json["source"]["attribution"] == .string(source.attribution))
                #expect(json["source"]["url"] == .string(source.url))
                #expect(!text.contains("Poissa"))
                let report = try await directory.importFile(
                    text, as: "b.geojson", .geojson, source: source.id)
                #expect(
                    report.unchanged == json["features"].elements.count && report.read == report.unchanged)
                #expect(report.imported + report.updated + report.vanished == 0, "\(report)")
            }
        }
    }

    @Test func `more than a page is whole`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let count = RestaurantLimits.exportPage + 3
            let text = (0..<count).map { feature($0, ["amenity": "bar", "name": "B\($0)"]) }.joined()
            try await directory.importFile(text, as: "a.json", .osm)

            let json = try JSONValue(parsing: try await exported(.openStreetMap, from: database))

            #expect(Set(json["features"].elements.compactMap { $0["id"].text }).count == count)
        }
    }
}
