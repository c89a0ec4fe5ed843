import Access
import Foundation
import HTTPKit
import HTTPTypes
import News
import NoonishAPI

/// Who follows what, and what they were told: the hub's books.
struct StreamTopics {
    var isDraining = false
    private var streams: [ObjectIdentifier: Stream] = [:]
    private var readers: [PersonID: Reader] = [:]
    private var followers: [OutingID: Set<ObjectIdentifier>] = [:]
    /// The newest revision that streams were told of, with the event that says so.
    private var revisions: [OutingID: Known] = [:]
    private var suspectOutings: Set<OutingID> = []
    private var suspectPeople: Set<PersonID> = []
    /// Which part of the people is asked about next without a hint.
    private var turn = 0
    /// Streams that lack updates and can take some.
    private var ready: [StreamSubscription] = []

    private struct Known {
        let rev: Int
        let event: StreamEvent
        /// Who was on the list at that revision.
        let people: Set<UUID>
    }

    private struct Reader {
        var streams: [StreamSubscription] = []
        /// How far the inbox is known to go.
        var end = -1
    }

    private struct Stream {
        let subscription: StreamSubscription
        var outings: [OutingID]
        /// Whether it follows outings that its person comes to.
        let followsNew: Bool
        var nextComment: ContinuousClock.Instant
        var nextCheck: ContinuousClock.Instant
    }

    /// What a stream is to be told of an outing.
    struct Telling: Sendable {
        let subscription: StreamSubscription
        let outing: OutingID
        let event: StreamEvent
    }

    var subscriptions: [StreamSubscription] { streams.values.map(\.subscription) }
    var count: Int { streams.count }

    /// - Throws: 429 if the person has as many as one may; 503 while the process ends.
    mutating func add(
        _ subscription: StreamSubscription, _ outings: [OutingID], followsNew: Bool,
        at now: ContinuousClock.Instant
    ) throws(Problem) -> [Telling] {
        guard !isDraining else { throw .serviceUnavailable(retryAfterSeconds: 1) }
        let person = subscription.person
        guard readers[person, default: Reader()].streams.count < LiveLimits.streamsPerPerson else {
            throw LiveProblems.tooManyStreams
        }
        let id = ObjectIdentifier(subscription)
        streams[id] = Stream(
            subscription: subscription, outings: [], followsNew: followsNew,
            nextComment: now + Self.commentPause, nextCheck: now + LiveLimits.sessionCheck)
        readers[person, default: Reader()].streams.append(subscription)
        if subscription.inboxGrew(to: readers[person]?.end ?? -1) { ready.append(subscription) }
        suspectPeople.insert(person)
        return outings.compactMap { follow($0, id) }
    }

    /// - Returns: What is known of the outing already.
    private mutating func follow(_ outing: OutingID, _ id: ObjectIdentifier) -> Telling? {
        guard let subscription = streams[id]?.subscription else { return nil }
        streams[id]?.outings.append(outing)
        followers[outing, default: []].insert(id)
        suspectOutings.insert(outing)
        if let known = revisions[outing], known.people.contains(subscription.person.uuid) {
            return Telling(subscription: subscription, outing: outing, event: known.event)
        }
        revisions[outing] = nil  // asked anew, for this one and for all
        return nil
    }

    /// A stream without a wish of its own follows what its person is told of.
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
        readers[subscription.person]?.streams.removeAll { $0 === subscription }
        if readers[subscription.person]?.streams.isEmpty ?? false { readers[subscription.person] = nil }
    }

    private mutating func unfollow(_ outing: OutingID, _ id: ObjectIdentifier) {
        followers[outing]?.remove(id)
        if followers[outing]?.isEmpty ?? false {
            followers[outing] = nil
            revisions[outing] = nil
        }
    }

    /// - Returns: Whether any stream here follows one of them.
    mutating func suspect(outings: some Sequence<OutingID>) -> Bool {
        for outing in outings where followers[outing] != nil { suspectOutings.insert(outing) }
        return !suspectOutings.isEmpty
    }

    /// - Returns: Whether any stream here is one of theirs.
    mutating func suspect(people: some Sequence<PersonID>) -> Bool {
        for person in people where readers[person] != nil { suspectPeople.insert(person) }
        return !suspectPeople.isEmpty
    }

    /// What to ask the database: who may have moved, and what is known of them.
    ///
    /// - Parameter aboutAll: Also without a hint: all outings, and of many people a part at a time.
    mutating func question(
        aboutAll: Bool
    ) -> (outings: [(outing: OutingID, rev: Int)], people: [(person: PersonID, seq: Int)]) {
        defer {
            suspectOutings = []
            suspectPeople = []
        }
        let outings = aboutAll ? Array(followers.keys) : Array(suspectOutings)
        var people = suspectPeople
        if aboutAll {
            let parts = 1 + readers.count / LiveLimits.peopleAsked
            turn = (turn + 1) % parts
            for person in readers.keys where person.part(of: parts) == turn { people.insert(person) }
        }
        return (
            outings.map { ($0, revisions[$0]?.rev ?? -1) }, people.map { ($0, readers[$0]?.end ?? -1) }
        )
    }

    /// Whom to tell of an outing's revision. It is taken from the streams of those who are off its list, as a deleted one
    /// is from all.
    mutating func publish(_ revision: OutingRevision) -> [Telling] {
        guard let ids = followers[revision.outing] else { return [] }
        let event = StreamEvent(ServerSentEvent.revision(revision))
        let people = Set(revision.people)
        revisions[revision.outing] = Known(rev: revision.rev, event: event, people: people)
        var told: [Telling] = []
        told.reserveCapacity(ids.count)
        for id in ids {
            guard let subscription = streams[id]?.subscription else { continue }
            if people.contains(subscription.person.uuid) {
                told.append(Telling(subscription: subscription, outing: revision.outing, event: event))
            } else {
                drop(revision.outing, from: id)
                // Whoever follows only what was deleted asks again, and is told that there is no such thing.
                if revision.isDeleted, let stream = streams[id], !stream.followsNew, stream.outings.isEmpty {
                    subscription.close()
                }
            }
        }
        return told
    }

    private mutating func drop(_ outing: OutingID, from id: ObjectIdentifier) {
        streams[id]?.outings.removeAll { $0 == outing }
        unfollow(outing, id)
        guard let subscription = streams[id]?.subscription else { return }
        subscription.forget(outing)
        // The inbox of a guest is the outing's: there is nothing more for them.
        if subscription.guestOf == outing { subscription.close() }
    }

    /// Somebody's inbox grew.
    mutating func publish(_ end: InboxEnd) {
        guard let streams = readers[end.person]?.streams else { return }
        readers[end.person]?.end = end.seq
        for subscription in streams where subscription.inboxGrew(to: end.seq) { ready.append(subscription) }
    }

    /// A stream that lacks updates can take some.
    mutating func isReady(_ subscription: StreamSubscription) { ready.append(subscription) }

    /// Some of those that lack updates and can take some.
    mutating func takeReady(atMost limit: Int) -> [StreamSubscription] {
        let taken = Array(ready.suffix(limit))
        ready.removeLast(taken.count)
        return taken
    }

    /// What the time asks for: comments on streams, and a look at sessions.
    mutating func beat(at now: ContinuousClock.Instant) -> (
        quiet: [StreamSubscription], unchecked: [StreamSubscription]
    ) {
        var quiet: [StreamSubscription] = []
        var unchecked: [StreamSubscription] = []
        // In place: a loop over the elements would copy them all once one is changed.
        var index = streams.values.startIndex
        while index != streams.values.endIndex {
            if streams.values[index].nextComment <= now {
                quiet.append(streams.values[index].subscription)
                streams.values[index].nextComment = now + Self.commentPause
            }
            if streams.values[index].nextCheck <= now {
                unchecked.append(streams.values[index].subscription)
                streams.values[index].nextCheck = now + LiveLimits.sessionCheck
            }
            streams.values.formIndex(after: &index)
        }
        return (quiet, unchecked)
    }

    /// Streams of these people, to be checked now.
    func streams(of people: some Sequence<PersonID>) -> [StreamSubscription] {
        people.flatMap { readers[$0]?.streams ?? [] }
    }

    private static var commentPause: Duration {
        LiveLimits.commentAfter * Double.random(in: 1 - LiveLimits.commentJitter...1)
    }
}

extension PersonID {
    /// One of `parts` numbers, by the bits of the id that were drawn at random (RFC 9562, version 7).
    fileprivate func part(of parts: Int) -> Int { (Int(uuid.uuid.14) << 8 | Int(uuid.uuid.15)) % parts }
}
