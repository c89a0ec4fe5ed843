package import Foundation
import JSON
package import Journal
import Localization
import NoonishAPI

/// A request for answers to the invitees who have not answered, with the deadline if there is one.
@StoredChange
struct AnswerRequestChange: ChangeKind {
    @JSONMember("current") let deadline: Date?

    static let names = ["answer_wanted"]
    static let isHistory = false

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
        Change(AnswerRequestChange(deadline: deadline))
    }
}
