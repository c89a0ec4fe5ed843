import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Restaurants

/// Whether what is watched has come to its end.
private final class Work: Sendable {
    private let over = Mutex(false)

    var isOver: Bool { over.withLock(\.self) }

    func end() { over.withLock { $0 = true } }
}

/// What a running server's people see while a file is imported, and again.
struct ImportVolumeTests {
    /// Searches and follows the table until stopped, as a server does.
    private func whileServing<Value: Sendable>(
        _ directory: Directory, around spot: Coordinate, _ body: @Sendable () async throws -> Value
    ) async throws -> (value: Value, counts: [Int]) {
        let work = Work()
        return try await withThrowingTaskGroup(of: [Int].self) { group in
            group.addTask {
                var counts: [Int] = []
                while !work.isOver {
                    try await directory.index.refresh()
                    let page = try directory.index.search(PlaceQuery(.around(spot), limit: 50, facets: true))
                    #expect(page.hits.count <= 50)
                    counts.append(directory.index.count)
                }
                return counts
            }
            let value: Value
            do {
                value = try await body()
                work.end()
            } catch {
                work.end()
                throw error
            }
            return (value, try await group.next() ?? [])
        }
    }

    @Test func `the index follows an import while it is searched, and again changes nothing`() async throws {
        try await withDirectory { directory in
            let count = 5_000
            let lines = (0..<count).map { number in
                let (latitude, longitude) = (
                    60 + Double(number % 71) / 1_000, 24 + Double(number % 97) / 1_000
                )
                return "\(number),Place \(number),bar,\(latitude),\(longitude)"
            }
            let text = "id,name,kind,lat,lon\n" + lines.joined(separator: "\n") + "\n"
            let mapping = """
                source: {id: town, name: The town, licence: CC0, attribution: by the town, url: https://town.example}
                tags: {name: name, amenity: kind}
                id: id
                latitude: lat
                longitude: lon
                """
            try await directory.index.refresh()

            let first = try await whileServing(directory, around: .kamppi) {
                try await directory.importFile(text, as: "a.csv", .csv, mapping: mapping)
            }
            try await directory.index.refresh()

            #expect(first.value.imported == count)
            #expect(first.counts == first.counts.sorted() && !first.counts.isEmpty)
            #expect(directory.index.count == count)
            let again = try await whileServing(directory, around: .kamppi) {
                try await directory.importFile(text, as: "a.csv", .csv, mapping: mapping)
            }
            #expect(again.value.unchanged == count)
            #expect(again.counts.allSatisfy { $0 == count })
        }
    }

    /// Minutes: `script/test --full`.
    @Test(.enabled(if: Samples.folder != nil && !Samples.large.isEmpty))
    func `all real files are imported twice beside each other while the index is searched`() async throws {
        try await withDirectory { directory in
            let all = [Sample("helsinki-centre.osm.pbf", .osm, mapping: nil, atLeast: 200)] + Samples.large
            try await directory.index.refresh()
            var total = 0
            for sample in all {
                let request = ImportRequest(
                    format: sample.format, file: try #require(Samples.folder) + "/" + sample.file,
                    country: sample.country,
                    mapping: sample.mapping.map { Repository.path("config/imports/\($0).yaml") })
                for round in 1...2 {
                    let work = RestaurantImport(
                        database: directory.database, words: directory.words, logger: .forTests)
                    let (report, counts) = try await whileServing(directory, around: .kamppi) {
                        try await work.run(request)
                    }
                    let rate = Double(report.read) / (report.duration / .seconds(1))
                    print(
                        "\(sample.file), round \(round): \(report.read) read, \(report.imported) new,",
                        "\(report.unchanged) unchanged, \(Int(rate)) a second,",
                        "\(report.hours.readable) with hours, \(counts.count) looks")
                    if round == 1 { total += report.imported }
                    #expect(counts == counts.sorted())
                    if round == 1 {
                        #expect(report.imported >= sample.atLeast)
                    } else {
                        #expect((report.imported, report.updated, report.vanished) == (0, 0, 0))
                    }
                }
            }
            try await directory.index.refresh()
            #expect(directory.index.count == total)
            try await findsEveryScript(directory)
        }
    }

    /// Places of each script of the world set are found by their own names, whole, where they are.
    private func findsEveryScript(_ directory: Directory) async throws {
        for (script, letters) in Self.scripts {
            let rows = try await directory.database.all(.named(with: "[" + letters + "]"))
            #expect(!rows.isEmpty, "\(script)")
            for row in rows {
                let spot = try Coordinate(latitude: row.latitude, longitude: row.longitude)
                let query = PlaceQuery(.around(spot, radius: 100), text: row.name, limit: 50)
                let hits = try directory.index.search(query).hits
                #expect(hits.contains { $0.id == row.id.uuid }, "\(script): \(row.name)")
            }
        }
    }

    private static let scripts = [
        ("Arabic", "\u{621}-\u{64A}"), ("Armenian", "\u{531}-\u{587}"), ("Bengali", "\u{985}-\u{9B9}"),
        ("Cyrillic", "\u{410}-\u{44F}"), ("Devanagari", "\u{905}-\u{939}"), ("Ethiopic", "\u{1200}-\u{135A}"),
        ("Georgian", "\u{10D0}-\u{10FA}"), ("Greek", "\u{3B1}-\u{3C9}"), ("Gurmukhi", "\u{A05}-\u{A39}"),
        ("Han", "\u{4E00}-\u{9FA5}"), ("Hangul", "\u{AC00}-\u{D7A3}"), ("Hebrew", "\u{5D0}-\u{5EA}"),
        ("Hiragana", "\u{3041}-\u{3096}"), ("Katakana", "\u{30A1}-\u{30FA}"), ("Khmer", "\u{1780}-\u{17B3}"),
        ("Lao", "\u{E81}-\u{EAE}"), ("Malayalam", "\u{D05}-\u{D39}"), ("Myanmar", "\u{1000}-\u{102A}"),
        ("Tamil", "\u{B85}-\u{BB9}"), ("Thai", "\u{E01}-\u{E2E}"),
    ]
}

extension Query where Row == RestaurantRow {
    /// Some restaurants whose name has a letter of the set.
    fileprivate static func named(with letters: String) -> Self {
        Query(
            "test.named_with",
            """
            SELECT \(fragment: RestaurantRow.columns)
              FROM restaurant
             WHERE name ~ \(letters)
             ORDER BY id
             LIMIT 20
            """)
    }
}
