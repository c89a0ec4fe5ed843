package import Postgres

/// A column whose values are encrypted with the server's key, declared by the room that owns its table, so that a new
/// key can replace the former one.
package struct SealedColumn: Sendable {
    private let purpose: String
    private let read: Query<SealedValue>
    private let store: @Sendable (SealedValue) -> Command

    /// - Parameters:
    ///   - purpose: That with which the values are sealed.
    ///   - read: Returns the owner of each value, as it is sealed with it, and the value.
    ///   - store: Replaces the value of an owner.
    package init(
        _ purpose: String, read: Query<SealedValue>, store: @escaping @Sendable (SealedValue) -> Command
    ) {
        self.purpose = purpose
        self.read = read
        self.store = store
    }

    /// Encrypts all values with a new key. Values that the former key cannot decrypt stay as they are.
    ///
    /// - Returns: The number of values.
    package func reseal(
        from former: SecretKey, to key: SecretKey, in transaction: Transaction
    ) async throws -> Int {
        var count = 0
        for value in try await transaction.all(read) {
            guard let secret = former.open(value.sealed, purpose, owner: value.owner) else { continue }
            let sealed = try key.seal(secret, purpose, owner: value.owner)
            try await transaction.execute(store(SealedValue(owner: value.owner, sealed: sealed)))
            count += 1
        }
        return count
    }
}

/// An encrypted value of one row.
@Row
package struct SealedValue: PostgresRow {
    package let owner: String
    package let sealed: [UInt8]
}

extension SealedValue {
    init(owner: String, sealed: [UInt8]) {
        self.owner = owner
        self.sealed = sealed
    }
}
