import Foundation
import Initializers
package import Logging
import NoonishAPI
package import Postgres

// The steps of an import
// ======================
// 1. The file is streamed into the staging table, all of it or nothing: an invalid file changes nothing.
// 2. Staged rows are merged in chunks, each in a transaction of its own, so that the server stays responsive.
// 3. The places and streets of an extract are written beside those of the last import, which stay in use.
// 4. Restaurants that the source no longer has are marked as vanished, as is the sample city if it is not the source
//    itself, the new places and streets replace the last ones, and the staged rows are deleted.
// An import is idempotent: after an interruption it is run again, and rows that were merged before are
// unchanged. Only one import of a source runs at a time.

/// Imports restaurants from a file into the directory.
@MemberwiseInit
package struct RestaurantImport: Sendable {
    let database: PostgresClient
    let words: CuisineVocabulary
    /// Provides time zones for places without one.
    var zones: ZoneMap = .system
    let logger: Logger

    /// Imports the file. Importing the same file again changes nothing.
    ///
    /// - Parameter progress: Called with the progress, at most ten times a second while the file is read and
    ///   after each merged chunk.
    /// - Throws: ``ImportFault`` with a text for the operator, or `PostgresError`.
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
    /// Stages, merges and finishes an import.
    ///
    /// - Parameter name: The name of the origin for errors.
    private func run(
        _ origin: some StoredOrigin, _ name: String, _ plan: ImportPlan,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let start = ContinuousClock.now
        try await database.execute(.deleteStaleStaged(hours: RestaurantLimits.stagingHours))
        try await database.execute(.deleteStagedEntries(of: origin.source.id))

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
                    "\(name) has no restaurants (\(tally.read) records); nothing was changed")
            }
            let names = try await origin.names()
            report.names = names?.tally
            try await database.execute(.storeSource(origin.source))
            if let names {
                let rows = GazetteerEntryRows(
                    extract: names, source: origin.source.id, importID: plan.importID)
                try await database.copy(into: GazetteerEntry.columns, rows: rows)
            }
            try await merge(tally.staged, plan, &report, progress)
            (report.vanished, report.removedSamples) = try await finish(plan, origin.source)
        } catch {
            await deleteStagedRows(plan, of: origin.source)
            throw error
        }
        report.duration = ContinuousClock.now - start
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
                throw ImportFault("\(source.id) is not a valid source id; use letters a to z, digits and -")
            }
            return source
        }
        if let id = request.source, let known = try await database.first(.restaurantSource(id)) {
            return known
        }
        throw ImportFault(
            "the source of the data is required; pass a mapping file with source: {id, name, licence, attribution, url}"
        )
    }

    private func merge(
        _ staged: Int, _ plan: ImportPlan, _ report: inout ImportReport,
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws {
        let start = ContinuousClock.now
        try await database.transaction { transaction in
            try await transaction.execute(.raiseStatementTimeout)
            try await transaction.execute(.analyzeStaging, timeout: RestaurantLimits.importEndTimeout)
        }
        for first in stride(from: 1, through: staged, by: RestaurantLimits.importChunk) {
            let last = min(first + RestaurantLimits.importChunk - 1, staged)
            let chunk = try await database.one(
                .mergeStaged(plan.importID, source: report.source, first, last))
            report.imported += chunk.imported
            report.updated += chunk.updated
            report.ownerEdited += chunk.ownerEdited
            report.unchanged +=
                chunk.staged - chunk.duplicate - chunk.imported - chunk.updated - chunk.ownerEdited
            if chunk.duplicate > 0 { report.skipped[.duplicate, default: 0] += chunk.duplicate }
            progress(
                ImportProgress(
                    phase: .merging, count: last, fraction: Double(last) / Double(staged),
                    elapsed: ContinuousClock.now - start))
        }
    }

    /// Marks vanished restaurants, removes the sample city, replaces the names of the source, and deletes the staged rows.
    ///
    /// - Returns: The number of vanished restaurants, and of those of the sample city.
    private func finish(
        _ plan: ImportPlan, _ source: RestaurantSource
    ) async throws -> (vanished: Int, samples: Int) {
        try await database.transaction { transaction in
            try await transaction.execute(.raiseStatementTimeout)
            let vanished = try await transaction.execute(
                .markVanished(plan.importID, source: source.id), timeout: RestaurantLimits.importEndTimeout)
            var samples = 0
            if source.id != RestaurantSource.sample.id {
                samples = try await transaction.execute(.removeSampleRestaurants)
                try await transaction.execute(.endOffers(of: RestaurantSource.sample.id, otherThan: []))
            }
            try await transaction.execute(
                .deletePublishedEntries(of: source.id), timeout: RestaurantLimits.importEndTimeout)
            try await transaction.execute(
                .publishEntries(of: source.id, plan.importID), timeout: RestaurantLimits.importEndTimeout)
            try await transaction.execute(.recordImport(of: source.id))
            try await transaction.execute(
                .deleteStaged(plan.importID), timeout: RestaurantLimits.importEndTimeout)
            return (vanished, samples)
        }
    }

    /// Deletes the staged rows. If this fails, a later import deletes them.
    private func deleteStagedRows(_ plan: ImportPlan, of source: RestaurantSource) async {
        do {
            try await database.execute(.deleteStaged(plan.importID))
            try await database.execute(.deleteStagedEntries(of: source.id))
        } catch {
            logger.warning(
                "could not delete staged rows", metadata: ["because": "\(String(reflecting: error))"])
        }
    }
}
