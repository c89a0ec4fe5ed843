public import NoonishAPI
public import Postgres

// How values of an attendance are read from a row.

extension AttendanceRole: PostgresDecodable {}
extension AttendanceStatus: PostgresDecodable {}
extension Attendance.Reach: PostgresDecodable {}
extension InvitationSummary.Channel: PostgresDecodable {}
extension InvitationSummary.State: PostgresDecodable {}

extension Answer: PostgresJoinedRow {
    package init?(joined row: inout RowReader) throws(PostgresError) {
        let role: AttendanceRole? = try row.next()
        let status: AttendanceStatus? = try row.next()
        let partySize: Int? = try row.next()
        guard let role, let status, let partySize else { return nil }
        self.init(role: role, status: status, partySize: partySize)
    }
}

extension AttendanceCounts: PostgresRow {
    /// The columns that ``init(row:)`` reads, in order; `o` is the outing.
    static let columns: SQL = """
        o.invited_count, o.attending_count, o.maybe_count, o.declined_count, o.waitlisted_count, o.going
        """

    public init(row: inout RowReader) throws(PostgresError) {
        self.init(
            invited: try row.next(), attending: try row.next(), maybe: try row.next(),
            declined: try row.next(), waitlisted: try row.next(), seats: try row.next())
    }
}

extension OutingSeriesDate: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let id: SeriesID? = try row.next()
        let date: String? = try row.next()
        guard let id, let date else { return nil }
        self.init(id: id, date: date)
    }
}
