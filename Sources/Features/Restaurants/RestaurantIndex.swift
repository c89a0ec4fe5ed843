import Dispatch
import Foundation
package import GeoSearch
import Jobs
package import Logging
import NoonishAPI
package import Postgres
import ServiceLifecycle
import Synchronization

// How the index follows the table
// ===============================
// PostgreSQL is the truth. Each process loads the table once and then asks, every `poll`, for rows whose `changed_in` is
// not older than the oldest transaction that was still open when it asked the last time. A transaction that commits late
// is therefore read late, but never missed; a row that was read already is told by its `changed_in` and left out.
// Nothing is asked of the writers, and no message can be lost.

/// The restaurants in memory, as the table has them but for the last moment.
package final class RestaurantIndex: Service {
    private struct Followed {
        /// Changes of older transactions are all in ``places``.
        var horizon = 0
        /// What was read of transactions not older than that: id to the transaction of its last change.
        var read: [UUID: Int] = [:]
    }

    package let words: CuisineVocabulary
    package let hours: HoursPatterns
    private let places: PlaceIndex
    private let sources = Mutex(RestaurantSources())
    private let isLoaded = Atomic(false)
    private let followed = Mutex(Followed())
    private let database: any Database
    private let poll: Duration
    private let logger: Logger
    /// Builds segments: work of up to seconds that must not hold a task's thread.
    private let builder = DispatchQueue(label: "restaurants.index")

    package init(
        database: any Database, words: CuisineVocabulary, hours: HoursPatterns, poll: Duration = .seconds(1),
        logger: Logger
    ) {
        self.database = database
        self.words = words
        self.hours = hours
        self.poll = poll
        self.logger = logger
        places = PlaceIndex(vocabulary: words.vocabulary)
    }

    /// Whether the whole table has been read once.
    package var isReady: Bool { isLoaded.load(ordering: .acquiring) }

    package var count: Int { places.count }

    /// - Throws: ``PlaceQueryFault``.
    package func search(_ query: PlaceQuery) throws(PlaceQueryFault) -> PlacePage {
        try places.search(query)
    }

    /// What somebody may mean who is still typing.
    func suggest(_ query: PlaceQuery) -> [PlaceHit] { places.suggest(query) }

    /// What is open at `instant`; see ``OpenStates``.
    func openStates(at instant: Date) -> OpenStates { hours.states(at: instant) }

    /// What must be said of a place's data.
    func source(of place: Place) -> RestaurantSource { sources.withLock { $0[place.source] } }

    /// Loads, then follows until shutdown. A database that is away is asked again, ever less often.
    package func run() async throws {
        let pace = WorkLoop.Pace(pollInterval: poll, stepLimit: RestaurantLimits.loading)
        await WorkLoop("restaurants.follow", pace: pace, logger: logger) {
            try await self.refresh()
            return .idle
        }.run()
    }

    /// Reads what is new once; everything the first time. One caller at a time: ``run()``, or a test in its place.
    package func refresh() async throws {
        let horizon = try await database.one(.changeHorizon())
        if isReady {
            try await follow(upTo: horizon)
        } else {
            try await load(horizon)
        }
    }
}

extension RestaurantIndex {
    private func load(_ horizon: Int) async throws {
        let start = ContinuousClock.now
        var all = PlaceBatch()
        var last: UUID?
        while true {
            let rows = try await database.all(.places(after: last, limit: RestaurantLimits.loadPage))
            try await learnSources(of: rows)
            for place in rows.compactMap(place) { all.add(place) }
            last = rows.last?.id
            if rows.count < RestaurantLimits.loadPage { break }
        }
        let loaded = all
        await build { $0.replaceAll(with: loaded) }
        followed.withLock { $0 = Followed(horizon: horizon) }
        isLoaded.store(true, ordering: .releasing)
        logger.info(
            "restaurants are loaded",
            metadata: ["count": "\(count)", "took": "\(ContinuousClock.now - start)"])
    }

    private func follow(upTo horizon: Int) async throws {
        var state = followed.withLock { $0 }
        var last: (changedIn: Int, id: UUID)?
        while true {
            let rows = try await database.all(
                .places(changedSince: state.horizon, after: last, limit: RestaurantLimits.followPage))
            try await learnSources(of: rows)
            let new = rows.filter { state.read[$0.id] != $0.changedIn }
            for row in new { state.read[row.id] = row.changedIn }
            let upserts = new.filter { !$0.hasVanished }.compactMap(place)
            let removals = new.filter(\.hasVanished).map(\.id)
            if !new.isEmpty { await build { $0.apply(upserts: upserts, removals: removals) } }
            last = rows.last.map { ($0.changedIn, $0.id) }
            if rows.count < RestaurantLimits.followPage { break }
        }
        state.horizon = horizon
        state.read = state.read.filter { $0.value >= horizon }
        let next = state
        followed.withLock { $0 = next }
    }

    /// Sources are written before their restaurants, so who sees a row sees its source.
    private func learnSources(of rows: [PlaceRow]) async throws {
        guard !rows.isEmpty else { return }
        let known = try await database.all(.restaurantSources())
        sources.withLock { $0.update(known) }
    }

    private func place(_ row: PlaceRow) -> Place? {
        sources.withLock { $0.number(of: row.source) }.flatMap { row.place(source: $0, hours: hours) }
    }

    private func build(_ change: @escaping @Sendable (PlaceIndex) -> Void) async {
        await withCheckedContinuation { continuation in
            builder.async { [places] in
                change(places)
                continuation.resume()
            }
        }
    }
}
