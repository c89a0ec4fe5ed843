package import Foundation
package import NoonishAPI

/// What one edit changed, as the table `change` has it.
package struct RecordedChange: Hashable, Sendable {
    package let rev: Int
    /// Nil: the service itself.
    package let actor: PersonID?
    package let at: Date
    package let changes: [OutingChange]

    package init(rev: Int, actor: PersonID?, at: Date, changes: [OutingChange]) {
        self.rev = rev
        self.actor = actor
        self.at = at
        self.changes = changes
    }
}

/// Who a change concerns.
package enum Audience: String, Hashable, Sendable, CaseIterable {
    case hosts, attending, unanswered, all

    /// The narrowest that includes everybody whom any of `changes` concerns.
    package static func of(_ changes: [OutingChange]) -> Audience {
        let all = Set(changes.map(\.audience))
        if all.count <= 1 { return all.first ?? .hosts }
        return all == [.hosts, .attending] ? .attending : .all
    }

    package func includes(_ answer: Answer) -> Bool {
        switch self {
        case .hosts: answer.role != .invitee
        case .attending: answer.role != .invitee || answer.status == .attending || answer.status == .maybe
        case .unanswered: answer.status == .invited
        case .all: true
        }
    }
}

extension OutingChange {
    /// The stable word for this change on the wire.
    package var kind: String {
        switch self {
        case .cancellation(_, let new): new == nil ? "outing_reactivated" : "outing_cancelled"
        case .time(let old, let new): Self.word("time", old == nil, new == nil, changed: "moved")
        case .zone: "zone_changed"
        case .place(let old, let new): Self.word("place", old == nil, new == nil, changed: "changed")
        case .title: "title_changed"
        case .note: "note_changed"
        case .deadline: "deadline_changed"
        case .capacity: "capacity_changed"
        case .attendee(_, nil, _): "person_invited"
        case .attendee(_, _, nil): "person_removed"
        case .attendee(_, let old?, let new?):
            if old.role == new.role {
                "person_answered"
            } else if old.role == .host || new.role == .host {
                "host_changed"
            } else {
                new.role == .invitee ? "cohost_removed" : "cohost_added"
            }
        case .claim: "person_claimed"
        case .reminder: "reminder"
        case .answerWanted: "answer_wanted"
        case .everyoneAnswered: "everyone_answered"
        case .timeWished: "time_wished"
        case .openThen(_, let new):
            switch new {
            case .open: "open_then"
            case .closed: "closed_then"
            case .unknown, nil: "hours_unknown"
            }
        case .seatOffer(_, _, let new): new == nil ? "seat_offer_ended" : "seat_offered"
        case .ratingWanted: "rating_wanted"
        case .message(_, _, nil, _): "message_posted"
        case .message(_, _, _, nil): "message_deleted"
        case .message: "message_edited"
        }
    }

    private static func word(_ what: String, _ wasOpen: Bool, _ isOpen: Bool, changed: String) -> String {
        if wasOpen { "\(what)_set" } else if isOpen { "\(what)_cleared" } else { "\(what)_\(changed)" }
    }

    /// Whom this concerns, from its kind alone.
    package var audience: Audience {
        switch self {
        case .cancellation, .time, .place, .title, .note, .deadline, .message: .all
        case .attendee(_, nil, _): .all
        case .attendee(_, let old?, let new?) where old.role != new.role: .all
        case .attendee, .capacity, .zone, .claim, .everyoneAnswered, .timeWished, .seatOffer,
            .openThen:
            .hosts
        case .reminder, .ratingWanted: .attending
        case .answerWanted: .unanswered
        }
    }

    /// Whether a new time or place makes older answers worth a second thought.
    package var concernsAnswers: Bool {
        switch self {
        case .time, .place: true
        default: false
        }
    }

    /// What `person` does not know yet: the difference between what they know, which is the state before `changes`
    /// with their own edits since, and what is true after `changes`.
    ///
    /// - Nobody is told of their own edit; what was undone before it was told is nothing; whoever moved the time and
    ///   had it moved back by somebody else is told.
    /// - Somebody newly invited gets the invitation alone, somebody removed the farewell alone.
    /// - Who declined hears of a cancellation only, and of their own answer if a host gave it for them.
    /// - Parameters:
    ///   - changes: All changes after the revision that the person was told of, oldest first, without a gap.
    ///   - answer: The person's own present one; nil once they are off the list.
    ///   - hearing: What of the messages they want to hear of.
    package static func news(
        for person: PersonID, answer: Answer?, hearing: Hearing = Hearing(), changes: [RecordedChange]
    ) -> [OutingChange] {
        var unknown: [Subject: OutingChange] = [:]
        for recorded in changes {
            if recorded.actor != person,
                let invitation = recorded.changes.first(where: { $0.invites(person) })
            {
                // What happened before, and who else was asked with them, is not news to somebody new.
                unknown = [.attendee(person): invitation]
                continue
            }
            for change in recorded.changes where !hearing.knows(change, at: recorded.rev) {
                let subject = change.subject
                unknown = unknown.filter { !change.outdates($0.key) }
                if recorded.actor == person {
                    unknown[subject] = nil
                } else if let earlier = unknown[subject] {
                    unknown[subject] = earlier.followed(by: change)
                } else {
                    unknown[subject] = change
                }
            }
        }
        if let own = unknown[.attendee(person)], case .attendee(_, let old, let new) = own,
            old == nil || new == nil
        {
            return [own]
        }
        guard let answer else { return [] }
        return unknown.values
            .filter { change in
                switch change {
                case .zone, .claim: return false
                default: break
                }
                if case .ratingWanted = change { return answer.status == .attending && !hearing.hasRated }
                if case .message = change { return hearing.wants(change, person, answer) }
                if change.subject == .attendee(person) { return true }
                if case .seatOffer(let whose, _, _) = change { return whose == person }
                if answer.status == .declined { return change.subject == .cancellation }
                return change.audience.includes(answer)
            }
            .sorted { $0.rank < $1.rank }
    }

    /// Happenings that are no longer worth telling after this change.
    private func outdates(_ happening: Subject) -> Bool {
        switch (self, happening) {
        case (.cancellation, .reminder), (.cancellation, .answerWanted), (.cancellation, .everyoneAnswered),
            (.cancellation, .timeWished), (.cancellation, .seatOffer), (.cancellation, .openThen):
            true
        case (.time, .openThen), (.place, .openThen): true
        case (.attendee(let person, _, _), .seatOffer(let whose)): person == whose
        case (.time, .reminder), (.time, .timeWished): true
        case (.deadline, .answerWanted): true
        case (.attendee(_, nil, _), .everyoneAnswered): true
        default: false
        }
    }

    private func invites(_ person: PersonID) -> Bool {
        if case .attendee(person, nil, _) = self { true } else { false }
    }

    /// The weightiest first; people in the order of their ids.
    private var rank: (Int, String) {
        switch self {
        case .cancellation: (0, "")
        case .time: (1, "")
        case .zone: (2, "")
        case .place: (3, "")
        case .title: (4, "")
        case .note: (5, "")
        case .deadline: (6, "")
        case .capacity: (7, "")
        case .reminder: (8, "")
        case .answerWanted: (9, "")
        case .attendee(let person, _, _): (10, person.description)
        case .everyoneAnswered: (11, "")
        case .timeWished(let person, _): (12, person.description)
        case .openThen: (13, "")
        case .seatOffer(let person, _, _): (14, person.description)
        case .claim(let person): (15, person.description)
        case .message(let message, _, _, _): (16, message.description)
        case .ratingWanted: (17, "")
        }
    }
}
