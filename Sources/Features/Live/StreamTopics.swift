import Access
import Foundation
import HTTPKit
import HTTPTypes
import News
import NoonishAPI
import Timing

/// The hub's state: which streams follow what, and what they have received.
struct StreamTopics {
    var isDraining = false
    private var streams: [ObjectIdentifier: Stream] = [:]
    private var readers: [PersonID: Reader] = [:]
    private var followers: [OutingID: Set<ObjectIdentifier>] = [:]
    /// The newest revision that streams received, with its event.
    private var revisions: [OutingID: KnownRevision] = [:]
    private var outingsToCheck: Set<OutingID> = []
    private var peopleToCheck: Set<PersonID> = []
    /// The part of the people that is polled next without a wake-up.
    private var nextPart = 0
    /// Streams that are behind and writable.
    private var ready: [StreamSubscription] = []
    /// The boards of venues.
    var boards = BoardTopics()
    /// The number of streams of each device.
    private var devices: [VenueDeviceID: Int] = [:]

    private struct KnownRevision {
        let rev: Int
        let orderRev: Int
        let event: StreamEvent
        /// The people on the list at that revision.
        let people: Set<UUID>
    }

    private struct Reader {
        var streams: [StreamSubscription] = []
        /// The known end of the inbox.
        var end = -1
    }

    private struct Stream {
        let subscription: StreamSubscription
        var outings: [OutingID]
        /// Whether it follows outings that its person joins later.
        let followsNew: Bool
        var nextComment: ContinuousClock.Instant
        var nextCheck: ContinuousClock.Instant
    }

    /// A revision that is to be written to a stream.
    struct RevisionEvent: Sendable {
        let subscription: StreamSubscription
        let topic: StreamTopic
        let event: StreamEvent
    }

    var subscriptions: [StreamSubscription] { streams.values.map(\.subscription) }
    var count: Int { streams.count }

    /// Adds a stream.
    ///
    /// - Parameter limit: The most streams of one person or device in this process.
    /// - Returns: The revisions that are known already.
    /// - Throws: 429 if they have too many open streams; 503 while the process shuts down.
    mutating func add(
        _ subscription: StreamSubscription, _ outings: [OutingID], followsNew: Bool,
        limit: Int = LiveLimits.streamsPerPerson, at now: ContinuousClock.Instant
    ) throws(Problem) -> [RevisionEvent] {
        guard !isDraining else { throw .serviceUnavailable(retryAfterSeconds: 1) }
        guard streamCount(of: subscription) < limit else { throw LiveProblems.tooManyStreams }
        let id = ObjectIdentifier(subscription)
        streams[id] = Stream(
            subscription: subscription, outings: [], followsNew: followsNew,
            nextComment: now + Self.commentPause, nextCheck: now + LiveLimits.sessionCheckInterval)
        if let person = subscription.person {
            readers[person, default: Reader()].streams.append(subscription)
            if subscription.inboxDidGrow(to: readers[person]?.end ?? -1) { ready.append(subscription) }
            peopleToCheck.insert(person)
        } else if case .device(let device, _) = subscription.actor {
            devices[device, default: 0] += 1
        }
        return boards.add(subscription) + outings.compactMap { follow($0, id) }
    }

    /// Returns how many streams the person or device of a stream has.
    private func streamCount(of subscription: StreamSubscription) -> Int {
        if let person = subscription.person { return readers[person]?.streams.count ?? 0 }
        guard case .device(let device, _) = subscription.actor else { return 0 }
        return devices[device] ?? 0
    }

    /// Makes a stream follow an outing.
    ///
    /// - Returns: The revision of the outing, if it is known already.
    private mutating func follow(_ outing: OutingID, _ id: ObjectIdentifier) -> RevisionEvent? {
        guard let subscription = streams[id]?.subscription else { return nil }
        streams[id]?.outings.append(outing)
        followers[outing, default: []].insert(id)
        outingsToCheck.insert(outing)
        if let known = revisions[outing], subscription.isReader(known.people) {
            return RevisionEvent(subscription: subscription, topic: .outing(outing), event: known.event)
        }
        revisions[outing] = nil  // read again, for all followers
        return nil
    }

    /// Makes a stream without an explicit list follow the outings of its person's updates.
    mutating func follow(_ outings: some Sequence<OutingID>, by subscription: StreamSubscription) {
        let id = ObjectIdentifier(subscription)
        for outing in outings {
            guard let stream = streams[id], stream.followsNew, !stream.outings.contains(outing),
                stream.outings.count < LiveLimits.outingsPerStream
            else { continue }
            revisions[outing] = nil
            _ = follow(outing, id)
        }
    }

    mutating func remove(_ subscription: StreamSubscription) {
        let id = ObjectIdentifier(subscription)
        guard let stream = streams.removeValue(forKey: id) else { return }
        for outing in stream.outings { unfollow(outing, id) }
        boards.remove(subscription)
        if let person = subscription.person {
            readers[person]?.streams.removeAll { $0 === subscription }
            if readers[person]?.streams.isEmpty ?? false { readers[person] = nil }
        } else if case .device(let device, _) = subscription.actor {
            devices[device, default: 1] -= 1
            if devices[device] == 0 { devices[device] = nil }
        }
    }

    private mutating func unfollow(_ outing: OutingID, _ id: ObjectIdentifier) {
        followers[outing]?.remove(id)
        if followers[outing]?.isEmpty ?? false {
            followers[outing] = nil
            revisions[outing] = nil
        }
    }

    /// Marks outings to be checked.
    ///
    /// - Returns: Whether any followed outing is to be checked.
    mutating func markForCheck(outings: some Sequence<OutingID>) -> Bool {
        for outing in outings where followers[outing] != nil { outingsToCheck.insert(outing) }
        return !outingsToCheck.isEmpty
    }

    /// Marks inboxes to be checked.
    ///
    /// - Returns: Whether any inbox with a stream is to be checked.
    mutating func markForCheck(people: some Sequence<PersonID>) -> Bool {
        for person in people where readers[person] != nil { peopleToCheck.insert(person) }
        return !peopleToCheck.isEmpty
    }

    /// Takes the outings and inboxes to query, with the last known state of each.
    ///
    /// - Parameter aboutAll: Whether to include those without a wake-up: all outings, and one part of the
    ///   people.
    mutating func question(
        aboutAll: Bool
    ) -> (
        outings: [(outing: OutingID, rev: Int, orderRev: Int)], people: [(person: PersonID, seq: Int)]
    ) {
        defer {
            outingsToCheck = []
            peopleToCheck = []
        }
        let outings = aboutAll ? Array(followers.keys) : Array(outingsToCheck)
        var people = peopleToCheck
        if aboutAll {
            let parts = 1 + readers.count / LiveLimits.peoplePolled
            nextPart = (nextPart + 1) % parts
            for person in readers.keys where person.part(of: parts) == nextPart { people.insert(person) }
        }
        return (
            outings.map { ($0, revisions[$0]?.rev ?? -1, revisions[$0]?.orderRev ?? -1) },
            people.map { ($0, readers[$0]?.end ?? -1) }
        )
    }

    /// Records a revision of an outing.
    ///
    /// People who are no longer on the list stop following the outing. If the outing was deleted, everyone
    /// does.
    ///
    /// - Returns: The revision for each stream of a person on the list.
    mutating func publish(_ revision: OutingRevision) -> [RevisionEvent] {
        guard let ids = followers[revision.outing] else { return [] }
        let event = StreamEvent(ServerSentEvent.revision(revision))
        let people = Set(revision.people)
        revisions[revision.outing] = KnownRevision(
            rev: revision.rev, orderRev: revision.orderRev ?? 0, event: event, people: people)
        var events: [RevisionEvent] = []
        events.reserveCapacity(ids.count)
        for id in ids {
            guard let subscription = streams[id]?.subscription else { continue }
            if subscription.isReader(people) {
                events.append(
                    RevisionEvent(
                        subscription: subscription, topic: .outing(revision.outing), event: event))
            } else {
                drop(revision.outing, from: id)
                // A client that follows only the deleted outing reconnects and gets 404.
                if revision.isDeleted, let stream = streams[id], !stream.followsNew, stream.outings.isEmpty {
                    subscription.close()
                }
            }
        }
        return events
    }

    private mutating func drop(_ outing: OutingID, from id: ObjectIdentifier) {
        streams[id]?.outings.removeAll { $0 == outing }
        unfollow(outing, id)
        guard let subscription = streams[id]?.subscription else { return }
        subscription.forget(.outing(outing))
        // A guest's inbox belongs to the outing, so nothing more can follow.
        if subscription.guestOf == outing { subscription.close() }
    }

    /// Records that a person's inbox grew.
    mutating func publish(_ end: InboxEnd) {
        guard let streams = readers[end.person]?.streams else { return }
        readers[end.person]?.end = end.seq
        for subscription in streams where subscription.inboxDidGrow(to: end.seq) {
            ready.append(subscription)
        }
    }

    /// Queues a stream that is behind and writable.
    mutating func enqueue(_ subscription: StreamSubscription) { ready.append(subscription) }

    /// Takes up to `limit` streams that are behind and writable.
    mutating func takeReady(atMost limit: Int) -> [StreamSubscription] {
        let taken = Array(ready.suffix(limit))
        ready.removeLast(taken.count)
        return taken
    }

    /// Returns the streams that are due for a comment and those that are due for a check of their session.
    mutating func beat(at now: ContinuousClock.Instant) -> (
        quiet: [StreamSubscription], unchecked: [StreamSubscription]
    ) {
        var quiet: [StreamSubscription] = []
        var unchecked: [StreamSubscription] = []
        // Changed in place: a loop over the elements would copy the dictionary at the first change.
        var index = streams.values.startIndex
        while index != streams.values.endIndex {
            if streams.values[index].nextComment <= now {
                quiet.append(streams.values[index].subscription)
                streams.values[index].nextComment = now + Self.commentPause
            }
            if streams.values[index].nextCheck <= now {
                unchecked.append(streams.values[index].subscription)
                streams.values[index].nextCheck = now + LiveLimits.sessionCheckInterval
            }
            streams.values.formIndex(after: &index)
        }
        return (quiet, unchecked)
    }

    /// Returns all streams of these people.
    func streams(of people: some Sequence<PersonID>) -> [StreamSubscription] {
        people.flatMap { readers[$0]?.streams ?? [] }
    }

    private static var commentPause: Duration {
        LiveLimits.commentInterval.shortened(byUpTo: LiveLimits.commentJitter)
    }
}

extension StreamSubscription {
    /// Whether its person is one of `people`.
    fileprivate func isReader(_ people: Set<UUID>) -> Bool {
        person.map { people.contains($0.uuid) } ?? false
    }
}

extension PersonID {
    /// Returns a number below `parts`, taken from random bits of the id (RFC 9562, version 7).
    fileprivate func part(of parts: Int) -> Int { (Int(uuid.uuid.14) << 8 | Int(uuid.uuid.15)) % parts }
}
