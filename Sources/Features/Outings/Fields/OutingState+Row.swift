import Foundation
import Postgres

extension OutingState: PostgresRow {
    /// The columns that ``init(row:)`` reads, in order; `o` is the outing.
    static let columns: SQL = {
        let selections = editableFields.map { $0.selection.text }.filter { !$0.isEmpty }
        return SQL(
            stringLiteral: (selections + ["o.cancelled_at, o.cancel_reason"]).joined(separator: ", "))
    }()

    /// Reads everything but the attendees.
    init(row: inout RowReader) throws(PostgresError) {
        self = .empty
        for field in Self.editableFields { try field.read(&row, into: &self) }
        let cancelledAt: Date? = try row.next()
        let reason: String? = try row.next()
        if cancelledAt != nil { cancellation = Cancellation(reason: reason) }
    }
}
