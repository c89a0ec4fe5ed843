import Access
import Foundation
import NoonishAPI
import Postgres

extension Command {
    static func insert(
        _ id: CheckoutID, of person: PersonID, _ amount: Int, _ currency: String, remember: Bool,
        for bill: BillID, on outing: OutingID
    ) -> Self {
        Command(
            "checkout.insert_checkout",
            """
            INSERT INTO checkout (id, outing_id, bill_id, payer_id, amount_minor, currency, remember, expires_at)
            VALUES (\(id), \(outing), \(bill), \(person), \(amount), \(currency), \(remember),
                   date_trunc('second', now()) + make_interval(secs => \(CheckoutLimits.life)))
            """)
    }

    /// Stores the provider's answer, unless the checkout has ended meanwhile.
    ///
    /// - Parameter page: The encrypted address of its page.
    static func open(_ id: CheckoutID, _ session: String, page: [UInt8]?) -> Self {
        Command(
            "checkout.open_checkout",
            """
            UPDATE checkout
               SET state = 'open', session = \(session), sealed_url = \(page),
                   next_read_at = now() + make_interval(secs => \(CheckoutLimits.firstRead))
             WHERE id = \(id) AND state = 'preparing'
            """)
    }

    static func fail(_ id: CheckoutID) -> Self {
        Command(
            "checkout.fail_checkout",
            """
            UPDATE checkout
               SET state = 'failed', url = NULL, sealed_url = NULL, next_read_at = NULL
             WHERE id = \(id) AND state IN ('preparing', 'open')
            """
        )
    }

    /// Ends a checkout whose page was never made, and has the page of another closed.
    static func replace(_ id: CheckoutID) -> Self {
        Command(
            "checkout.replace_checkout",
            """
            UPDATE checkout
               SET replaced_at = now(), state = CASE state WHEN 'preparing' THEN 'failed' ELSE state END,
                   next_read_at = CASE state WHEN 'open' THEN now() END
             WHERE id = \(id) AND state IN ('preparing', 'open') AND replaced_at IS NULL
            """)
    }

    static func expire(_ id: CheckoutID) -> Self {
        Command(
            "checkout.expire_checkout",
            """
            UPDATE checkout
               SET state = 'expired', url = NULL, sealed_url = NULL, next_read_at = NULL
             WHERE id = \(id) AND state = 'open'
            """
        )
    }

    static func markPaid(_ id: CheckoutID, intent: String?) -> Self {
        Command(
            "checkout.mark_paid",
            """
            UPDATE checkout
               SET state = 'paid', intent = \(intent), url = NULL, sealed_url = NULL, paid_at = now(), reads = 0,
                   next_read_at = now() + make_interval(secs => \(CheckoutLimits.paidRead))
             WHERE id = \(id)
            """)
    }

    static func markMismatched(_ id: CheckoutID, intent: String?, _ fault: String) -> Self {
        Command(
            "checkout.mark_mismatched",
            """
            UPDATE checkout
               SET state = 'mismatched', intent = \(intent), url = NULL, sealed_url = NULL, reads = 0,
                   next_read_at = now() + make_interval(secs => \(CheckoutLimits.paidRead)),
                   fault = \(String(fault.prefix(CheckoutLimits.faultLength)))
             WHERE id = \(id)
            """)
    }

    static func setRefunded(_ id: CheckoutID, _ amount: Int) -> Self {
        Command(
            "checkout.set_refunded",
            """
            UPDATE checkout
               SET refunded_minor = \(amount), state = CASE amount_minor WHEN \(amount) THEN 'refunded' ELSE state END
             WHERE id = \(id)
            """)
    }

    /// Shows a fault to the operator, unless they have seen to it.
    static func setFault(_ id: CheckoutID, _ fault: String) -> Self {
        let fault = String(fault.prefix(CheckoutLimits.faultLength))
        return Command(
            "checkout.set_fault",
            "UPDATE checkout SET fault = \(fault) WHERE id = \(id) AND cleared_fault IS DISTINCT FROM \(fault)"
        )
    }

    /// Has a claimed checkout read later, because the provider did not answer.
    static func delay(_ id: CheckoutID, _ claim: String) -> Self {
        Command(
            "checkout.delay_read",
            """
            UPDATE checkout
               SET next_read_at = now() + make_interval(secs => \(CheckoutLimits.longestRead))
             WHERE id = \(id) AND next_read_at::text = \(claim)
            """)
    }

    /// Ends the reads of a checkout that the provider does not know, and has its page used no more.
    static func endReads(of id: CheckoutID) -> Self {
        Command(
            "checkout.end_reads",
            """
            UPDATE checkout
               SET next_read_at = NULL,
                   replaced_at = CASE state WHEN 'open' THEN coalesce(replaced_at, now()) ELSE replaced_at END
             WHERE id = \(id)
            """)
    }

    /// Ends a checkout whose payment differed, once all of it was paid back.
    static func endMismatched(_ id: CheckoutID) -> Self {
        Command(
            "checkout.end_mismatched",
            "UPDATE checkout SET state = 'failed', fault = NULL, next_read_at = NULL WHERE id = \(id)")
    }

    /// Schedules the next read of a checkout; the wait of open ones doubles.
    static func postpone(_ id: CheckoutID) -> Self {
        Command(
            "checkout.postpone_read",
            """
            UPDATE checkout
               SET reads = reads + 1,
                   next_read_at = CASE WHEN state = 'open'
                                  THEN now() + make_interval(secs => least(
                                           \(CheckoutLimits.longestRead), \(CheckoutLimits.firstRead) * 2 ^ least(reads, 10)))
                                  WHEN state IN ('paid', 'refunded', 'mismatched') AND reads < \(CheckoutLimits.paidReads)
                                  THEN now() + make_interval(secs => \(CheckoutLimits.paidRead)) END
             WHERE id = \(id)
            """)
    }

    /// Schedules a read after a failure of the provider, or of what a refund has changed.
    static func scheduleRead(_ id: CheckoutID, seconds: Int) -> Self {
        Command(
            "checkout.schedule_read",
            "UPDATE checkout SET next_read_at = now() + make_interval(secs => \(seconds)) WHERE id = \(id)")
    }

    static func requestRefund(_ amount: Int, of id: CheckoutID, because reason: String) -> Self {
        Command(
            "checkout.request_refund",
            """
            INSERT INTO checkout_refund (id, checkout_id, amount_minor, reason)
            VALUES (\(UUID.v7()), \(id), \(amount), \(reason))
            """)
    }

    static func endRefund(_ id: UUID, as state: String) -> Self {
        Command("checkout.end_refund", "UPDATE checkout_refund SET state = \(state) WHERE id = \(id)")
    }

    /// Has all checkouts of an outing read: open pages are closed, and payments paid back.
    static func readAll(of outing: OutingID) -> Self {
        Command(
            "checkout.read_cancelled",
            """
            UPDATE checkout
               SET next_read_at = now(),
                   replaced_at = CASE state WHEN 'open' THEN coalesce(replaced_at, now()) ELSE replaced_at END
             WHERE outing_id = \(outing) AND state IN ('open', 'paid')
            """)
    }

    /// Has the checkout of an event read.
    static func see(_ event: CheckoutEvent) -> Self {
        Command(
            "checkout.see_event",
            """
            UPDATE checkout
               SET next_read_at = now()
             WHERE state IN ('open', 'paid', 'refunded', 'mismatched')
               AND (session = \(event.session) OR intent = \(event.intent))
            """)
    }
}
