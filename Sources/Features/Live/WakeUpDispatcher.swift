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
    private let waiting = Mutex(WakeUps())
    /// Fires when wake-ups for other processes are pending.
    let outgoing = Signal()
    package let fanOut = Signal()
    private let deliveries: [Channel: Signal]

    package init(hub: StreamHub) {
        self.hub = hub
        deliveries = Dictionary(uniqueKeysWithValues: Channel.allCases.map { ($0, Signal()) })
    }

    /// Returns the signal that fires when something may be due on `channel`.
    package func delivery(_ channel: Channel) -> Signal { deliveries[channel] ?? fanOut }

    /// Handles the commit of an edit of `outing`; called by ``OutingRecord``.
    package func committed(_ outing: OutingID) {
        fanOut.fire()
        hub.outingsDidChange([outing])
        send(WakeUps(outings: [outing], fanOut: true))
    }

    /// Handles a completed fan-out, which queued deliveries.
    package func didFanOut() {
        fireDeliveries()
        send(WakeUps(deliver: true))
    }

    /// Handles new updates in these people's inboxes.
    package func delivered(to people: some Sequence<PersonID>) {
        let people = Set(people)
        guard !people.isEmpty else { return }
        hub.inboxesDidGrow(people)
        send(WakeUps(people: people))
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
        if !wakeUps.signedOut.isEmpty { hub.signedOut(wakeUps.signedOut) }
    }

    private func fireDeliveries() {
        for signal in deliveries.values { signal.fire() }
    }

    private func send(_ wakeUps: WakeUps) {
        waiting.withLock { $0.formUnion(wakeUps) }
        outgoing.fire()
    }

    /// Removes and returns the wake-ups for other processes.
    func take() -> WakeUps {
        waiting.withLock { wakeUps in
            defer { wakeUps = WakeUps() }
            return wakeUps
        }
    }
}

/// A set of wake-ups.
struct WakeUps: Hashable, Sendable {
    var outings: Set<OutingID> = []
    var people: Set<PersonID> = []
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
        signedOut.formUnion(other.signedOut)
        fanOut = fanOut || other.fanOut
        deliver = deliver || other.deliver
    }
}

extension WakeUps {
    /// Returns the wake-ups as payloads of notifications, with the words `f`, `d`, `o<id>`, `p<id>` and
    /// `s<id>`, in as many payloads as needed.
    ///
    /// - Parameter bytes: The longest payload.
    func payloads(longest bytes: Int) -> [String] {
        var words = outings.map { "o\($0)" } + people.map { "p\($0)" } + signedOut.map { "s\($0)" }
        if fanOut { words.append("f") }
        if deliver { words.append("d") }
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
    init(payload: some StringProtocol) {
        for word in payload.split(separator: " ") {
            switch word.first {
            case "f": fanOut = true
            case "d": deliver = true
            case "o": if let outing = OutingID(String(word.dropFirst())) { outings.insert(outing) }
            case "p": if let person = PersonID(String(word.dropFirst())) { people.insert(person) }
            case "s": if let person = PersonID(String(word.dropFirst())) { signedOut.insert(person) }
            default: break
            }
        }
    }
}
