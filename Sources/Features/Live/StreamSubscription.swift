import Access
import HTTPKit
import NIOCore
import NoonishAPI
import Synchronization

/// One open stream: what its reader has received and what is pending, of bounded size however slow the reader
/// is.
///
/// While the reader keeps up, events are written at once. Otherwise only the newest revision of each topic
/// and the end of the inbox are kept, and written as a snapshot once the stream is writable.
final class StreamSubscription: EventSource {
    /// The person whose inbox it follows; `nil` for a device.
    let person: PersonID?
    /// The boards of venues that it follows.
    let boards: [RestaurantID]
    /// The actor that the stream's token authenticated.
    let actor: Actor
    /// For a guest, the only outing that they may see.
    let guestOf: OutingID?
    /// The `Accept-Language` header, used if the person has chosen no language.
    let languages: String?
    /// The event loop of the connection; all writes happen on it.
    let loop: any EventLoop
    private let hub: StreamHub
    private let state: Mutex<State>

    private struct State {
        var phase = Phase.opening
        /// The first events to be written. Released afterwards, since streams stay open for long.
        var greeting: StreamEvent?
        /// The number of the last update that the reader has received.
        var cursor: Int
        /// The known end of the inbox.
        var end: Int
        /// Whether a batch of updates is being read for this stream.
        var hasReservation = false
        /// Pending revisions of a slow reader, in the order in which the topics first changed.
        var revisions: [(topic: StreamTopic, event: StreamEvent)] = []
        var hasPendingComment = false

        var sink: (any EventSink)? {
            if case .open(let sink) = phase { sink } else { nil }
        }
    }

    private enum Phase {
        case opening
        case open(any EventSink)
        /// Closed by the server, perhaps before the stream was open.
        case closing
        case ended
    }

    init(
        _ actor: Actor, _ person: PersonID?, boards: [RestaurantID] = [], start: StreamStart,
        guestOf: OutingID?, languages: String?, loop: any EventLoop, hub: StreamHub
    ) {
        self.actor = actor
        self.person = person
        self.boards = boards
        self.guestOf = guestOf
        self.languages = languages
        self.loop = loop
        self.hub = hub
        state = Mutex(State(greeting: StreamEvent(start.greeting), cursor: start.cursor, end: start.end))
    }

    // MARK: Called by the sink, on its loop

    func started(on sink: any EventSink) {
        let greeting: StreamEvent? = state.withLock { state in
            guard case .opening = state.phase else { return nil }
            state.phase = .open(sink)
            defer { state.greeting = nil }
            return state.greeting
        }
        guard let greeting else { return sink.close() }
        sink.write(greeting)
        didBecomeWritable()
    }

    func didBecomeWritable() {
        let (sink, due, isBehind) = state.withLock { state -> ((any EventSink)?, [StreamEvent], Bool) in
            guard let sink = state.sink, sink.isWritable else { return (nil, [], false) }
            var due = state.revisions.map(\.event)
            if state.hasPendingComment { due.append(.heartbeat) }
            state.revisions = []
            state.hasPendingComment = false
            return (sink, due, state.cursor < state.end && !state.hasReservation)
        }
        for event in due { sink?.write(event) }
        if isBehind { hub.enqueue(self) }
    }

    func serverWillShutDown() { hub.beginDraining() }

    func ended() {
        state.withLock { state in
            state.phase = .ended
            state.revisions = []
        }
        hub.unsubscribe(self)
    }

    // MARK: Called by the hub, on the loop

    /// Writes a revision, or keeps it as pending.
    ///
    /// - Parameter event: The event; its memory is shared by all streams.
    func writeRevision(_ topic: StreamTopic, _ event: StreamEvent) {
        let sink: (any EventSink)? = state.withLock { state in
            switch state.phase {
            case .closing, .ended: return nil
            case .open(let sink) where sink.isWritable && state.revisions.isEmpty: return sink
            case .open, .opening:
                if let index = state.revisions.firstIndex(where: { $0.topic == topic }) {
                    state.revisions[index].event = event
                } else {
                    state.revisions.append((topic, event))
                }
                return nil
            }
        }
        sink?.write(event)
    }

    /// Writes a comment, so that nothing between the server and the reader closes the connection as idle. A
    /// reader that has not taken the previous comment is disconnected and can reconnect; a stream whose
    /// response never began is removed.
    func comment() {
        enum StreamAction {
            case write(any EventSink)
            case close, forget, nothing
        }
        let action = state.withLock { state -> StreamAction in
            if let sink = state.sink, sink.isWritable { return .write(sink) }
            guard state.hasPendingComment else {
                state.hasPendingComment = true
                return .nothing
            }
            return state.sink == nil ? .forget : .close
        }
        switch action {
        case .write(let sink): sink.write(.heartbeat)
        case .close: close()
        case .forget: ended()
        case .nothing: break
        }
    }

    /// Writes the updates that ``reserveUpdates()`` reserved.
    ///
    /// - Parameter event: `nil` if none of the updates is for this reader.
    func write(_ event: StreamEvent?, upTo seq: Int) {
        let sink = state.withLock { state in
            state.hasReservation = false
            state.cursor = max(state.cursor, seq)
            return state.sink
        }
        if let event { sink?.write(event) }
        didBecomeWritable()
    }

    // MARK: Called by the hub, from any thread

    /// Records that the inbox reaches `seq`.
    ///
    /// - Returns: Whether the reader is behind.
    func inboxDidGrow(to seq: Int) -> Bool {
        state.withLock { state in
            state.end = max(state.end, seq)
            return state.cursor < state.end
        }
    }

    /// Reserves the next batch of updates for this stream.
    ///
    /// - Returns: The cursor and the end of the inbox. `nil` if the reader is up to date or not writable; in
    ///   the latter case it queues itself once it is writable.
    func reserveUpdates() -> (after: Int, end: Int)? {
        state.withLock { state in
            guard let sink = state.sink, sink.isWritable, !state.hasReservation, state.cursor < state.end
            else { return nil }
            state.hasReservation = true
            return (state.cursor, state.end)
        }
    }

    /// Cancels the reservation; the reader is still behind.
    func cancelReservation() { state.withLock { $0.hasReservation = false } }

    /// Drops pending revisions of `topic`, because the reader may no longer see it.
    func forget(_ topic: StreamTopic) {
        state.withLock { $0.revisions.removeAll { $0.topic == topic } }
    }

    func close() {
        let sink = state.withLock { state in
            let sink = state.sink
            if case .ended = state.phase {} else { state.phase = .closing }
            state.revisions = []
            return sink
        }
        sink?.close()
    }
}

extension StreamEvent {
    /// An empty comment, which keeps the connection open.
    static let heartbeat = StreamEvent(ServerSentEvent(comment: ""))
}
