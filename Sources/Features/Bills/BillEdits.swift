import Access
import Foundation
import HTTPKit
import Initializers
import Journal
import Money
import NoonishAPI
import Orders
package import Outings
import Postgres

/// The transactions that write bills, payments and transfers. Each locks the outing's row first, then authorises the caller
/// with ``decide``, and writes the ledger with every step.
@MemberwiseInit
package struct BillEdits: Sendable {
    let record: OutingRecord

    /// Calculates a bill without storing it.
    func preview(
        _ input: BillInput, on outing: OutingRow, for actor: Actor, in database: any Database
    ) async throws -> StoredBill {
        let ordered = try await ordered(input, on: outing, for: actor, in: database)
        return try await calculate(input, BillID.make(), ordered, on: outing.id, in: database)
    }

    func create(
        _ input: BillInput, on id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws -> BillID {
        let (outing, _) = try await OutingEdits.open(id, actor, .createBill, in: transaction)
        guard let person = actor.person else { throw Denial.notFound }
        let others = try await transaction.all(.bills(of: id))
        guard others.count < BillLimits.bills else { throw BillProblems.tooManyBills }
        if let order = input.order, let other = others.first(where: { $0.order == order }) {
            throw BillProblems.orderBilled(by: other.id)
        }
        let bill = BillID.make()
        let ordered = try await ordered(input, on: outing, for: actor, in: transaction)
        let content = try await calculate(input, bill, ordered, on: id, in: transaction)
        try await ReachLimit.takeLists([outing], by: person, in: transaction)
        try await transaction.execute(.insert(bill, for: input.order, in: input.currency, of: id))
        try await store(content, version: 1, of: bill, on: id, by: person, in: transaction)
        let row = try await transaction.one(.bill(bill, of: id))
        try await enter(.billed(content), of: row, by: person, in: transaction)
        for payment in input.payments {
            try await pay(payment, for: row, by: person, in: transaction)
        }
        try await settle(row, by: person, in: transaction)
        return bill
    }

    /// Replaces what a bill says by a new version, with what the place paid back. The former versions stay.
    ///
    /// - Throws: 412 if the caller has not read the newest version, 409 if the payments exceed the new total, 429 above
    ///   ``ReachLimit``.
    func correct(
        _ bill: BillID, _ input: BillInput, ifMatch: TagCondition, on id: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (outing, row, relation, person) = try await read(bill, on: id, actor, in: transaction)
        _ = try decide(actor, .editBill, bill, as: relation)
        guard ifMatch.permits(version: row.version) else { throw VersionMismatch() }
        guard input.currency.code == row.currency else { throw BillProblems.otherCurrency }
        let known = try await people(of: row, in: transaction)
        let lines = try await transaction.all(.charges(of: row)).compactMap(\.orderLine)
        try input.checkLines(among: lines)
        let content = try await calculate(input, bill, [], known: known, on: id, in: transaction)
        try await ReachLimit.takeLists([outing], by: person, in: transaction)
        let corrected = try await replace(row, with: content, by: person, in: transaction)
        try await refund(input.refunds, for: corrected, by: person, in: transaction)
        try await settle(corrected, by: person, in: transaction)
    }

    /// Stores a new version of a bill, and enters what it says instead of the former one.
    func replace(
        _ bill: BillRow, with content: StoredBill, by person: PersonID, in transaction: Transaction
    ) async throws -> BillRow {
        let version = bill.version + 1
        try await store(content, version: version, of: bill.id, on: bill.outing, by: person, in: transaction)
        try await transaction.execute(.moveVersion(of: bill.id, to: version, of: bill.outing))
        let new = try await transaction.one(.bill(bill.id, of: bill.outing))
        try await transaction.execute(.reverse(nil, of: new, by: person))
        try await enter(.billed(content), of: new, by: person, in: transaction)
        return new
    }

    /// The bill has changed since the client read it.
    struct VersionMismatch: Error {}

    /// Records what a person paid to the place. People record their own payments, hosts and editors those of others.
    ///
    /// - Throws: 409 `overpaid` if the payments would exceed the total, and `excess` does not say what the rest is.
    func recordPayment(
        _ body: ObjectReader, locale: Locale, for bill: BillID, on id: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (_, row, relation, person) = try await read(bill, on: id, actor, in: transaction)
        var body = body
        let excess = body.optional("excess", .oneOf(PaymentExcess.self))
        let input = try PaymentInput(body, in: row.money, locale: locale)
        _ = try decide(actor, .recordPayment, bill, as: input.person == person ? .oneself : relation)
        guard try await isKnown(input.person, to: row, in: transaction) else {
            throw BillProblems.notOnTheList("/personId")
        }
        guard try await transaction.all(.payments(of: bill, on: id)).count < BillLimits.payments else {
            throw BillProblems.tooManyPayments
        }
        let paid = try await pay(input, excess, for: row, by: person, in: transaction)
        try await settle(paid, by: person, in: transaction)
    }

    /// Takes a payment back that was recorded by mistake, with the tip that came from it. It can be recorded and taken back
    /// again, so the people on the list are counted.
    ///
    /// - Throws: 429 above ``ReachLimit``.
    func reversePayment(
        _ payment: BillPaymentID, of bill: BillID, on id: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (outing, row, relation, person) = try await read(bill, on: id, actor, in: transaction)
        guard
            let found = try await transaction.all(.payments(of: bill, on: id)).first(where: {
                $0.id == payment
            })
        else { throw Denial.notFound }
        _ = try decide(actor, .recordPayment, bill, as: found.person.id == person ? .oneself : relation)
        guard found.method != .online else { throw BillProblems.paidOnline }
        guard found.reversedAt == nil else { throw BillProblems.paymentReversed }
        try await ReachLimit.takeLists([outing], by: person, in: transaction)
        try await transaction.execute(.reverse(payment, of: bill, on: id, by: person))
        try await transaction.execute(.reverse(payment.uuid, of: row, by: person))
        let rest = try await removeTip(of: found, from: row, by: person, in: transaction)
        try await settle(rest, by: person, in: transaction)
    }
}

extension BillEdits {
    /// Locks the outing, reads the newest version of a bill, and says what the caller is to it.
    ///
    /// - Throws: 409 `bill_reduced` if only its sums are left.
    func read(
        _ bill: BillID, on id: OutingID, _ actor: Actor, in transaction: Transaction
    ) async throws -> (outing: OutingRow, row: BillRow, relation: Relation, person: PersonID) {
        guard let outing = try await transaction.locked(id, for: actor.person), let person = actor.person,
            let row = try await transaction.first(.bill(bill, of: id))
        else { throw Denial.notFound }
        let relation = try await transaction.relation(of: actor, to: row, on: outing)
        _ = try decide(actor, .readBill, bill, as: relation)
        guard row.reducedAt == nil else { throw BillProblems.reduced }
        return (outing, row, relation, person)
    }

    /// The people who have a share of a bill or a payment for it. Some may have left the outing.
    private func people(of bill: BillRow, in transaction: Transaction) async throws -> [PersonID] {
        try await transaction.all(.shares(of: bill)).map(\.person.id)
            + transaction.all(.payments(of: bill.id, on: bill.outing)).map(\.person.id)
    }

    /// Whether a person is on the list of the outing, or has to do with the bill.
    private func isKnown(
        _ person: PersonID, to bill: BillRow, in transaction: Transaction
    ) async throws -> Bool {
        if try await !transaction.all(.attendees(of: bill.outing, among: [person])).isEmpty { return true }
        return try await people(of: bill, in: transaction).contains(person)
    }

    /// Returns the dishes of the order that the bill is for, as they are now. Later changes of the order do not change it.
    ///
    /// - Throws: 422 `unknown_order`, `another_currency`, `unknown_line` or `missing_price`; 409 `order_open`.
    private func ordered(
        _ input: BillInput, on outing: OutingRow, for actor: Actor, in database: any Database
    ) async throws -> [BillItem] {
        guard let id = input.order else { return [] }
        guard let order = try await database.dishes(of: id, on: outing, for: actor) else {
            throw BillProblems.unknownOrder
        }
        guard !order.isOpen else { throw BillProblems.orderOpen }
        guard order.currency == input.currency else { throw BillProblems.currency(of: order.currency) }
        try input.checkLines(among: order.dishes.map(\.line))
        func unit(_ dish: OrderedDishes.Dish) -> Int64? {
            input.prices[dish.line] ?? dish.unitMinor.map(Int64.init)
        }
        let unpriced = order.dishes.filter { unit($0) == nil }.map(\.line)
        guard unpriced.isEmpty else { throw BillProblems.missingPrices(of: unpriced) }
        return order.dishes.compactMap { dish in unit(dish).map { BillItem(dish, unit: $0) } }
    }

    /// - Parameters:
    ///   - ordered: The dishes of the order.
    ///   - known: People who may have a share although they are no longer on the list.
    private func calculate(
        _ input: BillInput, _ bill: BillID, _ ordered: [BillItem], known: [PersonID] = [],
        on outing: OutingID, in database: any Database
    ) async throws -> StoredBill {
        let people = Set(input.people.map(\.id))
        let listed = Set(try await database.all(.attendees(of: outing, among: Array(people)))).union(known)
            .union(ordered.flatMap { $0.line.sharers.map { PersonID($0.person) } })
        if let stranger = input.people.first(where: { !listed.contains($0.id) }) {
            throw BillProblems.notOnTheList(stranger.pointer)
        }
        let everyone = input.total == nil ? [] : try await database.all(.eaters(of: outing))
        let items = input.items(ordered: ordered, everyone: everyone)
        do throws(BillFault) {
            return try StoredBill(input.draft(bill, items: items), items: items)
        } catch {
            throw error.problem(in: input.currency)
        }
    }

    private func store(
        _ content: StoredBill, version: Int, of bill: BillID, on outing: OutingID, by person: PersonID,
        in transaction: Transaction
    ) async throws {
        try await transaction.execute(.insertVersion(version, of: bill, on: outing, content, by: person))
        try await transaction.execute(.insertCharges(of: content, version: version, of: bill, on: outing))
        try await transaction.execute(.insertShares(of: content, version: version, of: bill, on: outing))
    }

    func pay(
        _ input: PaymentInput, as id: BillPaymentID = .make(), isRefund: Bool = false, for bill: BillRow,
        by person: PersonID, in transaction: Transaction
    ) async throws {
        let amount = Int(input.amount)
        try await transaction.execute(
            .insert(id, input, isRefund: isRefund, of: bill.id, on: bill.outing, by: person))
        try await enter(
            isRefund ? .refunded(id, amount, to: input.person) : .paid(id, amount, by: input.person),
            of: bill, by: person, in: transaction)
    }

    /// Records what the place paid back.
    ///
    /// - Throws: 422 `refund_too_large` for more than the person has paid.
    private func refund(
        _ refunds: [PaymentInput], for bill: BillRow, by person: PersonID, in transaction: Transaction
    ) async throws {
        guard !refunds.isEmpty else { return }
        let payments = try await transaction.all(.payments(of: bill.id, on: bill.outing))
        guard payments.count + refunds.count <= BillLimits.payments else {
            throw BillProblems.tooManyPayments
        }
        var paid = Dictionary(payments.map { ($0.person.id, $0.effect) }, uniquingKeysWith: +)
        for (index, input) in refunds.enumerated() {
            let most = max(0, paid[input.person] ?? 0)
            guard input.amount <= most else {
                throw BillProblems.refundTooLarge(
                    Money(Int64(most), bill.money), pointer: "/refunds/\(index)/amount")
            }
            paid[input.person] = most - Int(input.amount)
            try await pay(input, isRefund: true, for: bill, by: person, in: transaction)
        }
    }

    /// Writes an entry, unless it moves nothing: a bill of zero.
    func enter(
        _ entry: LedgerEntry, of bill: BillRow, by person: PersonID?, in transaction: Transaction
    ) async throws {
        guard !entry.postings.isEmpty else { return }
        try await transaction.execute(.enter(entry, of: bill, by: person))
    }
}

extension Database {
    /// What `actor` is to a bill: invitees who edit it are `oneself`, and invitees without a share are strangers.
    func relation(of actor: Actor, to bill: BillRow, on outing: OutingRow) async throws -> Relation {
        let relation = outing.relation(of: actor)
        guard relation == .invitee, let person = actor.person else { return relation }
        let involvement = try await one(.involvement(of: person, in: bill.id, on: bill.outing))
        return involvement.isEditor ? .oneself : involvement.isConcerned ? .invitee : .stranger
    }
}
