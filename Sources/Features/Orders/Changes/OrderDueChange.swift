import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The outing's start moved while its order kept the time at which the food is due.
@StoredChange
struct OrderDueChange: Transition {
    let order: GroupOrderID
    let coordinator: PersonID
    /// When the food is due, or promised.
    let due: Date
    /// The outing's start; `nil` without one.
    var old: Date?
    var new: Date?

    static let names = ["order_due_differs"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 50 }

    /// The order is cancelled, or the place promised another time.
    func isOutdated(by later: Change) -> Bool {
        later.kind.endsOuting
            || later.as(OrderChange.self).map { ["order_cancelled", "order_promised"].contains($0.name) }
                ?? false
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        new != due && (reader.person == coordinator || standing.role != .invitee)
    }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.order.dueDiffers", ["time": .words(context.moment(due))])
    }
}
