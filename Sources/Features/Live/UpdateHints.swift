import Foundation
package import Jobs
package import News
package import NoonishAPI
internal import Outings
import Synchronization

/// Says that there may be work, to whom it concerns. A hint may be lost, doubled or late; everybody also looks by
/// themselves, so all it does is save time.
///
/// In this process it wakes workers and streams; what other processes should look at waits here for ``HintCourier``.
package final class UpdateHints: Sendable {
    private let hub: StreamHub
    private let waiting = Mutex(Hints())
    /// Fired when something waits for the courier.
    let outgoing = Signal()
    package let fanOut = Signal()
    private let deliveries: [Channel: Signal]

    package init(hub: StreamHub) {
        self.hub = hub
        deliveries = Dictionary(uniqueKeysWithValues: Channel.allCases.map { ($0, Signal()) })
    }

    /// Fired when something may be due on `channel`.
    package func delivery(_ channel: Channel) -> Signal { deliveries[channel] ?? fanOut }

    /// An edit of `outing` was committed. For ``OutingRecord``.
    package func committed(_ outing: OutingID) {
        fanOut.fire()
        hub.outingsMoved([outing])
        send(Hints(outings: [outing], fanOut: true))
    }

    /// Watches of these outings are marked.
    package func fannedOut() {
        fireDeliveries()
        send(Hints(deliver: true))
    }

    /// These people's inboxes grew.
    package func delivered(to people: some Sequence<PersonID>) {
        let people = Set(people)
        guard !people.isEmpty else { return }
        hub.inboxesGrew(people)
        send(Hints(people: people))
    }

    /// Sessions of somebody ended. For the routes that end them.
    package func signedOut(_ person: PersonID) {
        hub.signedOut([person])
        send(Hints(signedOut: [person]))
    }

    /// Hints of other processes may have been lost. Streams look by themselves within a second.
    func missed() { heard(Hints(fanOut: true, deliver: true)) }

    /// Hints of another process.
    func heard(_ hints: Hints) {
        if hints.fanOut { fanOut.fire() }
        if hints.deliver {
            fireDeliveries()
        }
        hub.outingsMoved(hints.outings)
        hub.inboxesGrew(hints.people)
        if !hints.signedOut.isEmpty { hub.signedOut(hints.signedOut) }
    }

    private func fireDeliveries() {
        for signal in deliveries.values { signal.fire() }
    }

    private func send(_ hints: Hints) {
        waiting.withLock { $0.formUnion(hints) }
        outgoing.fire()
    }

    /// What waits for other processes; nothing does afterwards.
    func take() -> Hints {
        waiting.withLock { hints in
            defer { hints = Hints() }
            return hints
        }
    }
}

/// What may have moved.
struct Hints: Hashable, Sendable {
    var outings: Set<OutingID> = []
    var people: Set<PersonID> = []
    /// Whose sessions may have ended.
    var signedOut: Set<PersonID> = []
    /// The outbox has something.
    var fanOut = false
    /// `push` has something that is due.
    var deliver = false

    var isEmpty: Bool { self == Hints() }

    mutating func formUnion(_ other: Hints) {
        outings.formUnion(other.outings)
        people.formUnion(other.people)
        signedOut.formUnion(other.signedOut)
        fanOut = fanOut || other.fanOut
        deliver = deliver || other.deliver
    }
}

extension Hints {
    /// As words of a notification: `f`, `d`, `o<id>`, `p<id>`, `s<id>`, in as many texts as their length asks for.
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

    /// Reads a payload; words that it does not know are those of a newer program and mean nothing.
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
