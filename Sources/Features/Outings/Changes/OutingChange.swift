package import Foundation
package import NoonishAPI

/// One semantic difference between two states of an outing, with old and new.
///
/// `diff(a, a)` is empty; `apply(diff(a, b), to: a) == b`; `diff(a, b)` followed by `diff(b, c)` is `diff(a, c)`: what
/// was undone leaves nothing.
package enum OutingChange: Hashable, Sendable {
    case cancellation(from: Cancellation?, to: Cancellation?)
    case time(from: OutingTime?, to: OutingTime?)
    case zone(from: String, to: String)
    case place(from: OutingPlace?, to: OutingPlace?)
    case title(from: String, to: String)
    case note(from: String?, to: String?)
    case deadline(from: Date?, to: Date?)
    case capacity(from: Int?, to: Int?)
    case attendee(PersonID, from: Answer?, to: Answer?)
    /// A guest turned out to be this member. For the history: nobody is told, and `diff` never finds one.
    case claim(PersonID)
    /// It starts soon. This and what follows are no differences of the state but happenings, told by the clock: `diff`
    /// never finds one, and `apply` leaves the state as it is.
    case reminder(OutingTime)
    /// Those who have not answered are asked to, by the deadline if there is one.
    case answerWanted(by: Date?)
    /// Nobody's answer is missing any more.
    case everyoneAnswered
    /// Seats are held for somebody who waits, until then; or no longer. No difference of the state either: it concerns
    /// them alone.
    case seatOffer(PersonID, from: Date?, to: Date?)
    /// Whether the chosen place is open at the chosen time, as the directory has it; from nil: as far as hosts were told.
    case openThen(from: OpenStatus.State?, to: OpenStatus.State?)
    /// Somebody said something, or took it back: by its author, with what others may hear of it before its words.
    case message(OutingMessageID, PersonID, from: Posted?, to: Posted?)
    /// Those who came are asked what they think of the place.
    case ratingWanted(OutingPlace)
    /// An offer of the place holds at the outing's time, by its title; or no longer.
    case offer(OfferID, from: String?, to: String?)
    /// What became of a suggestion of somebody's; nil: it is not there yet, or no more. What it leads to is a change of
    /// its own beside it.
    case suggestion(SuggestionID, by: PersonID, from: SuggestionNews?, to: SuggestionNews?)
    /// A vote was opened, or is over. What it leads to is a change of its own beside it.
    case poll(PollID, from: PollNews?, to: PollNews?)
    /// What is changed beside it holds for the outings that follow in its series, too.
    case seriesToo

    /// What a change is about. Two changes of one subject make one.
    package enum Subject: Hashable, Sendable {
        case cancellation, time, zone, place, title, note, deadline, capacity
        case attendee(PersonID)
        case claim(PersonID)
        case reminder, answerWanted, everyoneAnswered
        case seatOffer(PersonID)
        case openThen
        case message(OutingMessageID)
        case ratingWanted
        case offer(OfferID)
        case suggestion(SuggestionID)
        case poll(PollID)
        case seriesToo
    }

    package var subject: Subject {
        switch self {
        case .cancellation: .cancellation
        case .time: .time
        case .zone: .zone
        case .place: .place
        case .title: .title
        case .note: .note
        case .deadline: .deadline
        case .capacity: .capacity
        case .attendee(let person, _, _): .attendee(person)
        case .claim(let person): .claim(person)
        case .reminder: .reminder
        case .answerWanted: .answerWanted
        case .everyoneAnswered: .everyoneAnswered
        case .seatOffer(let person, _, _): .seatOffer(person)
        case .openThen: .openThen
        case .message(let message, _, _, _): .message(message)
        case .ratingWanted: .ratingWanted
        case .offer(let offer, _, _): .offer(offer)
        case .suggestion(let id, _, _, _): .suggestion(id)
        case .poll(let id, _, _): .poll(id)
        case .seriesToo: .seriesToo
        }
    }

    /// What leads from `old` to `new`: the weightiest first, people by id.
    package static func diff(_ old: OutingState, _ new: OutingState) -> [OutingChange] {
        var changes: [OutingChange] = [
            .cancellation(from: old.cancellation, to: new.cancellation),
            .time(from: old.time, to: new.time),
            .zone(from: old.zone, to: new.zone),
            .place(from: old.place, to: new.place),
            .title(from: old.title, to: new.title),
            .note(from: old.note, to: new.note),
            .deadline(from: old.deadline, to: new.deadline),
            .capacity(from: old.capacity, to: new.capacity),
        ]
        for person in Set(old.attendees.keys).union(new.attendees.keys).sorted() {
            changes.append(.attendee(person, from: old.attendees[person], to: new.attendees[person]))
        }
        return changes.filter { !$0.isNothing }
    }

    /// `state` after these changes.
    package static func apply(_ changes: [OutingChange], to state: OutingState) -> OutingState {
        var state = state
        for change in changes {
            switch change {
            case .cancellation(_, let new): state.cancellation = new
            case .time(_, let new): state.time = new
            case .zone(_, let new): state.zone = new
            case .place(_, let new): state.place = new
            case .title(_, let new): state.title = new
            case .note(_, let new): state.note = new
            case .deadline(_, let new): state.deadline = new
            case .capacity(_, let new): state.capacity = new
            case .attendee(let person, _, let new): state.attendees[person] = new
            case .claim, .reminder, .answerWanted, .everyoneAnswered, .suggestion, .poll, .seatOffer,
                .openThen, .message, .ratingWanted, .offer, .seriesToo:
                break
            }
        }
        return state
    }

    /// This change and a later one of the same subject as one; nil if the later one undid this one.
    package func followed(by later: OutingChange) -> OutingChange? {
        let both: OutingChange
        switch (self, later) {
        case (.cancellation(let old, _), .cancellation(_, let new)): both = .cancellation(from: old, to: new)
        case (.time(let old, _), .time(_, let new)): both = .time(from: old, to: new)
        case (.zone(let old, _), .zone(_, let new)): both = .zone(from: old, to: new)
        case (.place(let old, _), .place(_, let new)): both = .place(from: old, to: new)
        case (.title(let old, _), .title(_, let new)): both = .title(from: old, to: new)
        case (.note(let old, _), .note(_, let new)): both = .note(from: old, to: new)
        case (.deadline(let old, _), .deadline(_, let new)): both = .deadline(from: old, to: new)
        case (.capacity(let old, _), .capacity(_, let new)): both = .capacity(from: old, to: new)
        case (.attendee(let person, let old, _), .attendee(_, _, let new)):
            both = .attendee(person, from: old, to: new)
        case (.seatOffer(let person, let old, _), .seatOffer(_, _, let new)):
            both = .seatOffer(person, from: old, to: new)
        case (.openThen(let old, _), .openThen(_, let new)): both = .openThen(from: old, to: new)
        case (.offer(let id, let old, _), .offer(_, _, let new)): both = .offer(id, from: old, to: new)
        case (.suggestion(let id, let author, let old, _), .suggestion(_, _, _, let new)):
            both = .suggestion(id, by: author, from: old, to: new)
        case (.poll(let id, let old, _), .poll(_, _, let new)): both = .poll(id, from: old, to: new)
        case (.claim, .claim), (.reminder, .reminder), (.answerWanted, .answerWanted),
            (.everyoneAnswered, .everyoneAnswered), (.ratingWanted, .ratingWanted), (.seriesToo, .seriesToo):
            both = later
        case (.message(let message, let author, let old, _), .message(_, _, _, let new)):
            both = .message(message, author, from: old, to: new)
        default: preconditionFailure("only changes of one subject follow each other")
        }
        return both.isNothing ? nil : both
    }

    private var isNothing: Bool {
        switch self {
        case .cancellation(let old, let new): old == new
        case .time(let old, let new): old == new
        case .zone(let old, let new): old == new
        case .place(let old, let new): old == new
        case .title(let old, let new): old == new
        case .note(let old, let new): old == new
        case .deadline(let old, let new): old == new
        case .capacity(let old, let new): old == new
        case .attendee(_, let old, let new): old == new
        case .seatOffer(_, let old, let new): old == new
        case .openThen(let old, let new): old == new
        case .offer(_, let old, let new): old == new
        case .message(_, _, let old, let new): old == new
        case .suggestion(_, _, let old, let new): old == new
        case .poll(_, let old, let new): old == new
        case .claim, .reminder, .answerWanted, .everyoneAnswered, .ratingWanted, .seriesToo: false
        }
    }
}
