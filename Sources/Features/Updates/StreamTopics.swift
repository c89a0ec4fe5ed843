import Foundation
import HTTPKit
import HTTPTypes
import NIOCore
import NoonishAPI

/// Who follows what, and what they were told: the hub's books.
struct StreamTopics {
    var isDraining = false
    private var streams: [ObjectIdentifier: Stream] = [:]
    private var streamsOfPerson: [PersonID: Set<ObjectIdentifier>] = [:]
    private var streamsOfOuting: [OutingID: Set<ObjectIdentifier>] = [:]
    /// The newest revision that streams were told of, with the event that says so.
    private var revisions: [OutingID: Known] = [:]
    private var inboxes: [PersonID: Int] = [:]
    private var suspectOutings: Set<OutingID> = []
    private var suspectPeople: Set<PersonID> = []

    private struct Known {
        let rev: Int
        let event: ByteBuffer
        /// Who was on the list at that revision.
        let people: Set<UUID>
    }

    private struct Stream {
        let subscription: StreamSubscription
        var outings: Set<OutingID>
        let onlyOuting: OutingID?
        var nextComment: ContinuousClock.Instant
        var nextCheck: ContinuousClock.Instant
    }

    var subscriptions: [StreamSubscription] { streams.values.map(\.subscription) }

    /// - Throws: 429 if the person has as many as one may; 503 while the process ends.
    mutating func add(
        _ person: PersonID, _ outings: [OutingID], onlyOuting: OutingID?, at now: ContinuousClock.Instant
    ) throws(Problem) -> StreamSubscription {
        guard !isDraining else { throw .serviceUnavailable(retryAfterSeconds: 1) }
        guard streamsOfPerson[person, default: []].count < UpdateLimits.streamsPerPerson else {
            throw Problem(
                "too_many_streams", .tooManyRequests, title: "Too many live streams are open",
                detail: "One person may have \(UpdateLimits.streamsPerPerson). Close one of the others.",
                headers: [.retryAfter: "30"])
        }
        let subscription = StreamSubscription(person)
        let id = ObjectIdentifier(subscription)
        streams[id] = Stream(
            subscription: subscription, outings: Set(outings), onlyOuting: onlyOuting,
            nextComment: now + Self.commentPause, nextCheck: now + UpdateLimits.sessionCheck)
        streamsOfPerson[person, default: []].insert(id)
        for outing in outings {
            streamsOfOuting[outing, default: []].insert(id)
            if let known = revisions[outing], known.people.contains(person.uuid) {
                subscription.revised(outing, known.event)
            } else {
                revisions[outing] = nil  // asked anew, for this one and for all
            }
            suspectOutings.insert(outing)
        }
        suspectPeople.insert(person)
        return subscription
    }

    mutating func remove(_ subscription: StreamSubscription) {
        let id = ObjectIdentifier(subscription)
        guard let stream = streams.removeValue(forKey: id) else { return }
        for outing in stream.outings { unfollow(outing, id) }
        let person = subscription.person
        streamsOfPerson[person]?.remove(id)
        if streamsOfPerson[person]?.isEmpty ?? false {
            streamsOfPerson[person] = nil
            inboxes[person] = nil
        }
    }

    private mutating func unfollow(_ outing: OutingID, _ id: ObjectIdentifier) {
        streamsOfOuting[outing]?.remove(id)
        if streamsOfOuting[outing]?.isEmpty ?? false {
            streamsOfOuting[outing] = nil
            revisions[outing] = nil
        }
    }

    /// - Returns: Whether any stream here follows one of them.
    mutating func suspect(outings: some Sequence<OutingID>) -> Bool {
        for outing in outings where streamsOfOuting[outing] != nil { suspectOutings.insert(outing) }
        return !suspectOutings.isEmpty
    }

    /// - Returns: Whether any stream here is one of theirs.
    mutating func suspect(people: some Sequence<PersonID>) -> Bool {
        for person in people where streamsOfPerson[person] != nil { suspectPeople.insert(person) }
        return !suspectPeople.isEmpty
    }

    /// What to ask the database: who may have moved, and what is known of them.
    mutating func question(
        aboutAll: Bool
    ) -> (outings: [(outing: OutingID, rev: Int)], people: [(person: PersonID, seq: Int)]) {
        defer {
            suspectOutings = []
            suspectPeople = []
        }
        let outings = aboutAll ? Array(streamsOfOuting.keys) : Array(suspectOutings)
        let people = aboutAll ? Array(streamsOfPerson.keys) : Array(suspectPeople)
        return (
            outings.map { ($0, revisions[$0]?.rev ?? -1) }, people.map { ($0, inboxes[$0] ?? -1) }
        )
    }

    /// Tells the streams that follow an outing of its revision, and takes it from those whose person is off its list.
    mutating func publish(_ revision: OutingRevision) {
        guard let followers = streamsOfOuting[revision.outing] else { return }
        let event = ServerSentEvent.revision(revision).encoded()
        let people = Set(revision.people)
        revisions[revision.outing] = Known(rev: revision.rev, event: event, people: people)
        for id in followers {
            guard let stream = streams[id] else { continue }
            if people.contains(stream.subscription.person.uuid) {
                stream.subscription.revised(revision.outing, event)
            } else {
                drop(revision.outing, from: id)
            }
        }
    }

    private mutating func drop(_ outing: OutingID, from id: ObjectIdentifier) {
        streams[id]?.outings.remove(outing)
        unfollow(outing, id)
        guard let stream = streams[id] else { return }
        stream.subscription.forget(outing)
        // The inbox of a guest is the outing's: they get what is in it, then nothing more.
        if stream.onlyOuting == outing { stream.subscription.close() }
    }

    /// Tells the streams of a person that the inbox grew.
    mutating func publish(_ end: InboxEnd) {
        guard let own = streamsOfPerson[end.person] else { return }
        inboxes[end.person] = end.seq
        for id in own { streams[id]?.subscription.inboxGrew() }
    }

    /// Marks streams that have been quiet for long, or whose session is to be looked at.
    mutating func beat(at now: ContinuousClock.Instant) {
        for id in streams.keys {
            guard var stream = streams[id] else { continue }
            if stream.nextComment <= now {
                stream.subscription.comment()
                stream.nextComment = now + Self.commentPause
            }
            if stream.nextCheck <= now {
                stream.subscription.checkSession()
                stream.nextCheck = now + UpdateLimits.sessionCheck
            }
            streams[id] = stream
        }
    }

    private static var commentPause: Duration {
        UpdateLimits.commentAfter * Double.random(in: 1 - UpdateLimits.commentJitter...1)
    }
}
