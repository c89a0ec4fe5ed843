import Words

extension ChangePhrases {
    /// A subject of one line: "Lunch: 13:00 instead of 12:30".
    func subject(_ title: String, _ clause: String) -> String {
        language.say("mail.subject", ["title": .text(title), "clause": .words(clause)])
    }
    func invitationSubject(_ title: String, inviter: String?) -> String {
        guard let inviter else { return language.say("mail.invitation.subject", ["title": .text(title)]) }
        return language.say("mail.invitation.subjectBy", ["title": .text(title), "inviter": .text(inviter)])
    }
    func cancelledSubject(_ title: String) -> String {
        language.say("mail.cancelled.subject", ["title": .text(title)])
    }

    func fact(_ name: String, _ text: String) -> String {
        language.say("mail.fact", ["name": .words(name), "text": .words(text)])
    }
    func when() -> String { language.say("mail.when") }
    func whereTo() -> String { language.say("mail.where") }
    func host() -> String { language.say("mail.host") }
    func answerBy() -> String { language.say("mail.answerBy") }
    func note() -> String { language.say("mail.note") }
    func stillOpen() -> String { language.say("mail.open") }
    func answerLink() -> String { language.say("mail.answerLink") }
    func outingLink() -> String { language.say("mail.outingLink") }
    func whyMail(title: String) -> String { language.say("mail.why", ["title": .text(title)]) }
    func unsubscribeLink() -> String { language.say("mail.unsubscribe") }
}
