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
        case .openThen(_, let new):
            switch new {
            case .open: "open_then"
            case .closed: "closed_then"
            case .unknown, nil: "hours_unknown"
            }
        case .seatOffer(_, _, let new): new == nil ? "seat_offer_ended" : "seat_offered"
        case .ratingWanted: "rating_wanted"
        case .offer(_, _, let new): new == nil ? "offer_ended" : "offer_found"
        case .message(_, _, nil, _): "message_posted"
        case .message(_, _, _, nil): "message_deleted"
        case .message: "message_edited"
        case .suggestion(_, _, _, let new): Self.word(for: new)
        case .poll(_, _, let new): new?.isOpen == true ? "poll_opened" : "poll_closed"
        case .seriesToo: "series_too"
        }
    }

    private static func word(for suggestion: SuggestionNews?) -> String {
        switch suggestion?.state {
        case .open: "suggestion_made"
        case .accepted: "suggestion_accepted"
        case .denied: "suggestion_denied"
        case nil: "suggestion_withdrawn"
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
        case .suggestion(_, _, _, let new) where new?.state == .accepted: .all
        case .poll, .seriesToo: .all
        case .attendee, .capacity, .zone, .claim, .everyoneAnswered, .suggestion, .seatOffer,
            .openThen:
            .hosts
        case .reminder, .ratingWanted, .offer: .attending
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
    /// - Somebody newly invited gets the invitation alone, somebody removed the farewell alone. Who was never told of what is
    ///   cancelled by now hears nothing, but for those who come all the same.
    /// - Who declined hears of a cancellation only, of their own answer if a host gave it for them, and of what became of
    ///   their own suggestion.
    /// - What is said to whoever made a suggestion alone, nobody else hears; one taken back is no news.
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
                for (old, happening) in unknown where change.outdates(happening) { unknown[old] = nil }
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
            if old == nil, case .cancellation(_, .some)? = unknown[.cancellation] {
                return answer?.status == .invited ? [] : unknown[.cancellation].map { [$0] } ?? []
            }
            return [own]
        }
        guard let answer else { return [] }
        let gotTheirWay = unknown.values.contains { $0.isAccepted(of: person) }
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
                if case .suggestion(_, let author, _, let new) = change,
                    let isFor = new?.isFor(author, person)
                {
                    return isFor
                }
                if change == .seriesToo, !unknown.values.contains(where: \.isOfSeries) { return false }
                if answer.status == .declined {
                    return change.subject == .cancellation
                        || change == .seriesToo && unknown[.cancellation] != nil
                        || gotTheirWay && change.concernsAnswers
                }
                if case .suggestion(_, _, _, nil) = change { return false }
                return change.audience.includes(answer)
            }
            .sorted { $0.rank < $1.rank }
    }

    /// Happenings that are no longer worth telling after this change.
    private func outdates(_ happening: OutingChange) -> Bool {
        switch (self, happening) {
        case (.cancellation, .reminder), (.cancellation, .answerWanted), (.cancellation, .everyoneAnswered),
            (.cancellation, .poll), (.cancellation, .seatOffer), (.cancellation, .openThen),
            (.cancellation, .offer):
            true
        case (.cancellation, .suggestion(_, _, _, let news)): news?.state != .denied
        case (.time, .suggestion(_, _, _, let news)): news?.state == .accepted && news?.summary.time != nil
        case (.place, .suggestion(_, _, _, let news)): news?.state == .accepted && news?.summary.place != nil
        case (.time, .poll(_, _, let news)): news?.isApplied == true && news?.winner?.time != nil
        case (.place, .poll(_, _, let news)): news?.isApplied == true && news?.winner?.place != nil
        case (.time, .openThen), (.place, .openThen): true
        case (.attendee(let person, _, _), .seatOffer(let whose, _, _)): person == whose
        case (.time, .reminder): true
        case (.deadline, .answerWanted): true
        case (.attendee(_, nil, _), .everyoneAnswered): true
        default: false
        }
    }

    /// Whether it can hold for a whole series.
    private var isOfSeries: Bool { isEditableField || subject == .cancellation }

    private func isAccepted(of person: PersonID) -> Bool {
        if case .suggestion(_, person, _, let new) = self { new?.state == .accepted } else { false }
    }

    private func invites(_ person: PersonID) -> Bool {
        if case .attendee(person, nil, _) = self { true } else { false }
    }

    /// The weightiest first; what there may be several of in the order of their ids.
    private var rank: (Int, UUID) {
        switch self {
        case .cancellation: (0, Self.nobody)
        case .time: (1, Self.nobody)
        case .zone: (2, Self.nobody)
        case .place: (3, Self.nobody)
        // Right after what they led to.
        case .suggestion(let id, _, _, let new) where new?.state == .accepted: (4, id.uuid)
        case .poll(let id, _, let new) where new?.isOpen == false: (5, id.uuid)
        case .title: (6, Self.nobody)
        case .note: (7, Self.nobody)
        case .deadline: (8, Self.nobody)
        case .capacity: (9, Self.nobody)
        case .seriesToo: (10, Self.nobody)
        case .reminder: (11, Self.nobody)
        case .answerWanted: (12, Self.nobody)
        case .poll(let id, _, _): (13, id.uuid)
        case .attendee(let person, _, _): (14, person.uuid)
        case .everyoneAnswered: (15, Self.nobody)
        case .suggestion(let id, _, _, _): (16, id.uuid)
        case .openThen: (17, Self.nobody)
        case .seatOffer(let person, _, _): (18, person.uuid)
        case .claim(let person): (19, person.uuid)
        case .message(let message, _, _, _): (20, message.uuid)
        case .ratingWanted: (21, Self.nobody)
        case .offer(let offer, _, _): (22, offer.uuid)
        }
    }

    /// What stands for no id in ``rank``.
    private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
