package import Access
package import Accounts
internal import Foundation
package import Jobs
internal import Localization
package import Logging
package import NoonishAPI
package import Postgres

/// Forgetting people who asked for it: seven days later, in one transaction, and again after a backup was restored.
///
/// Safe to do twice: who is forgotten is not found again.
package struct Erasures: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    let clock: AccountClock
    let others: [any OwnData]
    let ledger: ErasedLedger
    /// Told of everybody who was forgotten, so that what they have open ends.
    let signedOut: @Sendable (PersonID) -> Void

    /// - Parameter others: What other features keep of people; those that tell others of it first.
    package init(
        _ database: PostgresClient, site: Site, outbox: MailOutbox, others: [any OwnData],
        ledger: ErasedLedger,
        clock: AccountClock = .ofDatabase, signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
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

    /// Forgets whoever has been due for longest.
    ///
    /// - Returns: False if nobody is due.
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

    /// Forgets again whom the ledger knows and the database does not: it was restored from a backup. To be done before
    /// anybody is answered or written to. And the ledger learns what only the database knows.
    ///
    /// - Returns: How many were forgotten again.
    package func repeatAfterRestore() async throws -> Int {
        let told = Set(try await database.all(.erasedHashes))
        let kept = try ledger.hashes()
        try ledger.add(told.subtracting(kept), at: clock.now() ?? Date())
        let lost = kept.subtracting(told)
        guard !lost.isEmpty else { return 0 }
        var count = 0
        for person in try await database.all(.peopleNotErased) where lost.contains(hash(person)) {
            try await database.transaction { transaction in
                try await forget(person, .erasedAgain, in: transaction)
            }
            signedOut(person)
            count += 1
        }
        // Those who came after the backup was made and are not in it.
        for hash in lost { try await database.execute(.noteErased(hash)) }
        return count
    }

    private func forget(_ person: PersonID, _ action: AuditAction, in transaction: Transaction) async throws {
        for other in others { try await other.erase(person, in: transaction) }
        try await transaction.execute(.noteErased(hash(person)))
        try await transaction.audit(AuditLine(action, "person:\(person)"))
    }

    private func hash(_ person: PersonID) -> [UInt8] { site.key.hmac("erased", person.description) }
}

package enum ErasureLimits {
    /// Seconds in which somebody can change their mind.
    package static let grace: Double = 7 * 86_400
    /// How often to look for who is due.
    static let poll = Duration.seconds(30)
}

extension Query where Row == PersonID {
    /// Somebody who is due, and whom no other process takes.
    fileprivate static func dueErasure(now: Date?) -> Self {
        Query(
            "privacy.read_due_erasure", on: .write,
            """
            SELECT person_id
              FROM erasure_request
             WHERE due_at <= coalesce(\(now), now())
             ORDER BY due_at
             LIMIT 1
               FOR UPDATE SKIP LOCKED
            """
        ) { row throws(PostgresError) in try row.next() }
    }

    fileprivate static var peopleNotErased: Self {
        Query("privacy.list_people_not_erased", "SELECT id FROM person WHERE kind <> 'erased'") {
            row throws(PostgresError) in try row.next()
        }
    }
}

extension Query where Row == [UInt8] {
    fileprivate static var erasedHashes: Self {
        Query("privacy.list_erased_hashes", "SELECT person_hash FROM erased_person") {
            row throws(PostgresError) in
            try row.next()
        }
    }
}

extension Command {
    fileprivate static func noteErased(_ hash: [UInt8]) -> Self {
        Command(
            "privacy.insert_erased_person",
            "INSERT INTO erased_person (person_hash) VALUES (\(hash)) ON CONFLICT DO NOTHING")
    }
}
