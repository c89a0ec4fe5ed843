import JSON
import Journal
import NoonishAPI

/// Another person runs the order, and is notified of it.
@StoredChange
struct OrderCoordinatorChange: ChangeKind {
    let order: GroupOrderID
    @JSONMember("person") let coordinator: PersonID

    static let names = ["order_coordinator"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var person: PersonID? { coordinator }
    var audience: Audience { .all }
    var rank: Int { 65 }

    func isOutdated(by later: Change) -> Bool {
        later.kind.endsOuting || later.as(OrderChange.self)?.name == "order_cancelled"
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { coordinator == reader.person }

    func clause(in context: SentenceContext) -> String? { context.say("change.order.coordinator") }
}

extension Change {
    static func orderCoordinator(_ person: PersonID, of order: GroupOrderID) -> Change {
        Change(OrderCoordinatorChange(order: order, coordinator: person))
    }
}
