extension English {
    func invitationSubject(_ title: String, inviter: String?) -> String {
        inviter.map { "\($0) invites you: \(title)" } ?? "You are invited: \(title)"
    }
    func cancelledSubject(_ title: String) -> String { "Cancelled: \(title)" }
    func when() -> String { "When" }
    func whereTo() -> String { "Where" }
    func host() -> String { "Host" }
    func answerBy() -> String { "Answer by" }
    func note() -> String { "Note" }
    func stillOpen() -> String { "still open" }
    func answerLink() -> String { "See who comes, and answer" }
    func outingLink() -> String { "Look at it" }
    func whyMail(title: String) -> String { "You are on the list of “\(title)”." }
    func unsubscribeLink() -> String { "No more mail about it" }
}
