import JSON
import Journal
import Localization
import NoonishAPI

/// The venue has not answered an order that was placed with it: those who run it are asked to call.
@StoredChange
struct OrderUnansweredChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String
    /// The venue's telephone number, E.164; `nil` if it is not known.
    let phone: String?

    static let names = ["order_unanswered"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 58 }

    /// The venue has answered, or the order was taken back or cancelled.
    func isOutdated(by later: Change) -> Bool {
        later.kind.endsOuting || later.is(OrderChange.self) || later.is(OrderRejectionChange.self)
    }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == coordinator || standing.role != .invitee }

    func clause(in context: SentenceContext) -> String? {
        guard let phone else { return context.say("change.order.unanswered", ["place": .text(place)]) }
        return context.say(
            "change.order.unansweredPhone", ["place": .text(place), "phone": .text(phone)])
    }
}
