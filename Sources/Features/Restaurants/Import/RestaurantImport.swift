import Foundation
package import Logging
import NoonishAPI
package import Postgres

// How an import goes
// ==================
// 1. The file is read as a stream and copied into the staging table, all of it or nothing: a broken file changes nothing.
// 2. Staged rows are merged chunk by chunk, each chunk a transaction of its own, so that the server keeps answering.
// 3. What the source no longer has is marked as vanished, and the staged rows are forgotten.
// Cut off at any point, it is simply run again: what was merged already is found unchanged. One import of a source runs at
// a time.

/// Brings restaurants from a file into the directory.
package struct RestaurantImport: Sendable {
    let database: PostgresClient
    let words: CuisineVocabulary
    let zones: ZoneMap
    let logger: Logger

    /// - Parameter zones: Says what clocks show where, for places that do not.
    package init(database: PostgresClient, words: CuisineVocabulary, zones: ZoneMap = .system, logger: Logger)
    {
        self.database = database
        self.words = words
        self.zones = zones
        self.logger = logger
    }

    /// Safe to do again: a file that was imported already changes nothing.
    ///
    /// - Parameter progress: Told ten times a second how far it is.
    /// - Throws: ``ImportFault`` in words for who asked, or `PostgresError`.
    package func run(
        _ request: ImportRequest, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        let mapping = try request.mapping.map(ImportMapping.init(file:))
        let source = try await source(of: request, mapping)
        let plan = try ImportPlan(request, mapping, words, zones)
        return try await database.withImportLock(of: source.id) {
            try await run(FileOrigin(source: source, request: request), request.file, plan, progress)
        }
    }
}

extension RestaurantImport {
    /// - Parameter name: What errors call the origin.
    private func run(
        _ origin: some StoredOrigin, _ name: String, _ plan: ImportPlan,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let start = ContinuousClock.now
        try await database.execute(.forgetStaleStaged(hours: RestaurantLimits.stagingHours))

        let staging = ImportStaging(database: database, plan: plan, progress: progress)
        var report = ImportReport(source: origin.source.id)
        do {
            try await origin.stage(into: staging)
            let tally = staging.tally
            report.read = tally.read
            report.skipped = tally.skipped
            report.hours = tally.hours
            guard tally.staged > 0 else {
                throw ImportFault(
                    "\(name) has no restaurant in it (\(tally.read) records); nothing was changed")
            }
            try await database.execute(.storeSource(origin.source))
            try await merge(tally.staged, plan, &report, progress)
            report.vanished = try await finish(plan, origin.source)
        } catch {
            await forget(plan)
            throw error
        }
        report.took = ContinuousClock.now - start
        return report
    }
}

extension RestaurantImport {
    private func source(of request: ImportRequest, _ mapping: ImportMapping?) async throws -> RestaurantSource
    {
        var source = mapping?.source
        if source == nil, request.format == .osm { source = .openStreetMap }
        if var source {
            source.id = request.source ?? source.id
            guard source.hasPlainID else {
                throw ImportFault("\(source.id) is no name for a source; use letters a to z, digits and -")
            }
            return source
        }
        if let id = request.source, let known = try await database.first(.restaurantSource(id)) {
            return known
        }
        throw ImportFault(
            "say where the data is from: a mapping file with source: {id, name, licence, attribution, url}")
    }

    private func merge(
        _ staged: Int, _ plan: ImportPlan, _ report: inout ImportReport,
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws {
        let start = ContinuousClock.now
        try await database.transaction { transaction in
            try await transaction.execute(.allowMinutes)
            try await transaction.execute(.analyzeStaging, timeout: RestaurantLimits.endOfImport)
        }
        for first in stride(from: 1, through: staged, by: RestaurantLimits.importChunk) {
            let last = min(first + RestaurantLimits.importChunk - 1, staged)
            let chunk = try await database.one(
                .mergeStaged(plan.importID, source: report.source, first, last))
            report.imported += chunk.imported
            report.updated += chunk.updated
            report.kept += chunk.kept
            report.unchanged += chunk.staged - chunk.duplicate - chunk.imported - chunk.updated - chunk.kept
            if chunk.duplicate > 0 { report.skipped[.duplicate, default: 0] += chunk.duplicate }
            progress(
                ImportProgress(
                    phase: .merging, count: last, fraction: Double(last) / Double(staged),
                    elapsed: ContinuousClock.now - start))
        }
    }

    /// - Returns: How many vanished.
    private func finish(_ plan: ImportPlan, _ source: RestaurantSource) async throws -> Int {
        try await database.transaction { transaction in
            try await transaction.execute(.allowMinutes)
            let vanished = try await transaction.execute(
                .markVanished(plan.importID, source: source.id), timeout: RestaurantLimits.endOfImport)
            try await transaction.execute(.noteImport(of: source.id))
            try await transaction.execute(.forgetStaged(plan.importID), timeout: RestaurantLimits.endOfImport)
            return vanished
        }
    }

    /// Rows that stay because this fails are forgotten by a later import.
    private func forget(_ plan: ImportPlan) async {
        do {
            try await database.execute(.forgetStaged(plan.importID))
        } catch {
            logger.warning("staged rows stay", metadata: ["because": "\(String(reflecting: error))"])
        }
    }
}
