import Access
import HTTPKit
import NIOCore
import NoonishAPI
import Synchronization

/// One open stream: what its reader has, and what it is still to be given, of bounded size however slow it is.
///
/// While the reader keeps up, what comes is written at once. While it does not, only the newest revision of each outing
/// is kept, and of the inbox how far it goes: that is the snapshot it gets when it can take it.
final class StreamSubscription: EventSource {
    let person: PersonID
    /// Whom the token that opened the stream proved.
    let actor: Actor
    /// For a guest, the one outing that they may know of.
    let guestOf: OutingID?
    /// Their `Accept-Language`, should they have chosen no language.
    let languages: String?
    /// Of its connection; what is written is written there.
    let loop: any EventLoop
    private let hub: StreamHub
    private let state: Mutex<State>

    private struct State {
        var phase = Phase.opening
        /// The first thing written; let go of then, as streams stay open for long.
        var greeting: StreamEvent?
        /// The update that the reader has up to.
        var cursor: Int
        /// How far the inbox is known to go.
        var end: Int
        /// Whether a batch of updates is under way.
        var isBeingGiven = false
        /// What waits for a slow reader, in the order in which the outings first moved.
        var revisions: [(outing: OutingID, event: StreamEvent)] = []
        var commentWaits = false

        var sink: (any EventSink)? {
            if case .open(let sink) = phase { sink } else { nil }
        }
    }

    private enum Phase {
        case opening
        case open(any EventSink)
        /// Closed by us, perhaps before it was open.
        case closing
        case ended
    }

    init(
        _ actor: Actor, _ person: PersonID, start: StreamStart, guestOf: OutingID?, languages: String?,
        loop: any EventLoop,
        hub: StreamHub
    ) {
        self.actor = actor
        self.person = person
        self.guestOf = guestOf
        self.languages = languages
        self.loop = loop
        self.hub = hub
        state = Mutex(State(greeting: StreamEvent(start.greeting), cursor: start.cursor, end: start.end))
    }

    // MARK: The sink's calls, on its loop

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
            if state.commentWaits { due.append(.heartbeat) }
            state.revisions = []
            state.commentWaits = false
            return (sink, due, state.cursor < state.end && !state.isBeingGiven)
        }
        for event in due { sink?.write(event) }
        if isBehind { hub.isReady(self) }
    }

    func serverWillShutDown() { hub.beginDraining() }

    func ended() {
        state.withLock { state in
            state.phase = .ended
            state.revisions = []
        }
        hub.unsubscribe(self)
    }

    // MARK: The hub's calls on the loop

    /// - Parameter event: its memory is shared by all streams.
    func revised(_ outing: OutingID, _ event: StreamEvent) {
        let sink: (any EventSink)? = state.withLock { state in
            switch state.phase {
            case .closing, .ended: return nil
            case .open(let sink) where sink.isWritable && state.revisions.isEmpty: return sink
            case .open, .opening:
                if let index = state.revisions.firstIndex(where: { $0.outing == outing }) {
                    state.revisions[index].event = event
                } else {
                    state.revisions.append((outing, event))
                }
                return nil
            }
        }
        sink?.write(event)
    }

    /// A comment, so that nothing between here and the reader takes the connection for dead. Who has not taken the last
    /// one is cut off, and comes back when it can; a stream whose answer never began is forgotten.
    func comment() {
        enum Deed {
            case write(any EventSink)
            case close, forget, nothing
        }
        let deed = state.withLock { state -> Deed in
            if let sink = state.sink, sink.isWritable { return .write(sink) }
            guard state.commentWaits else {
                state.commentWaits = true
                return .nothing
            }
            return state.sink == nil ? .forget : .close
        }
        switch deed {
        case .write(let sink): sink.write(.heartbeat)
        case .close: close()
        case .forget: ended()
        case .nothing: break
        }
    }

    /// Writes updates that ``beginGiving()`` promised; nil if there are none for this reader.
    func give(_ event: StreamEvent?, upTo seq: Int) {
        let sink = state.withLock { state in
            state.isBeingGiven = false
            state.cursor = max(state.cursor, seq)
            return state.sink
        }
        if let event { sink?.write(event) }
        didBecomeWritable()
    }

    // MARK: The hub's calls from anywhere

    /// The inbox goes up to `seq`.
    ///
    /// - Returns: Whether the reader has less.
    func inboxGrew(to seq: Int) -> Bool {
        state.withLock { state in
            state.end = max(state.end, seq)
            return state.cursor < state.end
        }
    }

    /// Promises the reader the updates that it lacks.
    ///
    /// - Returns: From where, and up to where there are some; nil if it lacks none or can take none now, in which case it
    ///   asks by itself when it can.
    func beginGiving() -> (after: Int, end: Int)? {
        state.withLock { state in
            guard let sink = state.sink, sink.isWritable, !state.isBeingGiven, state.cursor < state.end
            else { return nil }
            state.isBeingGiven = true
            return (state.cursor, state.end)
        }
    }

    /// Takes the promise back; the reader still lacks the updates.
    func stopGiving() { state.withLock { $0.isBeingGiven = false } }

    /// The person is off the list of `outing`: nothing more of it is written.
    func forget(_ outing: OutingID) {
        state.withLock { $0.revisions.removeAll { $0.outing == outing } }
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
    /// Means nothing; keeps the connection open.
    static let heartbeat = StreamEvent(ServerSentEvent(comment: ""))
}
