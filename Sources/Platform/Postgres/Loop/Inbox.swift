import CLibPQ
import Foundation
import Synchronization

/// Messages from tasks and threads to the loop. Its lock is the only one between them, held only for an
/// append or a swap.
final class Inbox: Sendable {
    enum Message: Sendable {
        case request(Request)
        /// The request's task was cancelled after the request was sent.
        case abandoned(Request)
        case release(Lease)
        /// `PQcancel` has returned for the connection with this number.
        case cancelReturned(connection: UInt64)
    }

    private struct State {
        var messages: [Message] = []
        /// The requests among the messages.
        var arrived = Backlog()
        /// Requests that the loop holds unsent, including everything it took last time.
        var backlog = Backlog()
        var isAsleep = false
        var isStopping = false
        var isClosed = false
    }

    /// A number of waiting requests and their size.
    struct Backlog {
        var requests = 0
        var bytes = 0
    }

    private let state = Mutex(State())
    let signal = Signal()

    /// Submits a request. A refused request is finished with an error here.
    func submit(_ request: Request) {
        enum Outcome {
            case done, fire
            case refuse(PostgresError)
        }
        let outcome: Outcome = state.withLock { state in
            if state.isStopping { return .refuse(.shutdown) }
            guard
                state.arrived.requests + state.backlog.requests < PostgresLimits.waitingRequests,
                state.arrived.bytes + state.backlog.bytes + request.byteCount <= PostgresLimits.waitingBytes
            else { return .refuse(.overloaded) }
            state.messages.append(.request(request))
            state.arrived.requests += 1
            state.arrived.bytes += request.byteCount
            return state.isAsleep.exchangeForFalse() ? .fire : .done
        }
        switch outcome {
        case .done: break
        case .fire: signal.fire()
        case .refuse(let error): request.finish(.failure(error))
        }
    }

    /// Posts a message that is never refused. Has no effect once the loop has ended.
    func post(_ message: Message) {
        let fire = state.withLock { state in
            if state.isClosed { return false }
            state.messages.append(message)
            return state.isAsleep.exchangeForFalse()
        }
        if fire { signal.fire() }
    }

    /// Number of requests that the loop had not sent when it last updated the inbox.
    var backlogCount: Int { state.withLock(\.backlog.requests) }

    func stop() {
        state.withLock { $0.isStopping = true }
        signal.fire()
    }
}

/// Called by the loop only.
extension Inbox {
    /// Swaps the received messages with the empty array `messages`.
    ///
    /// - Parameters:
    ///   - messages: An empty array, whose capacity is reused.
    ///   - backlog: What the loop has not sent yet, for admission control.
    /// - Returns: Whether the loop should stop.
    func take(_ messages: inout [Message], backlog: Backlog) -> Bool {
        state.withLock { state in
            swap(&state.messages, &messages)
            state.backlog.requests = backlog.requests + state.arrived.requests
            state.backlog.bytes = backlog.bytes + state.arrived.bytes
            state.arrived = Backlog()
            state.isAsleep = false
            return state.isStopping
        }
    }

    /// Marks the loop as asleep if there are no messages. From then on, a new message wakes it.
    ///
    /// - Returns: Whether the loop may sleep.
    func fallAsleep(backlog: Backlog) -> Bool {
        state.withLock { state in
            state.backlog = backlog
            state.isAsleep = state.messages.isEmpty
            return state.isAsleep
        }
    }

    /// Closes the inbox after the loop has ended.
    ///
    /// - Returns: The messages that arrived too late.
    func close() -> [Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }
}

extension Bool {
    /// Sets the value to `false` and returns the old value.
    fileprivate mutating func exchangeForFalse() -> Bool {
        defer { self = false }
        return self
    }
}

/// An event file descriptor that becomes readable when it is signalled.
final class Signal: Sendable {
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        precondition(descriptor >= 0, "The process has no file descriptor left for the database client.")
    }

    deinit { close(descriptor) }

    func fire() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
