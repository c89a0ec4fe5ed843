import CLibPQ
public import Foundation

/// The version, clock and current user of a server.
@Row
public struct ServerInfo: PostgresRow, Hashable {
    /// For example `15.20 (Debian 15.20-0+deb12u1)`.
    public let version: String
    /// The time on the server's clock.
    public let time: Date
    /// The role whose privileges the connection has.
    public let user: String

    /// The version of libpq as a number, for example 150020 for 15.20.
    public static var libraryVersion: Int { Int(PQlibVersion()) }
}

extension Query where Row == ServerInfo {
    public static var serverInfo: Self {
        Query(
            "postgres.facts",
            "SELECT current_setting('server_version'), clock_timestamp(), current_user::text")
    }
}
