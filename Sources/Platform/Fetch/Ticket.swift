import Synchronization

/// Brings together a transfer's id and the cancellation of its task, whichever comes first.
final class Ticket: Sendable {
    private enum State {
        case waiting
        case issued(UInt64)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    /// - Returns: True if the task was cancelled before, so that the caller has to cancel the transfer.
    func issue(_ id: UInt64) -> Bool {
        state.withLock { state in
            if case .cancelled = state { return true }
            state = .issued(id)
            return false
        }
    }

    /// - Returns: The transfer to cancel, if it is known by now.
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
