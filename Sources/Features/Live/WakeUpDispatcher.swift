import Foundation
package import Jobs
package import News
package import NoonishAPI
import Outings
import Synchronization

/// Notifies workers and streams that there may be work.
///
/// Wake-ups may be lost, duplicated or late: workers and streams also poll, so wake-ups only save time. They
/// take effect at once in this process; those for other processes are kept here until ``NotifyBroadcaster``
/// sends them.
package final class WakeUpDispatcher: Sendable {
    private let hub: StreamHub
    package let processes: ProcessRegistry?
    private let waiting = Mutex(PendingWakeUps())
    /// Fires when wake-ups for other processes are pending.
    let outgoing = Signal()
    package let fanOut = Signal()
    private let deliveries: [Channel: Signal]

    /// Creates a dispatcher.
    ///
    /// - Parameter processes: The live processes, of which one worker is woken; `nil` to wake them all.
    package init(hub: StreamHub, processes: ProcessRegistry? = nil) {
        self.hub = hub
        self.processes = processes
        deliveries = Dictionary(uniqueKeysWithValues: Channel.allCases.map { ($0, Signal()) })
    }

    /// Returns the signal that fires when something may be due on `channel`.
    package func delivery(_ channel: Channel) -> Signal { deliveries[channel] ?? fanOut }

    /// Handles the commit of an edit of `outing`; called by ``OutingRecord``.
    package func committed(_ outing: OutingID) {
        fanOut.fire()
        hub.outingsDidChange([outing])
        send(WakeUps(outings: [outing], fanOut: !runsWork))
    }

    /// Whether this process does the work itself, so that no other one needs to be woken for it.
    private var runsWork: Bool { processes?.runsWork ?? false }

    /// Handles a completed fan-out, which queued deliveries that are due on these channels.
    package func didFanOut(to channels: some Sequence<Channel> = Channel.allCases) {
        for channel in channels { delivery(channel).fire() }
        if !runsWork { send(WakeUps(deliver: true)) }
    }

    /// Handles new updates in these people's inboxes.
    package func delivered(to people: some Sequence<PersonID>) {
        let people = Set(people)
        guard !people.isEmpty else { return }
        hub.inboxesDidGrow(people)
        send(WakeUps(people: people))
    }

    /// Handles the commit of an edit of an order on a venue's board; called by ``OrderEdits``.
    package func boardDidChange(_ venue: RestaurantID) {
        hub.boardsDidChange([venue])
        send(WakeUps(boards: [venue]))
    }

    /// Handles the end of a person's sessions; called by the routes that end them.
    package func signedOut(_ person: PersonID) {
        hub.signedOut([person])
        send(WakeUps(signedOut: [person]))
    }

    /// Handles a gap in the notifications, in which wake-ups may have been lost. Streams need none, as they
    /// poll within a second.
    func didMissNotifications() { receive(WakeUps(fanOut: true, deliver: true)) }

    /// Handles wake-ups from another process.
    func receive(_ wakeUps: WakeUps) {
        if wakeUps.fanOut { fanOut.fire() }
        if wakeUps.deliver {
            fireDeliveries()
        }
        hub.outingsDidChange(wakeUps.outings)
        hub.inboxesDidGrow(wakeUps.people)
        hub.boardsDidChange(wakeUps.boards)
        if !wakeUps.signedOut.isEmpty { hub.signedOut(wakeUps.signedOut) }
    }

    private func fireDeliveries() {
        for signal in deliveries.values { signal.fire() }
    }

    private func send(_ wakeUps: WakeUps) {
        waiting.withLock { waiting in
            if waiting.since == nil { waiting.since = .now }
            waiting.wakeUps.formUnion(wakeUps)
        }
        outgoing.fire()
    }

    /// Removes and returns the wake-ups for other processes.
    func take() -> PendingWakeUps {
        waiting.withLock { waiting in
            defer { waiting = PendingWakeUps() }
            return waiting
        }
    }
}

/// Wake-ups that are still to be sent, and since when.
struct PendingWakeUps: Sendable {
    var wakeUps = WakeUps()
    var since: ContinuousClock.Instant?
}

/// A set of wake-ups.
struct WakeUps: Hashable, Sendable {
    var outings: Set<OutingID> = []
    var people: Set<PersonID> = []
    /// Venues on whose boards orders may have changed.
    var boards: Set<RestaurantID> = []
    /// People whose sessions may have ended.
    var signedOut: Set<PersonID> = []
    /// Whether the outbox may have rows.
    var fanOut = false
    /// Whether the delivery queue may have rows that are due.
    var deliver = false

    var isEmpty: Bool { self == WakeUps() }

    mutating func formUnion(_ other: WakeUps) {
        outings.formUnion(other.outings)
        people.formUnion(other.people)
        boards.formUnion(other.boards)
        signedOut.formUnion(other.signedOut)
        fanOut = fanOut || other.fanOut
        deliver = deliver || other.deliver
    }
}

extension WakeUps {
    /// Returns the wake-ups as payloads of notifications, with the words `f`, `d`, `o<id>`, `p<id>`, `b<id>`
    /// and `s<id>`, in as many payloads as needed.
    ///
    /// - Parameters:
    ///   - bytes: The longest payload.
    ///   - worker: The only process to wake for `f` and `d`, written behind them; `nil` for all.
    func payloads(longest bytes: Int, for worker: UUID? = nil) -> [String] {
        var words = outings.map { "o\($0)" } + people.map { "p\($0)" }
        words += boards.map { "b\($0)" } + signedOut.map { "s\($0)" }
        let address = worker?.uuidString ?? ""
        if fanOut { words.append("f" + address) }
        if deliver { words.append("d" + address) }
        var payloads: [String] = []
        for word in words {
            if let last = payloads.last, last.utf8.count + 1 + word.utf8.count <= bytes {
                payloads[payloads.count - 1] += " " + word
            } else {
                payloads.append(word)
            }
        }
        return payloads
    }

    /// Parses a payload. Unknown words come from a newer version and are ignored.
    ///
    /// - Parameter process: The id of this process. Work that is addressed to another one is left to it.
    init(payload: some StringProtocol, at process: UUID? = nil) {
        func isForThisProcess(_ word: Substring) -> Bool {
            word.count == 1 || process.map { word.dropFirst() == $0.uuidString } ?? true
        }
        for word in payload.split(separator: " ").map({ Substring($0) }) {
            switch word.first {
            case "f": fanOut = fanOut || isForThisProcess(word)
            case "d": deliver = deliver || isForThisProcess(word)
            case "o": if let outing = OutingID(String(word.dropFirst())) { outings.insert(outing) }
            case "p": if let person = PersonID(String(word.dropFirst())) { people.insert(person) }
            case "b": if let venue = RestaurantID(String(word.dropFirst())) { boards.insert(venue) }
            case "s": if let person = PersonID(String(word.dropFirst())) { signedOut.insert(person) }
            default: break
            }
        }
    }
}
