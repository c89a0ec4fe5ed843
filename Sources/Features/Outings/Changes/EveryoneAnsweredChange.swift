import JSON
package import Journal
import NoonishAPI

/// Every invitee has answered.
struct EveryoneAnsweredChange: ChangeKind {
    static let names = ["everyone_answered"]
    static let isHistory = false

    init() {}

    init?(_ members: ChangeMembers) {}

    var audience: Audience { .hosts }
    var rank: Int { 150 }
    func isOutdated(by later: Change) -> Bool {
        if case .joined? = later.kind.membership { true } else { later.is(CancellationChange.self) }
    }

    func clause(in context: SentenceContext) -> String? { context.say("change.everyoneAnswered") }
}

extension Change {
    package static let everyoneAnswered = Change(EveryoneAnsweredChange())
}
