import Bills
import Foundation
import JSON
package import Jobs
import Logging
import Money
package import NoonishAPI
import Outings
import Postgres

extension Checkouts {
    /// Reads checkouts from the provider when an event says so, and otherwise in growing intervals, so that lost events do no
    /// harm. Safe in several processes at once: what is booked has the id of its checkout.
    package var work: DueWork<CheckoutID> {
        DueWork(
            "checkout.read_due", every: CheckoutLimits.interval, batch: CheckoutLimits.batch, in: database,
            due: .due
        ) { id in
            try await settle(id)
        }
    }

    /// Reads a checkout that is due from the provider, books what it says, and sends the refunds that follow.
    ///
    /// - Returns: Whether the provider's answer was booked.
    @discardableResult
    package func settle(_ id: CheckoutID) async throws -> Bool {
        guard let claim = try await database.first(.claim(id)), let provider,
            let row = try await database.first(.checkout(id)), let session = row.session
        else { return false }
        let answer: StripeSession
        do throws(StripeFault) {
            answer = try await row.isToClose ? provider.close(session) : provider.session(session)
        } catch {
            logger.warning(
                "cannot read a checkout", metadata: ["checkout": "\(id)", "because": "\(error.reason)"])
            try await delay(id, claim, after: error)
            return false
        }
        let isBooked = try await database.transaction { transaction in
            try await book(answer, as: id, claim: claim, in: transaction)
        }
        if isBooked { try await sendRefunds(of: id, by: provider) }
        return isBooked
    }
}

extension Checkouts {
    /// Has a checkout read later, or no more if the provider does not know it.
    private func delay(_ id: CheckoutID, _ claim: String, after fault: StripeFault) async throws {
        guard case .refused(let reason) = fault else {
            try await database.execute(.delay(id, claim))
            return
        }
        try await database.transaction { transaction in
            try await transaction.execute(.setFault(id, "the provider does not know it: \(reason)"))
            try await transaction.execute(.endReads(of: id))
        }
    }

    /// Books what the provider said, unless it may say something else by now.
    ///
    /// - Returns: Whether the claim still holds.
    private func book(
        _ session: StripeSession, as id: CheckoutID, claim: String, in transaction: Transaction
    ) async throws -> Bool {
        // The outing first, in the order of all locks.
        if let outing = try await transaction.first(.checkout(id))?.outing {
            _ = try await transaction.locked(outing, for: nil)
        }
        guard var row = try await transaction.first(.locked(id)), row.nextRead == claim else { return false }
        try await transaction.execute(.postpone(id))
        if row.state == .open {
            try await bookOpen(session, row, in: transaction)
            row = try await transaction.one(.checkout(id))
        } else if row.state == .mismatched, session.refunded >= session.received ?? session.amount {
            try await transaction.execute(.endMismatched(id))
        }
        guard row.state == .paid || row.state == .refunded else { return true }
        try await bookRefund(session, row, in: transaction)
        try await refundCancelled(id, in: transaction)
        return true
    }

    private func bookOpen(
        _ session: StripeSession, _ row: CheckoutRow, in transaction: Transaction
    ) async throws {
        if session.isPaid {
            try await bookPayment(session, row, in: transaction)
        } else if session.status == .expired {
            try await transaction.execute(.expire(row.id))
        } else if let bill = row.bill, let outing = row.outing,
            try await transaction.unpaidDebt(of: row.payer, to: bill, on: outing) != row.amount
        {
            try await transaction.execute(.replace(row.id))
        }
    }

    /// Books a payment, once. What differs from what was asked for is not booked, but shown to the operator.
    private func bookPayment(
        _ session: StripeSession, _ row: CheckoutRow, in transaction: Transaction
    ) async throws {
        if let fault = session.difference(from: row) {
            logger.error(
                "a payment differs from what was asked for",
                metadata: ["checkout": "\(row.id)", "because": "\(fault)"])
            try await transaction.execute(.markMismatched(row.id, intent: session.intent, fault))
            return
        }
        try await transaction.execute(.markPaid(row.id, intent: session.intent))
        if row.remembers, let customer = session.customer {
            try await remember(customer, of: row.payer, in: transaction)
        }
        guard let bill = row.bill, let outing = row.outing else { return }
        let surplus = try await edits.enterOnline(
            row.id.uuid, row.money(row.amount), of: row.payer, for: bill, on: outing, in: transaction)
        try await request(surplus, of: row, because: "surplus", in: transaction)
    }

    /// Requests a refund, rounded down to what the provider can pay back.
    private func request(
        _ refund: Int, of row: CheckoutRow, because reason: String, in transaction: Transaction
    ) async throws {
        let amount = StripeAmount.payable(row.money(refund))
        if amount > 0 {
            try await transaction.execute(.requestRefund(amount, of: row.id, because: reason))
        }
    }

    /// Books what the provider has paid back since, at anyone's request.
    private func bookRefund(
        _ session: StripeSession, _ row: CheckoutRow, in transaction: Transaction
    ) async throws {
        let refunded = min(StripeAmount.minor(session.refunded, in: row.money(0).currency), row.amount)
        if refunded < row.refunded {
            logger.error("a refund has failed at the provider", metadata: ["checkout": "\(row.id)"])
            try await transaction.execute(.setFault(row.id, "a refund has failed at the provider"))
        }
        guard refunded > row.refunded else { return }
        try await transaction.execute(.setRefunded(row.id, refunded))
        guard let bill = row.bill, let outing = row.outing else { return }
        _ = try await edits.enterOnline(
            .v7(), row.money(refunded - row.refunded), isRefund: true, of: row.payer, for: bill, on: outing,
            in: transaction)
    }

    /// Requests the refund of what is left of a payment whose order is cancelled, or whose outing was before it began. After
    /// other cancellations, and if the bill is deleted, the operator is asked: people may have eaten.
    private func refundCancelled(_ id: CheckoutID, in transaction: Transaction) async throws {
        let row = try await transaction.one(.checkout(id))
        var isRefundable = false
        if let bill = row.bill, let outing = row.outing {
            let place = try await transaction.one(.place(of: bill, on: outing))
            guard place.isCancelled else { return }
            isRefundable = place.isRefundable
        }
        let requested = try await transaction.one(.requestedRefund(of: id))
        let left = row.amount - max(requested, row.refunded)
        guard left > 0 else { return }
        guard isRefundable else {
            let fault = "cancelled or deleted after the payment: refund it if it is due"
            try await transaction.execute(.setFault(id, fault))
            return
        }
        try await request(left, of: row, because: "cancelled", in: transaction)
    }

    /// Asks the provider for the refunds that are to be made, once for each id.
    private func sendRefunds(of id: CheckoutID, by provider: StripeAPI) async throws {
        let refunds = try await database.all(.askedRefunds(of: id))
        guard !refunds.isEmpty, let row = try await database.first(.checkout(id)), let intent = row.intent
        else { return }
        try await database.execute(.scheduleRead(id, seconds: CheckoutLimits.longestRead))
        for refund in refunds {
            let units = StripeAmount.units(row.money(refund.amount)) ?? 0
            do throws(StripeFault) {
                try await provider.refund(refund.id.canonicalText, of: intent, units: units)
            } catch {
                logger.error(
                    "cannot refund a checkout", metadata: ["checkout": "\(id)", "because": "\(error.reason)"])
                if case .refused = error {
                    try await database.execute(.endRefund(refund.id, as: "refused"))
                    try await database.execute(
                        .setFault(id, "the provider refused a refund: \(error.reason)"))
                    try await database.execute(.postpone(id))
                }
                continue
            }
            try await database.execute(.endRefund(refund.id, as: "sent"))
            try await database.execute(.scheduleRead(id, seconds: 0))
        }
    }
}

extension StripeSession {
    /// Says how a payment differs from what was asked for; `nil` if it does not.
    fileprivate func difference(from row: CheckoutRow) -> String? {
        let units = StripeAmount.units(row.money(row.amount))
        if reference != row.id.description { return "the payment is for another checkout" }
        if currency.uppercased() != row.currency {
            return "paid in \(currency.uppercased()) for \(row.currency)"
        }
        if amount != units || received.map({ $0 != units }) ?? false {
            return "paid \(received ?? amount) of \(units ?? 0) in the provider’s units"
        }
        return intent == nil ? "the payment has no intent" : nil
    }
}
