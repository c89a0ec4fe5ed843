/// The charges of a draft, with their sizes and weights.
extension BillCalculator {
    /// Adds the taxes on top that the draft does not state itself: one for each rate, in ascending order.
    mutating func addTaxes() throws(BillFault) {
        var rates = Set(draft.lines.compactMap { line in line.tax.flatMap { $0.isIncluded ? nil : $0.rate } })
        for charge in draft.charges where charge.kind == .tax {
            if case .taxable(let rate) = charge.basis { rates.remove(rate) }
        }
        for rate in rates.sorted(by: { $0.partsPerMillion < $1.partsPerMillion }) {
            let taxable = ordered(at: LineTax(rate, isIncluded: false))
            try add(
                .tax, .taxable, rate.of(taxable.reduce(0, +)), by: weights(of: taxable), percentage: rate,
                isOnReceipt: true)
        }
    }

    mutating func addCharge(_ index: Int) throws(BillFault) {
        let charge = draft.charges[index]
        let (basis, weights) = try basis(of: index)
        let amount = try amount(of: index, weights)
        var percentage: Percentage?
        if case .percentage(let size) = charge.size { percentage = size }
        try add(
            charge.kind, basis, amount, by: weights, percentage: percentage, label: charge.label,
            isOnReceipt: charge.isOnReceipt && charge.kind != .rounding)
        guard charge.kind == .rounding || bears.allSatisfy({ $0 >= 0 }) else {
            throw .negativeShare(charge: index)
        }
    }

    /// Moves the whole share of a guest to the host: a discount and its opposite.
    mutating func addTreat(_ index: Int) throws(BillFault) {
        let treat = draft.treats[index]
        guard treat.host != treat.guest, let host = indexes[treat.host], let guest = indexes[treat.guest]
        else { throw .invalidTreat(index) }
        let amount = bears[guest]
        guard amount > 0 else { return }
        try add(.discount, .named, -amount, by: [(guest, 1)], isOnReceipt: true)
        try add(.difference, .named, amount, by: [(host, 1)], isOnReceipt: true)
    }

    /// The taxes within the prices, by rate.
    func includedTaxes() throws(BillFault) -> [IncludedTax] {
        let rates = Set(draft.lines.compactMap { line in line.tax.flatMap { $0.isIncluded ? $0.rate : nil } })
        var taxes: [IncludedTax] = []
        for rate in rates.sorted(by: { $0.partsPerMillion < $1.partsPerMillion }) {
            let gross = ordered(at: LineTax(rate, isIncluded: true))
            let amount = rate.included(in: gross.reduce(0, +))
            let shares = try divide(amount, by: weights(of: gross), charge: 0).shares
            taxes.append(IncludedTax(rate: rate, amount: amount, shares: shares))
        }
        return taxes
    }

    private func amount(
        of index: Int, _ weights: [(person: Int, weight: Int64)]
    ) throws(BillFault) -> Int64 {
        let charge = draft.charges[index]
        switch (charge.kind, charge.size) {
        case (.tax, .amount(let amount)), (.service, .amount(let amount)), (.delivery, .amount(let amount)),
            (.tip, .amount(let amount)):
            guard amount >= 0 else { throw .invalidSize(charge: index) }
            return amount
        case (.tax, .percentage(let part)), (.service, .percentage(let part)),
            (.delivery, .percentage(let part)),
            (.tip, .percentage(let part)):
            return part.of(try base(of: index))
        case (.discount, .amount(let amount)):
            guard amount >= 0 else { throw .invalidSize(charge: index) }
            return try discount(amount, of: index, weights)
        case (.discount, .percentage(let part)):
            return try discount(part.of(try base(of: index)), of: index, weights)
        case (.difference, .amount(let amount)), (.rounding, .amount(let amount)): return amount
        case (.difference, .receiptDifference):
            guard let receipt = draft.receiptTotal else { throw .noReceiptTotal(charge: index) }
            return receipt - totalOnReceipt
        case (.rounding, .cashStep(let step)):
            guard let rounded = try? total.rounded(toMultipleOf: step) else {
                throw .invalidSize(charge: index)
            }
            return rounded - total
        default: throw .invalidSize(charge: index)
        }
    }

    private func discount(
        _ amount: Int64, of index: Int, _ weights: [(person: Int, weight: Int64)]
    ) throws(BillFault) -> Int64 {
        let most =
            if case .value = draft.charges[index].basis { weights.reduce(0) { $0 + $1.weight } } else {
                discounted.reduce(0, +)
            }
        guard amount <= most else { throw .discountTooLarge(charge: index, most: max(0, most)) }
        return -amount
    }

    /// The amount that a percentage is of.
    private func base(of index: Int) throws(BillFault) -> Int64 {
        let charge = draft.charges[index]
        let values =
            switch charge.basis {
            case .value(let scope): try values(of: scope, index, isBeforeDiscounts: charge.isBeforeDiscounts)
            case .taxable(let rate): ordered(at: LineTax(rate, isIncluded: false))
            case .heads, .named:
                try values(of: .everything, index, isBeforeDiscounts: charge.isBeforeDiscounts)
            }
        return values.reduce(0, +)
    }

    private func basis(of index: Int) throws(BillFault) -> (ChargeBasis, [(person: Int, weight: Int64)]) {
        let charge = draft.charges[index]
        switch charge.basis {
        case .value where charge.kind == .difference: return (.value, weights(of: bears))
        case .value(let scope):
            let isBefore = charge.isBeforeDiscounts && charge.kind != .discount
            return (.value, weights(of: try values(of: scope, index, isBeforeDiscounts: isBefore)))
        case .heads: return (.heads, weights(of: heads))
        case .taxable(let rate):
            let taxable = weights(of: ordered(at: LineTax(rate, isIncluded: false)))
            guard !taxable.isEmpty else { throw .unknownScope(charge: index) }
            return (.taxable, taxable)
        case .named(let sharers):
            guard let weights = weights(of: sharers) else { throw .invalidPeople(charge: index) }
            return (.named, weights)
        }
    }

    /// What each person has ordered of a scope; after discounts, at most what their discounts have left of everything.
    private func values(
        of scope: BillCharge.Scope, _ index: Int, isBeforeDiscounts: Bool
    ) throws(BillFault) -> [Int64] {
        var values = [Int64](repeating: 0, count: people.count)
        switch scope {
        case .everything: values = ordered
        case .people(let people):
            for person in people {
                guard let person = indexes[person] else { throw .unknownScope(charge: index) }
                values[person] = ordered[person]
            }
        case .lines(let lines):
            for line in lines {
                guard lineShares.indices.contains(line) else { throw .unknownScope(charge: index) }
                for (person, amount) in lineShares[line] { values[person] += amount }
            }
        }
        return isBeforeDiscounts ? values : zip(values, discounted).map { max(0, min($0, $1)) }
    }

    /// What each person has ordered with this tax.
    private func ordered(at tax: LineTax) -> [Int64] {
        var values = [Int64](repeating: 0, count: people.count)
        for (line, shares) in zip(draft.lines, lineShares) where line.tax == tax {
            for (person, amount) in shares { values[person] += amount }
        }
        return values
    }
}
