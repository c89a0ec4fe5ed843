import JSON
import Journal
import Localization
import NoonishAPI
import Outings

/// The place no longer keeps portions for an order that was locked and not placed.
struct OrderPortionsChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String

    static let names = ["order_portions_released"]
    static let isHistory = false

    init(_ order: GroupOrderID, run coordinator: PersonID, at place: String) {
        self.order = order
        self.coordinator = coordinator
        self.place = place
    }

    init?(_ members: ChangeMembers) {
        guard let order: GroupOrderID = members.id("order"),
            let coordinator: PersonID = members.id("coordinator"), let place = members.text("place")
        else { return nil }
        self.init(order, run: coordinator, at: place)
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("order", order)
        object.field("coordinator", coordinator)
        object.field("place", place)
    }

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
        Change(OrderPortionsChange(order.id, run: order.coordinator.id, at: order.place))
    }
}
