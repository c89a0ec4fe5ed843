import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// A request to the people who have neither picked a dish nor said that they want nothing.
@StoredChange
struct OrderWantedChange: ChangeKind {
    @JSONMember("current") let deadline: Date?
    /// The people who are asked.
    let missing: [PersonID]

    static let names = ["order_wanted"]
    static let isHistory = false

    var audience: Audience { .attending }
    var rank: Int { 120 }
    var expiresAt: Date? { deadline }

    /// An order that is locked or cancelled makes the request pointless.
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.as(OrderChange.self).map { $0.new.state != .open } ?? false
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        standing.status == .attending && missing.contains(reader.person) && !reader.hasOrdered
    }

    func clause(in context: SentenceContext) -> String? {
        guard let deadline else { return context.say("change.order.wanted") }
        return context.say("change.order.wantedBy", ["deadline": .words(context.moment(deadline))])
    }
}

extension Change {
    static func orderWanted(by deadline: Date?, of missing: [PersonID]) -> Change {
        Change(OrderWantedChange(deadline: deadline, missing: missing))
    }
}
