public import JSON
public import Timing

/// Work to be done later: its arguments and its retry policy.
///
/// A job is a row of the table `job`. It is inserted in the transaction of its cause and deleted when it is
/// done. ``JobRunner`` passes it to the ``Worker`` of its kind.
public protocol Job: JSONCodable, Sendable {
    /// `room.verb_noun`, as it appears in the table, logs and metrics. Must not change while there are jobs
    /// of this kind.
    static var kind: String { get }

    /// Time limit of one attempt. A process that has held a job for twice as long is presumed dead, and
    /// another one takes over.
    static var timeout: Duration { get }

    /// The attempts before the job is given up; `nil` to retry it for as long as it exists.
    static var attempts: Int? { get }

    /// The pauses between attempts.
    static var backoff: Backoff { get }

    /// The number of jobs of this kind that one process runs at a time.
    static var concurrency: Int { get }

    /// Whether the arguments contain personal data besides ids. They are then deleted when the job is given
    /// up; otherwise operators can see them.
    static var hasPersonalArguments: Bool { get }

    /// A key under which at most one unfinished job of this kind is enqueued; `nil` for any number.
    var uniqueKey: String? { get }
}

extension Job {
    public static var timeout: Duration { .seconds(30) }
    public static var attempts: Int? { 10 }
    public static var backoff: Backoff { Backoff(first: .seconds(2), longest: .seconds(3_600)) }
    public static var concurrency: Int { 1 }
    public static var hasPersonalArguments: Bool { false }
    public var uniqueKey: String? { nil }
}

/// Does the work of the jobs of one kind.
///
/// A job may be run more than once, because a process can crash after the work and before its completion is
/// recorded. The documentation of each worker says why that is harmless.
public protocol Worker<J>: Sendable {
    associatedtype J: Job

    /// Does the work. Returning completes the job.
    ///
    /// - Parameters:
    ///   - job: The arguments.
    ///   - attempt: Reports progress, and can complete the job in a transaction of the worker.
    /// - Throws: The way in which the job failed.
    func work(_ job: J, _ attempt: JobAttempt) async throws(JobFailure)
}

/// The outcome of an attempt that did not complete the job.
public enum JobFailure: Error, Hashable, Sendable {
    /// Retry after a growing pause, until the attempts are used up.
    case retry(reason: String)
    /// Run again after this time. The attempt does not count.
    case snooze(Duration)
    /// Never retry. The job stays in the table for operators.
    case giveUp(reason: String)
}
