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

    /// Reads a checkout from the provider, books what it says, and sends the refunds that follow.
    ///
    /// - Returns: Whether the provider has answered.
    @discardableResult
    package func settle(_ id: CheckoutID) async throws -> Bool {
        guard let provider, let row = try await database.first(.checkout(id)), let session = row.session
        else {
            try await database.execute(.postpone(id))
            return false
        }
        let answer: StripeSession
        do throws(StripeFault) {
            answer = try await row.isToClose ? provider.close(session) : provider.session(session)
        } catch {
            logger.warning(
                "cannot read a checkout", metadata: ["checkout": "\(id)", "because": "\(error.reason)"])
            try await database.execute(.scheduleRead(id, seconds: 60))
            return false
        }
        try await database.transaction { transaction in try await book(answer, as: id, in: transaction) }
        try await sendRefunds(of: id, by: provider)
        return true
    }
}

extension Checkouts {
    private func book(
        _ session: StripeSession, as id: CheckoutID, in transaction: Transaction
    ) async throws {
        // The outing first, in the order of all locks.
        if let outing = try await transaction.first(.checkout(id))?.outing {
            _ = try await transaction.locked(outing, for: nil)
        }
        guard var row = try await transaction.first(.locked(id)) else { return }
        try await transaction.execute(.postpone(id))
        if row.state == .open {
            if session.isPaid {
                try await bookPayment(session, row, in: transaction)
                row = try await transaction.one(.checkout(id))
            } else if session.status == .expired {
                try await transaction.execute(.expire(id))
            } else if session.hasFailed {
                try await transaction.execute(.fail(id))
            }
        }
        guard row.state == .paid || row.state == .refunded else { return }
        try await bookRefund(session, row, in: transaction)
        try await refundCancelled(id, in: transaction)
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
        if surplus > 0 {
            try await transaction.execute(
                .requestRefund(min(surplus, row.amount), of: row.id, because: "surplus"))
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

    /// Requests the refund of what is left of a payment whose outing or order is cancelled, or whose bill is deleted.
    private func refundCancelled(_ id: CheckoutID, in transaction: Transaction) async throws {
        let row = try await transaction.one(.checkout(id))
        if let bill = row.bill, let outing = row.outing {
            guard try await transaction.one(.place(of: bill, on: outing)).isCancelled else { return }
        }
        let requested = try await transaction.one(.requestedRefund(of: id))
        let left = row.amount - max(requested, row.refunded)
        guard left > 0 else { return }
        try await transaction.execute(.requestRefund(left, of: id, because: "cancelled"))
    }

    /// Asks the provider for the refunds that are to be made; each has its id as the key, so that a repetition is the same.
    private func sendRefunds(of id: CheckoutID, by provider: StripeAPI) async throws {
        let refunds = try await database.all(.askedRefunds(of: id))
        guard !refunds.isEmpty, let row = try await database.first(.checkout(id)), let intent = row.intent
        else { return }
        try await database.execute(.scheduleRead(id, seconds: 60))
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
