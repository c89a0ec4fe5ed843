import Foundation
import NoonishAPI
import Outings

/// How changes are said in one language. ``ChangeWords`` decides what is said; this says it.
///
/// Every function returns a clause: no capital at its start, no full stop at its end.
protocol ChangePhrases: Sendable {
    /// BCP 47.
    var language: String { get }

    func date(_ time: WallTime, withYear: Bool) -> String
    func clock(_ time: WallTime) -> String
    func moment(_ date: String, _ clock: String) -> String
    func range(_ from: String, _ to: String) -> String
    func inZone(_ text: String, _ zone: String) -> String

    func instead(_ new: String, _ old: String) -> String

    func cancelled(reason: String?) -> String
    func otherReason(_ reason: String?) -> String
    func reactivated() -> String

    func timeSet(_ time: String) -> String
    func timeCleared(_ old: String) -> String
    func endChanged(from old: String?, to new: String?) -> String

    func placeSet(_ place: String) -> String
    func placeCleared(_ old: String) -> String
    func placeDetails(_ name: String, address: String?) -> String

    func renamed(_ new: String, _ old: String) -> String
    func noteSet(_ note: String) -> String
    func noteChanged(_ note: String) -> String
    func noteRemoved() -> String

    func deadline(_ new: String, instead old: String?) -> String
    func deadlineRemoved() -> String
    func seats(_ new: Int, instead old: Int?) -> String
    func seatsUnlimited() -> String

    func youAreInvited(by inviter: String?) -> String
    func youAreRemoved() -> String
    func invited(_ count: Int) -> String
    func removed(_ name: String) -> String
    func answered(_ subject: Subject, _ status: AttendanceStatus, partySize: Int) -> String
    func role(_ subject: Subject, _ role: AttendanceRole, was: AttendanceRole) -> String
    func andMoreAnswers(_ count: Int) -> String
    func reminder(_ time: String) -> String
    func answerWanted(by deadline: String?) -> String
    func everyoneAnswered() -> String
    func somebody() -> String
    func muchHasChanged() -> String

    // Mail: subjects, names of facts, links
    func invitationSubject(_ title: String, inviter: String?) -> String
    func cancelledSubject(_ title: String) -> String
    func when() -> String
    func whereTo() -> String
    func host() -> String
    func answerBy() -> String
    func note() -> String
    func stillOpen() -> String
    func answerLink() -> String
    func outingLink() -> String
    func whyMail(title: String) -> String
    func unsubscribeLink() -> String
}

/// Whom a clause is about.
enum Subject: Hashable, Sendable {
    case you
    case other(String)
}

/// The languages that changes can be said in.
enum Languages {
    /// The phrases for a person's locale; English where there are none in their language.
    static func phrases(for locale: String?) -> any ChangePhrases {
        let language = locale?.split(whereSeparator: { "-_".contains($0) }).first?.lowercased()
        return all.first { $0.language == language } ?? English()
    }

    private static let all: [any ChangePhrases] = [English()]
}
