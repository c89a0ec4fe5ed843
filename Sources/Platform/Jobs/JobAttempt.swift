public import Foundation
public import Postgres

/// One attempt at a job. It holds the job's lease: once another process has taken the job over, nothing that this
/// attempt does to the job has an effect.
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

    /// Deletes the job as part of `transaction`, so that the work is done once and the job is gone with it.
    ///
    /// To be called first in the transaction: a cancellation then either precedes the work or waits for its end.
    ///
    /// - Throws: ``JobLeaseLost`` if the job was cancelled or taken over, which rolls the transaction back.
    public func complete(in transaction: Transaction) async throws {
        guard try await transaction.execute(.completeJob(lease)) == 1 else { throw JobLeaseLost() }
    }

    /// Records how much of the work is done and extends the lease.
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
