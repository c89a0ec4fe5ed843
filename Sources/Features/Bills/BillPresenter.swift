import Access
import Encoding
import Foundation
import Money
import NoonishAPI
import Outings
import Postgres

/// Converts bills to those of the API.
struct BillPresenter: Sendable {
    let database: any Database
    /// The person who reads it: guests have other names for hosts.
    let reader: PersonID?

    func wire(_ bill: BillRow) async throws -> OutingBill {
        let charges = try await database.all(.charges(of: bill))
        let shares = try await database.all(.shares(of: bill))
        let payments = try await database.all(.payments(of: bill.id, on: bill.outing))
        let transfers = try await database.all(.transfers(of: bill.id, on: bill.outing))
        let balances = try await database.all(.balances(of: bill.id, on: bill.outing))
        var paid: [PersonID: Int] = [:]
        for payment in payments { paid[payment.person.id, default: 0] += payment.effect }
        let wire = OutingBill(
            id: bill.id, outing: bill.outing, order: bill.order, version: bill.version, madeBy: bill.madeBy,
            at: bill.at,
            content: content(bill, charges, shares),
            balances: balances.compactMap { row in
                row.person.map {
                    BillBalance(person: $0, paidMinor: paid[$0.id] ?? 0, owesMinor: row.amount)
                }
            },
            payments: payments.map {
                BillPayment(
                    id: $0.id, person: $0.person, amountMinor: $0.amount, method: $0.method,
                    refund: $0.isRefund, at: $0.at,
                    reversedAt: $0.reversedAt)
            },
            unpaidMinor: max(0, -(balances.first { $0.person == nil }?.amount ?? 0)),
            transfers: transfers.map {
                BillTransfer(
                    id: $0.id, debtor: $0.debtor, creditor: $0.creditor, amountMinor: $0.amount,
                    code: $0.code, state: $0.state, at: $0.at, sentAt: $0.sentAt, endedAt: $0.endedAt)
            }, settledAt: bill.settledAt, reducedAt: bill.reducedAt)
        return try await database.withListedNames(wire, of: bill.outing, for: reader)
    }

    /// Returns a bill that is not stored.
    func wire(_ bill: StoredBill, of outing: OutingID) async throws -> BillContent {
        let people = Set(bill.bill.charges.flatMap { $0.shares.map { PersonID($0.person) } })
        let names = Dictionary(
            uniqueKeysWithValues: try await database.all(.names(of: Array(people))).map { ($0.id, $0) })
        func person(_ id: UUID) -> Person { names[PersonID(id)] ?? Person(id: PersonID(id), name: "") }
        let wire = BillContent(
            currency: bill.bill.currency.code, totalMinor: Int(bill.bill.total),
            receiptTotalMinor: bill.receiptTotal.map(Int.init),
            receiptDifferenceMinor: bill.bill.receiptDifference.map(Int.init),
            charges: bill.charges.map { record in
                let charge = record.charge
                return BillChargeItem(
                    number: charge.number, kind: charge.kind.rawValue, basis: charge.basis.rawValue,
                    amountMinor: Int(charge.amount), label: record.label, percent: charge.percentage?.decimal,
                    stepMinor: record.step.map(Int.init), items: record.itemNumbers,
                    beforeDiscounts: record.draft?.isBeforeDiscounts ?? false,
                    onReceipt: record.draft?.isOnReceipt ?? true, treat: record.isTreat,
                    line: record.orderLine, visitor: record.line?.visitor,
                    taxPercent: record.line?.tax?.rate.decimal,
                    taxIncluded: record.line?.tax?.isIncluded ?? true,
                    shares: charge.shares.map {
                        BillChargeShare(
                            person: person($0.person), amountMinor: Int($0.amount),
                            weight: record.weights[$0.person].map(Int.init), fraction: $0.fraction.rawValue)
                    })
            },
            includedTaxes: bill.bill.includedTaxes.map {
                BillTax(percent: $0.rate.decimal, amountMinor: Int($0.amount))
            },
            shares: bill.bill.shares.map {
                BillShare(person: person($0.person), amountMinor: Int($0.amount))
            },
            checksum: Hexadecimal.encode(bill.bill.checksum))
        return try await database.withListedNames(wire, of: outing, for: reader)
    }

    private func content(
        _ bill: BillRow, _ charges: [BillChargeRow], _ shares: [BillShareRow]
    ) -> BillContent {
        let ofCharge = Dictionary(grouping: shares, by: \.number)
        var sums: [PersonID: BillShareSum] = [:]
        for share in shares {
            sums[share.person.id, default: BillShareSum(person: share.person)].amount += share.amount
        }
        // Treats are on the receipt, and roundings never.
        let onReceipt = charges.filter { $0.isOnReceipt && $0.kind != "rounding" }.reduce(0) {
            $0 + $1.amount
        }
        return BillContent(
            currency: bill.currency, totalMinor: bill.total, receiptTotalMinor: bill.receiptTotal,
            receiptDifferenceMinor: bill.receiptTotal.map { $0 - onReceipt },
            charges: charges.map { row in
                BillChargeItem(
                    number: row.number, kind: row.kind, basis: row.basis, amountMinor: row.amount,
                    label: row.label, percent: row.percent.flatMap { Percentage($0) }?.decimal,
                    stepMinor: row.step, items: row.items, beforeDiscounts: row.isBeforeDiscounts,
                    onReceipt: row.isOnReceipt, treat: row.isTreat, line: row.orderLine, visitor: row.visitor,
                    taxPercent: row.tax.flatMap { Percentage($0) }?.decimal, taxIncluded: row.isTaxIncluded,
                    shares: (ofCharge[row.number] ?? []).map {
                        BillChargeShare(
                            person: $0.person, amountMinor: $0.amount, weight: $0.weight,
                            fraction: $0.fraction)
                    })
            }, includedTaxes: includedTaxes(charges),
            shares: sums.values.sorted { $0.person.id < $1.person.id }.map {
                BillShare(person: $0.person, amountMinor: $0.amount)
            }, checksum: Hexadecimal.encode(bill.checksum))
    }

    /// The taxes within the prices, rounded once for each rate.
    private func includedTaxes(_ charges: [BillChargeRow]) -> [BillTax] {
        var gross: [Int: Int] = [:]
        for row in charges where row.isTaxIncluded {
            if let rate = row.tax { gross[rate, default: 0] += row.amount }
        }
        return gross.keys.sorted().compactMap { rate in
            Percentage(rate).map {
                BillTax(
                    percent: $0.decimal, amountMinor: Int($0.included(in: Int64(gross[rate] ?? 0))))
            }
        }
    }
}

private struct BillShareSum {
    let person: Person
    var amount = 0
}

extension Percentage {
    init?(_ partsPerMillion: Int) { self.init(partsPerMillion: Int64(partsPerMillion)) }
}
