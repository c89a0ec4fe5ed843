import Encoding
import Foundation
import Money
import NoonishAPI
import Records

extension OrderReceipt {
    /// - Parameters:
    ///   - lines: The live lines.
    ///   - reader: The only person who is on the receipt; `nil` for everyone.
    /// - Throws: ``MoneyFault`` for sums beyond 64 bits.
    init(_ order: OrderRow, _ lines: [OrderLineRow], for reader: PersonID? = nil) throws(MoneyFault) {
        var people: [PersonID: PersonReceipt] = [:]
        for line in lines {
            for part in try line.parts(in: order) where reader == nil || part.person.id == reader {
                people[part.person.id, default: PersonReceipt(part.person)].add(part.dish)
            }
        }
        for person in people.keys { people[person]?.limit(to: order.limitPerHead) }
        let sorted = people.values.sorted {
            ($0.person.name.lowercased(), $0.person.id) < ($1.person.name.lowercased(), $1.person.id)
        }
        self.init(
            outing: order.outing, order: order.id, state: order.state, place: order.place,
            dueAt: order.text(order.dueAt), currency: order.currency, limitPerHeadMinor: order.limitPerHead,
            people: sorted, totalMinor: sorted.reduce(0) { $0 + $1.totalMinor },
            unpriced: sorted.reduce(0) { $0 + $1.unpriced })
    }

    /// The receipt as a table, for spreadsheets.
    var csv: String {
        var rows = [
            ["place", "person", "visitor", "quantity", "name", "options", "sharers", "amount", "currency"]
        ]
        for receipt in people {
            for dish in receipt.dishes {
                rows.append([
                    place, receipt.person.name, dish.visitor ?? "", String(dish.quantity), dish.name,
                    dish.options ?? "", String(dish.sharers),
                    dish.amountMinor.map { $0.decimal(in: currency) } ?? "", currency,
                ])
            }
        }
        return CSVText.byteOrderMark + rows.map(CSVText.row).joined()
    }
}

extension PersonReceipt {
    fileprivate init(_ person: Person) {
        self.init(person: person, dishes: [], totalMinor: 0, aboveLimitMinor: 0)
    }

    fileprivate mutating func add(_ dish: Dish) {
        dishes.append(dish)
        totalMinor += dish.amountMinor ?? 0
    }

    fileprivate mutating func limit(to limit: Int?) {
        aboveLimitMinor = limit.map { max(0, totalMinor - $0) } ?? 0
    }

    /// The number of dishes without a price.
    var unpriced: Int { dishes.count { $0.amountMinor == nil } }
}

extension OrderLineRow {
    /// The part of each person who eats the dish. Parts of a shared plate are in proportion to the weights, and sum to its price.
    fileprivate func parts(
        in order: OrderRow
    ) throws(MoneyFault) -> [(person: Person, dish: PersonReceipt.Dish)] {
        func dish(_ amount: Int?) -> PersonReceipt.Dish {
            PersonReceipt.Dish(
                name: name, options: options, visitor: visitor, quantity: quantity,
                sharers: max(1, sharers.count), amountMinor: amount)
        }
        guard !sharers.isEmpty, let totalMinor else {
            return sharers.isEmpty ? [(person, dish(totalMinor))] : sharers.map { ($0, dish(nil)) }
        }
        let tieBreak = TieBreak(bill: order.id.uuid, charge: 0, people: sharers.map(\.id.uuid))
        let shares = try Apportionment(
            of: Int64(totalMinor), by: weights.map { Int64($0) }, tieBreak: tieBreak
        ).shares
        return zip(sharers, shares).map { ($0, dish(Int($1))) }
    }
}
