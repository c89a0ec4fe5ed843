package import Access
package import Accounts
import Foundation
import Initializers
package import Jobs
import Localization
package import NoonishAPI
package import Postgres

/// Erases people on their request: after seven days, in one transaction, and again after a backup was
/// restored.
@MemberwiseInit(unlabeled: 1)
package struct Erasures: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    /// The data of the other features; those that notify other people come first.
    let others: [any PersonalDataStore]
    let ledger: ErasureLedger
    var queue: JobQueue = JobQueue()
    var clock: AccountClock = .databaseTime
    /// Called with every erased person, to close their open streams.
    var signedOut: @Sendable (PersonID) -> Void = { _ in }

    package var worker: AnyWorker { AnyWorker(PersonEraser(erasures: self)) }

    /// Erases a person unless they cancelled their request.
    ///
    /// - Throws: ``JobFailure/snooze(_:)`` before it is due.
    func erase(_ person: PersonID, _ attempt: JobAttempt) async throws {
        let now = clock.now()
        let isErased = try await database.transaction { transaction in
            try await attempt.complete(in: transaction)
            guard let timeLeft = try await transaction.first(.timeBeforeErasure(of: person, now: now)) else {
                return false
            }
            guard timeLeft <= .zero else { throw JobFailure.snooze(timeLeft) }
            try await forget(person, .erased, in: transaction)
            return true
        }
        guard isErased else { return }
        signedOut(person)
        try ledger.add([hash(person)], at: clock.now() ?? Date())
    }

    /// Repeats erasures that the database lost because it was restored from a backup: those in the ledger but
    /// not in the database. Must run before the service answers requests or sends mail. Also adds erasures to
    /// the ledger that only the database knows.
    ///
    /// - Returns: The number of people erased again.
    package func repeatAfterRestore() async throws -> Int {
        let keys = try ledger.keys(with: Self.key(of: site), at: clock.now() ?? Date())
        let recorded = Set(try await database.all(.erasedHashes))
        let kept = try ledger.hashes()
        try ledger.add(recorded.subtracting(kept), at: clock.now() ?? Date())
        let lost = kept.subtracting(recorded)
        guard !lost.isEmpty else { return 0 }
        var count = 0
        let people = try await database.all(.peopleNotErased).filter { person in
            keys.contains { lost.contains(Self.hash(person, $0)) }
        }
        for person in people {
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

    private func hash(_ person: PersonID) -> [UInt8] { Self.hash(person, Self.key(of: site)) }

    /// Returns a key that is for hashes of erased people only, so that it can be kept when the secret key is replaced.
    private static func key(of site: Site) -> [UInt8] { site.key.hmac("erased") }

    private static func hash(_ person: PersonID, _ key: [UInt8]) -> [UInt8] {
        SecretKey(bytes: key)?.hmac("erased", person.description) ?? []
    }
}

package enum ErasureLimits {
    /// Seconds within which a person can cancel their erasure.
    package static let grace: Double = 7 * 86_400
}

/// Idempotent: the person is erased in the transaction that completes the job.
struct PersonEraser: Worker {
    let erasures: Erasures

    func work(_ job: ErasePerson, _ attempt: JobAttempt) async throws(JobFailure) {
        try await retryingOnError { try await erasures.erase(job.person, attempt) }
    }
}

extension Query where Row == Duration {
    /// Locks a person's request for erasure and reads the seconds that remain; zero or less means that it is
    /// due. Returns no row if the request was cancelled.
    fileprivate static func timeBeforeErasure(of person: PersonID, now: Date?) -> Self {
        Query(
            "erasures.time_left", on: .write,
            """
            SELECT make_interval(secs => extract(epoch FROM due_at - coalesce(\(now), now()))::float8)
              FROM erasure_request
             WHERE person_id = \(person)
               FOR UPDATE
            """)
    }
}

extension Query where Row == PersonID {
    fileprivate static var peopleNotErased: Self {
        Query("privacy.list_people_not_erased", "SELECT id FROM person WHERE kind <> 'erased'")
    }
}

extension Query where Row == [UInt8] {
    fileprivate static var erasedHashes: Self {
        Query("privacy.list_erased_hashes", "SELECT person_hash FROM erased_person")
    }
}

extension Command {
    fileprivate static func recordErased(_ hash: [UInt8]) -> Self {
        Command(
            "privacy.insert_erased_person",
            "INSERT INTO erased_person (person_hash) VALUES (\(hash)) ON CONFLICT DO NOTHING")
    }
}
