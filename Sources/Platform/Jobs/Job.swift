public import JSON
public import Timing

/// Work that is done later: its arguments, and how it is retried.
///
/// A job is a row of the table `job`, inserted in the transaction of its cause and deleted when the work is done.
/// ``JobRunner`` hands it to the ``Worker`` of its kind.
public protocol Job: JSONCodable, Sendable {
    /// `room.verb_noun`, as it stands in the table, logs and metrics. Never changes while there are jobs of it.
    static var kind: String { get }

    /// Time limit of one attempt. A process that has not finished after twice as long is presumed dead, and another
    /// one takes the job over.
    static var timeout: Duration { get }

    /// Attempts before the job is given up; `nil` means it is retried for as long as it exists.
    static var attempts: Int? { get }

    /// The pauses between attempts.
    static var backoff: Backoff { get }

    /// Jobs of this kind that one process works on at a time.
    static var concurrency: Int { get }

    /// Whether the arguments say something about a person beyond their id. They are then deleted when the job is
    /// given up; otherwise an operator can see them.
    static var hasPersonalArguments: Bool { get }

    /// Of two unfinished jobs of one kind with the same key, the second is not enqueued; `nil` means any number.
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

/// Does the work of one kind of job.
///
/// A job may be worked on more than once: a process may die after the work and before its end is recorded. Each
/// worker's documentation says why that is harmless.
public protocol Worker<J>: Sendable {
    associatedtype J: Job

    /// Does the work. Returning means that it is done.
    ///
    /// - Parameters:
    ///   - job: The arguments.
    ///   - attempt: Reports progress, and completes the job in a transaction of the worker.
    /// - Throws: What happens to the job instead of being done.
    func work(_ job: J, _ attempt: JobAttempt) async throws(JobFailure)
}

/// What happens to a job that was not done.
public enum JobFailure: Error, Hashable, Sendable {
    /// Retry after a growing pause, until the kind's attempts are used up.
    case retry(reason: String)
    /// Work on it again after this time; does not count as an attempt.
    case snooze(Duration)
    /// Never retry. The job stays in the table for an operator to see.
    case giveUp(reason: String)
}
