import CCurl
import Synchronization

/// The one door between tasks and the loop thread.
///
/// Tasks put submissions, cancellations and the wish to stop in; the thread takes them out in one go. All of it is
/// behind one lock, which is never held while something waits.
final class TransferInbox: Sendable {
    /// One call of ``FetchClient/perform(_:)``. Whoever takes it out of the inbox resumes it, exactly once.
    struct Submission: Sendable {
        let id: UInt64
        let plan: TransferPlan
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Result<TransferOutcome, FetchError>, Never>
    }

    struct Batch {
        var submissions: [Submission]
        var cancellations: [UInt64]
        /// When a stop was asked for: until when running transfers may finish.
        var stopBy: ContinuousClock.Instant?
    }

    private struct State {
        var submissions: [Submission] = []
        var cancellations: [UInt64] = []
        var lastID: UInt64 = 0
        var stopBy: ContinuousClock.Instant?
        /// Set once: the thread has taken its last batch and will not touch libcurl again but to free it.
        var end: End?
        var waiters: [CheckedContinuation<FetchError?, Never>] = []
    }

    private struct End {
        let failure: FetchError?
    }

    private let state = Mutex(State())
    private let multi: MultiHandle

    init(_ multi: MultiHandle) { self.multi = multi }

    /// - Returns: The id to cancel by; nil if the client does not take transfers any more, and then the continuation
    ///   has been resumed.
    func submit(
        _ plan: TransferPlan, _ continuation: CheckedContinuation<Result<TransferOutcome, FetchError>, Never>
    ) -> UInt64? {
        let id = state.withLock { state -> UInt64? in
            guard state.stopBy == nil, state.end == nil else { return nil }
            state.lastID += 1
            state.submissions.append(
                Submission(
                    id: state.lastID, plan: plan, deadline: .now + plan.limits.total,
                    continuation: continuation))
            multi.wake()
            return state.lastID
        }
        if id == nil { continuation.resume(returning: .failure(.shutdown)) }
        return id
    }

    /// A transfer that is finished is not touched.
    func cancel(_ id: UInt64) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.cancellations.append(id)
            multi.wake()
        }
    }

    /// Takes no more transfers; those under way have until `instant`. The first call counts.
    func stop(by instant: ContinuousClock.Instant) {
        state.withLock { state in
            guard state.end == nil, state.stopBy == nil else { return }
            state.stopBy = instant
            multi.wake()
        }
    }

    /// Waits until the loop has ended.
    ///
    /// - Returns: Why, if it was not asked to.
    func end() async -> FetchError? {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> End? in
                if state.end == nil { state.waiters.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end.failure) }
        }
    }

    /// For the loop thread: everything that came in since the last call.
    func take() -> Batch {
        state.withLock { state in
            let batch = Batch(
                submissions: state.submissions, cancellations: state.cancellations, stopBy: state.stopBy)
            state.submissions.removeAll()
            state.cancellations.removeAll()
            return batch
        }
    }

    /// For the loop thread: says that it has ended. After this nobody wakes it, so that the handle may be freed.
    func close(_ failure: FetchError?) {
        let (late, waiters) = state.withLock { state in
            state.end = End(failure: failure)
            let late = state.submissions
            let waiters = state.waiters
            state.submissions.removeAll()
            state.waiters.removeAll()
            return (late, waiters)
        }
        for submission in late { submission.continuation.resume(returning: .failure(failure ?? .shutdown)) }
        for waiter in waiters { waiter.resume(returning: failure) }
    }
}

/// libcurl's multi handle.
///
/// `@unchecked Sendable`: the pointer is set once. Only the loop thread calls libcurl with it, but for
/// `curl_multi_wakeup`, which libcurl documents as callable from any thread (curl_multi_wakeup(3)). ``TransferInbox``
/// calls that under its lock and only before ``TransferInbox/close(_:)``, and the thread frees the handle only after
/// that, so that nothing is woken that is gone.
struct MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init() throws(FetchError) {
        guard CurlLibrary.isReady, let pointer = curl_multi_init() else {
            throw .broken("libcurl cannot be initialised")
        }
        self.pointer = pointer
    }

    func wake() { curl_multi_wakeup(pointer) }
}

/// libcurl's process-wide state, set up once and before anything else of it is used.
enum CurlLibrary {
    /// Swift runs this once, whatever the number of threads that ask.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}
