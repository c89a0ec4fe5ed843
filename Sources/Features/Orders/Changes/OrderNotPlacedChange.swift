import JSON
import Journal
import Localization
import Money
import NoonishAPI
import Outings

/// An order that was to be placed at its deadline was only locked.
@StoredChange
struct OrderNotPlacedChange: ChangeKind {
    let order: GroupOrderID
    let coordinator: PersonID
    let place: String
    let currency: Currency
    /// What is missing to the venue's minimum, in minor units; `nil` if something else keeps it from being placed.
    let missing: Int?

    static let names = ["order_minimum_missed", "order_not_placed"]
    static let isHistory = false
    var name: String { missing == nil ? "order_not_placed" : "order_minimum_missed" }

    var subject: ChangeSubject { ChangeSubject(Self.self, order.uuid) }
    var audience: Audience { .all }
    var urgency: Urgency { .urgent }
    var rank: Int { 56 }

    /// The order was placed, reopened or cancelled.
    func isOutdated(by later: Change) -> Bool { later.kind.endsOuting || later.is(OrderChange.self) }

    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { reader.person == coordinator || standing.role != .invitee }

    func clause(in context: SentenceContext) -> String? {
        guard let missing else {
            return context.say("change.order.notPlaced", ["place": .text(place)])
        }
        return context.say(
            "change.order.minimumMissed",
            [
                "place": .text(place),
                "amount": .words(context.language.amount(Money(Int64(missing), currency))),
            ])
    }
}
