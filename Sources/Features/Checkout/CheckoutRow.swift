import Access
import Foundation
import Money
public import NoonishAPI
public import Postgres

/// A row of `checkout`, `c` in its columns.
@Row
struct CheckoutRow: TableRow {
    @Column("c.id") let id: CheckoutID
    /// `nil`, like the bill, once the outing is deleted.
    @Column("c.outing_id") let outing: OutingID?
    @Column("c.bill_id") let bill: BillID?
    @Column("c.payer_id") let payer: PersonID
    @Column("c.amount_minor") let amount: Int
    @Column("c.currency") let currency: String
    @Column("c.state") let state: BillCheckout.State
    @Column("c.remember") let remembers: Bool
    @Column("c.session") let session: String?
    /// The address of the page, until ``CheckoutPageBackfill`` has encrypted it.
    @Column("c.url") private let plaintextURL: String?
    @Column("c.sealed_url") private let sealedURL: [UInt8]?
    @Column("c.intent") let intent: String?
    @Column("c.refunded_minor") let refunded: Int
    @Column("c.created_at") let createdAt: Date
    @Column("c.expires_at") let expiresAt: Date
    @Column("c.expires_at <= now()") let hasExpired: Bool
    @Column("c.replaced_at") let replacedAt: Date?
    /// When the provider is asked next, exactly, to see whether a claim still holds.
    @Column("c.next_read_at::text") let nextRead: String?

    static let tables: SQL = "checkout AS c"
}

extension CheckoutRow {
    /// - Parameter key: The one with which the address of the page is encrypted.
    func wire(_ key: SecretKey) -> BillCheckout {
        BillCheckout(
            id: id, state: state, amountMinor: amount, refundedMinor: refunded, currency: currency,
            url: page(key), expiresAt: expiresAt, at: createdAt)
    }

    /// Returns the address of the page; `nil` unless it is open and stays so, and if another key has encrypted it.
    func page(_ key: SecretKey) -> String? {
        guard state == .open, !isToClose, !hasExpired else { return nil }
        return plaintextURL ?? sealedURL.flatMap { CheckoutPage.open($0, key, for: id) }
    }

    /// An amount in the checkout's currency, which was checked when it began.
    func money(_ minor: Int) -> Money {
        guard let known = Currency(currency) else { preconditionFailure("\(currency) is no currency") }
        return Money(Int64(minor), known)
    }

    /// Whether the provider's page is to be closed.
    var isToClose: Bool { state == .open && (replacedAt != nil || bill == nil) }
}

/// Where a bill is from, and whether its place takes payments.
@Row
struct CheckoutPlace: PostgresRow {
    let name: String
    /// Whether people run the place here, and want to be paid online.
    let takesPayments: Bool
    /// Whether the order, if there is one, is accepted.
    let isAccepted: Bool
    let isCancelled: Bool
    /// Whether a cancellation alone says that nothing is owed: of the order, or of an outing that had not begun. The
    /// place may have cooked for others.
    let isRefundable: Bool
}

/// A refund that the provider is to make.
@Row
struct CheckoutRefund: PostgresRow {
    let id: UUID
    let amount: Int
}

extension BillCheckout.State: PostgresDecodable {}

extension Query where Row == CheckoutRow {
    static func checkout(_ id: CheckoutID) -> Self {
        .select("checkout.read_checkout", on: .write, "WHERE c.id = \(id)")
    }

    static func locked(_ id: CheckoutID) -> Self {
        .select("checkout.lock_checkout", on: .write, "WHERE c.id = \(id) FOR UPDATE")
    }

    static func checkouts(of person: PersonID, for bill: BillID, on outing: OutingID) -> Self {
        .select(
            "checkout.list_checkouts",
            """
            WHERE c.outing_id = \(outing) AND c.bill_id = \(bill) AND c.payer_id = \(person)
            ORDER BY c.id DESC
            """)
    }

    /// Returns the checkouts at whose former pages the person may have paid, or may still pay.
    static func replaced(of person: PersonID, for bill: BillID, on outing: OutingID) -> Self {
        .select(
            "checkout.list_replaced", on: .write,
            """
            WHERE c.outing_id = \(outing) AND c.bill_id = \(bill) AND c.payer_id = \(person)
              AND c.state = 'open' AND c.replaced_at IS NOT NULL
              AND c.expires_at > now() - make_interval(secs => \(CheckoutLimits.lastRead))
            """)
    }

    /// Returns the payments that differed from what was asked for, until the operator has seen to them.
    static func unresolved(of person: PersonID, for bill: BillID, on outing: OutingID) -> Self {
        .select(
            "checkout.list_unresolved", on: .write,
            """
            WHERE c.outing_id = \(outing) AND c.bill_id = \(bill) AND c.payer_id = \(person)
              AND c.state = 'mismatched' AND c.fault IS NOT NULL
            """)
    }

    /// Returns the checkout whose page the person is to use.
    static func current(of person: PersonID, for bill: BillID, on outing: OutingID) -> Self {
        .select(
            "checkout.read_current", on: .write,
            """
            WHERE c.outing_id = \(outing) AND c.bill_id = \(bill) AND c.payer_id = \(person)
              AND c.state IN ('preparing', 'open') AND c.replaced_at IS NULL
            """)
    }
}

extension Query where Row == String {
    /// Claims a checkout that is due, so that no other process reads it meanwhile. The claim is lost when something
    /// else schedules a read, such as an event.
    static func claim(_ id: CheckoutID) -> Self {
        Query(
            "checkout.claim_read", on: .write,
            """
            UPDATE checkout
               SET next_read_at = now() + make_interval(secs => \(CheckoutLimits.claim))
             WHERE id = \(id) AND next_read_at <= now()
            RETURNING next_read_at::text
            """)
    }
}

extension Query where Row == CheckoutPlace {
    static func place(of bill: BillID, on outing: OutingID) -> Self {
        Query(
            "checkout.read_place",
            """
            SELECT coalesce(g.place_name, r.name, o.title),
                   EXISTS (SELECT FROM venue AS v
                            WHERE v.restaurant_id = CASE WHEN g.id IS NULL THEN o.restaurant_id ELSE g.restaurant_id END
                              AND v.state = 'verified' AND v.takes_online_payments),
                   coalesce(g.state IN ('accepted', 'preparing', 'ready', 'handed_over'), true),
                   o.cancelled_at IS NOT NULL OR coalesce(g.state = 'cancelled', false),
                   CASE WHEN g.id IS NOT NULL THEN g.state = 'cancelled'
                        ELSE coalesce(o.cancelled_at < o.starts_at, false) END
              FROM bill AS b
              JOIN outing AS o ON o.id = b.outing_id
              LEFT JOIN group_order AS g ON g.outing_id = b.outing_id AND g.id = b.order_id
              LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
             WHERE b.outing_id = \(outing) AND b.id = \(bill)
            """)
    }
}

extension Query where Row == CheckoutRefund {
    static func askedRefunds(of id: CheckoutID) -> Self {
        Query(
            "checkout.list_asked_refunds", on: .write,
            "SELECT r.id, r.amount_minor FROM checkout_refund AS r WHERE r.checkout_id = \(id) AND r.state = 'asked'"
        )
    }
}

extension Query where Row == Int {
    /// Returns the sum of the refunds that the provider was asked for, or is to be.
    static func requestedRefund(of id: CheckoutID) -> Self {
        Query(
            "checkout.sum_refunds",
            """
            SELECT coalesce(sum(r.amount_minor), 0)::bigint
              FROM checkout_refund AS r
             WHERE r.checkout_id = \(id) AND r.state <> 'refused'
            """)
    }
}

extension Query where Row == CheckoutID {
    static var due: Self {
        Query(
            "checkout.list_due",
            """
            SELECT c.id FROM checkout AS c WHERE c.next_read_at <= now() ORDER BY c.next_read_at LIMIT \(CheckoutLimits.batch)
            """)
    }
}

/// A payment that the operator has to look into.
@Row
package struct CheckoutFault: PostgresRow {
    package let id: CheckoutID
    package let fault: String
}

extension Query where Row == CheckoutID {
    /// Clears a fault that the operator has seen to, and has the checkout read.
    package static func clearFault(of id: CheckoutID) -> Self {
        Query(
            "checkout.clear_fault", on: .write,
            """
            UPDATE checkout
               SET cleared_fault = fault, fault = NULL, reads = 0,
                   next_read_at = CASE WHEN state IN ('open', 'paid', 'refunded', 'mismatched') THEN now() END
             WHERE id = \(id) AND fault IS NOT NULL
            RETURNING id
            """)
    }
}

extension Query where Row == CheckoutFault {
    /// Returns the newest faults.
    package static var checkoutFaults: Self {
        Query(
            "checkout.list_faults",
            "SELECT c.id, c.fault FROM checkout AS c WHERE c.fault IS NOT NULL ORDER BY c.id DESC LIMIT 20")
    }
}
