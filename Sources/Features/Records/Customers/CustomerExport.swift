import Access
import Encoding
import Foundation
import JSON
import NIOCore
import NoonishAPI
import Postgres

/// Writes the customers of a venue page by page, so that its memory does not grow with them.
struct CustomerExport: Sendable {
    let database: any Database
    let venue: Capability<RestaurantID>
    /// That of a filter.
    let condition: SQL?
    /// The reader's, whose alphabet decides the order.
    let language: String
    let format: ReportFormat

    static let header = CSVText.row(["name", "email", "phone", "note", "created_at"])

    /// Calls `write` with one page after the other, at its pace. A page begins after the name that the last customer had when it
    /// was written, so that renaming it meanwhile neither repeats nor skips others.
    nonisolated(nonsending) func run(_ write: (ByteBuffer) async throws -> Void) async throws {
        var last: CustomerRow?
        let start =
            format == .csv ? CSVText.byteOrderMark + Self.header : #"{"schemaVersion":1,"customers":["#
        try await write(ByteBuffer(string: start))
        while true {
            let rows = try await database.all(
                .customers(
                    of: venue, with: [], isDeleted: false, where: condition, in: language, after: last?.id,
                    named: last?.name, limit: RecordLimits.exportPage))
            if !rows.isEmpty {
                try await write(
                    format.page(rows, isFirst: last == nil, cells: \.cells, value: \.wire))
            }
            last = rows.last
            if rows.count < RecordLimits.exportPage { break }
        }
        if format == .json { try await write(ByteBuffer(string: "\n]}\n")) }
    }
}

extension CustomerRow {
    fileprivate var cells: [String] {
        [name, email ?? "", phone ?? "", note ?? "", createdAt.formatted(.iso8601)]
    }
}
