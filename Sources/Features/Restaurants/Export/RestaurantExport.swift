import Foundation
import JSON
package import NIOCore
package import NoonishAPI
package import Postgres

// What an export is
// =================
// One GeoJSON FeatureCollection (RFC 7946) a source, with the source's name, licence, attribution and link as members
// of the collection, and each place's data as OpenStreetMap's tags: what open data came from, open data gives back. An
// import of the file under the same source finds every place unchanged. Ratings and what has vanished are not in it:
// the one is not the source's, the other is no longer there.

/// Gives the directory's open data back, source by source.
package struct RestaurantExport: Sendable {
    private let database: any Database

    package init(database: any Database) { self.database = database }

    /// Every source that has restaurants.
    package func sources() async throws -> [RestaurantSource] {
        try await database.all(.sourcesOfRestaurants())
    }

    /// Writes the restaurants of `source`, piece by piece, as fast as `write` takes them.
    ///
    /// - Returns: How many there were.
    @discardableResult
    nonisolated(nonsending) package func run(
        _ source: RestaurantSource, write: (ByteBuffer) async throws -> Void
    ) async throws -> Int {
        try await write(head(of: source))
        var count = 0
        var last: UUID?
        while true {
            let rows = try await database.all(
                .exported(from: source.id, after: last, limit: RestaurantLimits.exportPage))
            var writer = JSONWriter(capacity: 512 * max(1, rows.count))
            var page = ByteBuffer()
            for row in rows {
                writer.reset()
                row.encode(to: &writer)
                page.writeString(count == 0 ? "\n" : ",\n")
                page.writeImmutableBuffer(writer.finish())
                count += 1
            }
            try await write(page)
            last = rows.last?.restaurant.id.uuid
            if rows.count < RestaurantLimits.exportPage { break }
        }
        try await write(ByteBuffer(string: "\n]}\n"))
        return count
    }

    private func head(of source: RestaurantSource) -> ByteBuffer {
        var writer = JSONWriter(capacity: 1_024)
        source.encode(to: &writer)
        var head = ByteBuffer(string: #"{"type":"FeatureCollection","source":"#)
        head.writeImmutableBuffer(writer.finish())
        head.writeString(#","features":["#)
        return head
    }
}

extension Query where Row == RestaurantSource {
    /// Those that have restaurants.
    static func sourcesOfRestaurants() -> Self {
        Query(
            "restaurants.list_exported_sources", on: .slow,
            """
            SELECT id, name, licence, attribution, url
              FROM restaurant_source
             WHERE EXISTS (SELECT FROM restaurant WHERE source = restaurant_source.id AND vanished_at IS NULL)
             ORDER BY id
            """, decode: RestaurantSource.init(row:))
    }
}
