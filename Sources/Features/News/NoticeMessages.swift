package import Localization

/// The messages that notices add to the clauses of changes, in the reader's language.
package struct NoticeMessages: Sendable {
    package let language: Language

    func started() -> String { language.say("change.started") }
    package func muchHasChanged() -> String { language.say("change.much") }

    /// Joins two clauses into one.
    package func joined(_ first: String, _ rest: String) -> String {
        language.say("change.join", ["first": .words(first), "rest": .words(rest)])
    }

    /// Joins clauses: few into one sentence, more into a sentence each, one a line.
    func text(_ clauses: [String]) -> String {
        guard clauses.count > NewsLimits.clausesInSentence else { return sentence(clauses) }
        return clauses.map { sentence([$0]) }.joined(separator: "\n")
    }

    /// Counts the changes that a text leaves out.
    func more(_ count: Int) -> String { language.say("change.more", ["count": .number(count)]) }

    /// Joins clauses into a sentence, with a capital letter and a full stop unless it ends with a mark
    /// already.
    private func sentence(_ clauses: [String]) -> String {
        guard let first = clauses.first else { return "" }
        let text = clauses.dropFirst().reduce(first, joined)
        let capital = text.prefix(1).uppercased() + text.dropFirst()
        let isEnded = text.last.map { ".!?”。！？؟".contains($0) } ?? false
        return isEnded ? capital : language.say("change.sentence", ["clauses": .words(capital)])
    }

    /// Returns the subject of a mail, on one line: "Lunch: moved to 13:00 (was 12:30)".
    package func subject(_ title: String, _ clause: String) -> String {
        language.say("mail.subject", ["title": .text(title), "clause": .words(clause)])
    }
    package func invitationSubject(_ title: String, inviter: String?) -> String {
        guard let inviter else { return language.say("mail.invitation.subject", ["title": .text(title)]) }
        return language.say("mail.invitation.subjectBy", ["title": .text(title), "inviter": .text(inviter)])
    }
    package func cancelledSubject(_ title: String) -> String {
        language.say("mail.cancelled.subject", ["title": .text(title)])
    }

    package func fact(_ name: String, _ text: String) -> String {
        language.say("mail.fact", ["name": .words(name), "text": .words(text)])
    }
    package func when() -> String { language.say("mail.when") }
    package func whereTo() -> String { language.say("mail.where") }
    package func host() -> String { language.say("mail.host") }
    package func answerBy() -> String { language.say("mail.answerBy") }
    package func stillOpen() -> String { language.say("mail.open") }
    package func answerLink() -> String { language.say("mail.answerLink") }
    package func outingLink() -> String { language.say("mail.outingLink") }
    package func takeSeatLink() -> String { language.say("web.waiting.take") }
    /// Returns the label of one of ``InvitationPage/proposable``.
    package func answer(_ status: String) -> String { language.say("page.invitation.\(status)") }
    /// Returns why the reader gets a mail about an outing.
    ///
    /// - Parameter inviter: `nil` if not known.
    package func whyMail(title: String, isHost: Bool, inviter: String?) -> String {
        var values = ["title": MessageValue.text(title)]
        if isHost { return language.say("mail.whyHost", values) }
        guard let inviter else { return language.say("mail.why", values) }
        values["inviter"] = .text(inviter)
        return language.say("mail.whyBy", values)
    }
    package func unsubscribeLink() -> String { language.say("mail.unsubscribe") }
}
