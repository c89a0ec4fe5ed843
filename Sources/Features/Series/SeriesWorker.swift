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
            "series.keep", every: SeriesLimits.pollInterval, batch: SeriesLimits.batch, in: database, due: .dueSeries
        ) {
            series in try await makeDates(of: series)
        }
    }

    /// - Returns: How many dates were setMadeThrough at, and how many outings are news now.
    @discardableResult
    package func runOnce() async throws -> Int {
        var count = try await news.sendDue()
        for series in try await database.all(.dueSeries) {
            do {
                while try await handleNextDate(series) { count += 1 }
            } catch let error as PostgresError {
                throw error
            } catch {
                // A rule or a limit says no today, such as that of a person who asked too many: not a fault of the others.
                logger.error(
                    "no outing of a series could be made",
                    metadata: ["series": "\(series)", "error": "\(String(reflecting: error))"])
                try await database.execute(.postponeCheck(at: series))
            }
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
