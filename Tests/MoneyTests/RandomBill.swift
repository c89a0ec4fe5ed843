import Foundation
import TestSupport

@testable import Money

/// Drafts of all kinds, the same for the same seed, and their text for `Tests/Servers/bill_judge.py`.
struct RandomBill {
    var chance: SeededChance
    private static let currencies = ["EUR", "JPY", "KWD"].compactMap(Currency.init)
    private static let rates = [0, 25_000, 70_000, 83_750, 190_000, 255_000, 1_000_000]
        .compactMap { Percentage(partsPerMillion: $0) }

    init(seed: UInt64) { chance = SeededChance(seed: seed) }

    mutating func identifier() -> UUID {
        let (high, low) = (chance.next(), chance.next())
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    private mutating func isOneIn(_ count: Int) -> Bool { chance.below(count) == 0 }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[chance.below(elements.count)]
    }

    private mutating func amount() -> Int64 {
        switch chance.below(20) {
        case 0: 0
        case 1: Int64(chance.below(1_000_000_000_000))
        default: Int64(chance.below(5_000))
        }
    }

    private mutating func percentage() -> Percentage {
        isOneIn(8) ? one(of: Self.rates) : Percentage(partsPerMillion: Int64(chance.below(300_001)))!
    }

    private mutating func sharers(of people: [UUID]) -> [Sharer] {
        var sharers = people.filter { _ in isOneIn(2) }.map { Sharer($0, weight: Int64(chance.below(4))) }
        if isOneIn(10) { sharers = sharers.map { Sharer($0.person, weight: $0.weight * 1_000_000_000) } }
        if !sharers.contains(where: { $0.weight > 0 }) { sharers = [Sharer(one(of: people), weight: 1)] }
        sharers.shuffle(using: &chance)
        return sharers
    }

    /// 1 to 50 people and 0 to 12 charges.
    mutating func draft() -> BillDraft {
        let people = (0...chance.below(isOneIn(4) ? 50 : 6)).map { _ in identifier() }
        let taxed = chance.below(4)
        var draft = BillDraft(id: identifier(), currency: one(of: Self.currencies), lines: [])
        for person in people {
            for _ in 0..<chance.below(4) {
                let tax = LineTax(one(of: Self.rates), isIncluded: isOneIn(2))
                draft.lines.append(
                    BillLine(
                        amount: amount(),
                        sharers: isOneIn(6) ? sharers(of: people) : [Sharer(person, weight: 1)],
                        visitor: isOneIn(8) ? "visitor\(chance.below(3))" : nil, tax: taxed == 0 ? nil : tax))
            }
        }
        if isOneIn(3) { draft.receiptTotal = amount() * Int64(people.count) }
        for _ in 0..<chance.below(isOneIn(3) ? 13 : 4) { draft.charges.append(charge(draft, people)) }
        let eaters = people.filter { person in
            draft.lines.contains { $0.sharers.contains { $0.person == person } }
        }
        if isOneIn(6), let guest = eaters.first, let host = people.last, host != guest {
            draft.treats = [BillTreat(host: host, guest: guest)]
        }
        return draft
    }

    private mutating func charge(_ draft: BillDraft, _ people: [UUID]) -> BillCharge {
        let kind = one(of: ChargeKind.allCases.filter { $0 != .items })
        var basis: BillCharge.Basis = .value(.everything)
        switch chance.below(6) {
        case 0: basis = .heads
        case 1: basis = .named(sharers(of: people))
        case 2: basis = .value(.lines(Set(draft.lines.indices.filter { _ in isOneIn(2) })))
        case 3:
            let eaters = Set(draft.lines.flatMap(\.sharers).map(\.person))
            basis = .value(.people(eaters.filter { $0.uuid.0 % 2 == 0 }))
        case 4:
            let rates = draft.lines.compactMap { line in line.amount > 0 ? line.tax : nil }.filter {
                !$0.isIncluded
            }
            if let rate = rates.first?.rate { basis = .taxable(rate) }
        default: break
        }
        var size: BillCharge.Size = isOneIn(2) ? .amount(amount()) : .percentage(percentage())
        if kind == .difference {
            size = draft.receiptTotal == nil || isOneIn(4) ? .amount(amount() - 1_000) : .receiptDifference
        } else if kind == .rounding {
            size = .cashStep(one(of: [1, 5, 10, 50, 100]))
        }
        return BillCharge(
            kind, size, by: basis, isBeforeDiscounts: isOneIn(3), isOnReceipt: !isOneIn(4))
    }
}

extension BillDraft {
    /// The draft as the judge reads it.
    var text: String {
        func weights(_ sharers: [Sharer]) -> String {
            sharers.map { "\($0.person.lowercase):\($0.weight)" }.joined(separator: ",")
        }
        var text = "draft \(id.lowercase) \(currency.code) \(receiptTotal.map(String.init) ?? "-")\n"
        for line in lines {
            let rate = line.tax.map { String($0.rate.partsPerMillion) } ?? "-"
            let place = line.tax?.isIncluded == true ? "included" : "top"
            text += "line \(line.amount) \(line.visitor ?? "-") \(rate) \(place) \(weights(line.sharers))\n"
        }
        for charge in charges {
            let size =
                switch charge.size {
                case .amount(let amount): "a\(amount)"
                case .percentage(let part): "p\(part.partsPerMillion)"
                case .receiptDifference: "r"
                case .cashStep(let step): "c\(step)"
                }
            let basis =
                switch charge.basis {
                case .value(.everything): "value -"
                case .value(.lines(let lines)): "lines \(lines.map(String.init).joined(separator: ","))"
                case .value(.people(let people)): "of \(people.map(\.lowercase).joined(separator: ","))"
                case .heads: "heads -"
                case .taxable(let rate): "taxable \(rate.partsPerMillion)"
                case .named(let sharers): "named \(weights(sharers))"
                }
            let before = charge.isBeforeDiscounts ? "before" : "after"
            text +=
                "charge \(charge.kind.rawValue) \(size) \(basis) \(before) \(charge.isOnReceipt ? "printed" : "apart")\n"
        }
        for treat in treats { text += "treat \(treat.host.lowercase) \(treat.guest.lowercase)\n" }
        return text + "made\n"
    }
}

extension Bill {
    /// The bill as the judge compares it.
    var text: String {
        var text = canonicalText
        text += "checksum \(checksum.map { String(format: "%02x", $0) }.joined())\n"
        text += "difference \(receiptDifference.map(String.init) ?? "-")\n"
        for share in shares { text += "bears \(share.person.lowercase) \(share.amount)\n" }
        for tax in includedTaxes {
            text += "included \(tax.rate.partsPerMillion) \(tax.amount)\n"
            for share in tax.shares { text += "share \(share.person.lowercase) \(share.amount)\n" }
        }
        return text + "end\n"
    }
}

extension BillFault {
    /// The fault as the judge names it.
    var text: String { "fault \(name)\nend\n" }

    private var name: String {
        switch self {
        case .discountTooLarge: "discountTooLarge"
        case .negativeShare: "negativeShare"
        case .tooLarge: "tooLarge"
        case .noPeople: "noPeople"
        default: "\(self)"
        }
    }
}

extension UUID {
    fileprivate var lowercase: String { uuidString.lowercased() }
}
