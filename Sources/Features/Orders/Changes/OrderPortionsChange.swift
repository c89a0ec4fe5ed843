import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The place no longer keeps portions for an order that was locked and not placed.
@StoredChange
struct OrderPortionsChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String

    static let names = ["order_portions_released"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 55 }

    /// The order was placed, reopened or cancelled.
    func isOutdated(by later: Change) -> Bool { later.kind.endsOuting || later.is(OrderChange.self) }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == coordinator || standing.role != .invitee }

    func clause(in context: SentenceContext) -> String? {
        context.say("change.order.portionsReleased", ["place": .text(place)])
    }
}

extension Change {
    static func orderPortionsReleased(_ order: OrderRow) -> Change {
        Change(
            OrderPortionsChange(
                order: order.id, coordinator: order.coordinator.id, place: order.place))
    }
}
