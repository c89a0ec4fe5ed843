import Foundation
import NoonishAPI
import Outings

/// Changes in English.
struct English: ChangePhrases {
    let language = "en"

    func date(_ time: WallTime, withYear: Bool) -> String {
        let text = "\(Self.weekdays[time.weekday]) \(time.day) \(Self.months[time.month - 1])"
        return withYear ? "\(text) \(time.year)" : text
    }

    func clock(_ time: WallTime) -> String { time.clock }
    func moment(_ date: String, _ clock: String) -> String { "\(date), \(clock)" }
    func range(_ from: String, _ to: String) -> String { "\(from) to \(to)" }
    func inZone(_ text: String, _ zone: String) -> String {
        let city = zone.split(separator: "/").last.map(String.init) ?? zone
        return "\(text) (\(city.replacing("_", with: " ")) time)"
    }

    func instead(_ new: String, _ old: String) -> String { "\(new) instead of \(old)" }

    func cancelled(reason: String?) -> String { reason.map { "it is cancelled: \($0)" } ?? "it is cancelled" }
    func otherReason(_ reason: String?) -> String {
        reason.map { "it stays cancelled: \($0)" } ?? "it stays cancelled"
    }
    func reactivated() -> String { "it takes place after all" }

    func timeSet(_ time: String) -> String { "the time is set: \(time)" }
    func timeCleared(_ old: String) -> String { "the time is open again, it was \(old)" }
    func endChanged(from old: String?, to new: String?) -> String {
        switch (old, new) {
        case (let old?, let new?): "it ends at \(instead(new, old))"
        case (nil, let new?): "it ends at \(new)"
        case (_, nil): "the end is open"
        }
    }

    func placeSet(_ place: String) -> String { "the place is set: \(place)" }
    func placeCleared(_ old: String) -> String { "the place is open again, it was \(old)" }
    func placeDetails(_ name: String, address: String?) -> String {
        address.map { "\(name) is at \($0)" } ?? "\(name) has new contact details"
    }

    func renamed(_ new: String, _ old: String) -> String { "it is called “\(new)” instead of “\(old)”" }
    func noteSet(_ note: String) -> String { "there is a note: “\(note)”" }
    func noteChanged(_ note: String) -> String { "the note now says: “\(note)”" }
    func noteRemoved() -> String { "the note is gone" }

    func deadline(_ new: String, instead old: String?) -> String {
        old.map { "answer by \(instead(new, $0))" } ?? "answer by \(new)"
    }
    func deadlineRemoved() -> String { "there is no date to answer by any more" }
    func seats(_ new: Int, instead old: Int?) -> String {
        let seats = new == 1 ? "1 seat" : "\(new) seats"
        return old.map { instead(seats, String($0)) } ?? "\(new == 1 ? "there is" : "there are") \(seats)"
    }
    func seatsUnlimited() -> String { "seats are no longer limited" }

    func youAreInvited(by inviter: String?) -> String {
        inviter.map { "\($0) invites you" } ?? "you are invited"
    }
    func youAreRemoved() -> String { "you are no longer on the list" }
    func invited(_ count: Int) -> String {
        count == 1 ? "one more friend is invited" : "\(count) more friends are invited"
    }
    func removed(_ name: String) -> String { "\(name) is no longer on the list" }

    func answered(_ subject: Subject, _ status: AttendanceStatus, partySize: Int) -> String {
        switch (subject, status) {
        case (.you, .attending): "you are down as coming\(company(partySize))"
        case (.you, .maybe): "you are down as perhaps coming\(company(partySize))"
        case (.you, .declined): "you are down as not coming"
        case (.you, .waitlisted): "you are on the waiting list"
        case (.you, .invited): "your answer is open again"
        case (.other(let name), .attending): "\(name) is coming\(company(partySize))"
        case (.other(let name), .maybe): "\(name) may come\(company(partySize))"
        case (.other(let name), .declined): "\(name) is not coming"
        case (.other(let name), .waitlisted): "\(name) is on the waiting list"
        case (.other(let name), .invited): "\(name) has not decided yet"
        }
    }

    private func company(_ partySize: Int) -> String {
        switch partySize - 1 {
        case ...0: ""
        case 1: " with one guest"
        case let guests: " with \(guests) guests"
        }
    }

    func role(_ subject: Subject, _ role: AttendanceRole, was: AttendanceRole) -> String {
        let start =
            switch subject {
            case .you: "you are"
            case .other(let name): "\(name) is"
            }
        return switch (was, role) {
        case (_, .host): "\(start) now the host"
        case (_, .cohost): "\(start) now a cohost"
        case (.host, .invitee): "\(start) no longer the host"
        case (_, .invitee): "\(start) no longer a cohost"
        }
    }

    func andMoreAnswers(_ count: Int) -> String {
        count == 1 ? "and 1 more answer" : "and \(count) more answers"
    }
    func reminder(_ time: String) -> String { "it is soon: \(time)" }
    func answerWanted(by deadline: String?) -> String {
        deadline.map { "an answer is wanted by \($0)" } ?? "an answer is wanted"
    }
    func everyoneAnswered() -> String { "everyone has answered" }
    func somebody() -> String { "somebody" }
    func muchHasChanged() -> String { "much has changed" }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
}
