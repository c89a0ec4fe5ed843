import Encoding
package import Postgres

/// What all processes of one service must have in common: a link that one of them makes must be valid at all others, and
/// browsers subscribe to the key of the process that answered them.
package struct ServiceIdentity: Sendable {
    /// By the name of the setting. None of them is a secret.
    let values: [String: String]

    /// - Parameters:
    ///   - pushKey: The public key for push services.
    ///   - publicURL: Empty if this process has none; `nil` where one process serves the whole service and may move.
    package init(key: SecretKey, pushKey: String, publicURL: String?) {
        var values = ["secret.key": key.fingerprint, "webPush.key": pushKey]
        values["http.publicURL"] = publicURL
        self.values = values
    }

    /// Registers what no process has registered before.
    ///
    /// - Returns: The settings in which this process differs from those that registered first.
    package func differences(in database: any Database) async throws(PostgresError) -> [String] {
        try await database.execute(.registerIdentity(values))
        return try await database.all(.serviceIdentity).compactMap { registered in
            guard let own = values[registered.name], own != registered.value else { return nil }
            return registered.name
        }
    }

    /// Keeps processes from starting until the end of the transaction: each waits before its first look at what is
    /// registered. Those that have started are counted after that.
    ///
    /// - Returns: The number of other connections to the database.
    package static func lock(in transaction: Transaction) async throws -> Int {
        try await transaction.execute(.lockIdentity)
        return try await transaction.one(.otherConnections)
    }

    /// Makes these the settings of the service. Processes with others cannot start any more.
    package func replace(in database: any Database) async throws(PostgresError) {
        try await database.execute(.removeIdentity)
        try await database.execute(.registerIdentity(values))
    }
}

extension SecretKey {
    /// Tells keys apart and reveals nothing about them: 64 bits.
    package var fingerprint: String { Hexadecimal.encode(hmac("fingerprint").prefix(8)) }
}

/// A row of `service_identity`.
@Row
struct IdentityValue: PostgresRow {
    let name: String
    let value: String
}

extension Query where Row == IdentityValue {
    fileprivate static var serviceIdentity: Self {
        Query(
            "access.read_service_identity", on: .write,
            "SELECT name, value FROM service_identity ORDER BY name")
    }
}

extension Query where Row == Int {
    fileprivate static var otherConnections: Self {
        Query(
            "access.count_other_connections", on: .write,
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
    }
}

extension Command {
    fileprivate static var lockIdentity: Self {
        Command(
            "access.lock_service_identity", "LOCK TABLE service_identity IN ACCESS EXCLUSIVE MODE")
    }

    fileprivate static func registerIdentity(_ values: [String: String]) -> Self {
        Command(
            "access.register_service_identity",
            """
            INSERT INTO service_identity (name, value)
            SELECT name, value
              FROM unnest(\(Array(values.keys)), \(Array(values.values))) AS v (name, value)
             WHERE value <> ''
                ON CONFLICT DO NOTHING
            """)
    }

    fileprivate static var removeIdentity: Self {
        Command("access.remove_service_identity", "DELETE FROM service_identity")
    }
}
