import HTTPKit
import HTTPTypes
import Menus
import NoonishAPI

/// The dishes of a person's last order that they order again, and why not the others.
struct RepeatedLines: Sendable {
    private(set) var added: [OrderLineFields] = []
    private(set) var skipped: [RepeatedOrder.Omission] = []
    /// What the person has in the present order.
    private let ordered: [OrderLineFields]
    private let menu: Result<OrderMenu, Problem>
    /// The portions that are left of the items that the restaurant counts.
    private let left: [String: Int]
    /// Whether a dish that would cost the person something else than the last time is left out.
    private let keepsPrices: Bool

    init(
        ordered: [OrderLineFields], menu: Result<OrderMenu, Problem>, left: [String: Int], keepsPrices: Bool
    ) {
        self.ordered = ordered
        self.menu = menu
        self.left = left
        self.keepsPrices = keepsPrices
    }

    /// Adds a dish of the last order for the person alone, unless they cannot order it or have it already.
    mutating func add(_ last: OrderLineFields) {
        var line = last
        line.setBy = nil
        line.sharers = [:]
        line.tellsKitchen = nil
        let isShared = keepsPrices && last.sharers.contains { $0.key != last.person }
        if let why = isShared ? .shared : reason(against: &line) {
            let hasMoved = why == .priceMoved
            skipped.append(
                RepeatedOrder.Omission(
                    name: last.name, why: why, previousUnitMinor: hasMoved ? last.unitMinor : nil,
                    unitMinor: hasMoved ? line.unitMinor : nil))
        } else if let index = added.firstIndex(where: { $0.isEqual(to: line) }) {
            added[index].quantity += line.quantity
        } else {
            added.append(line)
        }
    }

    /// Gives a dish of the menu the words and the price of today.
    ///
    /// - Returns: Why the person cannot order it again; `nil` if they can.
    private func reason(against line: inout OrderLineFields) -> RepeatedOrder.Omission.Reason? {
        let digest = line.digest
        let price = line.unitMinor
        guard !ordered.contains(where: { $0.digest == digest }) else { return .alreadyOrdered }
        if let pick = line.menuItem?.pick.pick {
            do throws(Problem) {
                for item in try menu.get().apply(pick, expected: nil, to: &line) {
                    let most = item.mostPerPerson ?? OrderLimits.mostPerPerson
                    guard portions(of: item.key) + line.quantity * item.count <= most else { return .overCap }
                }
            } catch {
                guard error.status == .conflict else { return .optionsChanged }
                return error.code == "menu_currency" ? .anotherCurrency : .notServed
            }
        }
        guard !keepsPrices || line.unitMinor == price else { return .priceMoved }
        for (item, count) in line.cookedCounts {
            guard let left = left[item] else { continue }
            let others = added.reduce(0) { $0 + ($1.cookedCounts[item] ?? 0) }
            guard others + count <= left else { return .soldOut }
        }
        let equal = added.first { [line] in $0.isEqual(to: line) }
        return (equal?.quantity ?? 0) + line.quantity <= OrderLimits.quantity.upperBound ? nil : .overCap
    }

    /// Returns how many portions of an item of the menu the person has, alone and in combos.
    private func portions(of item: String) -> Int {
        (ordered + added).reduce(0) { $0 + $1.quantity * ($1.menuItem?.pick.pick.itemCounts[item] ?? 0) }
    }
}

extension OrderLineFields {
    fileprivate func isEqual(to other: OrderLineFields) -> Bool {
        digest == other.digest && unitMinor == other.unitMinor
    }
}
