import Synchronization

/// Connects the cancellation of a task with the id of its transfer, whichever comes first.
final class TransferCancellation: Sendable {
    private enum State {
        case waiting
        case issued(UInt64)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    /// Stores the id of the transfer.
    ///
    /// - Returns: Whether the task has already been cancelled, in which case the caller must cancel the
    ///   transfer.
    func issue(_ id: UInt64) -> Bool {
        state.withLock { state in
            if case .cancelled = state { return true }
            state = .issued(id)
            return false
        }
    }

    /// Records the cancellation.
    ///
    /// - Returns: The id of the transfer to cancel; `nil` if it is not known yet.
    func cancel() -> UInt64? {
        state.withLock { state in
            guard case .issued(let id) = state else {
                state = .cancelled
                return nil
            }
            return id
        }
    }
}
