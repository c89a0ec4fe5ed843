import NoonishAPI
import Postgres
import Restaurants

/// Completes the rows of a list of outings: with the cached shared parts, and with one statement for those that are missing.
struct OutingLister: Sendable {
    let database: PostgresClient
    let hours: HoursPatterns
    let cache: OutingCache

    /// Returns the items of a page, in the order of `rows`.
    ///
    /// What is missing in the cache is read together with the reader's own part. If the reader has been removed from the
    /// outing meanwhile, it is left out.
    func items(_ rows: some Collection<ListedOuting>, for reader: PersonID) async throws -> [OutingListItem] {
        let cached = cache.entries(for: rows)
        var items: [OutingID: OutingListItem] = [:]
        for row in rows {
            guard let shared = cached[row.id] else { continue }
            items[row.id] = OutingListItem(shared: shared, mine: row.mine, hasAggregates: row.hasAggregates)
        }
        let missing = rows.map(\.id).filter { cached[$0] == nil }
        if !missing.isEmpty {
            for item in try await read(missing, for: reader) { items[item.shared.id] = item }
        }
        let aggregates = try await database.aggregates(
            of: items.values.lazy.filter(\.hasAggregates).map {
                ($0.shared.id, $0.shared.upcomingRestaurant)
            },
            for: reader)
        for id in aggregates.keys { items[id]?.aggregates = aggregates[id] }
        return rows.compactMap { items[$0.id] }
    }

    /// Reads outings and caches their shared parts.
    private func read(_ outings: [OutingID], for reader: PersonID) async throws -> [OutingListItem] {
        let items = try await database.all(.versionedOutings(outings, for: reader)).compactMap { row in
            row.outing.mine.map { mine in
                OutingListItem(
                    shared: SharedOuting(row.outing, row.version, hours), mine: mine,
                    hasAggregates: row.outing.hasAggregates)
            }
        }
        cache.insert(items.map(\.shared))
        return items
    }
}
