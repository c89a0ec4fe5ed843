import Foundation
import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The outing's start moved while its order kept the time at which the food is due.
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

    init(_ order: GroupOrderID, run coordinator: PersonID, due: Date, from old: Date?, to new: Date?) {
        self.order = order
        self.coordinator = coordinator
        self.due = due
        self.old = old
        self.new = new
    }

    init?(_ members: ChangeMembers) {
        guard let order: GroupOrderID = members.id("order"),
            let coordinator: PersonID = members.id("coordinator"),
            let due = Date(stored: members.value("due"))
        else { return nil }
        self.init(
            order, run: coordinator, due: due, from: Date(stored: members.previous),
            to: Date(stored: members.current))
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("order", order)
        object.field("coordinator", coordinator)
        object.field("due", due)
        encodeValues(to: &object)
    }

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
