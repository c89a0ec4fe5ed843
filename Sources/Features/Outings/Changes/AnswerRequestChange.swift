package import Foundation
import JSON
package import Journal
import Localization
import NoonishAPI

/// A request for answers to the invitees who have not answered, with the deadline if there is one.
struct AnswerRequestChange: ChangeKind {
    let deadline: Date?

    static let names = ["answer_wanted"]
    static let isHistory = false

    init(by deadline: Date?) { self.deadline = deadline }

    init?(_ members: ChangeMembers) { deadline = Date(stored: members.current) }

    func encodeMembers(to object: inout JSONWriter) { object.field("current", deadline) }

    var audience: Audience { .unanswered }
    var rank: Int { 120 }
    var expiresAt: Date? { deadline }
    var endsDeferral: Bool { true }
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.is(DeadlineChange.self)
    }

    func clause(in context: SentenceContext) -> String? {
        guard let deadline else { return context.say("change.answerWanted") }
        return context.say("change.answerWantedBy", ["deadline": .words(context.moment(deadline))])
    }
}

extension Change {
    package static func answerWanted(by deadline: Date?) -> Change {
        Change(AnswerRequestChange(by: deadline))
    }
}
