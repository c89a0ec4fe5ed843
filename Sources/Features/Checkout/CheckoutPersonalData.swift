package import Access
import Accounts
package import NoonishAPI
package import Postgres
package import Privacy

/// Exports a person's checkouts, and has the provider forget their cards when they are erased. Checkouts keep the id, like the
/// payments of bills.
package struct CheckoutPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "checkouts.json", "checkout.export_checkouts",
            .object([
                "checkouts": .list(
                    of: """
                        'outing', c.outing_id, 'bill', c.bill_id, 'checkout', c.id, 'currency', c.currency,
                        'amountMinor', c.amount_minor, 'refundedMinor', c.refunded_minor, 'state', c.state,
                        'at', c.created_at, 'paidAt', c.paid_at
                        """,
                    orderedBy: "c.id", "FROM checkout AS c WHERE c.payer_id = own.id"),
                "rememberedCards": .list(
                    of: "'since', k.created_at", orderedBy: "k.id",
                    "FROM checkout_customer AS k WHERE k.person_id = own.id"),
            ]))
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            .removeCustomer(of: person),
            Command(
                "checkout.replace_of_erased",
                """
                UPDATE checkout
                   SET replaced_at = now(), state = CASE state WHEN 'preparing' THEN 'failed' ELSE state END,
                       next_read_at = CASE state WHEN 'open' THEN now() END
                 WHERE payer_id = \(person) AND state IN ('preparing', 'open') AND replaced_at IS NULL
                """),
        ]
    }
}

extension PersonReference {
    /// The columns of this feature that reference `person`. Guests have no remembered cards.
    package static let checkout: [PersonReference] = [
        // The member may have a page of the same bill: the guest's is closed.
        .passes("checkout", "payer_id") { pair in
            Command(
                "checkout.transfer_checkouts",
                """
                UPDATE checkout
                   SET payer_id = \(pair.member),
                       replaced_at = CASE WHEN state IN ('preparing', 'open') THEN coalesce(replaced_at, now())
                                          ELSE replaced_at END,
                       next_read_at = CASE state WHEN 'open' THEN now() ELSE next_read_at END
                 WHERE payer_id = \(pair.guest)
                """)
        },
        PersonReference("checkout_customer", "person_id", .ends),
    ]
}

extension Retention {
    /// Checkouts, as long as their bills keep who paid.
    package static let checkouts = Retention("checkouts", CheckoutLimits.kept) { now in
        Command(
            "checkout.remove_old_checkouts",
            """
            DELETE FROM checkout
             WHERE id IN (SELECT c.id
                            FROM checkout AS c
                            LEFT JOIN bill AS b ON b.outing_id = c.outing_id AND b.id = c.bill_id
                           WHERE c.created_at < coalesce(\(now), now()) - \(CheckoutLimits.kept)
                             AND (b.id IS NULL OR b.reduced_at IS NOT NULL)
                           LIMIT 10000)
            """)
    }
}
