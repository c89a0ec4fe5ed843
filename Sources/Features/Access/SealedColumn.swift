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

    /// How many values were encrypted again.
    package struct Count: Hashable, Sendable {
        package var resealed = 0
        /// Values that the former key cannot decrypt. They stay as they are.
        package var unreadable = 0

        package init() {}
    }

    /// Encrypts all values with a new key, and adds their numbers to `count`.
    package func reseal(
        from former: SecretKey, to key: SecretKey, in transaction: Transaction, _ count: inout Count
    ) async throws {
        for value in try await transaction.all(read) {
            guard let secret = former.open(value.sealed, purpose, owner: value.owner) else {
                count.unreadable += 1
                continue
            }
            let sealed = try key.seal(secret, purpose, owner: value.owner)
            try await transaction.execute(store(SealedValue(owner: value.owner, sealed: sealed)))
            count.resealed += 1
        }
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
