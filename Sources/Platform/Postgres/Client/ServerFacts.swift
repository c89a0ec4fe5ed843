internal import CLibPQ
public import Foundation

/// What a server says of itself.
public struct ServerFacts: PostgresRow, Hashable {
    /// `15.20 (Debian 15.20-0+deb12u1)`
    public let version: String
    /// By its clock.
    public let time: Date
    /// Whose rights the connection has.
    public let user: String

    public init(row: inout RowReader) throws(PostgresError) {
        version = try row.next()
        time = try row.next()
        user = try row.next()
    }

    /// Of libpq, as a number like 150020 for 15.20.
    public static var libraryVersion: Int { Int(PQlibVersion()) }
}

extension Query where Row == ServerFacts {
    public static var serverFacts: Self {
        Query(
            "postgres.facts",
            "SELECT current_setting('server_version'), clock_timestamp(), current_user::text")
    }
}
