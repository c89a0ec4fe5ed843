public import Foundation
public import Postgres

/// One attempt at a job. It holds the job's lease: once another process has taken over, this attempt can no
/// longer change the job.
public struct JobAttempt: Sendable {
    /// The job.
    public let id: UUID
    /// 1 for the first attempt.
    public let number: Int

    let lease: JobLease
    private let database: any Database
    private let leaseTime: Duration

    init(_ lease: JobLease, of database: any Database, leaseTime: Duration) {
        id = lease.id
        number = lease.attempt
        self.lease = lease
        self.database = database
        self.leaseTime = leaseTime
    }

    /// Deletes the job as part of `transaction`, so that the work takes effect exactly once.
    ///
    /// Call it first in the transaction: a concurrent cancellation then either precedes the work or waits for
    /// its end.
    ///
    /// - Throws: ``JobLeaseLost`` if the job was cancelled or taken over, which rolls the transaction back.
    public func complete(in transaction: Transaction) async throws {
        guard try await transaction.execute(.completeJob(lease)) == 1 else { throw JobLeaseLost() }
    }

    /// Records as part of `transaction` that a backfill has changed the rows up to `key`, and extends the lease.
    ///
    /// - Throws: ``JobLeaseLost`` if the job was cancelled or taken over, which rolls the transaction back.
    func advance(to key: String, in transaction: Transaction) async throws {
        guard try await transaction.execute(.advanceBackfill(to: key, lease, for: leaseTime)) == 1 else {
            throw JobLeaseLost()
        }
    }

    /// Records the progress and extends the lease.
    ///
    /// - Parameter progress: From 0 to 1.
    /// - Throws: ``JobLeaseLost`` if the job was cancelled or taken over.
    public func report(progress: Double) async throws {
        let progress = min(max(progress, 0), 1)
        guard try await database.execute(.reportProgress(progress, lease, for: leaseTime)) == 1 else {
            throw JobLeaseLost()
        }
    }
}

/// The error for an attempt at a job that was cancelled or taken over by another process.
public struct JobLeaseLost: Error, CustomStringConvertible {
    public let description = "the job was cancelled or taken over"
}
