import HTTPTypes
import JSON
import NIOCore
public import NoonishAPI

/// An event of the live stream.
public enum LiveEvent: Sendable {
    /// The stream continues after this update. Sent after every reconnection as well.
    case began(after: Int)
    case update(Update)
    /// The current revision of an outing. A client that shows an older one must read the outing again.
    case revision(UpdateStreamEvent.Revision)
    /// The current revision of a venue's board. A client that shows another one must read the board again.
    case board(UpdateStreamEvent.Board)
    /// The local state is too old to be continued: read everything again. The stream continues after this
    /// update.
    case reset(after: Int)
}

/// The live stream of a person's updates, without gaps or duplicates. After a lost connection it reconnects
/// and resumes after the last update.
///
/// ```swift
/// for try await event in leila.live(after: last) {
///     if case .update(let update) = event { show(update.text) }
/// }
/// ```
///
/// The sequence ends only with an error: a ``Problem`` that a retry cannot resolve, such as 401 after a
/// sign-out. Each iteration is a separate stream; leaving the loop closes it.
public struct LiveUpdates: AsyncSequence, Sendable {
    public typealias Element = LiveEvent
    public typealias Failure = any Error

    let client: NoonishClient
    let outings: [OutingID]
    let boards: [RestaurantID]
    let after: Int?

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    public struct Iterator: AsyncIteratorProtocol {
        private let client: NoonishClient
        private let outings: [OutingID]
        private let boards: [RestaurantID]
        private var last: String?
        private var parser = EventParser()
        private var body: (any AsyncIteratorProtocol<ByteBuffer, any Error>)?
        private var waiting: [StreamedEvent] = []
        /// The number of consecutive connections that failed or ended before the first event.
        private var failures = 0

        init(_ updates: LiveUpdates) {
            client = updates.client
            outings = updates.outings
            boards = updates.boards
            last = updates.after.map(String.init)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> LiveEvent? {
            while true {
                try Task.checkCancellation()
                while !waiting.isEmpty {
                    let event = waiting.removeFirst()
                    if let id = event.id { last = id }
                    failures = 0
                    if let known = try Self.read(event) { return known }
                }
                if body == nil { try await connect(isolation: actor) }
                do {
                    if let bytes = try await body?.next(isolation: actor) {
                        waiting = try parser.events(in: bytes)
                        continue
                    }
                } catch {
                    try Task.checkCancellation()
                }
                try await pauseBeforeReconnecting(isolation: actor)
            }
        }

        public mutating func next() async throws -> LiveEvent? { try await next(isolation: #isolation) }

        private mutating func connect(isolation actor: isolated (any Actor)?) async throws {
            while true {
                do {
                    let answer = try await client.open(call)
                    parser = EventParser()
                    body = answer.body.makeAsyncIterator()
                    return
                } catch let problem as Problem where problem.isTransient {
                    try await Task.sleep(for: problem.retryAfter ?? pause())
                } catch ClientFault.unreachable {
                    try await Task.sleep(for: pause())
                }
            }
        }

        private var call: Call {
            var call = Call(.streamUpdates)
            if !outings.isEmpty {
                call.query = [("outings", outings.map(\.description).joined(separator: ","))]
            }
            if !boards.isEmpty {
                call.query.append(("boards", boards.map(\.description).joined(separator: ",")))
            }
            call.headers[.accept] = "text/event-stream"
            call.headers[.lastEventID] = last
            return call
        }

        /// Waits before reconnecting, at least as long as the service requested if the stream had delivered
        /// events.
        private mutating func pauseBeforeReconnecting(isolation actor: isolated (any Actor)?) async throws {
            body = nil
            waiting = []
            let asked = failures == 0 ? parser.retry : nil
            let wait = pause()
            try await Task.sleep(for: Swift.max(asked ?? .zero, wait))
        }

        private mutating func pause() -> Duration {
            failures += 1
            return client.retries.pause(after: failures)
        }

        /// Decodes an event; `nil` for a type that this version does not know.
        private static func read(_ event: StreamedEvent) throws -> LiveEvent? {
            let data = ByteBuffer(string: event.data)
            do throws(JSONFault) {
                switch event.name {
                case "hello": return .began(after: try UpdateStreamEvent.Hello(parsing: data).from)
                case "update": return .update(try Update(parsing: data))
                case "revision": return .revision(try UpdateStreamEvent.Revision(parsing: data))
                case "board": return .board(try UpdateStreamEvent.Board(parsing: data))
                case "reset": return .reset(after: try UpdateStreamEvent.Reset(parsing: data).seq)
                default: return nil
                }
            } catch {
                throw ClientFault.unreadable(path: Endpoint.streamUpdates.path, error)
            }
        }
    }
}

extension Problem {
    /// Whether a retry may succeed.
    fileprivate var isTransient: Bool { status == .tooManyRequests || status.code >= 500 }
}

extension NoonishClient {
    /// Streams updates and revisions as they happen.
    ///
    /// - Parameters:
    ///   - outings: The outings whose revisions to include, at most 20; empty for all upcoming ones.
    ///   - boards: The venues whose boards to follow, at most 5; a paired device follows its own.
    ///   - after: The number of the last update that the caller has; `nil` to start with the next one.
    public func live(
        of outings: [OutingID] = [], boards: [RestaurantID] = [], after: Int? = nil
    ) -> LiveUpdates {
        LiveUpdates(client: self, outings: outings, boards: boards, after: after)
    }

    /// Sends a request and returns its response without waiting for the whole body.
    fileprivate func open(_ call: Call) async throws -> TransportResponse {
        let answer: TransportResponse
        do {
            answer = try await transport.send(request(for: call), body: nil)
        } catch {
            try Task.checkCancellation()
            throw ClientFault.unreachable(error)
        }
        guard answer.status == .ok else {
            throw Problem(answer.status, answer.headers, try await answer.collected())
        }
        return answer
    }
}
