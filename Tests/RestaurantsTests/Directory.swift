import Access
import Foundation
import GeoSearch
import Logging
import NoonishAPI
import Postgres
import TestSupport

@testable import Restaurants

/// Outings as the directory sees them; anyone may see these.
struct OutingsOfTests: OutingContext {
    var situations: [OutingID: OutingSituation] = [:]
    var fits: [RestaurantID: DietFit] = [:]

    func situation(of outing: OutingID, for actor: Actor) async throws -> OutingSituation {
        guard let situation = situations[outing] else { throw Denial.notFound }
        return situation
    }

    func dietFits(of outing: OutingID, at restaurants: [RestaurantID]) async throws -> [RestaurantID: DietFit]
    {
        fits.filter { restaurants.contains($0.key) }
    }
}

/// The restaurants of one database, with their index and routes.
struct Directory {
    let database: PostgresClient
    let index: RestaurantIndex
    let words: CuisineVocabulary

    init(_ database: PostgresClient, file: IndexFile? = nil, logger: Logger = .forTests) throws {
        self.database = database
        words = try .shipped()
        let holidays = try HolidayFiles(folder: Repository.path("config/holidays"))
        index = RestaurantIndex(
            database: database, words: words, hours: HoursPatterns(holidays: holidays), file: file,
            logger: logger)
    }

    var table: RouteTable { table() }

    func table(
        outings: OutingsOfTests = OutingsOfTests(), live: [any LiveOrigin] = [],
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> RouteTable {
        let routes = RestaurantRoutes(
            database: database, index: index, outings: outings, live: live, now: now)
        return RouteTable(routes.routes, site: .forTests, resolvers: [])
    }

    /// Imports `text` as a file of that name.
    @discardableResult
    func importFile(
        _ text: String, as name: String, _ format: ImportRequest.Format, mapping: String? = nil,
        source: String? = nil,
        zone: String? = nil, country: String? = nil
    ) async throws -> ImportReport {
        try await withFolder { folder in
            try text.write(toFile: folder + name, atomically: true, encoding: .utf8)
            var request = ImportRequest(
                format: format, file: folder + name, source: source, zone: zone, country: country)
            if let mapping {
                try mapping.write(toFile: folder + "mapping.yaml", atomically: true, encoding: .utf8)
                request.mapping = folder + "mapping.yaml"
            }
            return try await RestaurantImport(database: database, words: words, logger: .forTests).run(
                request)
        }
    }

    func run(_ script: String) async throws {
        try await database.run(script: script, named: "test")
    }

    /// Names of all restaurants that are in their source, in order.
    func names() async throws -> [String] {
        try await database.all(
            Query<String>(
                "test.names", "SELECT name FROM restaurant WHERE vanished_at IS NULL ORDER BY name"
            ) { row throws(PostgresError) in try row.next() })
    }
}

/// A folder of its own, removed afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path(percentEncoded: false) + "/")
}

/// A GeoJSON feature as osmium-tool exports it.
func feature(_ number: Int, _ tags: [String: String], at place: (Double, Double) = (60.1699, 24.9384))
    -> String
{
    let tags = tags.sorted { $0.key < $1.key }.map { ",\"\($0.key)\":\"\($0.value)\"" }.joined()
    return """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[\(place.1),\(place.0)]},\
        "properties":{"@type":"node","@id":\(number)\(tags)}}
        """
}

/// Runs `test` with a new directory.
func withDirectory(_ test: @escaping @Sendable (Directory) async throws -> Void) async throws {
    try await withDatabase { try await test(Directory($0)) }
}
