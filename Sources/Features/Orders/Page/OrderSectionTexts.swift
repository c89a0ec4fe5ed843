import Foundation
import Localization
import Money
import NoonishAPI
import Outings

/// The texts of the order on the page of a personal link. They are those of the web client.
struct OrderSectionTexts {
    let order: OrderRow
    let reader: PersonID
    let language: Language

    func message(_ key: String, _ values: [String: MessageValue] = [:]) -> String {
        language.say("web.order.\(key)", values)
    }

    /// The state of the order with the time at which it closes, or when the food is promised.
    var state: String {
        let values: [String: MessageValue] = [
            "place": .text(order.place), "name": .text(order.coordinator.name),
            "moment": .words(moment(order.promisedAt ?? order.closesAt)),
        ]
        switch order.state {
        case .open where !order.takesPicks: return message("says.over", values)
        case .open where order.isPastDeadline: return message("says.late", values)
        case .open: return message(order.closesAt == nil ? "says.open" : "says.openUntil", values)
        case .locked
        where order.atDeadline == .place && order.closesAt != nil && !order.isPastDeadline
            && order.rejection == nil:
            return message("says.lockedUntil", values)
        case .accepted where order.promisedAt != nil, .preparing where order.promisedAt != nil:
            return message("says.promised", values)
        case .cancelled:
            guard let reason = order.cancelReason else { return message("says.cancelled") }
            let isOwn = Self.reasons.contains(reason)
            return isOwn ? message("says.\(reason)") : message("says.cancelledWhy", ["reason": .text(reason)])
        default: return message("says.\(order.state.rawValue)", values)
        }
    }

    /// Why the service cancels orders.
    private static let reasons = ["empty", "outing_cancelled", "place_changed"]

    /// A dish with its form, if the reader can change it.
    func dish(_ line: OrderLineRow, refused: RefusedDish?) -> [String: any Sendable] {
        var values: [String: any Sendable] = [
            "dish": message("dishes", ["count": .number(line.quantity), "name": .text(line.name)]),
            "details": details(of: line),
        ]
        guard order.takesPicks, line.person.id == reader else { return values }
        let form = refused?.form ?? DishForm(line, in: order, language)
        values["edit"] =
            [
                "path": line.id.description, "version": line.version, "isRefused": refused != nil,
                "editDish": message("editDish", ["name": .text(line.name)]),
                "strikeDish": message("strike", ["name": .text(line.name)]),
                "fields": form.values(
                    line.editable, id: "dish-\(line.id)", in: order, language,
                    faults: refused?.faults(in: language) ?? [:]),
            ] as [String: any Sendable]
        return values
    }

    /// The form for a new dish.
    func form(refused: RefusedDish?) -> [String: any Sendable] {
        let form = refused?.form ?? DishForm()
        let faults = refused?.faults(in: language) ?? [:]
        func values(_ fields: [DishForm.Field]) -> [[String: any Sendable]] {
            form.values(fields, id: "dish", in: order, language, faults: faults)
        }
        return [
            "fields": values(DishForm.Field.usual), "extraFields": values(DishForm.Field.extra),
            "showsExtra": DishForm.Field.extra.contains { !form[$0].isEmpty || faults[$0] != nil },
        ]
    }

    /// The reader's part of the known prices.
    func ownTotal(of lines: [OrderLineRow]) -> String {
        let total = lines.reduce(0) { $0 + $1.share(of: reader) }
        return message("ownTotal", ["amount": .words(language.amount(Money(Int64(total), order.money)))])
    }

    private func details(of line: OrderLineRow) -> [String] {
        let others = line.sharers.filter { $0.id != line.person.id }.map(\.name)
        let price = line.totalMinor.map { language.amount(Money(Int64($0), order.money)) }
        return [
            line.options, line.visitor.map { message("for", ["name": .text($0)]) }, line.note,
            line.person.id == reader
                ? line.tellsKitchen.map { message("kitchen", ["text": .text($0)]) } : nil,
            line.person.id == reader ? nil : message("plateOf", ["name": .text(line.person.name)]),
            others.isEmpty || line.person.id != reader
                ? nil : message("sharedWith", ["names": .words(language.list(others))]),
            price ?? message("noPrice"),
        ].compactMap(\.self)
    }

    private func moment(_ instant: Date?) -> String {
        guard let time = order.time(instant), let now = order.time(order.now) else { return "" }
        return TimeFormatting(language).moment(time.wall, withYear: now.wall.year != time.wall.year)
    }
}

extension OrderLineRow {
    /// Returns a person's part of the price, rounded: the bill divides it exactly.
    fileprivate func share(of person: PersonID) -> Int {
        guard let totalMinor, !sharers.isEmpty else { return self.person.id == person ? totalMinor ?? 0 : 0 }
        let weight = zip(sharers, weights).first { $0.0.id == person }?.1 ?? 0
        let sum = weights.reduce(0, +)
        return (2 * totalMinor * weight + sum) / (2 * sum)
    }
}
