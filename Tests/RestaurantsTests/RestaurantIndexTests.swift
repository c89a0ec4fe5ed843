import Foundation
import Geo
import GeoSearch
import Postgres
import TestSupport
import Testing

@testable import Restaurants

struct RestaurantIndexTests {
    private let everywhere = PlaceQuery(.around(.nullIsland), limit: 50)

    private func names(_ directory: Directory) throws -> Set<String> {
        Set(try directory.index.search(everywhere).hits.map(\.place.name))
    }

    @Test func `what is added, changed and vanishes is followed`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            #expect(!directory.index.isReady)
            try await directory.index.refresh()
            #expect(directory.index.isReady)

            try await directory.importFile(
                feature(1, ["amenity": "cafe", "name": "Kuu"]), as: "a.json", .osm)
            try await directory.index.refresh()
            #expect(try names(directory) == ["Kuu"])

            try await directory.run("UPDATE restaurant SET name = 'Otava'")
            try await directory.index.refresh()
            #expect(try names(directory) == ["Otava"])

            try await directory.run("UPDATE restaurant SET vanished_at = now()")
            try await directory.index.refresh()
            #expect(try names(directory) == [])

            try await directory.run("UPDATE restaurant SET vanished_at = NULL")
            try await directory.index.refresh()
            #expect(try names(directory) == ["Otava"])
        }
    }

    @Test func `a transaction that commits late is not missed`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            let cafes = [1, 2, 3].map { feature($0, ["amenity": "cafe", "name": "Kuu \($0)"]) }.joined()
            try await directory.importFile(cafes, as: "a.json", .osm)
            try await directory.index.refresh()

            try await database.transaction { slow in
                try await slow.execute(
                    Command("test.slow", "UPDATE restaurant SET name = 'late' WHERE name = 'Kuu 1'"))
                // Others come and go meanwhile, and the index looks several times.
                for name in ["early", "earlier"] {
                    try await database.execute(
                        Command(
                            "test.quick",
                            "UPDATE restaurant SET name = \(name) WHERE name LIKE 'Kuu 2' OR name = 'early'"))
                    try await directory.index.refresh()
                    #expect(try names(directory) == ["Kuu 1", name, "Kuu 3"])
                }
            }
            try await directory.index.refresh()

            #expect(try names(directory) == ["late", "earlier", "Kuu 3"])
        }
    }

    @Test func `more changes than a page are all followed`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            try await directory.index.refresh()
            let count = RestaurantLimits.followPage * 2 + 17
            let cafes = (1...count).map { feature($0, ["amenity": "cafe", "name": "Kuu"]) }.joined(
                separator: "\n")

            try await directory.importFile(cafes, as: "a.json", .osm)
            try await directory.index.refresh()

            #expect(directory.index.count == count)
        }
    }

    @Test func `the index answers what the table holds`() async throws {
        try await withDatabase { database in
            let directory = try Directory(database)
            #expect(try await SampleRestaurants.addIfEmpty(to: database) == SampleCity.size)
            #expect(try await SampleRestaurants.addIfEmpty(to: database) == 0)
            try await directory.index.refresh()

            #expect(directory.index.count == SampleCity.size)
            let helsinki = try Coordinate(latitude: 60.1699, longitude: 24.9384)
            for text in ["sushi", "vegan", "vegaani", "pizzeria", "kahvila", "kebab", "ramen", "lohikeitto"] {
                let hits = try directory.index.search(
                    PlaceQuery(.around(helsinki, radius: 3_000), text: text)
                ).hits
                #expect(hits.count >= 5, "\(text)")
            }
        }
    }

    @Test func `the town is the same each time, with every name once`() {
        let town = SampleCity.restaurants

        #expect(town == SampleCity.restaurants)
        #expect(Set(town.map(\.name)).count == SampleCity.size)
        #expect(town.allSatisfy { $0.phone?.hasPrefix("+447700900") ?? true })
        #expect(town.allSatisfy { $0.website?.hasSuffix(".example.org/") ?? true })
    }
}
