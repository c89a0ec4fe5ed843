package import JSON
import Journal
import Localization
package import Money
import NoonishAPI

/// A coordinator set the price of a dish that others eat.
@StoredChange
struct OrderPriceChange: Transition {
    let line: OrderLineID
    /// The people who bear the price.
    let eaters: [PersonID]
    let coordinator: PersonID
    let dish: String
    let currency: Currency
    /// The price of one in minor units; `nil` if it was not known.
    var old: Int?
    var new: Int?

    static let names = ["line_repriced"]
    static let isHistory = false
    var name: String { "line_repriced" }

    var subject: ChangeSubject { ChangeSubject(Self.self, line.uuid) }
    var people: [PersonID] { [coordinator] }
    var audience: Audience { .all }
    var rank: Int { 75 }

    /// People are notified of what they pay even if they have declined. A dish that was taken off costs them nothing.
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool {
        let isStruck =
            pending[ChangeSubject(OrderLineChange.self, line.uuid)]?
            .as(OrderLineChange.self).map { $0.new == nil } ?? false
        return eaters.contains(reader.person) && !isStruck
    }

    func clause(in context: SentenceContext) -> String? {
        func amount(_ minor: Int) -> MessageValue {
            .words(context.language.amount(Money(Int64(minor), currency)))
        }
        guard let new else { return nil }
        var values: [String: MessageValue] = [
            "name": .text(context.name(of: coordinator)), "dish": .text(dish), "new": amount(new),
        ]
        guard let old else { return context.say("change.order.priced", values) }
        values["old"] = amount(old)
        return context.say("change.order.repriced", values)
    }
}

extension Currency: StoredValue {
    package func encode(to writer: inout JSONWriter) { code.encode(to: &writer) }

    package init?(stored value: JSONValue) {
        guard case .string(let code) = value else { return nil }
        self.init(code)
    }
}
