internal import CLibPQ
import Foundation
import Synchronization

/// What tasks and threads have to say to the loop. The only lock between them; it is held for an append or a swap.
final class Inbox: Sendable {
    enum Message: Sendable {
        case request(Request)
        /// Its task was cancelled after it was sent.
        case abandoned(Request)
        case release(Lease)
        /// `PQcancel` has returned for the connection of this number.
        case cancelReturned(connection: UInt64)
    }

    private struct State {
        var messages: [Message] = []
        /// Of the requests among the messages.
        var arrived = Backlog()
        /// What the loop holds and has not sent, with all that it took last.
        var backlog = Backlog()
        var isAsleep = false
        var isStopping = false
        var isClosed = false
    }

    /// How much waits.
    struct Backlog {
        var requests = 0
        var bytes = 0
    }

    private let state = Mutex(State())
    let bell = Bell()

    /// Hands over a request. When it is refused, its caller is resumed here.
    func submit(_ request: Request) {
        enum Outcome {
            case done, ring
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
            return state.isAsleep.exchangeForFalse() ? .ring : .done
        }
        switch outcome {
        case .done: break
        case .ring: bell.ring()
        case .refuse(let error): request.finish(.failure(error))
        }
    }

    /// Hands over what is never refused. Nothing happens once the loop has ended.
    func post(_ message: Message) {
        let ring = state.withLock { state in
            if state.isClosed { return false }
            state.messages.append(message)
            return state.isAsleep.exchangeForFalse()
        }
        if ring { bell.ring() }
    }

    /// Requests that the loop had not sent when it last looked here.
    var backlogCount: Int { state.withLock(\.backlog.requests) }

    func stop() {
        state.withLock { $0.isStopping = true }
        bell.ring()
    }
}

/// For the loop.
extension Inbox {
    /// Swaps what has come with the empty `messages`.
    ///
    /// - Parameter backlog: What the loop has not sent yet, for admission.
    /// - Returns: Whether to stop.
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

    /// True when nothing has come; from then on whoever comes rings.
    func fallAsleep(backlog: Backlog) -> Bool {
        state.withLock { state in
            state.backlog = backlog
            state.isAsleep = state.messages.isEmpty
            return state.isAsleep
        }
    }

    /// The loop has ended. Returns what came too late.
    func close() -> [Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }
}

extension Bool {
    /// The old value; false afterwards.
    fileprivate mutating func exchangeForFalse() -> Bool {
        defer { self = false }
        return self
    }
}

/// A descriptor that becomes readable when it is rung.
final class Bell: Sendable {
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        precondition(descriptor >= 0, "The process has no descriptor left for the database client's bell.")
    }

    deinit { close(descriptor) }

    func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func silence() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
