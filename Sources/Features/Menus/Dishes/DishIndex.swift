import Dispatch
import Foundation
import GeoSearch
import Jobs
package import Logging
package import Postgres
package import Restaurants
import ServiceLifecycle
import Synchronization

// How dishes are indexed
// ======================
// Dishes have an index of their own with the engine of restaurants: to it a dish is a place with the position and the
// opening hours of its restaurant, and with a cost. So the index of restaurants has no more words and memory than
// without menus, and dishes are found as restaurants are: in any script, with typos, nearest first.
//
// It follows the tables as `RestaurantIndex` does. A publication changes the rows of `dish`, and an import those of
// `restaurant`; both have `changed_in`. Opening hours are numbered apart from those of restaurants, because each index
// frees the numbers that it no longer has.

/// The dishes of published menus in memory, as in the tables except for the latest changes.
package final class DishIndex: Service {
    private struct FollowState {
        /// ``dishes`` contains all changes of transactions older than this.
        var horizon = 0
        /// Changes read of transactions not older than ``horizon``: id to the transaction of its last change.
        var read: [UUID: Int] = [:]
        /// ``HoursPatterns/count`` when unused hours were last collected.
        var swept = 0
    }

    let hours: HoursPatterns
    private let dishes: PlaceIndex
    private let words: CuisineVocabulary
    private let isLoaded = Atomic(false)
    private let state = Mutex(FollowState())
    private let database: any Database
    private let poll: Duration
    private let logger: Logger
    /// Builds segments, which must not block a thread of the concurrency pool.
    private let builder = DispatchQueue(label: "menus.dishes")

    package init(
        database: any Database, words: CuisineVocabulary, hours: HoursPatterns,
        poll: Duration = .seconds(1), logger: Logger
    ) {
        self.database = database
        self.words = words
        self.hours = hours
        self.poll = poll
        self.logger = logger
        dishes = PlaceIndex(vocabulary: words.vocabulary)
    }

    /// Whether the initial load has completed.
    package var isReady: Bool { isLoaded.load(ordering: .acquiring) }

    package var count: Int { dishes.count }

    /// - Throws: ``PlaceQueryFault``.
    func search(_ query: PlaceQuery) throws(PlaceQueryFault) -> PlacePage { try dishes.search(query) }

    func nearest(_ query: PlaceQuery) -> [PlaceHit] { dishes.nearest(query) }

    /// Loads the index and follows changes until shutdown. Retries with back-off while the database is unavailable.
    package func run() async throws {
        let pace = WorkLoop.Pace(pollInterval: poll, stepLimit: RestaurantLimits.loadTimeout)
        await WorkLoop("menus.follow_dishes", pace: pace, logger: logger) {
            try await self.refresh()
            return .idle
        }.run()
    }

    /// Reads changes once; all dishes the first time. Not for concurrent use: only ``run()`` calls it, or a test
    /// instead.
    package func refresh() async throws {
        if isReady { try await follow() } else { try await load() }
    }
}

extension DishIndex {
    private func load() async throws {
        let horizon = try await database.one(.changeHorizon())
        var all = PlaceBatch(vocabulary: words.vocabulary)
        var last: UUID?
        while true {
            let rows = try await database.all(.dishes(after: last, limit: RestaurantLimits.loadPage))
            for place in await places(of: rows) { all.add(place) }
            last = rows.last?.id
            if rows.count < RestaurantLimits.loadPage { break }
        }
        let loaded = all
        await build { $0.replaceAll(with: loaded) }
        state.withLock { $0 = FollowState(horizon: horizon, swept: hours.count) }
        isLoaded.store(true, ordering: .releasing)
        logger.info("dishes are loaded", metadata: ["count": "\(count)"])
    }

    private func follow() async throws {
        var next = state.withLock { $0 }
        let changes = try await database.one(.changes(since: next.horizon))
        var last: UUID?
        while changes.areAny {
            let rows = try await database.all(
                .dishes(changedSince: next.horizon, after: last, limit: RestaurantLimits.loadPage))
            let new = rows.filter { next.read[$0.id] != $0.changedIn }
            for row in new { next.read[row.id] = row.changedIn }
            let upserts = await places(of: new.filter(\.isOffered))
            let removals = new.filter { !$0.isOffered }.map(\.id)
            if !new.isEmpty { await build { $0.apply(upserts: upserts, removals: removals) } }
            last = rows.last?.id
            if rows.count < RestaurantLimits.loadPage { break }
        }
        next.horizon = changes.horizon
        next.read = next.read.filter { $0.value >= changes.horizon }
        if hours.count >= next.swept + RestaurantLimits.patternsBeforeSweep {
            await build { [hours] dishes in hours.freeNumbers(notIn: dishes.hoursPatterns) }
            next.swept = hours.count
        }
        let followed = next
        state.withLock { $0 = followed }
    }

    private func places(of rows: [IndexedDishRow]) async -> [Place] {
        guard !rows.isEmpty else { return [] }
        return await build { [hours] _ in
            let latin = Transliteration.latin(rows.flatMap { [$0.name] + $0.otherNames })
            return rows.compactMap { $0.place(hours: hours, latin: latin) }
        }
    }

    /// Runs work that must not block a thread of the concurrency pool.
    private func build<Value: Sendable>(_ work: @escaping @Sendable (PlaceIndex) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            builder.async { [dishes] in continuation.resume(returning: work(dishes)) }
        }
    }
}
