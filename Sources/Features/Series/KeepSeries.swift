internal import Foundation
package import Jobs
package import Logging
internal import NoonishAPI
package import Outings
package import Postgres

/// Makes the outings of series ahead of time, and lets news go that waited until it is near.
///
/// Safe however many processes do: the row lock of the series lets one at a time make a date, who finds what the others have
/// made; one date a transaction.
package struct KeepSeries: Sendable {
    let database: PostgresClient
    let making: SeriesMaking
    let news: HeldNews
    let logger: Logger

    package init(database: PostgresClient, edits: SeriesEdits, record: OutingRecord, logger: Logger) {
        self.database = database
        making = edits.making
        news = HeldNews(database: database, record: record)
        self.logger = logger
    }

    package var loop: WorkLoop {
        WorkLoop("series.keep", pace: .init(pollInterval: SeriesLimits.tick), logger: logger) {
            try await turn() > 0 ? .worked : .idle
        }
    }

    /// - Returns: How many dates were looked at, and how many outings are news now.
    @discardableResult
    package func turn() async throws -> Int {
        var count = try await news.tell()
        for series in try await database.all(.dueSeries) {
            do {
                while try await step(series) { count += 1 }
            } catch let error as PostgresError {
                throw error
            } catch {
                // A rule or a limit says no today, such as that of a person who asked too many: not a fault of the others.
                logger.error(
                    "no outing of a series could be made",
                    metadata: ["series": "\(series)", "error": "\(String(reflecting: error))"])
                try await database.execute(.lookLater(at: series))
            }
        }
        return count
    }

    private func step(_ id: SeriesID) async throws -> Bool {
        try await database.transaction { transaction in
            guard try await transaction.first(.lockSeries(id)) != nil else { return false }
            return try await making.step(id, in: transaction)
        }
    }
}
