import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The venue cannot make the order, which goes back to the group.
@StoredChange
struct OrderRejectionChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String
    /// The venue's words.
    let words: String

    static let names = ["order_rejected"]

    var audience: Audience { .all }
    var rank: Int { 61 }

    /// An order that is placed again or cancelled makes it pointless.
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.is(OrderChange.self)
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        reader.person == coordinator || standing.role != .invitee
    }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.order.rejected", ["place": .text(place), "words": .text(words)])
    }
}
