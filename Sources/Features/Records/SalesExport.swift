import Access
import Encoding
import JSON
import NIOCore
import NoonishAPI
import Postgres

/// Writes the lines of a period page by page, so that its memory does not grow with them.
struct SalesExport: Sendable {
    let database: any Database
    let venue: RestaurantID
    let period: ReportPeriod
    let format: ReportFormat

    private static let header = [
        "day", "hour", "sale", "line", "kind", "item", "name", "options", "category", "quantity", "net",
        "tax",
        "tax_percent", "total", "currency",
    ]

    /// Calls `write` with one page after the other, at its pace.
    nonisolated(nonsending) func run(_ write: (ByteBuffer) async throws -> Void) async throws {
        var last: SaleLineRow?
        try await write(ByteBuffer(string: start))
        while true {
            let rows = try await database.all(.exported(period, of: venue, after: last))
            if !rows.isEmpty {
                try await write(
                    format.page(rows, isFirst: last == nil, cells: \.cells) { SoldLine($0) })
            }
            last = rows.last
            if rows.count < RecordLimits.exportPage { break }
        }
        if format == .json { try await write(ByteBuffer(string: "\n]}\n")) }
    }

    private var start: String {
        switch format {
        case .csv: CSVText.byteOrderMark + CSVText.row(Self.header)
        case .json: #"{"schemaVersion":1,"from":"\#(period.from)","to":"\#(period.to)","lines":["#
        }
    }
}

extension SoldLine {
    fileprivate init(_ row: SaleLineRow) {
        self.init(
            day: row.day, hour: row.hour, sale: row.sale, number: row.number, currency: row.currency,
            line: row.wire)
    }
}

extension SaleLineRow {
    fileprivate var cells: [String] {
        let words = [
            day, String(hour), sale.description, String(number), kind.rawValue, item ?? "", name ?? "",
            options ?? "", category ?? "", String(quantity),
        ]
        let net = amountMinor - taxMinor
        return words + [net, taxMinor].map { $0.decimal(in: currency) }
            + [taxPercent ?? "", amountMinor.decimal(in: currency), currency]
    }
}
