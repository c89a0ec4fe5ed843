import Foundation
import Initializers
package import Money
import NoonishAPI

/// A dish that is sold, before its tax is computed.
@MemberwiseInit
package struct SoldDish: Hashable, Sendable {
    /// The key of the item on the menu; `nil` if it was typed.
    package var item: String?
    /// The keys of the items that the kitchen makes for one.
    package var madeOf: [String]
    package var name: String
    package var options: String?
    /// The section of the menu.
    package var category: String?
    package var quantity: Int
    /// The price of one in minor units.
    package var unitMinor: Int
    package var tax: Percentage?
    /// Whether the price includes the tax.
    package var includesTax: Bool
}

/// A line of a sale as it is stored.
struct NewSaleLine: Hashable, Sendable {
    let dish: SoldDish?
    let amount: Int
    let tax: Int

    /// The lines of dishes, with the tax of each rate computed once on the sum and shared out, so that the lines sum to what a
    /// receipt says.
    ///
    /// - Parameter sale: Decides with the line's number who gets the odd cent.
    static func lines(of dishes: [SoldDish], in sale: SaleID) throws(MoneyFault) -> [NewSaleLine] {
        let bases = dishes.map { Int64($0.unitMinor) * Int64($0.quantity) }
        var taxes = dishes.map { _ in Int64(0) }
        let classes = Dictionary(grouping: dishes.indices) { index in
            TaxClass(rate: dishes[index].tax, isIncluded: dishes[index].includesTax)
        }
        for (taxClass, indices) in classes {
            guard let rate = taxClass.rate else { continue }
            let weights = indices.map { bases[$0] }
            let sum = weights.reduce(0, +)
            let tieBreak = TieBreak(
                bill: sale.uuid, charge: 0, people: indices.map { UUID(number: UInt64($0 + 1)) })
            let shares = try Apportionment(
                of: taxClass.isIncluded ? rate.included(in: sum) : rate.of(sum), by: weights,
                tieBreak: tieBreak
            ).shares
            for (index, share) in zip(indices, shares) { taxes[index] = share }
        }
        return dishes.indices.map { index in
            NewSaleLine(
                dish: dishes[index],
                amount: Int(bases[index] + (dishes[index].includesTax ? 0 : taxes[index])),
                tax: Int(taxes[index]))
        }
    }

    private struct TaxClass: Hashable {
        let rate: Percentage?
        let isIncluded: Bool
    }
}

extension [SoldDish] {
    /// The same dishes with equal ones put together, in the order in which they first appear.
    package var merged: [SoldDish] {
        var dishes: [SoldDish] = []
        var places: [SoldDish: Int] = [:]
        for dish in self {
            var key = dish
            key.quantity = 0
            if let place = places[key] {
                dishes[place].quantity += dish.quantity
            } else {
                places[key] = dishes.count
                dishes.append(dish)
            }
        }
        return dishes
    }
}

extension UUID {
    fileprivate init(number: UInt64) {
        self = withUnsafeBytes(of: number.bigEndian) { bytes in
            UUID(
                uuid: (
                    0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5],
                    bytes[6], bytes[7]
                ))
        }
    }
}
