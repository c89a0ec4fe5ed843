import Initializers
package import Jobs
package import Logging
package import NoonishAPI
package import Outings
package import Postgres

/// Creates the outings of series ahead of time, and sends deferred notifications when their outings are near.
///
/// Any number of processes may run it: the row lock of a series lets only one of them create outings for it
/// at a time, and the next one sees what was created. Each date has a transaction of its own.
@MemberwiseInit
package struct SeriesWorker: Sendable {
    let database: PostgresClient
    let edits: SeriesEdits
    let record: OutingRecord
    let logger: Logger

    package var loops: [WorkLoop] { [heldNews.loop, dates.loop] }

    /// Deferred notifications that are due.
    package var heldNews: DueWork<OutingID> {
        DeferredNotifications(database: database, record: record).work(every: SeriesLimits.pollInterval)
    }

    /// Series with dates for which outings are due.
    package var dates: DueWork<SeriesID> {
        DueWork(
            "series.keep", every: SeriesLimits.pollInterval, batch: SeriesLimits.batch, in: database,
            due: .dueSeries
        ) {
            series in try await makeDates(of: series)
        }
    }

    /// Handles the due dates of a series, each in its own transaction.
    ///
    /// - Returns: Whether a date was handled.
    private func makeDates(of series: SeriesID) async throws -> Bool {
        var count = 0
        do {
            while try await handleNextDate(series) { count += 1 }
        } catch let error as PostgresError {
            throw error
        } catch {
            // A rule or a limit can prevent this, for example if the host has invited too many people. Other
            // series continue.
            logger.error(
                "could not create an outing of a series",
                metadata: ["series": "\(series)", "error": "\(String(reflecting: error))"])
            try await database.execute(.postponeCheck(at: series))
        }
        return count > 0
    }

    private func handleNextDate(_ id: SeriesID) async throws -> Bool {
        try await database.transaction { transaction in
            guard try await transaction.first(.lockSeries(id)) != nil else { return false }
            return try await edits.creator.handleNextDate(id, in: transaction)
        }
    }
}
