package import Access
package import Accounts
internal import Foundation
package import Jobs
internal import Localization
package import Logging
package import NoonishAPI
package import Postgres

/// Erases people who requested it: seven days later in one transaction, and again if a restored backup brings
/// them back.
///
/// Idempotent: erased people are not selected again.
package struct Erasures: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    let clock: AccountClock
    let others: [any PersonalDataStore]
    let ledger: ErasureLedger
    /// Called for each erased person, to close their open connections.
    let signedOut: @Sendable (PersonID) -> Void

    /// - Parameter others: The data of the other features, those that notify other people first.
    package init(
        _ database: PostgresClient, site: Site, outbox: MailOutbox, others: [any PersonalDataStore],
        ledger: ErasureLedger,
        clock: AccountClock = .databaseTime, signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
    ) {
        self.database = database
        self.site = site
        self.outbox = outbox
        self.others = others
        self.ledger = ledger
        self.clock = clock
        self.signedOut = signedOut
    }

    package func loop(logger: Logger) -> WorkLoop {
        WorkLoop("people.erase", pace: .init(pollInterval: ErasureLimits.poll), logger: logger) {
            try await eraseNext() ? .worked : .idle
        }
    }

    /// Erases the person whose erasure has been due for longest.
    ///
    /// - Returns: False if no erasure is due.
    package func eraseNext() async throws -> Bool {
        let now = clock.now()
        let person = try await database.transaction { transaction -> PersonID? in
            guard let person = try await transaction.first(.dueErasure(now: now)) else { return nil }
            try await forget(person, .erased, in: transaction)
            return person
        }
        guard let person else { return false }
        signedOut(person)
        try ledger.add([hash(person)], at: clock.now() ?? Date())
        return true
    }

    /// Repeats erasures that the database lost because it was restored from a backup: those in the ledger but
    /// not in the database. Must run before the service answers requests or sends mail. Also adds erasures to
    /// the ledger that only the database knows.
    ///
    /// - Returns: The number of people erased again.
    package func repeatAfterRestore() async throws -> Int {
        let recorded = Set(try await database.all(.erasedHashes))
        let kept = try ledger.hashes()
        try ledger.add(recorded.subtracting(kept), at: clock.now() ?? Date())
        let lost = kept.subtracting(recorded)
        guard !lost.isEmpty else { return 0 }
        var count = 0
        for person in try await database.all(.peopleNotErased) where lost.contains(hash(person)) {
            try await database.transaction { transaction in
                try await forget(person, .erasureRepeated, in: transaction)
            }
            signedOut(person)
            count += 1
        }
        // Also record people who are not in the database because they joined after the backup.
        for hash in lost { try await database.execute(.recordErased(hash)) }
        return count
    }

    private func forget(_ person: PersonID, _ action: AuditAction, in transaction: Transaction) async throws {
        for other in others { try await other.erase(person, in: transaction) }
        try await transaction.execute(.recordErased(hash(person)))
        try await transaction.audit(AuditLine(action, "person:\(person)"))
    }

    private func hash(_ person: PersonID) -> [UInt8] { site.key.hmac("erased", person.description) }
}

package enum ErasureLimits {
    /// Seconds within which a person can cancel their erasure.
    package static let grace: Double = 7 * 86_400
    /// Interval for checking whether an erasure is due.
    static let poll = Duration.seconds(30)
}

extension Query where Row == PersonID {
    /// Locks and returns the person whose erasure has been due for longest, skipping those locked by other
    /// processes.
    fileprivate static func dueErasure(now: Date?) -> Self {
        Query(
            "erasures.due", on: .write,
            """
            SELECT person_id
              FROM erasure
             WHERE due_at <= coalesce(\(now), now())
             ORDER BY due_at
             LIMIT 1
               FOR UPDATE SKIP LOCKED
            """
        ) { row throws(PostgresError) in try row.next() }
    }

    fileprivate static var peopleNotErased: Self {
        Query("erasures.people", "SELECT id FROM person WHERE kind <> 'erased'") {
            row throws(PostgresError) in try row.next()
        }
    }
}

extension Query where Row == [UInt8] {
    fileprivate static var erasedHashes: Self {
        Query("erasures.hashes", "SELECT person_hash FROM erased") { row throws(PostgresError) in
            try row.next()
        }
    }
}

extension Command {
    fileprivate static func recordErased(_ hash: [UInt8]) -> Self {
        Command("erasures.note", "INSERT INTO erased (person_hash) VALUES (\(hash)) ON CONFLICT DO NOTHING")
    }
}
