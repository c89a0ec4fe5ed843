package import Jobs
package import Logging
package import NoonishAPI
package import Outings
package import Postgres

/// Makes the outings of series ahead of time, and releases news that waited until it is near.
///
/// Any number of processes may run it: the row lock of a series lets only one of them create outings for it
/// at a time, and the next one sees what was created. Each date has a transaction of its own.
package struct SeriesWorker: Sendable {
    let database: PostgresClient
    let creator: SeriesOutingCreator
    let news: DeferredNotifications
    let logger: Logger

    package init(database: PostgresClient, edits: SeriesEdits, record: OutingRecord, logger: Logger) {
        self.database = database
        creator = edits.creator
        news = DeferredNotifications(database: database, record: record)
        self.logger = logger
    }

    package var loops: [WorkLoop] { [heldNews.loop, dates.loop] }

    /// News to be released.
    package var heldNews: DueWork<OutingID> { news.work(every: SeriesLimits.pollInterval) }

    /// Series of which dates are to be made.
    package var dates: DueWork<SeriesID> {
        DueWork(
            "series.keep", every: SeriesLimits.pollInterval, batch: SeriesLimits.batch, in: database,
            due: .dueSeries
        ) {
            series in try await makeDates(of: series)
        }
    }

    /// - Returns: Whether a date was handled.
    private func makeDates(of series: SeriesID) async throws -> Bool {
        var count = 0
        do {
            while try await handleNextDate(series) { count += 1 }
        } catch let error as PostgresError {
            throw error
        } catch {
            // A rule or a limit refuses today, such as that of a host who invited too many people: the other series go on.
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
            return try await creator.handleNextDate(id, in: transaction)
        }
    }
}
