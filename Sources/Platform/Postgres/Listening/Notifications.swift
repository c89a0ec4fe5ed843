import DequeModule
import Synchronization

/// The notifications of one listener, in order, for a single reader. The sequence ends when the client stops
/// or the reading task is cancelled; releasing it stops the listener.
public final class Notifications: AsyncSequence, Sendable {
    /// An event that a listener receives.
    public enum Event: Hashable, Sendable {
        /// Earlier notifications may have been missed, so the reader must query the current state. Sent
        /// first, after every reconnect, and when the reader falls behind.
        case gap
        case message(channel: String, payload: String)
    }

    private let queue: NotificationQueue
    private let listener: Listener

    init(_ queue: NotificationQueue, _ listener: Listener) {
        self.queue = queue
        self.listener = listener
    }

    deinit { listener.stop() }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let notifications: Notifications

        public mutating func next() async -> Event? { await notifications.queue.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(notifications: self) }
}

/// The queue between the listener's thread and its reader. When the reader falls behind, queued notifications
/// are dropped and replaced by a ``Notifications/Event/gap``.
final class NotificationQueue: Sendable {
    /// Maximum number of queued notifications.
    static let capacity = 1_024

    private struct State {
        var waiting = Deque<Notifications.Event>()
        var reader: CheckedContinuation<Notifications.Event?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    func enqueue(_ notification: Notifications.Event) {
        let reader = state.withLock { state -> CheckedContinuation<Notifications.Event?, Never>? in
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if state.waiting.count >= Self.capacity || notification == .gap {
                state.waiting.removeAll()
                state.waiting.append(.gap)
            }
            if notification != .gap { state.waiting.append(notification) }
            return nil
        }
        reader?.resume(returning: notification)
    }

    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    func next() async -> Notifications.Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let next: Notifications.Event?? = state.withLock { state in
                    if let notification = state.waiting.popFirst() { return .some(notification) }
                    if state.isClosed || Task.isCancelled { return .some(nil) }
                    precondition(state.reader == nil, "Notifications have one reader.")
                    state.reader = reader
                    return nil
                }
                if let next { reader.resume(returning: next) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}
