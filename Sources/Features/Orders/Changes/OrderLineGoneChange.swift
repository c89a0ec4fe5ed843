import JSON
import Journal
import Localization
import NoonishAPI

/// The place no longer has a dish that a person ordered: the menu lost it, or it is sold out. It stays on the order until
/// someone changes it, unless the place took it off.
@StoredChange
struct OrderLineGoneChange: ChangeKind {
    let line: OrderLineID
    /// The people who eat it.
    let eaters: [PersonID]
    let coordinator: PersonID
    let dish: String
    /// The place that took it off, because it has too few portions; `nil` if it did not.
    var takenOffBy: String? = nil

    static let names = ["line_gone"]
    static let isHistory = false

    var subject: ChangeSubject { ChangeSubject(Self.self, line.uuid) }
    var people: [PersonID] { [coordinator] }
    var audience: Audience { .all }
    var rank: Int { 68 }

    /// The order is cancelled.
    func isOutdated(by later: Change) -> Bool {
        later.kind.endsOuting || later.as(OrderChange.self)?.name == "order_cancelled"
    }

    /// A dish that was taken off or changed is no news any more.
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        guard pending[ChangeSubject(OrderLineChange.self, line.uuid)] == nil else { return false }
        return eaters.contains(reader.person) || reader.person == coordinator
    }

    func clause(in context: SentenceContext) -> String? {
        takenOffBy.map {
            context.say("change.order.takenOff", ["place": .text($0), "dish": .text(dish)])
        } ?? context.say("change.order.gone", ["dish": .text(dish)])
    }
}

extension Change {
    static func orderLineGone(
        _ line: OrderLineID, of eaters: [PersonID], run coordinator: PersonID, _ dish: String
    ) -> Change {
        Change(
            OrderLineGoneChange(line: line, eaters: eaters, coordinator: coordinator, dish: dish))
    }
}
