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
// PostgreSQL is the source of truth. Each process loads the table once. Then it queries, every `poll`, for
// rows whose `changed_in` is not older than the oldest transaction that was still open at the previous query.
// A transaction that commits late is therefore read late but never missed; a row that was read before is
// recognised by its `changed_in` and skipped. Writers have nothing to do, and no notification can be lost.
//
// A saved index (`IndexFile`) replaces the table at start; changes are read from the horizon in its note on.
// It is written after many changes, once there are no more, and at shutdown.

/// The restaurants in memory, as in the table except for the latest changes.
package final class RestaurantIndex: Service {
    struct FollowState {
        /// ``DatabasePosition/database``.
        var database = ""
        /// ``places`` contains all changes of transactions older than this.
        var horizon = 0
        /// Changes read of transactions not older than ``horizon``: id to the transaction of its last change.
        var read: [UUID: Int] = [:]
        /// Number of changes that are not in the file; after reading the table, the number of all places.
        var unsaved = 0
        /// Number of changes since the gazetteer was read, and when that was; `nil` before the first time.
        var ungathered = 0
        var gatheredAt: ContinuousClock.Instant?
        /// The last import of which the gazetteer was read.
        var importedAt = Date.distantPast
        /// ``HoursPatterns/count`` when unused hours were last collected.
        var swept = 0
    }

    package let words: CuisineVocabulary
    package let hours: HoursPatterns
    let places: PlaceIndex
    let gazetteer = Gazetteer()
    let sources = Mutex(RestaurantSources())
    private let isLoaded = Atomic(false)
    let followState = Mutex(FollowState())
    let database: any Database
    /// `nil` reads the table at each start.
    let file: IndexFile?
    private let poll: Duration
    let logger: Logger
    /// Builds segments: work of up to seconds that must not block a thread of the concurrency pool.
    private let builder = DispatchQueue(label: "restaurants.index")

    package init(
        database: any Database, words: CuisineVocabulary, hours: HoursPatterns, file: IndexFile? = nil,
        poll: Duration = .seconds(1), logger: Logger
    ) {
        self.database = database
        self.file = file
        self.words = words
        self.hours = hours
        self.poll = poll
        self.logger = logger
        places = PlaceIndex(vocabulary: words.vocabulary)
    }

    /// Whether the initial load has completed.
    package var isReady: Bool { isLoaded.load(ordering: .acquiring) }

    package var count: Int { places.count }

    /// Searches the index.
    ///
    /// - Throws: ``PlaceQueryFault``.
    package func search(_ query: PlaceQuery) throws(PlaceQueryFault) -> PlacePage {
        try places.search(query)
    }

    /// Returns the restaurants that best complete a text while it is typed.
    func suggest(_ query: PlaceQuery) -> [PlaceHit] { places.suggest(query) }

    /// Returns the open state of every hours pattern at `instant`; see ``OpenStates``.
    func openStates(at instant: Date) -> OpenStates { hours.states(at: instant) }

    /// Returns the source of a place, with the attribution that it requires.
    func source(of place: Place) -> RestaurantSource { sources.withLock { $0[place.source] } }

    /// Loads the index, follows changes until shutdown, and then saves what is new. Retries with back-off
    /// while the database is unavailable.
    package func run() async throws {
        let pace = WorkLoop.Pace(pollInterval: poll, stepLimit: RestaurantLimits.loadTimeout)
        await WorkLoop("restaurants.follow", pace: pace, logger: logger) {
            try await self.refresh()
            return .idle
        }.run()
        if isReady { await saveChanges(atLeast: 1) }
    }

    /// Reads changes once; the whole table the first time. Not for concurrent use: only ``run()`` calls it,
    /// or a test instead.
    package func refresh() async throws {
        let importedAt: Date
        if isReady {
            let found = try await follow()
            guard found.count == 0 else { return }
            await sweepHours()
            await saveChanges(atLeast: RestaurantLimits.changesBeforeSave)
            importedAt = found.importedAt
        } else {
            try await load()
            importedAt = try await database.one(.lastImport())
        }
        try await refreshGazetteer(importedAt: importedAt)
    }
}

extension RestaurantIndex {
    private func load() async throws {
        let start = ContinuousClock.now
        let isSaved = try await restore()
        if isSaved {
            _ = try await follow()
        } else {
            try await readTable()
        }
        isLoaded.store(true, ordering: .releasing)
        logger.info(
            "restaurants are loaded",
            metadata: [
                "count": "\(count)", "from": isSaved ? "the saved index" : "the table",
                "took": "\(ContinuousClock.now - start)",
            ])
    }

    private func readTable() async throws {
        let position = try await database.one(.position())
        var all = PlaceBatch(vocabulary: words.vocabulary)
        var last: UUID?
        while true {
            let rows = try await database.all(.places(after: last, limit: RestaurantLimits.loadPage))
            try await refreshSources(of: rows)
            for place in await places(of: rows) { all.add(place) }
            last = rows.last?.id
            if rows.count < RestaurantLimits.loadPage { break }
        }
        let loaded = all
        await build { $0.replaceAll(with: loaded) }
        followState.withLock {
            $0 = FollowState(
                database: position.database, horizon: position.horizon, unsaved: loaded.count,
                swept: hours.count)
        }
    }

    /// Reads changes.
    ///
    /// - Returns: The number of changed rows, and when the last import ended.
    private func follow() async throws -> (count: Int, importedAt: Date) {
        var state = followState.withLock { $0 }
        let changes = try await database.one(.changes(since: state.horizon))
        var last: (changedIn: Int, id: UUID)?
        var count = 0
        while changes.areAny {
            let rows = try await database.all(
                .places(changedSince: state.horizon, after: last, limit: RestaurantLimits.followPage))
            try await refreshSources(of: rows)
            let new = rows.filter { state.read[$0.id] != $0.changedIn }
            for row in new { state.read[row.id] = row.changedIn }
            let upserts = await places(of: new.filter { !$0.hasVanished })
            let removals = new.filter(\.hasVanished).map(\.id)
            if !new.isEmpty { await build { $0.apply(upserts: upserts, removals: removals) } }
            count += new.count
            last = rows.last.map { ($0.changedIn, $0.id) }
            if rows.count < RestaurantLimits.followPage { break }
        }
        state.horizon = changes.horizon
        state.read = state.read.filter { $0.value >= changes.horizon }
        state.unsaved += count
        state.ungathered += count
        let next = state
        followState.withLock { $0 = next }
        return (count, changes.importedAt)
    }

    /// Reads the names of the gazetteer again after an import, or if many restaurants changed, or some did a while ago.
    private func refreshGazetteer(importedAt: Date) async throws {
        let (changes, readAt, known) = followState.withLock { ($0.ungathered, $0.gatheredAt, $0.importedAt) }
        if let readAt, importedAt == known {
            let isDue = .now - readAt > RestaurantLimits.gazetteerInterval
            guard changes >= (isDue ? 1 : RestaurantLimits.changesBeforeGazetteer) else { return }
        }
        let rows = try await database.all(.gazetteer())
        let entries = try await gazetteerEntries()
        await build { [gazetteer] _ in gazetteer.replaceAll(with: rows, entries: entries) }
        followState.withLock {
            $0.ungathered = 0
            $0.gatheredAt = .now
            $0.importedAt = importedAt
        }
    }

    private func gazetteerEntries() async throws -> [GazetteerRow] {
        var entries: [GazetteerRow] = []
        while true {
            let page = try await database.all(
                .gazetteerEntries(after: entries.last?.entry, limit: RestaurantLimits.loadPage))
            entries += page
            if page.count < RestaurantLimits.loadPage { return entries }
        }
    }

    /// Reads the sources. A source is written before its restaurants, so whenever a row is visible its source
    /// is too.
    private func refreshSources(of rows: [PlaceRow]) async throws {
        guard !rows.isEmpty else { return }
        let known = try await database.all(.restaurantSources())
        sources.withLock { $0.update(known) }
    }

    private func places(of rows: [PlaceRow]) async -> [Place] {
        guard !rows.isEmpty else { return [] }
        return await build { [self] _ in
            let latin = Transliteration.latin(rows.flatMap { [$0.name] + $0.otherNames })
            return rows.compactMap { row in
                sources.withLock { $0.number(of: row.source) }.flatMap {
                    row.place(source: $0, hours: hours, latin: latin)
                }
            }
        }
    }

    /// Runs work that must not block a thread of the concurrency pool.
    func build<Value: Sendable>(_ work: @escaping @Sendable (PlaceIndex) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            builder.async { [places] in continuation.resume(returning: work(places)) }
        }
    }
}
