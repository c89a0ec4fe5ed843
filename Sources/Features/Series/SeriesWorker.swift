internal import Foundation
package import Jobs
package import Logging
internal import NoonishAPI
package import Outings
package import Postgres

/// A worker that creates the outings of series ahead of time and releases notifications deferred until an
/// outing is near.
///
/// Any number of processes may run it: the row lock of a series lets only one of them create outings for it
/// at a time, and the next one sees what was created. Each date has a transaction of its own.
package struct SeriesWorker: Sendable {
    let database: PostgresClient
    let creator: SeriesOutingCreator
    let news: HeldNews
    let logger: Logger

    package init(database: PostgresClient, edits: SeriesEdits, record: OutingRecord, logger: Logger) {
        self.database = database
        creator = edits.creator
        news = HeldNews(database: database, record: record)
        self.logger = logger
    }

    package var loop: WorkLoop {
        WorkLoop("series.keep", pace: .init(pollInterval: SeriesLimits.pollInterval), logger: logger) {
            try await runOnce() > 0 ? .worked : .idle
        }
    }

    /// Creates the outings that are due and releases deferred notifications.
    ///
    /// - Returns: The number of dates examined plus the number of outings whose notifications were due.
    @discardableResult
    package func runOnce() async throws -> Int {
        var count = try await news.tell()
        for series in try await database.all(.dueSeries) {
            do {
                while try await handleNextDate(series) { count += 1 }
            } catch let error as PostgresError {
                throw error
            } catch {
                // A rule or limit rejected this series for now, for example because its host invited too many
                // people. The other series are not affected.
                logger.error(
                    "could not create an outing of a series",
                    metadata: ["series": "\(series)", "error": "\(String(reflecting: error))"])
                try await database.execute(.postponeCheck(at: series))
            }
        }
        return count
    }

    private func handleNextDate(_ id: SeriesID) async throws -> Bool {
        try await database.transaction { transaction in
            guard try await transaction.first(.lockSeries(id)) != nil else { return false }
            return try await creator.handleNextDate(id, in: transaction)
        }
    }
}
