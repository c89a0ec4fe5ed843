import Localization
import NoonishAPI
import Outings

/// Whom a clause is about.
enum Subject: Hashable, Sendable {
    case you
    case other(String)
}

extension ChangePhrases {
    func youAreInvited(by inviter: String?) -> String {
        guard let inviter else { return language.say("change.list.youInvited") }
        return language.say("change.list.youInvitedBy", ["inviter": .text(inviter)])
    }
    func youAreRemoved() -> String { language.say("change.list.youRemoved") }
    func invited(_ count: Int) -> String { language.say("change.list.invited", ["count": .number(count)]) }
    func removed(_ name: String) -> String { language.say("change.list.removed", ["name": .text(name)]) }

    func claimed(_ name: String) -> String { language.say("change.list.claimed", ["name": .text(name)]) }

    func answered(_ subject: Subject, _ status: AttendanceStatus, partySize: Int) -> String {
        let bringsGuests = status == .attending || status == .maybe
        let guests = bringsGuests ? max(0, partySize - 1) : nil
        return switch subject {
        case .you:
            language.say("change.you.\(status.rawValue)", guests.map { ["guests": .number($0)] } ?? [:])
        case .other(let name):
            language.say(
                "change.other.\(status.rawValue)",
                guests.map { ["name": .text(name), "guests": .number($0)] } ?? ["name": .text(name)])
        }
    }

    /// Somebody who waited for a seat has one.
    func seated(_ subject: Subject, partySize: Int) -> String {
        let guests = max(0, partySize - 1)
        return switch subject {
        case .you: language.say("change.you.seated", ["guests": .number(guests)])
        case .other(let name):
            language.say("change.other.seated", ["name": .text(name), "guests": .number(guests)])
        }
    }

    func role(_ subject: Subject, _ role: AttendanceRole, was: AttendanceRole) -> String {
        let change =
            switch (was, role) {
            case (_, .host): "nowHost"
            case (_, .cohost): "nowCohost"
            case (.host, .invitee): "noHost"
            case (_, .invitee): "noCohost"
            }
        return switch subject {
        case .you: language.say("change.you.\(change)")
        case .other(let name): language.say("change.other.\(change)", ["name": .text(name)])
        }
    }

    /// - Parameter text: What the last one says; nil once it was deleted. Of several only who wrote last is said.
    func messages(_ count: Int, last name: String, text: String?) -> String {
        if count > 1 {
            return language.say("change.message.several", ["count": .number(count), "name": .text(name)])
        }
        guard let text else { return language.say("change.message.gone", ["name": .text(name)]) }
        return language.say("change.message.one", ["name": .text(name), "text": .text(text)])
    }
    func mentioned(by name: String, text: String?) -> String {
        guard let text else { return language.say("change.message.gone", ["name": .text(name)]) }
        return language.say("change.message.mention", ["name": .text(name), "text": .text(text)])
    }

    func andMoreAnswers(_ count: Int) -> String {
        language.say("change.moreAnswers", ["count": .number(count)])
    }
    package func somebody() -> String { language.say("change.somebody") }
}
