package import Foundation
package import NoonishAPI
package import Outings

/// Turns changes into words for one reader: the one place where that is done, whatever the channel.
package struct ChangeWords: Sendable {
    package let phrases: ChangePhrases
    let reader: PersonID
    /// Who asked the reader along, if that is known.
    package let inviter: String?
    /// Names of the people that changes are about. Who is not in here is "somebody".
    package let names: [PersonID: String]
    /// What the messages say that changes are about. What is not in here was deleted.
    var texts: [OutingMessageID: String] = [:]
    /// When it is said: a date of another year is said with its year.
    let now: Date
    /// The outing's zone, in which moments without one of their own are read.
    package let zone: TimeZone
    /// Where the reader's own clock hangs, if they said so.
    var readerZone: TimeZone?

    /// Every change in one sentence: "13:00 instead of 12:30; one more friend is invited."
    package func sentence(_ changes: [OutingChange], isSnapshot: Bool = false) -> String {
        phrases.sentence((isSnapshot ? [phrases.muchHasChanged()] : []) + clauses(changes))
    }

    /// One clause for each change, in their order; people invited make one together, and after a few answers the rest
    /// is counted.
    package func clauses(_ changes: [OutingChange]) -> [String] {
        var clauses: [String] = []
        var invited = 0
        var answers: [String] = []
        var messages: [(author: PersonID, text: String?)] = []
        for change in changes {
            switch change {
            case .attendee(let person, nil, .some) where person != reader: invited += 1
            case .attendee(let person, let old, let new):
                let clause = attendee(person, from: old, to: new)
                if person == reader { clauses.append(clause) } else { answers.append(clause) }
            case .message(let message, let author, let old, let new):
                if new?.mentions.contains(reader) == true, old?.mentions.contains(reader) != true {
                    clauses.append(mention(by: author, texts[message]))
                } else {
                    messages.append((author, texts[message]))
                }
            default: clauses += words(change).map { [$0] } ?? []
            }
        }
        if invited > 0 { clauses.append(phrases.invited(invited)) }
        clauses += answers.prefix(NewsLimits.answersInWords)
        let rest = answers.count - NewsLimits.answersInWords
        if rest > 0 { clauses.append(phrases.andMoreAnswers(rest)) }
        if let last = messages.last {
            let name = names[last.author] ?? phrases.somebody()
            clauses.append(phrases.messages(messages.count, last: name, text: last.text.map(excerpt)))
        }
        return clauses
    }

    private func mention(by author: PersonID, _ text: String?) -> String {
        phrases.mentioned(by: names[author] ?? phrases.somebody(), text: text.map(excerpt))
    }

    private func words(_ change: OutingChange) -> String? {
        switch change {
        case .cancellation(nil, let new?): phrases.cancelled(reason: new.reason)
        case .cancellation(_, let new?): phrases.otherReason(new.reason)
        case .cancellation(_, nil): phrases.reactivated()
        case .time(let old, let new): time(from: old, to: new)
        case .place(let old, let new): place(from: old, to: new)
        case .title(let old, let new): phrases.renamed(new, old)
        case .note(nil, let new?): phrases.noteSet(excerpt(new))
        case .note(_, let new?): phrases.noteChanged(excerpt(new))
        case .note(_, nil): phrases.noteRemoved()
        case .deadline(let old, let new?): deadline(from: old, to: new)
        case .deadline(_, nil): phrases.deadlineRemoved()
        case .capacity(let old, let new?): phrases.seats(new, instead: old)
        case .capacity(_, nil): phrases.seatsUnlimited()
        case .reminder(let time): phrases.reminder(whole(time))
        case .answerWanted(let deadline):
            phrases.answerWanted(by: deadline.map { moment(ZonedTime($0, in: zone).wall) })
        case .everyoneAnswered: phrases.everyoneAnswered()
        case .openThen(_, let state): phrases.openThen(state ?? .unknown)
        case .seatOffer(_, _, let until?): phrases.seatOffered(until: moment(ZonedTime(until, in: zone).wall))
        case .seatOffer(_, _, nil): phrases.seatOfferEnded()
        case .offer(_, _, let title?): phrases.offerFound(title)
        case .offer(_, let title, nil): phrases.offerEnded(title ?? "")
        case .ratingWanted(let place): phrases.ratingWanted(place.name)
        case .suggestion(_, let author, _, let new): suggestion(by: author, new)
        case .poll(_, _, let new): poll(new)
        case .seriesToo: phrases.seriesToo()
        case .claim(let person): phrases.claimed(names[person] ?? phrases.somebody())
        case .zone, .attendee, .message: nil
        }
    }

    private func attendee(_ person: PersonID, from old: Answer?, to new: Answer?) -> String {
        let isReader = person == reader
        let name = names[person] ?? phrases.somebody()
        let subject: Subject = isReader ? .you : .other(name)
        guard let new else { return isReader ? phrases.youAreRemoved() : phrases.removed(name) }
        guard let old else { return phrases.youAreInvited(by: inviter) }
        var clauses: [String] = []
        if old.role != new.role { clauses.append(phrases.role(subject, new.role, was: old.role)) }
        if old.status == .waitlisted, new.status == .attending {
            clauses.append(phrases.seated(subject, partySize: new.partySize))
        } else if old.status != new.status || old.partySize != new.partySize {
            clauses.append(phrases.answered(subject, new.status, partySize: new.partySize))
        }
        return clauses.dropFirst().reduce(clauses.first ?? "", phrases.joined)
    }

    private func place(from old: OutingPlace?, to new: OutingPlace?) -> String {
        switch (old, new) {
        case (let old?, let new?) where old.name != new.name:
            phrases.placeChanged(new.name, instead: old.name)
        case (let old?, let new?):
            phrases.placeDetails(new.name, address: new.address == old.address ? nil : new.address)
        case (nil, let new?):
            phrases.placeSet([new.name, new.address].compactMap { $0 }.joined(separator: ", "))
        case (let old, nil): phrases.placeCleared(old?.name ?? "")
        }
    }

    private func deadline(from old: Date?, to new: Date) -> String {
        let new = ZonedTime(new, in: zone)
        let old = old.map { ZonedTime($0, in: zone) }
        return phrases.deadline(moment(new.wall), instead: old.map { moment($0.wall) })
    }

    /// What a host wrote, on one line and cut to a length that fits a notice.
    private func excerpt(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard line.count > NewsLimits.noteInWords else { return line }
        return line.prefix(NewsLimits.noteInWords) + "…"
    }
}
