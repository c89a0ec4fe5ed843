import Foundation
import Initializers
import JSON
package import NIOCore
package import NoonishAPI
package import Postgres

// The format of an export
// =======================
// One GeoJSON FeatureCollection (RFC 7946) for each source, with the source's name, licence, attribution and
// link as members of the collection, and each place's data as OpenStreetMap's tags: open data stays open.
// Importing the file under the same source finds every place unchanged. Ratings are not exported because they
// are not the source's data; vanished places are not exported because they no longer exist.

/// Exports the directory's open data by source.
@MemberwiseInit
package struct RestaurantExport: Sendable {
    private let database: any Database

    /// Returns every source that has restaurants.
    package func sources() async throws -> [RestaurantSource] {
        try await database.all(.sourcesOfRestaurants())
    }

    /// Writes the restaurants of `source` in pages, at the pace of `write`.
    ///
    /// - Returns: The number of restaurants.
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
    /// Returns the sources that have restaurants.
    static func sourcesOfRestaurants() -> Self {
        Query(
            "restaurants.list_exported_sources", on: .stale,
            """
            SELECT id, name, licence, attribution, url
              FROM restaurant_source
             WHERE EXISTS (SELECT FROM restaurant WHERE source = restaurant_source.id AND vanished_at IS NULL)
             ORDER BY id
            """, decode: RestaurantSource.init(row:))
    }
}
