public import CivilTime
public import NoonishAPI
import OpeningHours
public import Postgres

// How values of a series are read from a row.

extension CivilDate: PostgresDecodable {
    /// Reads a date in the form of `to_char(date, 'YYYY-MM-DD')`. The day before a series may be of an earlier year than any of
    /// its own.
    public init(_ cell: borrowing Cell) throws(PostgresError) {
        let text = try String(cell)
        guard let date = CivilDate(text: text, years: 0...9_999) else {
            throw .decode("\(text) is not a date")
        }
        self = date
    }
}

extension SeriesDay.Reason: PostgresDecodable {}

/// The columns `comes` and `party_size`.
extension StandingAnswer: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let comes: Bool? = try row.next()
        let partySize: Int? = try row.next()
        guard let comes, let partySize else { return nil }
        self.init(comes: comes, partySize: partySize)
    }
}
