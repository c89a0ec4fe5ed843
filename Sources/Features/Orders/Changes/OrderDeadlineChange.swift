import JSON
import Journal
import Localization
import NoonishAPI

/// The deadline of an order has passed that stays open: those who run it are reminded to lock it.
@StoredChange
struct OrderDeadlineChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID

    static let names = ["order_deadline_passed"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 57 }

    /// The order was locked or cancelled, or has another deadline.
    func isOutdated(by later: Change) -> Bool { later.kind.endsOuting || later.is(OrderChange.self) }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == coordinator || standing.role != .invitee }

    func clause(in context: SentenceContext) -> String? { context.say("change.order.deadlinePassed") }
}
