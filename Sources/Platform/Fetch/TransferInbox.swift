import CCurl
import Synchronization

/// The only link between tasks and the loop thread.
///
/// Tasks add submissions, cancellations and the request to stop; the thread takes them all at once. One lock
/// protects everything and is never held while waiting.
final class TransferInbox: Sendable {
    /// One call of ``FetchClient/perform(_:)``. Its continuation is resumed exactly once, by the code that
    /// removes the submission from the inbox.
    struct Submission: Sendable {
        let id: UInt64
        let plan: TransferPlan
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Result<TransferOutcome, FetchError>, Never>
    }

    struct Batch {
        var submissions: [Submission]
        var cancellations: [UInt64]
        /// The deadline for running transfers, if a stop was requested.
        var stopBy: ContinuousClock.Instant?
    }

    private struct State {
        var submissions: [Submission] = []
        var cancellations: [UInt64] = []
        var lastID: UInt64 = 0
        var stopBy: ContinuousClock.Instant?
        /// Set once: the thread has taken its last batch and will only free the libcurl handle.
        var end: End?
        var waiters: [CheckedContinuation<FetchError?, Never>] = []
    }

    private struct End {
        let failure: FetchError?
    }

    private let state = Mutex(State())
    private let multi: MultiHandle

    init(_ multi: MultiHandle) { self.multi = multi }

    /// Adds a transfer.
    ///
    /// - Returns: The id for ``cancel(_:)``; `nil` if the client has stopped, in which case the continuation
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

    /// Requests the cancellation of a transfer. Has no effect if the transfer has finished.
    func cancel(_ id: UInt64) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.cancellations.append(id)
            multi.wake()
        }
    }

    /// Rejects further transfers; those in progress have until `instant`. Only the first call has an effect.
    func stop(by instant: ContinuousClock.Instant) {
        state.withLock { state in
            guard state.end == nil, state.stopBy == nil else { return }
            state.stopBy = instant
            multi.wake()
        }
    }

    /// Waits until the loop has ended.
    ///
    /// - Returns: The failure that ended it; `nil` if it was stopped.
    func end() async -> FetchError? {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> End? in
                if state.end == nil { state.waiters.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end.failure) }
        }
    }

    /// Returns and removes everything that arrived since the last call. Called by the loop thread.
    func take() -> Batch {
        state.withLock { state in
            let batch = Batch(
                submissions: state.submissions, cancellations: state.cancellations, stopBy: state.stopBy)
            state.submissions.removeAll()
            state.cancellations.removeAll()
            return batch
        }
    }

    /// Records that the loop thread has ended. After this the handle is no longer woken, so it may be freed.
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

/// The multi handle of libcurl.
///
/// `@unchecked Sendable`: the pointer is set once. Only the loop thread passes it to libcurl, except to
/// `curl_multi_wakeup`, which may be called from any thread (curl_multi_wakeup(3)). ``TransferInbox`` calls
/// that under its lock and only before ``TransferInbox/close(_:)``, and the thread frees the handle only
/// after that, so a freed handle is never woken.
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

/// The process-wide state of libcurl, initialised once before any other use of the library.
enum CurlLibrary {
    /// Whether initialisation succeeded. Swift evaluates this once, however many threads access it.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}
